import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import type { CardReaders, PaymentProvider } from '../../payment/provider/provider.ts'
import { createEvent, type EventOptions } from '../../testing/fixtures/catalogue.ts'
import type { TestShop } from '../../testing/shop.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { createStaff, inSession, type OfficeBrowser } from './office.ts'

type Shop = Pick<TestShop, 'app' | 'db' | 'clock'>

export const closeShifts = async ({ db, clock }: Shop, staffId: number | null): Promise<void> => {
  await db
    .updateTable('counter_shifts')
    .set({ closed_at: clock.now(), counted_minor: 0, expected_minor: 0, report: '[]' })
    .where('staff_id', '=', staffId ?? -1)
    .where('closed_at', 'is', null)
    .execute()
}

/** An open shift, written to the database; of a new person if `staffId` is missing. */
export async function openShift(
  shop: Shop,
  { organiserId, staffId }: { organiserId: number; staffId?: number | null },
): Promise<{ id: number } | undefined> {
  const { db, clock } = shop
  const isThere = await db.selectFrom('organisers').select('id').where('id', '=', organiserId).executeTakeFirst()
  if (isThere === undefined) return undefined
  const shiftStaffId = staffId ?? (await createStaff(shop, organiserId, 'box_office')).id
  await closeShifts(shop, shiftStaffId)
  return db
    .insertInto('counter_shifts')
    .values({
      organiser_id: organiserId,
      staff_id: shiftStaffId,
      currency: 'GBP',
      opened_at: clock.now(),
      float_minor: 5000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

type CounterOptions = EventOptions & { role?: Parameters<typeof createStaff>[2] }

/** An event today, and someone who sells its tickets through the calls of the counter. */
export async function openCounter(shop: Shop, { role = 'box_office', ...options }: CounterOptions = {}) {
  const startsAt = new Date(shop.clock.now().getTime() + 3_600_000)
  const event = await createEvent(shop.db, { startsAt, ...options })
  const { id: staffId, email } = await createStaff(shop, event.organiserId, role)
  const browser = await inSession(shop, { staffId, email })
  const about = { organiser_id: event.organiserId }
  const shift = async (of: { shift_id?: number } = {}) => {
    const { body } = await browser.call('office_shift', { ...about, ...of })
    return (body as unknown as OfficeReply<'office_shift'>).shift
  }
  return {
    ...event,
    staffId,
    browser,
    about,
    shift,
    openShift: (float = '50') => browser.call('open_shift', { ...about, float, currency: 'GBP' }),
    sell: (chosen: string, total: number, options: object = {}) =>
      sellAtCounter(browser, { organiserId: event.organiserId, chosen, total, ...options }),
    /** Returns the report of the closed shift. */
    closeShift: async (counted: string) => {
      const { body } = await browser.call('close_shift', { ...about, counted })
      return (await shift({ shift_id: Number(new URLSearchParams(String(body.next).split('?')[1]).get('shift_id')) }))!
    },
  }
}

/** Makes a sale of one ticket for £11 in cash, by a call of a person from the box office. */
export async function createCounterSale(shop: Shop, organiserId: number, into?: { id: number }) {
  const { id: staffId, email } = await createStaff(shop, organiserId, 'box_office')
  const browser = await inSession(shop, { staffId, email })
  const shift = (await openShift(shop, { organiserId, staffId }))!
  const startsAt = new Date(shop.clock.now().getTime() + 3_600_000)
  const event = await createEvent(shop.db, { organiser_id: organiserId, startsAt })
  const orderId = await sellAtCounter(browser, { organiserId, chosen: `${event.ticketId}x1`, total: 1100 })
  if (into)
    await shop.db.updateTable('counter_sales').set({ shift_id: into.id }).where('sale_id', '=', orderId).execute()
  return { ...event, orderId, staffId, email, browser, shiftId: (into ?? shift).id }
}

let count = 0
/** Returns the order's id. */
export async function sellAtCounter(
  browser: OfficeBrowser,
  {
    organiserId,
    ...form
  }: { organiserId: number; chosen: string; total: number; how?: string; given?: string; note?: string },
): Promise<number> {
  const { status, body } = await browser.call('counter_sale', {
    organiser_id: organiserId,
    form_key: `form-${++count}`,
    ...form,
  })
  if (status !== 200) throw new Error(`not sold: ${JSON.stringify(body)}`)
  return Number(new URLSearchParams(String(body.next).split('?')[1]).get('order_id'))
}

/** A refund in cash that nobody has handed back. */
export async function createRefundToHandBack(shop: Shop, organiserId: number): Promise<number> {
  const { orderId, staffId } = await createCounterSale(shop, organiserId)
  await closeShifts(shop, staffId)
  const manager = await createStaff(shop, organiserId, 'manager')
  const refunds = await inSession(shop, { staffId: manager.id, email: manager.email })
  const { status, body } = await refunds.call('refund_order', {
    organiser_id: organiserId,
    order_id: orderId,
    what: 'all',
  })
  if (status !== 200) throw new Error(`not refunded: ${JSON.stringify(body)}`)
  const { id } = await shop.db
    .selectFrom('refunds')
    .select('id')
    .where('sale_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return id
}

/** A card reader, written to the database. */
export const addCardReader = async ({ db, clock }: Shop, organiserId: number, external_id?: string): Promise<number> =>
  (
    await db
      .insertInto('card_readers')
      .values({
        organiser_id: organiserId,
        name: 'Front desk',
        external_id: external_id ?? `tmr_${++count}`,
        added_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** A sale that waits for a card, in a shift of this person, or of someone else if they aren't on the team. */
async function createReaderSale(shop: Shop, organiserId: number, staffId: number | null): Promise<number> {
  const isOwn = await shop.db
    .selectFrom('staff_roles')
    .select('staff_id')
    .where('staff_id', '=', staffId ?? -1)
    .where('organiser_id', '=', organiserId)
    .executeTakeFirst()
  const shift = (await openShift(shop, { organiserId, staffId: isOwn ? staffId : null }))!
  const now = shop.clock.now()
  const { id } = await shop.db
    .insertInto('sales')
    .values({ reference: `reader-${++count}`, currency: 'GBP', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reader_id = await addCardReader(shop, organiserId)
  await shop.db
    .insertInto('counter_sales')
    .values({ sale_id: id, shift_id: shift.id, how: 'reader', reader_id, at: now })
    .execute()
  await shop.db
    .insertInto('payments')
    .values({
      sale_id: id,
      provider: 'stripe',
      amount_minor: 1100,
      currency: 'GBP',
      status: 'created',
      idempotency_key: `reader-${id}`,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** A provider with readers that do nothing, for tests of who may use them. */
export function idleReaders(): PaymentProvider {
  const readers: CardReaders = {
    createPayment: async () => `pi_${++count}`,
    start: async () => 'started',
    stop: async () => {},
    read: async () => ({ name: 'Front desk', isOnline: true, waitingFor: null, failure: null }),
  }
  return { ...scriptedProvider('stripe').provider, cardReaders: readers }
}

type About = { organiser_id: number; ids: number }
type Who = { staffId: number | null }

/** The bodies of the counter's calls for rights.test.ts. `ids` is the organiser whose rows they name. */
export const counterBodies = (shopOf: () => Shop) => ({
  office_counter: async ({ organiser_id, ids }: About) => ({
    organiser_id,
    date_id: (await createEvent(shopOf().db, { organiser_id: ids })).dateId,
  }),
  open_shift: async ({ organiser_id }: About, { staffId }: Who) => {
    await closeShifts(shopOf(), staffId)
    return { organiser_id, float: '50', currency: 'GBP' }
  },
  counter_sale: async ({ organiser_id, ids }: About, { staffId }: Who) => {
    await openShift(shopOf(), { organiserId: organiser_id, staffId })
    const startsAt = new Date(shopOf().clock.now().getTime() + 3_600_000)
    const { ticketId } = await createEvent(shopOf().db, { organiser_id: ids, startsAt })
    return { organiser_id, chosen: `${ticketId}x1`, total: 1100, how: 'cash' }
  },
  reader_sale: async ({ organiser_id, ids }: About, { staffId }: Who) => {
    await openShift(shopOf(), { organiserId: organiser_id, staffId })
    const startsAt = new Date(shopOf().clock.now().getTime() + 3_600_000)
    const { ticketId } = await createEvent(shopOf().db, { organiser_id: ids, startsAt })
    return { organiser_id, chosen: `${ticketId}x1`, total: 1100, reader_id: await addCardReader(shopOf(), ids) }
  },
  office_reader: async ({ organiser_id, ids }: About, { staffId }: Who) => ({
    organiser_id,
    sale_id: await createReaderSale(shopOf(), ids, staffId),
  }),
  retry_reader: async ({ organiser_id, ids }: About, { staffId }: Who) => ({
    organiser_id,
    sale_id: await createReaderSale(shopOf(), ids, staffId),
  }),
  cancel_reader: async ({ organiser_id, ids }: About, { staffId }: Who) => ({
    organiser_id,
    sale_id: await createReaderSale(shopOf(), ids, staffId),
  }),
  office_give: async ({ organiser_id, ids }: About) => ({
    organiser_id,
    date_id: (await createEvent(shopOf().db, { organiser_id: ids })).dateId,
  }),
  give_tickets: async ({ organiser_id, ids }: About) => {
    const startsAt = new Date(shopOf().clock.now().getTime() + 3_600_000)
    const { ticketId } = await createEvent(shopOf().db, { organiser_id: ids, startsAt })
    return { organiser_id, ticket_id: ticketId, people: 'press@example.org', reason: 'Press' }
  },
  office_readers: ({ organiser_id }: About) => ({ organiser_id }),
  save_reader: ({ organiser_id }: About) => ({ organiser_id, name: 'Front desk', device: 'tmr_1' }),
  end_reader: async ({ organiser_id, ids }: About) => ({ organiser_id, reader_id: await addCardReader(shopOf(), ids) }),
  office_counter_sale: async ({ organiser_id, ids }: About) => ({
    organiser_id,
    order_id: (await createCounterSale(shopOf(), ids)).orderId,
  }),
  send_counter_tickets: async ({ organiser_id, ids }: About) => ({
    organiser_id,
    order_id: (await createCounterSale(shopOf(), ids)).orderId,
    email: 'walk.in@example.com',
  }),
  void_sale: async ({ organiser_id, ids }: About, { staffId }: Who) => {
    const shift = await openShift(shopOf(), { organiserId: organiser_id, staffId })
    return { organiser_id, order_id: (await createCounterSale(shopOf(), ids, shift)).orderId }
  },
  hand_back: async ({ organiser_id, ids }: About, { staffId }: Who) => {
    await openShift(shopOf(), { organiserId: organiser_id, staffId })
    return { organiser_id, refund_id: await createRefundToHandBack(shopOf(), ids) }
  },
  office_shift: async ({ organiser_id, ids }: About, { staffId }: Who) => ({
    organiser_id,
    shift_id: (await openShift(shopOf(), { organiserId: ids, staffId: ids === organiser_id ? staffId : null }))?.id,
  }),
  close_shift: async ({ organiser_id }: About, { staffId }: Who) => {
    await openShift(shopOf(), { organiserId: organiser_id, staffId })
    return { organiser_id, counted: '50' }
  },
})
