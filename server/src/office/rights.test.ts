import { randomUUID } from 'node:crypto'
import { OFFICE_CALLS } from '@foyer/contract/office/calls.ts'
import { OFFICE_EVENT_PREVIEW, OFFICE_MAILING_PREVIEW, OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import { type Action, may, needsStepUp, openTo, operatorMay, ROLES } from '@foyer/domain/office/rights.ts'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { browserWithProvedEmail, createAccount } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { plainDocuments } from '../testing/pages.ts'
import { openShop } from '../testing/shop.ts'
import { counterBodies, idleReaders } from './testing/counter.ts'
import { fixturesOf } from './testing/fixtures.ts'
import { createClaim, createDonation } from './testing/gift-aid.ts'
import { createStaff, inSession, logOf, newStaffEmail, type OfficeBrowser, officeBrowser } from './testing/office.ts'
import { createOrder, createPendingChange } from './testing/order.ts'
import {
  createApiKey,
  createInvitation,
  createPaymentAccount,
  createWebhookWithMessage,
  WEBHOOK,
} from './testing/organiser.ts'

/**
 * Every call of the office by each kind of person, about their own organiser, another one and one that does not exist. The
 * calls come from the contract and the expected replies from the table of rights, so that a new call is tried or does not
 * compile.
 */

let shop: Awaited<ReturnType<typeof openShop>>
/** The shop with its pages. */
let app: FastifyInstance
let own: number
let other: number
const NOBODYS = 987_654_321
beforeAll(async () => {
  shop = await openShop('postgres', { providers: { stripe: idleReaders() } })
  app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
  own = (await createEvent(shop.db)).organiserId
  other = (await createEvent(shop.db)).organiserId
  // A second owner, so that neither organiser loses its last one.
  for (const organiser of [own, own, other, other]) await createStaff(shop, organiser, 'owner')
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

type Who = { staffId: number | null; email: string }
const ACTORS = [...ROLES, 'operator', 'ended', 'proved', 'nobody', 'buyer'] as const
type Actor = (typeof ACTORS)[number]

async function actorFor(kind: Actor): Promise<Who & { browser: (provedAt?: Date) => Promise<OfficeBrowser> }> {
  const isRole = (ROLES as readonly string[]).includes(kind)
  if (kind === 'nobody')
    return { staffId: null, email: newStaffEmail(), browser: () => Promise.resolve(officeBrowser(shop.app)) }
  if (kind === 'proved') {
    const who = { staffId: null, email: newStaffEmail() }
    return { ...who, browser: () => inSession(shop, who) }
  }
  const { id, email } = await createStaff(
    shop,
    isRole ? own : other,
    isRole ? (kind as (typeof ROLES)[number]) : 'owner',
  )
  if (kind === 'buyer') {
    await createAccount(shop, email)
    const cookie = (await browserWithProvedEmail(shop, email)).cookie()!
    const jar = new Map([['foyer_session', cookie.slice(cookie.indexOf('=') + 1)]])
    return { staffId: null, email, browser: () => Promise.resolve(officeBrowser(shop.app, jar)) }
  }
  if (kind === 'operator') {
    await shop.db.updateTable('staff_roles').set({ ended_at: shop.clock.now() }).where('staff_id', '=', id).execute()
    await shop.db.updateTable('staff').set({ is_operator: true }).where('id', '=', id).execute()
  }
  const who = { staffId: id, email }
  if (kind === 'ended') {
    const browser = await inSession(shop, who)
    await shop.db.updateTable('staff').set({ ended_at: shop.clock.now() }).where('id', '=', id).execute()
    return { ...who, staffId: null, browser: () => Promise.resolve(browser) }
  }
  return { ...who, browser: (provedAt) => inSession(shop, { ...who, ...(provedAt && { provedAt }) }) }
}

const invitationOf = (organiserId: number) => createInvitation(shop, organiserId)
const keyOf = (organiserId: number) => createApiKey(shop, organiserId)
const accountOf = (organiserId: number) => createPaymentAccount(shop, organiserId)

const webhookOf = async (organiserId: number) => (await createWebhookWithMessage(shop, organiserId)).webhook_id

/** What a person types for a new event. */
let typed = 0
const eventForm = () => ({
  title: `Quiz ${++typed}`,
  day: '2026-12-04',
  starts: '19:30',
  where: 'Mill Hall',
  how_many: '80',
  price: '6',
  publish: '1',
})

const { aCodeOf, aMailing, aNote, aPasskey, aPayoutOf } = fixturesOf(() => shop)
const orderOf = (organiserId: number) => createOrder(shop.db, { organiserId, now: shop.clock.now() })
const pendingChangeOf = async (ids: number) => createPendingChange(shop.db, await orderOf(ids), shop.clock.now())

const donationOf = (organiserId: number) => createDonation(shop.db, { organiserId, now: shop.clock.now() })
const claimOf = async (organiserId: number) => createClaim(shop.db, await donationOf(organiserId), shop.clock.now())

const eventOf = async (organiserId: number) => (await createEvent(shop.db, { organiser_id: organiserId })).eventId

async function dateOf(organiserId: number) {
  const { eventId, dateId } = await createEvent(shop.db, { organiser_id: organiserId })
  return { event_id: eventId, date_id: dateId }
}

/** The organiser that a call names, and the organiser (`ids`) whose data it names. */
interface About {
  organiser_id: number
  ids: number
}

const forEvent =
  (fields: object = {}) =>
  async ({ organiser_id, ids }: About) => ({ organiser_id, event_id: await eventOf(ids), ...fields })

const forOrder =
  (fields: object = {}) =>
  async ({ organiser_id, ids }: About) => ({ organiser_id, order_id: (await orderOf(ids)).orderId, ...fields })

const forMailing =
  (fields: object = {}) =>
  async ({ organiser_id, ids }: About) => ({ organiser_id, mailing_id: await aMailing(ids), ...fields })

/** A body for each call. A call that is missing does not compile. */
const BODIES: Record<OfficeCallName, (about: About, who: Who) => Promise<object> | object> = {
  office_entrance: () => ({ token: 'x' }),
  office_send_code: () => ({ email: newStaffEmail() }),
  office_check_code: () => ({ email: newStaffEmail(), code: '123456' }),
  office_sign_out: () => ({}),
  join_first: () => ({ token: 'x', name: 'A' }),
  accept_invitation: () => ({ token: 'x', name: 'A' }),
  get_passkey_options: () => ({}),
  sign_in_with_passkey: () => ({ response: '{}' }),
  office_account: () => ({}),
  office_send_proof: () => ({}),
  office_prove: () => ({ code: '1' }),
  prove_with_passkey: () => ({ response: '{}' }),
  set_office_dark_mode: () => ({ is_dark_mode: '1' }),
  end_office_session: async (_, who) => ({
    number: who.staffId === null ? 1 : (await inSession(shop, who)).number,
  }),
  end_other_office_sessions: () => ({}),
  begin_passkey: () => ({}),
  save_passkey: () => ({ name: 'x', response: '{}' }),
  end_passkey: async (_, who) => ({ passkey_id: await aPasskey(who.staffId) }),
  make_organiser: () => ({ name: `House ${++typed}` }),
  office_home: ({ organiser_id }) => ({ organiser_id }),
  office_events: ({ organiser_id }) => ({ organiser_id }),
  office_new_event: ({ organiser_id }) => ({ organiser_id }),
  create_event: ({ organiser_id }) => ({ organiser_id, ...eventForm() }),
  office_event: forEvent(),
  office_event_form: forEvent({ section: 'details' }),
  save_event: forEvent({ section: 'details', version: 1, base: '{}', f: { title: 'Another title' }, end: '1' }),
  set_event_status: forEvent({ status: 'draft' }),
  archive_event: forEvent({ archived: '1' }),
  duplicate_event: async ({ organiser_id, ids }) => ({
    organiser_id,
    event_id: await eventOf(ids),
    title: `Copy ${++typed}`,
    first_day: '2027-01-01',
  }),
  add_dates: forEvent({ weekdays: [2], from: '2027-01-01', until: '2027-01-20', starts: '19:00' }),
  office_cancel: forEvent(),
  cancel_event: forEvent(),
  pause_cancellation: forEvent({ paused: '1' }),
  office_preview: forEvent(),
  office_dates: forEvent(),
  change_dates: forEvent({ scope: 'all', starts: '19:00' }),
  cancel_date: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
  office_find: ({ organiser_id }) => ({ organiser_id, q: 'ada' }),
  office_order: forOrder(),
  resend_order: forOrder(),
  mend_contact: forOrder({ email: newStaffEmail() }),
  rename_holder: async ({ organiser_id, ids }) => {
    const { orderId, ticketId } = await orderOf(ids)
    return { organiser_id, order_id: orderId, ticket_id: ticketId, name: 'Grace Hopper' }
  },
  set_plan_holder: async ({ organiser_id, ids }) => {
    const { orderId, ticketIds } = await orderOf(ids)
    return { organiser_id, order_id: orderId, ticket_type_id: ticketIds[0], place: 0, name: 'Grace Hopper' }
  },
  office_change: async ({ organiser_id, ids }) => {
    const { orderId, ticketId } = await orderOf(ids)
    return { organiser_id, order_id: orderId, ticket_id: ticketId }
  },
  change_ticket: async ({ organiser_id, ids }) => {
    const { orderId, ticketId } = await orderOf(ids)
    return { organiser_id, order_id: orderId, ticket_id: ticketId, ticket_type_id: (await orderOf(ids)).ticketIds[0] }
  },
  end_ticket_change: async ({ organiser_id, ids }) => ({ organiser_id, ...(await pendingChangeOf(ids)) }),
  refund_order: forOrder({ what: 'amount', amount: '1' }),
  add_note: forOrder({ words: 'x' }),
  end_note: async ({ organiser_id, ids }) => ({ organiser_id, ...(await aNote(ids)) }),
  office_feedback: ({ organiser_id }) => ({ organiser_id }),
  office_referrals: forEvent(),
  office_receipt: forOrder(),
  office_orders: forEvent(),
  office_people: forEvent(),
  choose_columns: ({ organiser_id }) => ({ organiser_id, list: 'orders', columns: ['number'] }),
  resend_orders: async ({ organiser_id, ids }) => ({ organiser_id, order_ids: [(await orderOf(ids)).orderId] }),
  export_orders: forEvent(),
  export_waiting: forEvent(),
  export_people: forEvent(),
  office_money: ({ organiser_id }) => ({ organiser_id }),
  export_money: ({ organiser_id }) => ({ organiser_id }),
  office_payouts: async ({ organiser_id, ids }) => ({ organiser_id, payout_id: await aPayoutOf(ids) }),
  export_payout: async ({ organiser_id, ids }) => ({ organiser_id, payout_id: await aPayoutOf(ids) }),
  money_statement: ({ organiser_id }) => ({ organiser_id, month: '2026-10' }),
  ...counterBodies(() => shop),
  office_gift_aid: ({ organiser_id }) => ({ organiser_id }),
  complete_gift_aid: async ({ organiser_id, ids }) => ({
    organiser_id,
    order_id: (await donationOf(ids)).orderId,
    donor_name: 'Ada Lovelace',
    address1: '1 Mill Lane',
    postcode: 'M1 1AE',
    uk_based: '1',
  }),
  ask_gift_aid: ({ organiser_id }) => ({ organiser_id }),
  claim_gift_aid: async ({ organiser_id, ids }) => ({ organiser_id, charity_id: (await donationOf(ids)).charityId }),
  gift_aid_schedule: async ({ organiser_id, ids }) => ({ organiser_id, claim_id: await claimOf(ids) }),
  gift_aid_evidence: async ({ organiser_id, ids }) => ({ organiser_id, claim_id: await claimOf(ids) }),
  office_mailings: ({ organiser_id }) => ({ organiser_id }),
  office_mailing: forMailing(),
  mailing_preview: forMailing(),
  save_mailing: forMailing({ kind: 'service', subject: 'x', body: 'x' }),
  test_mailing: forMailing(),
  send_mailing: forMailing({ version: 1 }),
  stop_mailing: forMailing(),
  resume_mailing: forMailing(),
  office_settings: ({ organiser_id }) => ({ organiser_id, section: 'organiser' }),
  save_settings: ({ organiser_id }) => ({
    organiser_id,
    section: 'organiser',
    base: '{}',
    end: '1',
    f: { contact_email: 'box@example.com' },
  }),
  office_codes: forEvent(),
  office_code: async ({ organiser_id, ids }) => ({ organiser_id, ...(await aCodeOf(ids)) }),
  make_codes: forEvent({ kind: 'discount', count: '2', prefix: 'FLY', percent: '10' }),
  stop_code: async ({ organiser_id, ids }) => ({ organiser_id, ...(await aCodeOf(ids)) }),
  export_codes: forEvent({ kind: 'discount' }),
  office_payments: ({ organiser_id }) => ({ organiser_id }),
  test_payment_account: async ({ organiser_id, ids }) => ({ organiser_id, account_id: await accountOf(ids) }),
  office_event_picture: forEvent(),
  save_event_picture: forEvent({ remove: '1' }),
  office_brand: ({ organiser_id }) => ({ organiser_id }),
  save_brand: ({ organiser_id }) => ({ organiser_id, what: 'accent', accent: '#6d1b52' }),
  office_shop: () => ({}),
  save_shop: () => ({ what: 'accent', accent: '' }),
  retry_cancellation: forEvent(),
  office_move: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
  move_date: async ({ organiser_id, ids }) => ({
    organiser_id,
    ...(await dateOf(ids)),
    day: '2027-03-03',
    starts: '19:00',
  }),
  office_door: forEvent(),
  office_door_list: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
  pair_door: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)), name: 'North' }),
  unpair_door: async ({ organiser_id, ids }) => {
    const { event_id, date_id } = await dateOf(ids)
    const { id: staff_id } = await createStaff(shop, ids, 'door')
    const { id } = await shop.db
      .insertInto('door_devices')
      .values({ event_id, date_id, staff_id, name: 'x', code_until: shop.clock.now(), made_at: shop.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { organiser_id, event_id, device_id: id }
  },
  office_waiting: forEvent(),
  offer_next: async ({ organiser_id, ids }) => ({ organiser_id, ...(await dateOf(ids)) }),
  remove_waiting: async ({ organiser_id, ids }) => {
    const { event_id, date_id } = await dateOf(ids)
    const { id } = await shop.db
      .insertInto('waiting')
      .values({
        kind: 'place',
        event_id,
        date_id,
        email: `${randomUUID()}@example.org`,
        qty: 1,
        joined_at: shop.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { organiser_id, event_id, waiting_id: id }
  },
  export_catalogue: ({ organiser_id }) => ({ organiser_id }),
  office_team: ({ organiser_id }) => ({ organiser_id }),
  invite_staff: ({ organiser_id }) => ({ organiser_id, email: newStaffEmail(), role: 'door' }),
  end_invitation: async ({ organiser_id, ids }) => ({ organiser_id, invitation_id: await invitationOf(ids) }),
  change_staff: async ({ organiser_id, ids }) => ({
    organiser_id,
    staff_id: (await createStaff(shop, ids, 'door')).id,
    role: 'reader',
  }),
  end_staff: async ({ organiser_id, ids }) => ({ organiser_id, staff_id: (await createStaff(shop, ids, 'door')).id }),
  set_refund_limit: ({ organiser_id }) => ({ organiser_id, limit: '20' }),
  office_keys: ({ organiser_id }) => ({ organiser_id }),
  make_key: ({ organiser_id }) => ({ organiser_id, name: 'Website', role: 'reader' }),
  end_key: async ({ organiser_id, ids }) => ({ organiser_id, key_id: await keyOf(ids) }),
  office_webhooks: ({ organiser_id }) => ({ organiser_id }),
  office_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids) }),
  make_webhook: ({ organiser_id }) => ({ organiser_id, ...WEBHOOK }),
  change_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids), ...WEBHOOK }),
  renew_webhook_secret: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids) }),
  switch_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids), on: '0' }),
  end_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids) }),
  test_webhook: async ({ organiser_id, ids }) => ({ organiser_id, webhook_id: await webhookOf(ids) }),
  retry_webhook: async ({ organiser_id, ids }) => ({ organiser_id, ...(await createWebhookWithMessage(shop, ids)) }),
  office_log: ({ organiser_id }) => ({ organiser_id }),
  export_log: ({ organiser_id }) => ({ organiser_id }),
}
const NAMES = Object.keys(BODIES) as OfficeCallName[]

const REFUSALS = ['not_signed_in', 'may_not', 'not_found', 'proof_too_old']
const isStaff = (actor: Actor) => actor === 'operator' || (ROLES as readonly string[]).includes(actor)

/** The reply that the table requires; `in` stands for any reply of the call itself. */
function expected(actor: Actor, action: Action, about: number): string {
  const open = openTo(action)
  if (open === 'anyone') return 'in'
  if (open === 'proved') return isStaff(actor) || actor === 'proved' ? 'in' : 'not_signed_in'
  if (!isStaff(actor)) return 'not_signed_in'
  if (open === 'staff') return 'in'
  if (open === 'operator') return actor === 'operator' ? 'in' : 'may_not'
  if (actor === 'operator') return about === NOBODYS || !operatorMay(action) ? 'not_found' : 'in'
  if (about !== own) return 'not_found'
  return may(actor as (typeof ROLES)[number], action) ? 'in' : 'may_not'
}

const outcomeOf = ({ code }: { code?: string }) => (REFUSALS.includes(code ?? '') ? code : 'in')

describe.each(ACTORS)('%s', (actor) => {
  it.each(NAMES)('%s', async (name) => {
    const { action } = OFFICE_CALLS[name]
    const who = await actorFor(actor)
    for (const about of [own, other, NOBODYS]) {
      const browser = await who.browser()
      const ids = about === NOBODYS ? other : about
      const { status, body } = await browser.call(name, await BODIES[name]({ organiser_id: about, ids }, who))
      const wanted = expected(actor, action, about)
      expect([about === own ? 'own' : 'other', outcomeOf(body), status], JSON.stringify(body)).toEqual([
        about === own ? 'own' : 'other',
        wanted,
        { in: status, not_signed_in: 401, may_not: 403, not_found: 404 }[wanted],
      ])
      if (who.staffId !== null && (wanted === 'may_not' || wanted === 'not_found'))
        expect((await logOf(shop, who.staffId)).at(-1)).toMatchObject({
          action: name,
          outcome: 'refused',
          after: { code: wanted },
        })
    }
    if (expected(actor, action, own) !== 'in' || !needsStepUp(action)) return
    const stale = await who.browser(new Date(shop.clock.now().getTime() - 601_000))
    const { body } = await stale.call(name, await BODIES[name]({ organiser_id: own, ids: own }, who))
    expect(body.code).toBe('proof_too_old')
  })
})

/** Pages behind a link are open to everyone; all others require staff. */
const EVERY_PAGE = [
  ...Object.entries(OFFICE_PAGES),
  ['event as buyers see it', { path: OFFICE_EVENT_PREVIEW, call: 'office_preview' }],
  ['email of a mailing', { path: OFFICE_MAILING_PREVIEW, call: 'mailing_preview' }],
] as [string, { path: string; call: OfficeCallName }][]

/**
 * Every page by each kind of person. The pages come from the contract, and a test of all routes makes sure that the contract
 * has them all; the expected replies come from the table of rights.
 */
describe.each(ACTORS)('%s, at a page', (actor) => {
  it.each(EVERY_PAGE)('%s', async (name, { path, call }) => {
    const { action } = OFFICE_CALLS[call]
    const who = await actorFor(actor)
    for (const about of [own, other, NOBODYS]) {
      const browser = officeBrowser(app, (await who.browser()).jar)
      const ids = about === NOBODYS ? other : about
      const body = await BODIES[call]({ organiser_id: about, ids }, who)
      const inPath = path.replace(/:(\w+)/g, (_, name) => String((body as Record<string, unknown>)[name]))
      const url = inPath === path ? `${path}${qs.stringify(body, { addQueryPrefix: true })}` : inPath
      const { statusCode, headers, body: html } = await browser.get(url)
      const wanted = expected(actor, action, about)
      const at = `${name} of ${about === own ? 'own' : about === other ? 'another' : 'nobody'}`
      if (wanted === 'not_signed_in' || (wanted === 'in' && !isStaff(actor) && openTo(action) !== 'anyone'))
        expect([at, statusCode, headers.location]).toEqual([
          at,
          303,
          `${OFFICE_PAGES.sign_in.path}?next=${encodeURIComponent(url)}`,
        ])
      else if (wanted === 'in')
        // A signed-in person doesn't see the sign-in form.
        expect([at, statusCode]).toEqual([at, name === 'sign_in' && isStaff(actor) ? 303 : 200])
      else {
        const status = wanted === 'may_not' ? 403 : 404
        expect([at, statusCode]).toEqual([at, status])
        expect(JSON.parse(html)).toMatchObject({ page: 'refused', data: { status } })
        expect((await logOf(shop, who.staffId!)).at(-1)).toMatchObject({ action: call, outcome: 'refused' })
      }
    }
    if (expected(actor, action, own) !== 'in' || !needsStepUp(action)) return
    const stale = officeBrowser(app, (await who.browser(new Date(shop.clock.now().getTime() - 601_000))).jar)
    const body = await BODIES[call]({ organiser_id: own, ids: own }, who)
    const { headers } = await stale.get(`${path}${qs.stringify(body, { addQueryPrefix: true })}`)
    expect(headers.location).toMatch(/^\/office\/prove\/\?next=/)
  })

  it('accepts no form on a read-only page', async () => {
    if (isStaff(actor)) return
    const who = await actorFor(actor)
    for (const { path } of Object.values(OFFICE_PAGES)) {
      const { organiserId, eventId } = await createEvent(shop.db)
      const before = await shop.db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst()
      const form = { call: 'set_event_status', organiser_id: organiserId, event_id: eventId, status: 'draft' }
      const { statusCode } = await officeBrowser(app, (await who.browser()).jar).post(path, form)
      expect([200, 303, 401], path).toContain(statusCode)
      expect(await shop.db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst()).toEqual(
        before,
      )
    }
  })
})

/** Calls about one thing of an organiser, which their body names. A person of the log is only a filter. */
const ABOUT_SOMETHING = NAMES.filter((name) => {
  const fields = Object.keys((OFFICE_CALLS[name].body as unknown as { shape: object }).shape)
  const isAbout = fields.some((field) => field.endsWith('_id') && field !== 'organiser_id')
  return fields.includes('organiser_id') && isAbout && !['office_log', 'export_log'].includes(name)
})

describe('another organiser’s ids under one’s own path', () => {
  it.each(ABOUT_SOMETHING)('%s are not found, and that is logged', async (name) => {
    const { id, email } = await createStaff(shop, own, 'owner')
    const browser = await inSession(shop, { staffId: id, email })
    const body = await BODIES[name]({ organiser_id: own, ids: other }, { staffId: id, email })
    expect(await browser.call(name, body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await logOf(shop, id)).at(-1)).toMatchObject({ action: name, outcome: 'refused', organiser_id: own })
    for (const [page, { path, call }] of EVERY_PAGE.filter(([, { call }]) => call === name)) {
      const shown = await officeBrowser(app, browser.jar).get(`${path}${qs.stringify(body, { addQueryPrefix: true })}`)
      expect([page, shown.statusCode]).toEqual([page, 404])
      expect((await logOf(shop, id)).at(-1)).toMatchObject({ action: call, outcome: 'refused' })
    }
  })

  it('access cannot be limited to another organiser’s events', async () => {
    const { id, email } = await createStaff(shop, own, 'owner')
    const browser = await inSession(shop, { staffId: id, email })
    const { eventId } = await createEvent(shop.db, { organiser_id: other })
    const { body } = await browser.call('invite_staff', {
      organiser_id: own,
      email: newStaffEmail(),
      role: 'door',
      event_ids: [eventId],
    })
    expect(body.code).toBe('bad_role_events')
  })

  it('staff limited to some events cannot create others', async () => {
    const { eventId } = await createEvent(shop.db, { organiser_id: own })
    const { id, email } = await createStaff(shop, own, 'manager', [eventId])
    const browser = await inSession(shop, { staffId: id, email })
    expect(await browser.call('create_event', { organiser_id: own, ...eventForm() })).toMatchObject({
      status: 403,
      body: { code: 'may_not' },
    })
    for (const name of ['office_event', 'save_event', 'duplicate_event', 'cancel_date'] as const) {
      const body = await BODIES[name]({ organiser_id: own, ids: own }, { staffId: id, email })
      expect((await browser.call(name, body)).status, name).toBe(404)
    }
    const { events } = (await browser.call('office_events', { organiser_id: own })).body as {
      events: { event_id: number }[]
    }
    expect(events.map(({ event_id }) => event_id)).toEqual([eventId])
  })

  it('staff limited to some events see only those', async () => {
    const [first, second] = [
      await createEvent(shop.db, { organiser_id: own, startsAt: shop.clock.now() }),
      await createEvent(shop.db, { organiser_id: own, startsAt: shop.clock.now() }),
    ]
    const { id, email } = await createStaff(shop, own, 'door', [first.eventId])
    const browser = await inSession(shop, { staffId: id, email })
    const { dates } = (await browser.call('office_home', { organiser_id: own })).body as {
      dates: { event_id: number }[]
    }
    expect(dates.map(({ event_id }) => event_id)).toEqual([first.eventId])
    expect(second.eventId).not.toBe(first.eventId)
  })
})
