import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { Role } from '@foyer/domain/office/rights.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { refundOrder } from '../../payment/refund/order.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'

const shop = useShop('postgres', { providers: { stripe: vendor.provider } })
type Money = OfficeReply<'office_money'>

async function createOrganiser() {
  const event = await createEvent(shop().db, {
    title: 'The Show',
    tickets: [{ name: 'Stalls', price_minor: 2000, booking_fee_minor: 150 }],
  })
  const as = async (role: Role = 'reader', eventIds: number[] | null = null) => {
    const { id, email } = await createStaff(shop(), event.organiserId, role, eventIds)
    const browser = await inSession(shop(), { staffId: id, email })
    const call = (name: OfficeCallName, body: object = {}) =>
      browser.call(name, { organiser_id: event.organiserId, ...body })
    const see = async (body: object = {}) => (await call('office_money', body)).body as unknown as Money
    return { id, call, see }
  }
  /** Paid through the ledger, as a buyer pays. */
  const addOrder = (qty = 1) => bought(shop().deps, { ticketId: event.ticketId, qty })
  return { ...event, as, addOrder }
}

it('an all-day date has no time in the reports', async () => {
  const organiser = await createOrganiser()
  await organiser.addOrder()
  await shop()
    .db.updateTable('event_dates')
    .set({ starts_at: new Date('2027-07-01T23:00:00Z'), all_day: true })
    .where('id', '=', organiser.dateId)
    .execute()
  const reader = await organiser.as()
  for (const [by, label] of [
    ['date', 'The Show, Fri 2 Jul 2027'],
    ['type', 'The Show, Fri 2 Jul 2027, Stalls'],
  ])
    expect((await reader.see({ by })).currencies.flatMap(({ rows }) => rows)).toMatchObject([{ label }])
})

it('a statement matches the ledger and contains no names', async () => {
  const organiser = await createOrganiser()
  const sale = await organiser.addOrder(2)
  await organiser.addOrder(1)
  expect(await refundOrder(shop().deps, { reference: sale.reference, what: 'amount', amountMinor: 500 })).toMatchObject(
    { ok: true },
  )
  // Two codes in one order count its money once.
  for (const code of [`A${sale.saleId}`, `B${sale.saleId}`]) {
    const { id: discount_id } = await shop()
      .db.insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: 1000, event_id: organiser.eventId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop()
      .db.insertInto('sale_codes')
      .values({ sale_id: sale.saleId, code, discount_id, applied_at: shop().clock.now() })
      .execute()
  }
  const reader = await organiser.as('reader')
  const { currencies, month } = await reader.see()
  const [pounds] = currencies
  const { rows } = await sql<{ minor: number }>`select -sum(amount_minor)::bigint as minor from ledger_entries
    where organiser_id = ${organiser.organiserId} and account not in ('captured', 'refunded', 'receivable')`.execute(
    shop().db,
  )
  const pence = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100)
  expect(pence(pounds!.total.at(-1)!)).toBe(Number(rows[0]!.minor))
  expect(pounds!.heads).toEqual(['Event', 'Tickets', 'Fees', 'Refunded', 'Total'])
  expect(pounds!.rows.map(({ label }) => label)).toEqual(['The Show'])
  for (const by of ['date', 'type', 'channel', 'code', 'day'])
    expect((await reader.see({ by })).currencies[0]!.total, by).toEqual(pounds!.total)
  const csv = (await reader.call('money_statement', { month, format: 'csv' })).raw.body
  expect(csv).toContain('The Show,GBP,60,4.5,')
  expect(csv).toContain(',-5,59.5')
  const pdf = (await reader.call('money_statement', { month, format: 'pdf' })).body
  const text = pdfText(Buffer.from(String(pdf.base64), 'base64'))
  expect(text).toContain('£59.50')
  for (const file of [csv, text, JSON.stringify(currencies)]) expect(file).not.toMatch(/Lovelace|@/)
  expect((await reader.call('export_money', { format: 'xlsx' })).raw.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect((await logOf(shop(), reader.id)).map(({ action }) => action)).toEqual([
    'money_statement',
    'money_statement',
    'export_money',
  ])
})

it('an order older than organisers in the ledger is read from its lines', async () => {
  const { organiserId, as } = await createOrganiser()
  const order = await createOrder(shop().db, { organiserId, now: shop().clock.now() })
  await shop().db.updateTable('orders').set({ filled_in: true }).where('sale_id', '=', order.orderId).execute()
  await shop()
    .db.updateTable('order_lines')
    .set({ refunded_fee_minor: 40 })
    .where('sale_id', '=', order.orderId)
    .execute()
  const { currencies } = await (await as('manager')).see()
  expect(currencies[0]!.total).toEqual(['£10.00', '£1.00', '−£0.40', '£10.60'])
})

it('limited staff see their events only; box office and door see no money', async () => {
  const organiser = await createOrganiser()
  await organiser.addOrder(1)
  const { eventId } = await createEvent(shop().db, { organiser_id: organiser.organiserId })
  expect((await (await organiser.as('reader', [eventId])).see()).currencies).toEqual([])
  const [own] = (await (await organiser.as('reader', [organiser.eventId])).see()).currencies
  expect([own!.total.at(-1), own!.paid.rows]).toEqual(['£21.50', []])
  for (const role of ['box_office', 'door'] as const)
    expect((await (await organiser.as(role)).call('office_money')).body.code).toBe('may_not')
  const empty = await (await organiser.as()).see({ from: '2020-01-01', until: '2020-01-31' })
  expect([empty.currencies, empty.from, empty.until]).toEqual([[], '2020-01-01', '2020-01-31'])
})
