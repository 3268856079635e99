import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { answerKey } from '@foyer/domain/questions/steps.ts'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import type { Db } from '../db/transaction/tx.ts'
import type { Visit } from './season.ts'

export type VisitDeps = { app: FastifyInstance; db: Db; vendorUrl: string }

const GOOD_CARD = '4242424242424242'
const DECLINED_CARD = '4000000000000002'
const MAX_COOKIES = 5

/** A browser of the demo: it makes the calls of the shop's pages, in this process and without the network. */
function openBrowser({ app }: VisitDeps, remoteAddress: string) {
  const cookies = new Map<string, string>()
  const send = async (method: 'GET' | 'POST', url: string, form?: object) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: qs.stringify(form) }),
    })
    for (const set of [response.headers['set-cookie'] ?? []].flat().slice(0, MAX_COOKIES)) {
      const [name, value] = set.split(';')[0]!.split(/=(.*)/) as [string, string]
      cookies.set(name, value)
    }
    return response
  }
  return {
    open: (url: string) => send('GET', url),
    /** Whether the call was answered with 200, and its body. */
    async call(name: CallName, form: object = {}) {
      const [method, url] = PATHS[name]
      const response = await send(method, url, method === 'POST' ? form : undefined)
      return { ok: response.statusCode === 200, body: response.json() as Record<string, unknown> }
    },
    checkout: async () => (await send('GET', PATHS.get[1])).json() as Checkout,
  }
}

type Browser = ReturnType<typeof openBrowser>

/**
 * Makes an order as a browser would: basket, reserve, the steps of the checkout, payment, questions after it. Returns its
 * reference, or null if the shop refused it somewhere, as it refuses real buyers.
 */
export async function makeOrder(deps: VisitDeps, visit: Visit, remoteAddress: string): Promise<string | null> {
  const browser = openBrowser(deps, remoteAddress)
  for (const { ticketId, quantity } of visit.tickets)
    if (!(await browser.call('add_to_basket', { ticket_id: ticketId, quantity })).ok) return null
  if (visit.code) await browser.call('set_code', { code: visit.code })
  if ((await browser.call('reserve_tickets')).body.reserved !== true) return null
  const asked = await browser.checkout()
  for (const { step, isNeeded, fill } of STEPS)
    if (isNeeded(asked, visit) && (await browser.call('update_basket_state', { state: step })).ok)
      await fill(deps, browser, visit)
  if (!(await browser.call('update_basket_state', { state: 'payment' })).ok) return null
  if (!(await pay(deps, browser, visit))) return null
  const { sale_reference, payment_complete } = await browser.checkout()
  if (!payment_complete) return null
  await browser.call('deliver_to_wallet')
  if (asked.after_payment_questions.length > 0) {
    await browser.call('update_basket_state', { state: 'ticket_questions_after' })
    await answer(browser, visit, 'after')
  }
  if (visit.later?.act === 'feedback')
    await browser.call('send_customer_feedback', { message: FEEDBACK[visit.person.name.length % FEEDBACK.length] })
  return sale_reference
}

type StepOfBuyer = {
  step: string
  isNeeded: (asked: Checkout, visit: Visit) => boolean
  fill: (deps: VisitDeps, browser: Browser, visit: Visit) => Promise<unknown>
}

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
    fill: (_, browser, { giftAid, person }) =>
      browser.call('update_donation', {
        is_gift_aid: giftAid ? 1 : 0,
        subscribe: 0,
        uk_based: 1,
        address1: person.address1,
        postcode: person.postcode,
      }),
  },
  { step: 'login', isNeeded: () => true, fill: signIn },
  {
    step: 'marketing_preferences',
    isNeeded: () => true,
    fill: (_, browser, { newsletter }) =>
      browser.call('set_marketing_preferences', { ct_subscribed: newsletter ? 1 : 0, event_subscribed: 0 }),
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
  const mail = await db
    .selectFrom('mails')
    .select('body_text')
    .where('recipient', '=', email)
    .where('kind', '=', 'code')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const code = /\b(\d{6})\b/.exec(mail?.body_text ?? '')?.[1]
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
    const said =
      type === 'checkbox' ? '1' : options.length > 0 ? options[0] : ANSWERS[person.last.length % ANSWERS.length]
    const own = { ticketTypeId: ticket_id, id }
    if (question.once_per_checkout === '1') {
      if (!asked.has(osq_id)) answers.push([answerKey(own, null), said])
      asked.add(osq_id)
      continue
    }
    const quantity = tickets.find((line) => line.ticket_id === ticket_id)?.qty ?? 0
    for (let index = 0; index < quantity; index++) answers.push([answerKey(own, index), said])
  }
  await browser.call('save_question_answers', { answers: Object.fromEntries(answers), before_or_after: when })
}

/** Pays by card at the sandbox, whose script would run in the buyer's browser, or claims what costs nothing. */
async function pay({ vendorUrl }: VisitDeps, browser: Browser, { person, declinedFirst }: Visit): Promise<boolean> {
  const { basket_total, donation } = await browser.checkout()
  if (Number(basket_total) === 0 && donation === null) return (await browser.call('claim_free_tickets')).ok
  const address = {
    first_name: person.first,
    last_name: person.last,
    address_1: person.address1,
    town: person.town,
    postcode: person.postcode,
    country: '1',
  }
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
