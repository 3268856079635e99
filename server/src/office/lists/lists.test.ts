import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { expect, it } from 'vitest'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { createDonation } from '../testing/gift-aid.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'

const shop = useShop('postgres')

type Table = OfficeReply<'office_orders'>
type Made = Awaited<ReturnType<typeof createOrder>>

async function createOrganiser() {
  const { db, clock } = shop()
  const { organiserId } = await createEvent(db)
  const as = async (role: Role = 'manager', eventIds: number[] | null = null, provedAt?: Date) => {
    const { id, email } = await createStaff(shop(), organiserId, role, eventIds)
    const browser = await inSession(shop(), { staffId: id, email, ...(provedAt && { provedAt }) })
    const call = (name: OfficeCallName, body: object = {}) => browser.call(name, { organiser_id: organiserId, ...body })
    const see = async (list: 'orders' | 'people', filter: object = {}) =>
      (await call(`office_${list}`, filter)).body as unknown as Table
    const keys = async (filter: object = {}) => (await see('orders', filter)).rows.map((row) => row.order_id)
    return { id, call, see, keys }
  }
  const addOrder = (more: Partial<Parameters<typeof createOrder>[1]> = {}) =>
    createOrder(db, { organiserId, now: clock.now(), ...more })
  return { organiserId, as, addOrder }
}

it('pages contain every order once, newest first', async () => {
  const organiser = await createOrganiser()
  const made: number[] = []
  // Several at the same moment, so that the time alone doesn't tell them apart.
  for (let n = 0; n < 53; n++) made.push((await organiser.addOrder()).orderId)
  const manager = await organiser.as()
  const first = await manager.see('orders')
  expect([first.rows.length, first.is_first, first.next !== '']).toEqual([50, true, true])
  expect([first.count, (await manager.see('orders', { until: '2000-01-01' })).count]).toEqual([53, 0])
  const second = await manager.see('orders', { before: first.next })
  expect([second.rows.length, second.is_first, second.next, second.count]).toEqual([3, false, '', null])
  expect([...first.rows, ...second.rows].map(({ order_id }) => order_id)).toEqual(made.toReversed())
  const people = await manager.see('people')
  const rest = await manager.see('people', { before: people.next })
  expect(new Set([...people.rows, ...rest.rows].map(({ key }) => key)).size).toBe(53)
})

it('each filter finds what it names', async () => {
  const organiser = await createOrganiser()
  const { db, clock } = shop()
  const now = clock.now()
  const plain = await organiser.addOrder()
  const orders: Record<string, Made> = {}
  for (const name of ['old', 'code', 'consent', 'post', 'waiver', 'protected', 'part', 'refunded', 'comp'])
    orders[name] = await organiser.addOrder({
      ...(name === 'old' && { now: new Date('2025-03-02T10:00:00Z') }),
      ...(name === 'post' && { number: 'WYG4PKW2' }),
      // The words of the others begin alike.
      ...(name === 'code' && { buyer: { email: 'isolde@unlike-the-others.example' } }),
    })
  const gift = await createDonation(db, { organiserId: organiser.organiserId, now })
  const of = (name: string) => orders[name]!.orderId
  const line = (name: string, set: object) =>
    db.updateTable('order_lines').set(set).where('sale_id', '=', of(name)).execute()
  const { id: discount_id } = await db
    .insertInto('discount_codes')
    .values({ code: `TEN${of('code')}`, kind: 'percent', percent_bp: 1000, event_id: orders.code!.eventId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('sale_codes')
    .values({ sale_id: of('code'), code: `TEN${of('code')}`, discount_id, applied_at: now })
    .execute()
  const answer = {
    kind: 'organiser' as const,
    organiser_id: organiser.organiserId,
    wording: 'w',
    source: 's',
    given_at: now,
  }
  await db
    .insertInto('consents')
    .values({ ...answer, email: orders.consent!.email, granted: true })
    .execute()
  // Consent that was withdrawn.
  await db
    .insertInto('consents')
    .values({ ...answer, email: plain.email, granted: true })
    .execute()
  await db
    .insertInto('consents')
    .values({ ...answer, email: plain.email, granted: false })
    .execute()
  await db
    .updateTable('ticket_types')
    .set({ delivered_by_post: true })
    .where('id', '=', orders.post!.ticketIds[0]!)
    .execute()
  await db
    .insertInto('waivers')
    .values({ event_id: orders.waiver!.eventId, title: 'Risk', terms_html: '<p>x</p>' })
    .execute()
  await line('protected', { protection_minor: 100 })
  await line('part', { refunded_net_minor: 100 })
  await line('refunded', { refunded_net_minor: 1000, refunded_fee_minor: 100, refunded_qty: 1 })
  await db.updateTable('orders').set({ channel: 'complimentary' }).where('sale_id', '=', of('comp')).execute()

  const manager = await organiser.as()
  const all = await manager.keys()
  const only = async (filter: object, ...names: string[]) =>
    expect(await manager.keys(filter), JSON.stringify(filter)).toEqual(names.map(of).toReversed())
  await only({ until: '2025-03-02' }, 'old')
  await only({ from: '2025-03-02', until: '2025-03-02' }, 'old')
  await only({ until: '2025-03-01' })
  expect(await manager.keys({ from: '2025-03-03' })).toEqual(all.filter((id) => id !== of('old')))
  await only({ event_id: orders.code!.eventId }, 'code')
  await only(
    { event_id: orders.code!.eventId, date_id: orders.code!.dateId, type_id: orders.code!.ticketIds[0]! },
    'code',
  )
  await only({ event_id: orders.code!.eventId, type_id: orders.post!.ticketIds[0]! })
  await only({ code: `ten${of('code')}` }, 'code')
  // Words of a name or email, a number, the holder of a ticket; not what no index of words can find.
  await only({ q: orders.code!.email }, 'code')
  await only({ q: 'fy wyg4 pkw2', event_id: orders.post!.eventId }, 'post')
  await only({ q: 'fy wyg4 pkw2', event_id: orders.code!.eventId })
  await db.updateTable('tickets').set({ holder_name: 'Zebedee' }).where('sale_id', '=', of('waiver')).execute()
  await only({ q: 'zebed' }, 'waiver')
  await only({ q: '!' })
  await only({ consent: '1' }, 'consent')
  await only({ post: '1' }, 'post')
  await only({ unsigned: '1' }, 'waiver')
  await only({ protected: '1' }, 'protected')
  await only({ state: 'part_refunded' }, 'part')
  await only({ state: 'refunded' }, 'refunded')
  await only({ channel: 'complimentary' }, 'comp')
  expect(await manager.keys({ gift_aid: '1' })).toEqual([gift.orderId])
  // Each person holds one valid ticket.
  expect((await manager.see('people', { state: 'valid' })).rows).toHaveLength(11)
  await db.updateTable('tickets').set({ admitted_at: now }).where('sale_id', '=', of('code')).execute()
  expect((await manager.see('people', { state: 'admitted' })).rows.map((row) => row.order_id)).toEqual([of('code')])
  // Signed: no longer missing.
  const waiver = await db
    .selectFrom('waivers')
    .select('id')
    .where('event_id', '=', orders.waiver!.eventId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('waiver_signatures')
    .values({
      sale_id: of('waiver'),
      waiver_id: waiver.id,
      waiver_version: 1,
      name: 'A',
      signed_by: 'A',
      signature_kind: 'typed',
      signature: 'A',
      signed_at: now,
    })
    .execute()
  expect(await manager.keys({ unsigned: '1' })).toEqual([])
  const { filter } = await manager.see('orders', { post: '1', event_id: orders.post!.eventId })
  expect(filter).toEqual({ post: '1', event_id: String(orders.post!.eventId) })
})

it('an all-day date has no time in the list and its filters', async () => {
  const organiser = await createOrganiser()
  const { db } = shop()
  const { eventId } = await organiser.addOrder()
  const starts_at = new Date('2027-07-01T23:00:00Z')
  await db.updateTable('event_dates').set({ starts_at, all_day: true }).where('event_id', '=', eventId).execute()
  await db
    .insertInto('event_dates')
    .values({ event_id: eventId, starts_at: new Date('2027-07-09T23:00:00Z'), all_day: true })
    .execute()
  const owner = await organiser.as('owner')
  const { heads, rows, dates, types } = await owner.see('people', { event_id: eventId })
  expect(rows.map(({ cells }) => cells[heads.indexOf('Date')])).toEqual(['Fri 2 Jul 2027'])
  expect(dates.map(({ label }) => label)).toEqual(['Fri 2 Jul 2027', 'Sat 10 Jul 2027'])
  for (const { label } of types) expect(label).toMatch(/, Fri 2 Jul 2027$/)
})

it('columns are chosen and stored per person, and include answers, delivery and consents', async () => {
  const organiser = await createOrganiser()
  const { db, clock } = shop()
  const now = clock.now()
  const order = await organiser.addOrder({ name: 'Ada Lovelace', phone: '020 7946 0999' })
  await db.updateTable('ticket_types').set({ delivered_by_post: true }).where('id', '=', order.ticketIds[0]!).execute()
  const { id: question_id } = await db
    .insertInto('questions')
    .values({
      event_id: order.eventId,
      osq_id: '1',
      question_html: '<p>What do you eat?</p>',
      type: 'text',
      before_or_after: 'before',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('question_answers')
    .values({
      sale_id: order.orderId,
      key: 'k',
      question_id,
      ticket_type_id: order.ticketIds[0]!,
      instance: 0,
      answer: 'No nuts',
      before_or_after: 'before',
      answered_at: now,
    })
    .execute()
  await db
    .insertInto('sale_addresses')
    .values({
      sale_id: order.orderId,
      kind: 'delivery',
      first_name: 'Ada',
      last_name: 'Lovelace',
      address_1: '12 High Street',
      town: 'Leeds',
      postcode: 'LS1 1AA',
      country: 'United Kingdom',
    })
    .execute()
  const manager = await organiser.as()
  const other = await organiser.as()
  const chosen = ['email', 'address', 'answers', 'nonsense']
  for (const list of ['orders', 'people'])
    expect((await manager.call('choose_columns', { list, columns: chosen })).status).toBe(200)
  for (const list of ['orders', 'people'] as const) {
    const { heads, rows } = await manager.see(list)
    expect(heads).toEqual(['Email', 'Post to', 'Answers'])
    expect(rows[0]!.cells).toEqual([
      order.email,
      'Ada Lovelace, 12 High Street, Leeds, LS1 1AA, United Kingdom',
      'What do you eat?: No nuts',
    ])
  }
  expect((await other.see('orders')).heads).toEqual(['Order', 'Paid on', 'Buyer', 'Items', 'Total', 'Status'])
  // Every column can be read.
  for (const list of ['orders', 'people'] as const) {
    const { columns } = await other.see(list)
    await other.call('choose_columns', { list, columns: columns.map(({ key }) => key) })
    const { heads, rows } = await other.see(list)
    expect([heads.length, rows[0]!.cells.length]).toEqual([columns.length, columns.length])
  }
})

it('readers see no names, limited staff their events, and other organisers nothing', async () => {
  const organiser = await createOrganiser()
  const [mine, theirs] = [await organiser.addOrder(), await organiser.addOrder()]
  const reader = await organiser.as('reader')
  await reader.call('choose_columns', { list: 'orders', columns: ['name', 'email', 'number'] })
  const table = await reader.see('orders')
  expect(table.heads).toEqual(['Order'])
  expect(JSON.stringify(table)).not.toContain('Lovelace')
  expect([table.may_open, table.may_export, table.may_resend]).toEqual([false, false, false])
  expect((await reader.call('office_people')).body.code).toBe('may_not')
  expect((await reader.call('export_orders')).body.code).toBe('may_not')
  const limited = await organiser.as('manager', [mine.eventId])
  expect(await limited.keys()).toEqual([mine.orderId])
  expect((await limited.call('resend_orders', { order_ids: [theirs.orderId] })).body.code).toBe('not_found')
  const stranger = await (await createOrganiser()).as()
  expect((await stranger.call('office_orders', { event_id: mine.eventId })).body.code).toBe('not_found')
  expect(await stranger.keys({})).toEqual([])
  expect(await stranger.keys()).toEqual([])
  expect((await stranger.see('people')).rows).toEqual([])
})

it('a download contains all filtered rows, without formulas, requires recent confirmation, and is logged', async () => {
  const organiser = await createOrganiser()
  const evil = await organiser.addOrder({ name: '=HYPERLINK("http://x")' })
  await organiser.addOrder()
  const manager = await organiser.as()
  const { raw } = await manager.call('export_orders', { format: 'csv' })
  expect(raw.headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
  const rows = raw.body.trim().split('\r\n')
  expect(raw.body.startsWith('\ufeff')).toBe(true)
  expect(rows[0]).toBe('Order,Paid on (Europe/London),Buyer,Items,Total,Status,Refunded,Currency,Email')
  expect(rows).toHaveLength(3)
  expect(raw.body).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect((await logOf(shop(), manager.id)).at(-1)).toMatchObject({ action: 'export_orders', outcome: 'done' })
  const one = await manager.call('export_people', { format: 'csv', event_id: evil.eventId })
  expect(one.raw.body.trim().split('\r\n')).toHaveLength(2)
  const excel = await manager.call('export_people', { format: 'xlsx' })
  expect(excel.raw.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const stale = await organiser.as('manager', null, new Date(shop().clock.now().getTime() - 601_000))
  for (const name of ['export_orders', 'export_people'] as const)
    expect((await stale.call(name)).body.code).toBe('proof_too_old')
})

it('tickets of selected orders are resent once per press', async () => {
  const organiser = await createOrganiser()
  const [first, second] = [await organiser.addOrder(), await organiser.addOrder()]
  const boxOffice = await organiser.as('box_office')
  const press = { order_ids: [second.orderId, first.orderId], form_key: 'pressed' }
  const answers = await Promise.all([boxOffice.call('resend_orders', press), boxOffice.call('resend_orders', press)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const mails = await shop()
    .db.selectFrom('mails')
    .select('recipient')
    .where('sale_id', 'in', [first.orderId, second.orderId])
    .execute()
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([first.email, second.email].toSorted())
  // Another press within a minute sends nothing, unless it says so.
  const another = { order_ids: [first.orderId], form_key: 'another' }
  expect((await boxOffice.call('resend_orders', another)).body.code).toBe('just_sent')
  expect((await boxOffice.call('resend_orders', { ...another, again: '1' })).status).toBe(200)
  expect((await boxOffice.call('resend_orders', { order_ids: [] })).status).toBe(400)
})

it('sending orders again sends none if one of them is not found', async () => {
  const organiser = await createOrganiser()
  const mine = await organiser.addOrder()
  const theirs = await (await createOrganiser()).addOrder()
  const boxOffice = await organiser.as('box_office')
  const { body } = await boxOffice.call('resend_orders', { order_ids: [mine.orderId, theirs.orderId] })
  expect(body.code).toBe('not_found')
  const sales = [mine.orderId, theirs.orderId]
  expect(await shop().db.selectFrom('mails').select('id').where('sale_id', 'in', sales).execute()).toEqual([])
})
