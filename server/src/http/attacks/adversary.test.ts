import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { STEPS, type StoredStep } from '@foyer/domain/checkout/steps.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payment } from '../../payment/payment.ts'
import { createAccount, newEmail } from '../../testing/fixtures/buyers.ts'
import {
  enterAllDetails,
  type FullCustomer,
  fullCustomer,
  privateDetails,
  withCookie,
} from '../../testing/fixtures/full-customer.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { type PageShop, withPages } from '../../testing/pages.ts'
import type { Browser } from '../../testing/shop.ts'
import { CARDS, type CardToken, confirmCard, returnFromCard } from '../../testing/vendors/card.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { bodiesAgainst, rowsOf } from './attack.testing.ts'

/**
 * One sale and two browsers, at every step and in every payment state. One table lists what the second browser may change;
 * every other call is refused, and no response reveals anything about the first. A new call, step or payment state that is not in
 * the tables does not compile, or fails here.
 */

/** What a second browser, which has the sale in its session, may change of it by one call. */
type May = {
  /** Before the sale has a customer, both browsers have equal access: this call may change it. */
  unnamed?: true
  /** Tables of a paid order that it may change: by acts open to anyone with the link, or that only reach the buyer. */
  paid?: readonly string[]
  /** Tables that anyone may change who knows an address, because the result goes to its mailbox. */
  always?: readonly string[]
}

const DELIVERY = [
  'tickets',
  'sales',
  'sale_events',
  'users',
  'jobs',
  'mails',
  'issued_vouchers',
  'gift_aid_declarations',
]

const MAY: Record<CallName, May> = {
  get_user: {},
  send_one_time_code: { always: ['one_time_codes', 'mails', 'jobs'] },
  check_one_time_code: { always: ['one_time_codes'] },
  get_user_addresses: {},
  lookup_address: {},
  delete_address: {},
  set_dark_mode: {},
  join_mailing_list: { always: ['mails', 'jobs'] },
  get: {},
  add_to_basket: { unnamed: true },
  add_gift_voucher_to_basket: { unnamed: true },
  update_ticket_quantity: { unnamed: true },
  update_ticket_amount: { unnamed: true },
  update_gift_voucher_quantity: { unnamed: true },
  update_refund_protection: { unnamed: true },
  set_code: { unnamed: true },
  remove_code: { unnamed: true },
  remove_from_basket: { unnamed: true },
  remove_gift_voucher_from_basket: { unnamed: true },
  reserve_tickets: { unnamed: true },
  get_captcha_challenge: {},
  update_basket_state: { unnamed: true },
  destroy_sale: { unnamed: true },
  extend_hold: { unnamed: true },
  save_guest_to_sale: { unnamed: true },
  logout_of_sale: {},
  set_account_details: { unnamed: true },
  set_marketing_preferences: {},
  save_donation: { unnamed: true },
  update_donation: { unnamed: true },
  get_address_all_countries_states: {},
  set_delivery_address: {},
  save_question_answers: {},
  set_billing_address: {},
  get_payment_error: { unnamed: true },
  get_token: {},
  get_square_credentials: {},
  pay_with_square: {},
  create_truelayer_payment: {},
  pay_with_truelayer: {},
  get_truelayer_status: {},
  get_opoa_users: {},
  pay_with_instalment: {},
  claim_free_tickets: {},
  get_payment_settings: {},
  start_saving_card: {},
  save_card: {},
  remove_card: {},
  set_plan_card: {},
  pay_instalment: {},
  deliver_to_bitticket: { paid: DELIVERY },
  deliver_to_wallet: { paid: DELIVERY },
  set_transfers: {},
  take_back_transfer: {},
  claim_transfer: {},
  resend_wallet: {},
  get_simple_info: {},
  get_reward_referrer_link: {},
  send_customer_feedback: {},
  subscribe_to_events: {},
  send_waiver_link: {},
  sign_waiver: { paid: ['waiver_signatures', 'sale_events'] },
  check_ticket: {},
  refund_moved: {},
  get_change_token: {},
  get_change_square: {},
  pay_change_with_square: {},
  return_tickets: {},
  change_own_ticket: {},
  rename_ticket: {},
  name_plan_ticket: {},
  open_door: {},
  close_door: {},
  door_list: {},
  door_entries: {},
  catalogue_events: {},
  catalogue_event: {},
  join_queue: {},
  my_place: {},
  enter_queue: {},
  sign_out: {},
  sign_out_elsewhere: {},
  erase_account: {},
}
const CALL_NAMES = Object.keys(PATHS) as CallName[]

/** Steps of a sale before the payment; the customer may be identified by then, or not. */
const BEFORE_PAYMENT = {
  basket: { unnamed: true },
  captcha: { unnamed: true },
  reserve: { unnamed: true },
  donation: { unnamed: true },
  gift_aid: { unnamed: true },
  login: { unnamed: true },
  marketing_preferences: { unnamed: false },
  delivery_address: { unnamed: false },
  ticket_questions_before: { unnamed: false },
  payment: { unnamed: false },
  awaiting_truelayer: { unnamed: false },
} satisfies Partial<Record<StoredStep, { unnamed: boolean }>>

const PAID = {
  deliver_tickets: true,
  ticket_questions_after: true,
  after_sale_messages: true,
  waiver: true,
  order_completed: true,
} satisfies Partial<Record<StoredStep, true>>

type EveryStep = Record<StoredStep, unknown>
const everyStep: EveryStep = { ...BEFORE_PAYMENT, ...PAID }

let shop: ShopWithVendors
let pages: PageShop
let catalogue: FullCustomer
beforeAll(async () => {
  shop = await openShopWithVendors('postgres', { env: { DOOR_ACCESS_CODE: 'open sesame of the test' } })
  pages = await withPages(shop)
  // All other values that a call takes belong to another customer.
  catalogue = await fullCustomer(shop)
})
afterAll(() => shop.close())

const KINDS = ['guest', 'account', 'express'] as const
type Kind = (typeof KINDS)[number]

const STREAM = 'https://stream.example/for-buyers'
const MESSAGE = 'the password is swordfish'

/** The first browser: a buyer who has entered all personal details, at a step. */
async function firstBrowser(step: StoredStep, kind: Kind) {
  const { db, deps } = shop
  const words = privateDetails()
  const email = `${words.first.toLowerCase()}-${newEmail()}`
  const user = kind === 'account' ? await createAccount(shop, email) : null
  const sale = await saleAt(deps, step, {
    startsAt: new Date('2099-06-01T18:00:00Z'),
    qty: 2,
    phone: words.phone,
    livestream_url: STREAM,
    waivers_together: true,
    express: kind === 'express',
    ...(user ? { userId: user.id } : { guest: { email, name: `${words.first} ${words.last}` } }),
  })
  const { eventId } = sale.event!
  await enterAllDetails(shop, sale.saleId, words)
  await db
    .insertInto('after_sale_messages')
    .values({ event_id: eventId, message_html: `<p>${MESSAGE}</p>` })
    .execute()
  const waiver = await db
    .insertInto('waivers')
    .values({ event_id: eventId, title: 'Terms', terms_html: '<p>Be careful.</p>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind === 'express') {
    await db.updateTable('sales').set({ customer_session: sale.session.number }).where('id', '=', sale.saleId).execute()
    await db.updateTable('sessions').set({ proved_email: null }).where('id', '=', sale.session.id!).execute()
  }
  return {
    kind,
    sale,
    email,
    browser: withCookie(shop, sale.cookie),
    waiverId: waiver.id,
    secrets: [email, ...Object.values(words), STREAM, MESSAGE],
    of: { userId: user?.id ?? -1, saleIds: [sale.saleId], email },
  }
}
type First = Awaited<ReturnType<typeof firstBrowser>>

const SECONDS = ['nothing proved', 'an address of its own proved', 'signed in to an account of its own'] as const
let turn = 0

/** The second browser, which followed the basket's link when that was still allowed. */
async function secondBrowser(sale: SaleAt, who: (typeof SECONDS)[number]): Promise<Browser> {
  const own = await saleAt(shop.deps, 'basket', {
    ticketId: sale.ticketId,
    ...(who.startsWith('signed') ? { userId: (await createAccount(shop)).id } : {}),
    ...(who.startsWith('nothing') ? { guest: null } : {}),
  })
  await shop.db.updateTable('sessions').set({ sale_id: sale.saleId }).where('id', '=', own.session.id!).execute()
  return withCookie(shop, own.cookie)
}

const tableOf = (row: string) => row.slice(0, row.indexOf(' '))
const rowsNow = async (first: First) =>
  (await rowsOf(shop.db, first.of)).filter((row) => tableOf(row) !== 'sessions' && tableOf(row) !== 'stock')

/** One body of a call, about this sale wherever it names one. */
function bodyOf(name: CallName, { sale, email, waiverId }: First): Record<string, unknown> {
  const order = { ...catalogue.order, ticketId: sale.ticketId, reference: sale.reference, event: sale.event! }
  return bodiesAgainst(name, { ...catalogue, email, order, waiverId }, null)[0]!
}

/** Sends these calls from the second browser. Returns what was revealed, and which rows of the first were changed. */
async function harmBy(names: readonly CallName[], second: Browser, first: First) {
  await shop.db.deleteFrom('rate_limits').execute()
  const before = new Set(await rowsNow(first))
  const revealed: unknown[] = []
  for (const name of names) {
    const body = bodyOf(name, first)
    const { status, raw } = await second.call(name, body)
    const sent = JSON.stringify(body)
    const found = first.secrets.filter((secret) => raw.body.includes(secret) && !sent.includes(secret))
    if (status === 500 || found.length > 0) revealed.push({ name, status, told: found })
  }
  const after = new Set(await rowsNow(first))
  return {
    revealed,
    changed: [...[...before].filter((row) => !after.has(row)), ...[...after].filter((row) => !before.has(row))],
  }
}

/** These change the second browser's session, so they come last. */
const LAST: CallName[] = ['logout_of_sale', 'sign_out']

async function expectNoHarm(first: First, second: Browser, isPaid: boolean) {
  const allowed = (name: CallName) => [...(MAY[name].always ?? []), ...(isPaid ? (MAY[name].paid ?? []) : [])]
  const some = CALL_NAMES.filter((name) => allowed(name).length > 0)
  const none = CALL_NAMES.filter((name) => allowed(name).length === 0 && !LAST.includes(name))
  const harm: unknown[] = []
  for (const name of some) {
    const { revealed, changed } = await harmBy([name], second, first)
    harm.push(
      ...revealed,
      ...changed.filter((row) => !allowed(name).includes(tableOf(row))).map((row) => ({ name, row })),
    )
  }
  const { revealed, changed } = await harmBy([...none, ...LAST], second, first)
  harm.push(...revealed, ...changed.map((row) => ({ by: 'one of the others', row })))
  expect(harm).toEqual([])
}

/** What links show to people other than the buyer, and whether one leads to the sale. */
async function expectLinksTellNothing(first: First, { followed }: { followed: boolean }) {
  const { reference, saleId } = first.sale
  for (const path of [`/orders/${reference}/`, `/activity-terms-and-conditions/${reference}/`, '/account/wallet/']) {
    const { statusCode, body } = await pages.browser().get(path)
    expect({ path, failed: statusCode >= 500, told: first.secrets.filter((secret) => body.includes(secret)) }).toEqual({
      path,
      failed: false,
      told: [],
    })
  }
  const before = await rowsNow(first)
  const follower = pages.browser()
  await follower.get(`/smartcheckout/?session=${reference}`)
  const shown = await follower.call('get')
  expect(first.secrets.filter((secret) => shown.raw.body.includes(secret))).toEqual([])
  if (!followed) expect(await rowsNow(first)).toEqual(before)
  const { user_id, guest_email } = await first.sale.read()
  const named = user_id !== null || guest_email !== null
  expect({ followed: shown.body.sale_reference === reference, named }).toEqual({ followed, named: !followed })
  void saleId
}

describe('the tables of calls', () => {
  it('list every call and every step', () => {
    expect(Object.keys(MAY).sort()).toEqual([...CALL_NAMES].sort())
    expect(Object.keys(everyStep).sort()).toEqual(STEPS.filter((step) => step !== 'determining').sort())
  })

  it.each(KINDS)('are true for the first browser: a buyer as %s', async (kind) => {
    const first = await firstBrowser('payment', kind)
    const shown = (await first.browser.call('get')).raw.body
    if (kind !== 'express') expect(shown).toContain(first.email)
    await markPaid(first)
    expect((await first.browser.call('get_simple_info')).body).toMatchObject({ sale_email: first.email })
    const bought = (await first.browser.call('get')).raw.body
    for (const secret of [STREAM, MESSAGE]) expect(bought).toContain(secret)
  })
})

const markPaid = async ({ sale }: First, step: StoredStep = 'deliver_tickets') => {
  await shop.db
    .updateTable('sales')
    .set({ paid_at: shop.clock.now(), state: step, total_minor: 2200, held_until: null })
    .where('id', '=', sale.saleId)
    .execute()
}

describe('before the buyer is identified', () => {
  const steps = Object.entries(BEFORE_PAYMENT).flatMap(([step, { unnamed }]) => (unnamed ? [step as StoredStep] : []))

  it.each(steps)(
    'at the step %s: a second browser changes basket and hold by the allowed calls only',
    async (step) => {
      const first = await firstBrowser(step, 'guest')
      const { saleId } = first.sale
      for (const table of ['sale_addresses', 'question_answers'] as const)
        await shop.db.deleteFrom(table).where('sale_id', '=', saleId).execute()
      const nobody = {
        guest_email: null,
        guest_name: null,
        user_id: null,
        customer_session: null,
        contact_number: null,
      }
      const { held_until, held_from, state } = await first.sale.read()
      const asItWas = { ...nobody, gift_voucher_from: '', gift_voucher_to: '', held_until, held_from, state }
      const second = await secondBrowser(first.sale, SECONDS[turn++ % 3]!)
      const harm: unknown[] = []
      for (const name of [...CALL_NAMES.filter((call) => !LAST.includes(call)), ...LAST]) {
        await shop.db.updateTable('sales').set(asItWas).where('id', '=', saleId).execute()
        const { revealed, changed } = await harmBy([name], second, first)
        harm.push(...revealed)
        if (!MAY[name].unnamed)
          harm.push(...changed.filter((row) => !MAY[name].always?.includes(tableOf(row))).map((row) => ({ name, row })))
      }
      expect(harm).toEqual([])
    },
    60_000,
  )
})

describe('after the buyer is identified', () => {
  const cases = (Object.keys(BEFORE_PAYMENT) as (keyof typeof BEFORE_PAYMENT)[]).flatMap((step) =>
    KINDS.filter((kind) => kind !== 'express' || step === 'payment').map((kind) => [step, kind] as const),
  )

  it.each(cases)(
    'at the step %s, as %s: a second browser changes and learns nothing, and following the link removes the customer',
    async (step, kind) => {
      const first = await firstBrowser(step, kind)
      await expectNoHarm(first, await secondBrowser(first.sale, SECONDS[turn++ % 3]!), false)
      await expectLinksTellNothing(first, { followed: true })
    },
    60_000,
  )
})

async function payByCard(browser: Browser, number: string): Promise<void> {
  const { status, body } = await browser.call('get_token')
  expect({ status, body }).toMatchObject({ status: 200 })
  const token = body as CardToken
  await confirmCard(shop.url, token, number)
  await returnFromCard(browser, token)
}

async function goToBank(browser: Browser): Promise<URL> {
  const { status, body } = await browser.call('pay_with_truelayer', { contact_number: '' })
  expect({ status, body }).toMatchObject({ status: 200 })
  expect((await browser.call('update_basket_state', { state: 'awaiting_truelayer' })).status).toBe(200)
  return new URL(body.auth_url as string)
}
const press = ({ pathname, search }: URL, form: Record<string, string>) =>
  fetch(shop.url + pathname + search, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })

const setPayments = (saleId: number, status: Payment['status']) =>
  shop.db.updateTable('payments').set({ status }).where('sale_id', '=', saleId).execute()

/** How a payment reaches each state, and what following the link does then: only sales without a payment can be resumed. */
const PAYMENT_STATES: Record<
  Payment['status'] | 'at 3-D Secure' | 'at the bank',
  { paid: boolean; followed: boolean; come(first: First): Promise<unknown> }
> = {
  created: { paid: false, followed: false, come: ({ browser }) => browser.call('get_token') },
  'at 3-D Secure': { paid: false, followed: false, come: ({ browser }) => payByCard(browser, CARDS.asksBank) },
  'at the bank': { paid: false, followed: false, come: ({ browser }) => goToBank(browser) },
  processing: {
    paid: false,
    followed: false,
    async come({ browser }) {
      const page = await goToBank(browser)
      await press(page, { do: 'choose', bank: 'mock-payments-gb-redirect' })
      await press(page, { do: 'approve', user: 'test_executed' })
      await browser.call('get_truelayer_status')
    },
  },
  failed: {
    paid: false,
    followed: true,
    async come({ browser, sale }) {
      await payByCard(browser, CARDS.declined)
      await setPayments(sale.saleId, 'failed')
    },
  },
  cancelled: {
    paid: false,
    followed: true,
    async come({ browser, sale }) {
      await browser.call('get_token')
      await setPayments(sale.saleId, 'cancelled')
    },
  },
  paid: { paid: true, followed: false, come: ({ browser }) => payByCard(browser, CARDS.good) },
  partly_refunded: {
    paid: true,
    followed: false,
    async come({ browser, sale }) {
      await payByCard(browser, CARDS.good)
      await setPayments(sale.saleId, 'partly_refunded')
    },
  },
  refunded: {
    paid: true,
    followed: false,
    async come({ browser, sale }) {
      await payByCard(browser, CARDS.good)
      await setPayments(sale.saleId, 'refunded')
      await shop.db.updateTable('sales').set({ cancelled_at: shop.clock.now() }).where('id', '=', sale.saleId).execute()
    },
  },
}

describe('during a payment', () => {
  const states = Object.keys(PAYMENT_STATES) as (keyof typeof PAYMENT_STATES)[]

  it.each(states.flatMap((state) => KINDS.map((kind) => [state, kind] as const)))(
    '%s, as %s: a second browser changes only what the table allows, and learns nothing',
    async (state, kind) => {
      const { paid, followed, come } = PAYMENT_STATES[state]
      const first = await firstBrowser('payment', kind)
      await come(first)
      expect((await first.sale.read()).paid_at !== null).toBe(paid)
      await expectNoHarm(first, await secondBrowser(first.sale, SECONDS[turn++ % 3]!), paid)
      await expectLinksTellNothing(first, { followed })
    },
    60_000,
  )
})

describe('after the payment', () => {
  it.each((Object.keys(PAID) as StoredStep[]).flatMap((step) => KINDS.map((kind) => [step, kind] as const)))(
    'at the step %s, as %s: a second browser changes only what the table allows, and learns nothing',
    async (step, kind) => {
      const first = await firstBrowser('payment', kind)
      await markPaid(first, step)
      await expectNoHarm(first, await secondBrowser(first.sale, SECONDS[turn++ % 3]!), true)
      await expectLinksTellNothing(first, { followed: false })
    },
    60_000,
  )
})

describe('an old session', () => {
  it('from before the address was confirmed has no access', async () => {
    const first = await firstBrowser('payment', 'guest')
    const old = withCookie(shop, first.sale.cookie)
    await first.browser.call('logout_of_sale')
    expect((await old.checkout()).sale_reference).toBe('')
    await expectNoHarm(first, old, false)
  })
})
