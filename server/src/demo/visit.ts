import type { Checkout } from '@foyer/contract/types.ts'
import { cardFacts } from '@foyer/domain/payment/providers.ts'
import { answerKey } from '@foyer/domain/questions/steps.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/transaction/tx.ts'
import { type Browser, codeSentTo, openBrowser } from './browser.ts'
import type { Visit } from './season.ts'

export type VisitDeps = { app: FastifyInstance; db: Db; vendorUrl: string }

export type MadeOrder = { reference: string; browser: Browser }

const GOOD_CARD = '4242424242424242'
/** What the sandbox's card form would return for a good card. */
const SQUARE_TOKEN = 'cnon:card-nonce-ok'
const DECLINED_CARD = '4000000000000002'
/**
 * Makes an order as a browser would: basket, reserve, the steps of the checkout, payment, questions after it. Returns its
 * reference and browser, or null if the shop refused it somewhere, as it refuses real buyers. `link`: the page they come by first.
 */
export async function makeOrder(
  deps: VisitDeps,
  visit: Visit,
  { remoteAddress, link }: { remoteAddress: string; link?: string | undefined },
): Promise<MadeOrder | null> {
  const browser = openBrowser(deps, remoteAddress)
  if (link !== undefined) await browser.open(link)
  for (const { ticketId, quantity } of visit.tickets)
    if (!(await browser.call('add_to_basket', { ticket_id: ticketId, quantity })).ok) return null
  if (visit.voucher)
    await browser.call('add_gift_voucher_to_basket', {
      gift_voucher_id: visit.voucher.designId,
      qty: 1,
      value: visit.voucher.valueMinor / 100,
    })
  const code = visit.redeems ? await unspentVoucher(deps.db) : visit.code
  if (code) await browser.call('set_code', { code })
  if ((await browser.call('reserve_tickets')).body.reserved !== true) return null
  const asked = await browser.checkout()
  for (const { step, isNeeded, fill } of STEPS)
    if (isNeeded(asked, visit) && (await browser.call('update_basket_state', { state: step })).ok)
      await fill(deps, browser, visit)
  if (!(await browser.call('update_basket_state', { state: 'payment' })).ok) return null
  if (!(await (visit.plan === null ? pay : payByPlan)(deps, browser, visit))) return null
  const { sale_reference, payment_complete } = await browser.checkout()
  if (!payment_complete) return null
  await browser.call('deliver_to_wallet')
  if (visit.friend)
    await browser.call('set_transfers', {
      transfers: [
        {
          ticket_id: visit.tickets[0]?.ticketId,
          qty: 1,
          is_gift: 0,
          name: visit.friend.name,
          email: visit.friend.email,
        },
      ],
    })
  if (asked.after_payment_questions.length > 0) {
    await browser.call('update_basket_state', { state: 'ticket_questions_after' })
    await answer(browser, visit, 'after')
  }
  if (visit.later?.act === 'feedback')
    await browser.call('send_customer_feedback', { message: FEEDBACK[visit.person.name.length % FEEDBACK.length] })
  return { reference: sale_reference, browser }
}

type StepOfBuyer = {
  step: string
  isNeeded: (asked: Checkout, visit: Visit) => boolean
  fill: (deps: VisitDeps, browser: Browser, visit: Visit) => Promise<unknown>
}

/** A small donation needs no address. It can't be claimed until the donor adds one. */
const omitsAddress = ({ donationMinor }: Visit): boolean => donationMinor === 500

/** What a buyer fills in at each step, in the order of the checkout. */
const STEPS: readonly StepOfBuyer[] = [
  {
    step: 'donation',
    isNeeded: ({ charity }) => charity !== null,
    fill: async (_, browser, { donationMinor }) => {
      const { charity } = await browser.checkout()
      if (donationMinor > 0)
        await browser.call('save_donation', { amount_before_booking_fee: donationMinor / 100, charity_id: charity?.id })
    },
  },
  {
    step: 'gift_aid',
    isNeeded: ({ charity }, { donationMinor }) => charity !== null && donationMinor > 0,
    fill: (_, browser, visit) => {
      const { giftAid, person } = visit
      const { address1, postcode } = omitsAddress(visit) ? { address1: '', postcode: '' } : person
      return browser.call('update_donation', {
        is_gift_aid: giftAid ? 1 : 0,
        subscribe: 0,
        uk_based: 1,
        address1,
        postcode,
        ...(giftAid && { uk_taxpayer: 1, own_money: 1, not_gambling: 1 }),
      })
    },
  },
  { step: 'login', isNeeded: () => true, fill: signIn },
  {
    step: 'marketing_preferences',
    isNeeded: () => true,
    fill: (_, browser, { newsletter, organiserId }) => {
      const agreed = newsletter ? 1 : 0
      return browser.call('set_marketing_preferences', {
        ct_subscribed: agreed,
        event_subscribed: 0,
        organiser_subscribed_marketing: { [organiserId]: agreed },
      })
    },
  },
  {
    step: 'delivery_address',
    isNeeded: (_, { voucher, plan }) => voucher !== null || plan !== null,
    fill: (_, browser, { person }) =>
      browser.call('set_delivery_address', {
        address: { ...addressOf(person), selected_user_address_id: 'new' },
        gift_voucher_from: person.first,
        gift_voucher_to: 'Mum and Dad',
      }),
  },
  {
    step: 'ticket_questions_before',
    isNeeded: ({ before_payment_questions }) => before_payment_questions.length > 0,
    fill: (_, browser, visit) => answer(browser, visit, 'before'),
  },
]

async function signIn({ db }: VisitDeps, browser: Browser, { person }: Visit): Promise<void> {
  const { email, name } = person
  await browser.call('send_one_time_code', { email })
  const code = await codeSentTo(db, email)
  await browser.call('check_one_time_code', { email, code, context: 'checkout' })
  await browser.call('save_guest_to_sale', { email, fullname: name })
}

const ANSWERS = ['None, thank you', 'Vegetarian', 'For Nan', 'Two on a blanket', 'My sister, 07700 900123']
const FEEDBACK = [
  'Lovely evening, and so easy to book.',
  'Could the doors open a little earlier? We stood in the rain.',
  'The staff at the door were wonderful with my mother.',
]

async function answer(browser: Browser, { person }: Visit, when: 'before' | 'after'): Promise<void> {
  const { before_payment_questions, after_payment_questions, tickets } = await browser.checkout()
  const asked = new Set<string>()
  const answers: [string, string | undefined][] = []
  for (const question of when === 'before' ? before_payment_questions : after_payment_questions) {
    const { id, ticket_id, osq_id, type, prepopulated_array: options } = question
    const reply =
      type === 'checkbox' ? '1' : options.length > 0 ? options[0] : ANSWERS[person.last.length % ANSWERS.length]
    const own = { ticketTypeId: ticket_id, id }
    if (question.once_per_checkout === '1') {
      if (!asked.has(osq_id)) answers.push([answerKey(own, null), reply])
      asked.add(osq_id)
      continue
    }
    const quantity = tickets.find((line) => line.ticket_id === ticket_id)?.qty ?? 0
    for (let index = 0; index < quantity; index++) answers.push([answerKey(own, index), reply])
  }
  await browser.call('save_question_answers', { answers: Object.fromEntries(answers), before_or_after: when })
}

const addressOf = ({ first, last, address1, town, postcode }: Visit['person']) => ({
  first_name: first,
  last_name: last,
  address_1: address1,
  town,
  postcode,
  country: '1',
})

/** The code of a gift voucher that was bought and has not been used. */
async function unspentVoucher(db: Db): Promise<string | null> {
  const found = await db
    .selectFrom('issued_vouchers')
    .select('code')
    .where('sale_id', 'is not', null)
    .whereRef('balance_minor', '=', 'value_minor')
    .where('voided_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  return found?.code ?? null
}

/** Agrees to a payment plan with a card that the sandbox's script takes. */
async function payByPlan({ vendorUrl }: VisitDeps, browser: Browser, { person, plan }: Visit): Promise<boolean> {
  await browser.call('set_billing_address', { address: addressOf(person), contact_number: person.phone })
  const { body } = await browser.call('get_opoa_users')
  const card = await fetch(`${vendorUrl}/v1/payment_methods`, {
    method: 'POST',
    headers: { origin: 'http://shop.test' },
    body: new URLSearchParams({
      key: String(body.public_key),
      type: 'card',
      'card[number]': GOOD_CARD,
      'card[exp_month]': '12',
      'card[exp_year]': '35',
      'card[cvc]': '123',
    }),
  })
  const { id } = (await card.json()) as { id?: string }
  const agreed = await browser.call('pay_with_instalment', {
    instalment_option: plan,
    contact_number: person.phone,
    new_payment_method: { id, brand: 'visa', last4: '4242', month: '12', year: '2035', funding: 'credit' },
  })
  return agreed.body.status === 'success'
}

/** Pays with a token of the card form. */
async function payAtSquare(browser: Browser, person: Visit['person']): Promise<boolean> {
  const { body } = await browser.call('pay_with_square', {
    billing_address_data: { ...addressOf(person), contact_number: person.phone, token: SQUARE_TOKEN },
  })
  return (body.payment as { status: string } | undefined)?.status === 'COMPLETED'
}

/** Pays by card at the sandbox, whose script would run in the buyer's browser, or claims what costs nothing. */
async function pay({ vendorUrl }: VisitDeps, browser: Browser, visit: Visit): Promise<boolean> {
  const { person, declinedFirst } = visit
  const { basket_total, donation, opoa } = await browser.checkout()
  if (Number(basket_total) === 0 && donation === null) return (await browser.call('claim_free_tickets')).ok
  if (opoa && cardFacts(opoa.provider).chargesTokens) return payAtSquare(browser, person)
  const address = omitsAddress(visit) ? { ...addressOf(person), address_1: '', town: '' } : addressOf(person)
  await browser.call('set_billing_address', { address, contact_number: person.phone })
  for (const number of declinedFirst ? [DECLINED_CARD, GOOD_CARD] : [GOOD_CARD]) {
    const { ok, body } = await browser.call('get_token')
    if (!ok) return false
    const secret = String(body.client_secret)
    const intent = secret.split('_secret_')[0]!
    await fetch(`${vendorUrl}/v1/payment_intents/${intent}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: String(body.public_key),
        client_secret: secret,
        return_url: 'http://shop.test/do/checkout/stripe_auth/',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '35',
        'payment_method_data[card][cvc]': '123',
      }),
    })
    await browser.open(`/do/checkout/stripe_auth/?payment_intent=${intent}`)
  }
  return true
}
