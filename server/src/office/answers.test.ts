import { withAnswer } from '@foyer/contract/office/answer.ts'
import { acts } from '@foyer/contract/office/log/acts.en.ts'
import { answers, done } from '@foyer/contract/office/log/done.en.ts'
import { OFFICE_PAGES, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { OFFICE_PATHS, type OfficeCallName } from '@foyer/contract/office/paths.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { inTx } from '../db/transaction/tx.ts'
import { makeMetrics } from '../metrics.ts'
import { bought, vendor } from '../payment/refund/bought.testing.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../testing/pages.ts'
import { openShop } from '../testing/shop.ts'
import { joinWaitingList, refund, soldOutEvent } from '../waiting-list/waiting-list.testing.ts'
import { HANDLERS } from './handlers.ts'
import { type LogEntry, record } from './log/record.ts'
import { bodiesOf, type Who } from './testing/bodies.ts'
import { idleReaders } from './testing/counter.ts'
import { createStaff, inSession, logOf, type OfficeBrowser, officeBrowser } from './testing/office.ts'
import { createOrder } from './testing/order.ts'
import { createPaymentAccount } from './testing/organiser.ts'

/**
 * Every call of the office that changes something, sent as a page sends it: the next page says what was done, and so does the
 * log. The calls come from the contract, so a new one fails here until it has a sentence.
 */

let shop: Awaited<ReturnType<typeof openShop>>
let app: FastifyInstance
let own: number
beforeAll(async () => {
  shop = await openShop('embedded', { providers: { stripe: { ...idleReaders(), ...vendor.provider } } })
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
  own = (await createEvent(shop.db)).organiserId
  for (const _ of [1, 2]) await createStaff(shop, own, 'owner')
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const BODIES = bodiesOf(() => shop)
const ACTS = (Object.keys(OFFICE_PATHS) as OfficeCallName[]).filter((name) => 'change' in HANDLERS[name])

/** Steps of signing in and of confirming identity: the next page is the answer. */
const STEPS: readonly OfficeCallName[] = [
  'office_send_code',
  'office_check_code',
  'join_first',
  'accept_invitation',
  'get_passkey_options',
  'sign_in_with_passkey',
  'office_send_proof',
  'office_prove',
  'prove_with_passkey',
  'begin_passkey',
]
/** Acts that answer with a file. */
const FILES = ACTS.filter((name) => /^export_|^money_statement$|^gift_aid_(schedule|evidence)$/.test(name))
/** Acts that need another service or device: their entries are written here as their handlers write them. */
const ELSEWHERE: Partial<Record<OfficeCallName, () => LogEntry | Promise<LogEntry>>> = {
  save_passkey: () => ({ subject: ['passkey', 1], after: { name: 'Laptop' } }),
  test_payment_account: async () => ({
    subject: ['organiser', own],
    after: { account_id: await createPaymentAccount(shop, own) },
  }),
  make_payment_key: () => ({ subject: ['organiser', own], after: { provider: 'truelayer' } }),
  begin_payment_account: () => ({ subject: ['organiser', own], after: { provider: 'stripe' } }),
  connect_payment_account: async () => ({
    subject: ['organiser', own],
    after: { account_id: await createPaymentAccount(shop, own) },
  }),
}

const bodyOf = (name: OfficeCallName, who: Who) => BODIES[name]({ organiser_id: own, ids: own }, who)

/** What has to be so before an act can succeed. */
const PREPARED: Partial<Record<OfficeCallName, (who: Who) => Promise<object>>> = {
  async archive_event(who) {
    const body = (await bodyOf('archive_event', who)) as { event_id: number }
    await shop.db.updateTable('events').set({ status: 'draft' }).where('id', '=', body.event_id).execute()
    return body
  },
  async retry_cancellation() {
    const { eventId, dateId, orderId } = await createOrder(shop.db, { organiserId: own, now: shop.clock.now() })
    const now = shop.clock.now()
    await shop.db.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', dateId).execute()
    await shop.db
      .insertInto('sale_events')
      .values({ sale_id: orderId, kind: 'cancellation_blocked', at: now, facts: '{"code":"already_refunded"}' })
      .execute()
    return { organiser_id: own, event_id: eventId }
  },
  async offer_next() {
    const { slug, eventId, dateId, ticketId, orders } = await soldOutEvent(shop, 1, { organiser_id: own })
    await joinWaitingList(shop, { slug, dateId, types: [ticketId], email: 'una@office.example' })
    await refund(shop, orders[0]!)
    return { organiser_id: own, event_id: eventId, date_id: dateId }
  },
  async set_plan_holder() {
    const { orderId, ticketIds } = await createOrder(shop.db, { organiserId: own, now: shop.clock.now() })
    await shop.db.deleteFrom('tickets').where('sale_id', '=', orderId).execute()
    await shop.db.updateTable('sales').set({ tickets_delivered_at: null }).where('id', '=', orderId).execute()
    await shop.db
      .insertInto('payment_plans')
      .values({ sale_id: orderId, option_key: '', status: 'active', terms_version: '', agreed_at: shop.clock.now() })
      .execute()
    return { organiser_id: own, order_id: orderId, ticket_type_id: ticketIds[0], place: 0, name: 'Grace Hopper' }
  },
  async refund_order() {
    const { ticketId } = await createEvent(shop.db, { organiser_id: own })
    const { saleId } = await bought(shop.deps, { ticketId, qty: 1 })
    return { organiser_id: own, order_id: saleId, what: 'all' }
  },
  async ask_gift_aid(who) {
    await bodyOf('complete_gift_aid', who)
    await shop.db.updateTable('gift_aid_declarations').set({ postcode: '' }).execute()
    return bodyOf('ask_gift_aid', who)
  },
  stop_mailing: (who) => withMailing('stop_mailing', 'sending', who),
  resume_mailing: (who) => withMailing('resume_mailing', 'stopped', who),
}

async function withMailing(name: OfficeCallName, state: 'sending' | 'stopped', who: Who) {
  const body = (await bodyOf(name, who)) as { mailing_id: number }
  await shop.db.updateTable('mailings').set({ state }).where('id', '=', body.mailing_id).execute()
  return body
}

async function createPerson() {
  const { id, email } = await createStaff(shop, own, 'owner')
  await shop.db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
  const { jar } = await inSession({ ...shop, app }, { staffId: id, email })
  return { id, email, browser: officeBrowser(app, jar) }
}

const shellIn = (body: string) => (JSON.parse(body) as { shell: OfficeShell }).shell
const textOf = (parts: { text: string }[] | null) => parts?.map(({ text }) => text).join('') ?? null

/** The sentence of an act without what differs from run to run. */
const steady = (text: string) =>
  text
    .replaceAll(/FY-[0-9A-Z]{4}-[0-9A-Z]{4}/g, 'FY-1234-5678')
    .replaceAll(/Event \d+-\d+/g, 'The event')
    .replaceAll(/(Staff )?(STAFF|staff)-[\d-]+@example\.com/gi, 'someone@example.com')
    .replaceAll(/tmr_\d+/g, 'tmr')
    .replaceAll(/(Quiz|Copy|House) \d+/g, '$1')
    // How much the organiser has depends on the tests before.
    .replaceAll(/(catalogue with|Downloaded|to) \d+ (events|entries|people)/g, '$1 several $2')
    .replaceAll(/\d+ donors?/g, 'several donors')

const EXPECTED: Partial<Record<OfficeCallName, string>> = {
  office_sign_out: 'You’re signed out.',
  set_office_dark_mode: 'Switched to the dark theme.',
  set_notifications: 'Saved: a summary of sales each Monday, and emails about problems.',
  end_office_session: 'Signed out an unknown device.',
  end_other_office_sessions: 'Signed out all other devices.',
  save_passkey: 'Added the passkey Laptop.',
  end_passkey: 'Removed the passkey key.',
  make_organiser: 'Created the organiser House.',
  add_organiser: 'Added the organiser House and invited someone@example.com as its owner.',
  send_test_mail: 'Wrote a test email to the mailbox of this trial.',
  retry_job: 'Retried a failed job: Send an email.',
  close_organiser: 'Closed House: it sells and publishes nothing until it is reopened.',
  reopen_organiser: 'Reopened House: it sells again.',
  create_event: 'Created Quiz and put it on sale.',
  save_event: 'Changed Another title: Title.',
  set_event_status: 'Took The event off sale.',
  archive_event: 'Archived The event.',
  duplicate_event: 'Copied The event to Copy.',
  add_dates: 'Added 3 dates to The event.',
  change_dates: 'Changed 1 date of The event.',
  cancel_event: 'Cancelled The event.',
  pause_cancellation: 'Paused the refunds of The event.',
  cancel_date: 'Cancelled Tue 1 Sep 2026, 7:00pm of The event.',
  make_codes: 'Created 2 codes for The event.',
  stop_code: 'Ended the code someone@example.com of The event.',
  export_codes: 'Downloaded 0 codes of The event.',
  retry_cancellation: 'Retried the refunds of 1 order of The event.',
  move_date: 'Moved Tue 1 Sep 2026, 7:00pm of The event to Wed 3 Mar 2027, 7:00pm.',
  pair_door: 'Created a pairing code for North at the door of The event, Tue 1 Sep 2026, 7:00pm.',
  unpair_door: 'Unpaired x at the door of The event.',
  accept_entries: 'Accepted 1 late entry at the door of The event, Tue 1 Sep 2026, 7:00pm.',
  reject_entries: 'Rejected 1 late entry at the door of The event, Tue 1 Sep 2026, 7:00pm.',
  open_queue: 'Turned on the queue of The event.',
  run_queue: 'Paused the queue of The event.',
  set_queue: 'Set the queue of The event to several people per minute.',
  export_door_list: 'Downloaded the door list of The event.',
  export_waiting: 'Downloaded the waiting list of The event.',
  offer_next: 'Offered tickets to the next person on the waiting list of The event, Tue 1 Sep 2026, 7:00pm.',
  remove_waiting: 'Removed a person from the waiting list of The event.',
  release_seats: 'Released 2 seats of Press for The event, Tue 1 Sep 2026, 7:00pm.',
  set_release_time: 'Chose when the seats of Press for The event, Tue 1 Sep 2026, 7:00pm, are released.',
  export_catalogue: 'Exported the catalogue with several events.',
  resend_order: 'Sent the tickets of order FY-1234-5678 again.',
  mend_contact: 'Corrected the email address of order FY-1234-5678 and sent its tickets there.',
  rename_holder: 'Changed the name on a ticket of order FY-1234-5678.',
  change_ticket:
    'Changed a ticket of order FY-1234-5678 from Ticket 1, The event, Tue 1 Sep 2026, 7:00pm to Ticket 1, The event, Tue 1 Sep 2026, 7:00pm.',
  refund_order: 'Refunded £11.00 of order FY-1234-5678.',
  add_note: 'Added a note to order FY-1234-5678.',
  move_party: 'Moved the party of order FY-1234-5678 to Row A, seat 2.',
  end_ticket_change: 'Cancelled a ticket change of order FY-1234-5678 that waited for payment.',
  end_note: 'Removed a note from order FY-1234-5678.',
  choose_columns: 'Saved the columns.',
  save_view: 'Saved the view To post.',
  change_view: 'Changed the view At the counter.',
  end_view: 'Removed the view At the counter.',
  resend_orders: 'Sent the tickets of 1 order again.',
  export_orders: 'Downloaded the orders as CSV.',
  export_people: 'Downloaded the ticket holders as CSV.',
  export_money: 'Downloaded the money report from Mon 1 Jun 2026 to Mon 1 Jun 2026 as CSV.',
  export_payout: 'Downloaded the payout someone@example.com as CSV.',
  money_statement: 'Downloaded the statement of October 2026 as PDF.',
  open_shift: 'Opened a shift with £50.00 in the drawer.',
  counter_sale: 'Sold order FY-1234-5678 for £11.00 in cash.',
  send_counter_tickets: 'Emailed the tickets of order FY-1234-5678.',
  void_sale: 'Voided order FY-1234-5678 and refunded £11.00.',
  hand_back: 'Paid back £11.00 of order FY-1234-5678 in cash.',
  close_shift: 'Closed the shift: £50.00 counted, as expected.',
  reader_sale: 'Sent £11.00 to the card reader.',
  retry_reader: 'Sent a payment to the card reader again.',
  cancel_reader: 'Cancelled a payment at the card reader.',
  save_reader: 'Added the card reader Front desk.',
  end_reader: 'Removed the card reader Front desk.',
  give_tickets: 'Gave 1 complimentary ticket for The event to 1 person.',
  complete_gift_aid: 'Completed the Gift Aid declaration of order FY-1234-5678.',
  cancel_gift_aid: 'Cancelled the Gift Aid declaration of order FY-1234-5678, which was never true.',
  answer_complaint: 'Answered complaint someone@example.com.',
  export_person: 'Downloaded the data that are kept about a person.',
  erase_person: 'Erased a person’s data: 0 orders stay in the books without a name.',
  pass_request: 'Asked who runs the shop to erase a person.',
  end_request: 'Ended a request to erase a person from the shop.',
  ask_gift_aid: 'Emailed several donors about Gift Aid.',
  claim_gift_aid: 'Claimed Gift Aid for The Trust in 1 file.',
  gift_aid_schedule: 'Downloaded a Gift Aid claim with 1 donation.',
  gift_aid_evidence: 'Downloaded the evidence of a Gift Aid claim: 1 declaration.',
  save_mailing: 'Saved the mailing x.',
  test_mailing: 'Sent a test of the mailing x.',
  send_mailing: 'Sent the mailing x to several people.',
  stop_mailing: 'Paused the mailing x.',
  resume_mailing: 'Resumed the mailing x.',
  save_settings: 'Changed the settings: Contact email.',
  test_payment_account: 'Tested the Square account.',
  make_payment_key: 'Made a key for an account at TrueLayer.',
  begin_payment_account: 'Began to set up an account at Stripe.',
  connect_payment_account: 'Connected the Square account. Money goes there from now on.',
  disconnect_payment_account: 'Disconnected the Square account.',
  save_brand: 'Changed the colour.',
  save_shop: 'Changed the colour of the shop.',
  save_text: 'Ended the own terms in English.',
  save_shop_text: 'Went back to the built-in text of the shop: Privacy, in English.',
  invite_staff: 'Invited someone@example.com as door staff.',
  end_invitation: 'Withdrew the invitation of someone@example.com.',
  change_staff: 'Changed the role of someone@example.com from door staff to reader.',
  end_staff: 'Removed someone@example.com from the team.',
  set_refund_limit: 'Changed how much of an order the box office may refund from 0.00 to 20.00.',
  make_key: 'Created the API key Website.',
  end_key: 'Ended the API key Website.',
  make_webhook: 'Created the webhook https://programs.example/foyer.',
  change_webhook: 'Changed the webhook https://programs.example/foyer.',
  renew_webhook_secret: 'Renewed the secret of the webhook https://programs.example/foyer.',
  switch_webhook: 'Switched off the webhook https://programs.example/foyer.',
  end_webhook: 'Ended the webhook https://programs.example/foyer.',
  test_webhook: 'Sent a test to the webhook https://programs.example/foyer.',
  retry_webhook: 'Sent a message to the webhook https://programs.example/foyer again.',
  export_log: 'Downloaded several entries of the log.',
  set_plan_holder: 'Named a ticket of order FY-1234-5678, which has a payment plan.',
  save_event_picture: 'Removed the picture of The event.',
}

it('every act has a sentence here', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(ACTS.filter((name) => !STEPS.includes(name)).sort())
})

/** The newest entry of a person's log about an act, as the log shows it. */
async function newestEntry(browser: OfficeBrowser, name: OfficeCallName) {
  const { entries } = (await browser.call('office_log', { organiser_id: own, what: name })).body as {
    entries: { outcome: string; what: { text: string; path?: string }[] }[]
  }
  return entries[0]!
}

/** Does an act as its page sends it. Returns the response, and the page that follows it. */
async function doAct(name: OfficeCallName, { id, email, browser }: Awaited<ReturnType<typeof createPerson>>) {
  const elsewhere = ELSEWHERE[name]
  if (elsewhere === undefined) {
    const staff = { staffId: id, email }
    const body = await (PREPARED[name]?.(staff) ?? bodyOf(name, staff))
    const next = name === 'office_sign_out' ? OFFICE_PAGES.sign_in.path : undefined
    const sent = await browser.post(OFFICE_PAGES.account.path, { call: name, ...body, ...(next && { next }) })
    return { sent, shown: sent.headers.location ? await browser.get(String(sent.headers.location)) : sent }
  }
  const context = { at: shop.clock.now(), staffId: id, organiserId: own, action: name, outcome: 'done' as const }
  const written = await elsewhere()
  const entry = await inTx(shop.db, (tx) => record(tx, context, written))
  const shown = await browser.get(withAnswer(OFFICE_PAGES.account.path, String(entry)))
  return { sent: shown, shown }
}

describe('an act says on the next page and in the log what was done', () => {
  it.each(ACTS.filter((name) => !STEPS.includes(name)))('%s', async (name) => {
    const person = await createPerson()
    const { sent, shown } = await doAct(name, person)
    if (FILES.includes(name)) expect(sent.headers['content-disposition']).toMatch(/^attachment; filename="/)
    else {
      const { done, page_path, failed } = shellIn(shown.body)
      expect([failed, steady(textOf(done) ?? '')]).toEqual([null, EXPECTED[name]])
      expect(page_path).not.toContain('done=')
    }
    if (name === 'choose_columns' || name === 'office_sign_out') return
    const entry = await newestEntry(person.browser, name)
    expect([entry.outcome, steady(textOf(entry.what)!)]).toEqual(['done', EXPECTED[name]])
    for (const { path } of entry.what)
      if (path !== undefined) expect((await person.browser.get(path)).statusCode, path).toBe(200)
  })

  it('is another person’s own business, and forgotten after ten minutes', async () => {
    const [ann, ben] = [await createPerson(), await createPerson()]
    const { sent } = await doAct('add_note', ann)
    const location = String(sent.headers.location)
    expect(textOf(shellIn((await ann.browser.get(location)).body).done)).toContain('Added a note')
    expect(shellIn((await ben.browser.get(location)).body).done).toBeNull()
    shop.clock.advance(601)
    expect(shellIn((await ann.browser.get(location)).body).done).toBeNull()
  })

  it('is the answer to a form that is sent again, too', async () => {
    const ann = await createPerson()
    const body = { ...(await bodyOf('add_note', { staffId: ann.id, email: ann.email })), form_key: 'once' }
    const replies = [await ann.browser.call('add_note', body), await ann.browser.call('add_note', body)]
    expect(replies[0]!.body.done).toMatch(/^\d+$/)
    expect(replies[1]!.body.done).toBe(replies[0]!.body.done)
    expect((await logOf(shop, ann.id)).filter(({ action }) => action === 'add_note')).toHaveLength(1)
  })

  it('without a change says that nothing changed', async () => {
    const ann = await createPerson()
    const body = await bodyOf('resume_mailing', { staffId: ann.id, email: ann.email })
    const { headers } = await ann.browser.post(OFFICE_PAGES.account.path, { call: 'resume_mailing', ...body })
    expect(textOf(shellIn((await ann.browser.get(String(headers.location))).body).done)).toBe(answers.nothing)
  })
})

describe('the log', () => {
  it.each(Object.keys(done) as (keyof typeof done)[])('%s has values for all of its sentence', (name) => {
    // What every entry of this act has, whichever variant.
    expect(done[name]).toMatch(/^[A-Z].*\.$/)
    expect(acts).toHaveProperty(name.split('.')[0]!)
  })

  it('says why something was refused, and names nothing of another organiser', async () => {
    const { organiserId } = await createEvent(shop.db)
    const theirs = await createOrder(shop.db, { organiserId, now: shop.clock.now() })
    const ann = await createPerson()
    await shop.db.updateTable('staff').set({ is_operator: false }).where('id', '=', ann.id).execute()
    await ann.browser.call('refund_order', { organiser_id: own, order_id: theirs.orderId, what: 'all' })
    expect(await newestEntry(ann.browser, 'refund_order')).toMatchObject({
      outcome: 'refused',
      what: [{ text: 'Refused: refund an order. It doesn’t exist, or belongs to another team.' }],
    })
  })

  it('says what was viewed, with a link to it', async () => {
    const { orderId, number } = await createOrder(shop.db, { organiserId: own, now: shop.clock.now() })
    const ann = await createPerson()
    await ann.browser.call('office_order', { organiser_id: own, order_id: orderId })
    expect(await newestEntry(ann.browser, 'office_order')).toMatchObject({
      outcome: 'looked',
      what: [
        { text: 'Viewed order ' },
        { text: shownOrderNumber(number), path: `/office/order/?organiser_id=${own}&order_id=${orderId}` },
        { text: '.' },
      ],
    })
  })

  it('shows the fields of a form by their labels, with the old and the new value', async () => {
    const title = 'Spring gala'
    const { eventId } = await createEvent(shop.db, { organiser_id: own, title, tickets: [{ name: 'Adult' }] })
    const ann = await createPerson()
    const form = { organiser_id: own, event_id: eventId, base: '{}', end: '1', version: 1 }
    const section = (await ann.browser.call('office_event_form', { ...form, section: 'tickets', row: 'all' })).body as {
      version: number
      base: string
      parts: { list: string; rows: { was: string }[] }[]
    }
    const values = JSON.parse(section.base) as Record<string, string>
    const f = Object.fromEntries(
      section.parts.flatMap(({ list, rows }) => rows.map(({ was }, i) => [`${list}.${i}.was`, was])),
    )
    const { body } = await ann.browser.call('save_event', {
      ...form,
      section: 'tickets',
      version: section.version,
      base: section.base,
      f: { ...values, ...f, 'ticket_types.0.price': '18.50' },
    })
    expect(body).toMatchObject({ success: true })
    const { entries } = (await ann.browser.call('office_log', { organiser_id: own, what: 'save_event' })).body as {
      entries: object[]
    }
    expect(entries[0]).toMatchObject({
      what: [{ text: 'Changed ' }, { text: title }, { text: ': Adult: Price.' }],
      changes: [{ label: 'Adult: Price', before: '10.00', after: '18.50' }],
    })
  })
})
