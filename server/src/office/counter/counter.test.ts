import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { describe, expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { useShop } from '../../testing/shop.ts'
import { openCounter } from '../testing/counter.ts'
import { createStaff, inSession, logOf } from '../testing/office.ts'
import { createOrder } from '../testing/order.ts'

describe('the counter', () => {
  const shop = useShop('postgres')

  const HOUR = 3_600_000
  const inAnHour = () => new Date(shop().clock.now().getTime() + HOUR)
  async function openHere(options?: Parameters<typeof openCounter>[1]) {
    const counter = await openCounter(shop(), options)
    const { browser, about } = counter
    const look = async (more: object = {}) =>
      (await browser.call('office_counter', { ...about, ...more })).body as unknown as OfficeReply<'office_counter'>
    return { ...counter, look, report: () => counter.shift() }
  }
  const stockOf = (ticketId: number) =>
    shop().db.selectFrom('stock').selectAll().where('ticket_type_id', '=', ticketId).executeTakeFirstOrThrow()

  it('a cash sale creates stock, order, ledger and tickets like any other, and sends no email', async () => {
    const { ticketId, openShift, sell, look, browser, about } = await openHere()
    expect((await look()).shift).toBeNull()
    expect((await openShift()).status).toBe(200)
    const before = await look({ set: `${ticketId}x2` })
    expect([before.chosen, before.total, before.total_minor]).toEqual([`${ticketId}x2`, '£22.00', 2200])
    expect(before.cash.map(({ label, change }) => [label, change])).toEqual([
      ['£25.00', '£3.00'],
      ['£30.00', '£8.00'],
      ['£40.00', '£18.00'],
      ['£50.00', '£28.00'],
    ])
    const orderId = await sell(before.chosen, 2200, { given: '30' })
    const sale = (await browser.call('office_counter_sale', { ...about, order_id: orderId }))
      .body as unknown as OfficeReply<'office_counter_sale'>
    expect(sale).toMatchObject({ change: '£8.00', given: '£30.00', total: '£22.00', may_void: true, is_sent: false })
    expect(sale.tickets).toHaveLength(2)
    expect(await stockOf(ticketId)).toMatchObject({ held: 0, sold: 2 })
    const order = await shop().db.selectFrom('orders').selectAll().where('sale_id', '=', orderId).executeTakeFirst()
    expect(order).toMatchObject({ channel: 'counter', email: '', name: '', total_minor: 2200 })
    const payment = await shop().db.selectFrom('payments').selectAll().where('sale_id', '=', orderId).execute()
    expect(payment).toMatchObject([{ provider: 'cash', status: 'paid', outcome: 'fulfilled', amount_minor: 2200 }])
    await shop().runJobs()
    expect(await shop().db.selectFrom('mails').select('id').where('sale_id', '=', orderId).execute()).toEqual([])
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('preselects the date sold last in this shift', async () => {
    const { dateId, organiserId, look, openShift, sell } = await openHere()
    const tomorrow = await createEvent(shop().db, {
      organiser_id: organiserId,
      startsAt: new Date(inAnHour().getTime() + 24 * HOUR),
    })
    await openShift()
    expect((await look()).date_id).toBe(dateId)
    await sell(`${tomorrow.ticketId}x1`, 1100)
    expect((await look()).date_id).toBe(tomorrow.dateId)
    expect((await look({ date_id: dateId })).date_id).toBe(dateId)
    // Another person at another till has a shift of their own.
    const { id, email } = await createStaff(shop(), organiserId, 'box_office')
    const colleague = await inSession(shop(), { staffId: id, email })
    await colleague.call('open_shift', { organiser_id: organiserId, float: '10', currency: 'GBP' })
    expect((await colleague.call('office_counter', { organiser_id: organiserId })).body.date_id).toBe(dateId)
  })

  it('a type with a mandatory question, or an event with a waiver, is marked as online only and not sold', async () => {
    const { db } = shop()
    const { ticketIds, eventId, openShift, look, browser, about } = await openHere({ tickets: [{}, {}] })
    const [asked, plain] = ticketIds as [number, number]
    const { id: question_id } = await db
      .insertInto('questions')
      .values({
        event_id: eventId,
        osq_id: 'q',
        question_html: '<p>Your height?</p>',
        type: 'text',
        mandatory: true,
        before_or_after: 'before',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('question_tickets').values({ question_id, ticket_type_id: asked }).execute()
    await openShift()
    const shown = async () => (await look()).types.map(({ ticket_id, online_only }) => [ticket_id, online_only])
    const sell = async (chosen: string, more: object = {}) =>
      (await browser.call('counter_sale', { ...about, chosen, total: 1100, ...more })).body.code
    expect(await shown()).toEqual([
      [asked, true],
      [plain, false],
    ])
    expect((await look({ set: `${asked}x1` })).chosen).toBe('')
    expect(await sell(`${asked}x1`)).toBe('counter_online_only')
    expect(await sell(`${plain}x1-${asked}x1`)).toBe('counter_online_only')
    expect(await sell(`${asked}x1`, { how: 'free', note: 'Press' })).toBe('counter_online_only')
    expect(await sell(`${plain}x1`)).toBeUndefined()
    await db.insertInto('waivers').values({ event_id: eventId, title: 'Risk', terms_html: '<p>x</p>' }).execute()
    expect(await shown()).toEqual([
      [asked, true],
      [plain, true],
    ])
    expect(await sell(`${plain}x1`)).toBe('counter_online_only')
    expect(await stockOf(asked)).toMatchObject({ held: 0, sold: 0 })
  })

  it('change is the cash received less the total; too little is refused and sells nothing', async () => {
    const { ticketId, openShift, browser, about } = await openHere()
    await openShift()
    const form = { ...about, chosen: `${ticketId}x1`, total: 1100 }
    const short = await browser.call('counter_sale', { ...form, given: '10.99' })
    expect([short.status, short.body.code]).toEqual([409, 'counter_too_little'])
    expect((await browser.call('counter_sale', { ...form, given: 'ten' })).body.code).toBe('bad_amount')
    expect(await stockOf(ticketId)).toMatchObject({ held: 0, sold: 0 })
    const sales = await shop().db.selectFrom('sale_lines').selectAll().where('ticket_type_id', '=', ticketId).execute()
    expect(sales).toEqual([])
  })

  it('one form submitted fifty times at once sells once', async () => {
    const { ticketId, openShift, browser, about } = await openHere()
    await openShift()
    const form = { ...about, chosen: `${ticketId}x1`, total: 1100, form_key: 'same' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call('counter_sale', form)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.next}`)).size).toBe(1)
    expect(await stockOf(ticketId)).toMatchObject({ sold: 1 })
  })

  it('sells staff-only types and after online sales closed, but no drafts, future sales, coded or archived types', async () => {
    const soon = inAnHour()
    const past = new Date(shop().clock.now().getTime() - HOUR)
    const { ticketIds, openShift, look, browser, about } = await openHere({
      tickets: [
        { name: 'Staff', visibility: 'staff' },
        { name: 'Closed', sale_until: past },
        { name: 'Later', sale_from: soon },
        { name: 'Code', visibility: 'code' },
        { name: 'Archived', archived: true },
      ],
    })
    await openShift()
    expect((await look()).types.map(({ name }) => name)).toEqual(['Staff', 'Closed'])
    const codes: unknown[] = []
    for (const id of ticketIds)
      codes.push((await browser.call('counter_sale', { ...about, chosen: `${id}x1`, total: 1100 })).body.code ?? 'sold')
    expect(codes).toEqual(['sold', 'sold', 'not_on_sale', 'not_on_sale', 'not_on_sale'])
    const buyer = shop().browser()
    expect((await buyer.call('add_to_basket', { ticket_id: ticketIds[1], quantity: 1 })).body.code).toBe('not_on_sale')
  })

  it('best seats, the maximum per order and pools apply as online', async () => {
    const { ticketIds, openShift, sell, browser, about } = await openHere({
      pools: [{ seats: ['A1', 'A2', 'A3'] }],
      tickets: [{ pool: 0, max_can_reserve: 2 }, { pool: 0 }],
    })
    await openShift()
    const order = await sell(`${ticketIds[0]}x2`, 2200)
    const { body } = await browser.call('office_counter_sale', { ...about, order_id: order })
    const { tickets } = body as unknown as OfficeReply<'office_counter_sale'>
    expect(tickets.map(({ seat }) => seat)).toHaveLength(2)
    expect(tickets.every(({ seat }) => seat !== '')).toBe(true)
    const many = await browser.call('counter_sale', { ...about, chosen: `${ticketIds[0]}x3`, total: 3300 })
    expect(many.body.code).toBe('quantity_above_max')
    const two = await browser.call('counter_sale', { ...about, chosen: `${ticketIds[1]}x2`, total: 2200 })
    expect(['few_left', 'counter_refused']).toContain(two.body.code)
    expect((await browser.call('counter_sale', { ...about, chosen: `${ticketIds[1]}x1`, total: 1100 })).status).toBe(
      200,
    )
  })

  it('a price that changed while on the screen is shown before it is charged', async () => {
    const { ticketId, openShift, browser, about } = await openHere()
    await openShift()
    await shop().db.updateTable('ticket_types').set({ price_minor: 1500 }).where('id', '=', ticketId).execute()
    const form = { ...about, chosen: `${ticketId}x1`, total: 1100 }
    const refused = await browser.call('counter_sale', form)
    expect([refused.body.code, refused.body.error]).toEqual([
      'counter_price_changed',
      'The price has just changed. It’s £16.00 now: tell the customer, and press again.',
    ])
    expect(await stockOf(ticketId)).toMatchObject({ held: 0, sold: 0 })
  })

  it('complimentary tickets cost nothing, require a reason, and are logged', async () => {
    const { ticketId, openShift, browser, about, sell, staffId, report } = await openHere()
    await openShift()
    const form = { ...about, chosen: `${ticketId}x2`, total: 2200, how: 'free' }
    expect((await browser.call('counter_sale', form)).body.code).toBe('counter_note_missing')
    const order = await sell(`${ticketId}x2`, 2200, { how: 'free', note: 'The pianist’s parents' })
    const lines = await shop().db.selectFrom('order_lines').selectAll().where('sale_id', '=', order).execute()
    expect(lines).toMatchObject([{ qty: 2, list_minor: 0, net_minor: 0, fee_minor: 0 }])
    expect(await logOf(shop(), staffId)).toContainEqual(
      expect.objectContaining({
        action: 'counter_sale',
        after: expect.objectContaining({ how: 'free', note: 'The pianist’s parents', total_minor: 0 }),
      }),
    )
    expect((await report())?.taken).toEqual([{ how: 'free', sales: 1, tickets: 2, taken: '£0.00', back: '' }])
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('voiding a sale in its shift returns stock and money and invalidates its tickets', async () => {
    const { ticketId, openShift, browser, about, sell, report } = await openHere()
    await openShift()
    const order = await sell(`${ticketId}x2`, 2200)
    expect((await report())?.expected).toBe('£72.00')
    expect((await browser.call('void_sale', { ...about, order_id: order, form_key: 'v' })).status).toBe(200)
    expect((await browser.call('void_sale', { ...about, order_id: order, form_key: 'v' })).status).toBe(200)
    expect((await browser.call('void_sale', { ...about, order_id: order })).body.code).toBe('refund_ended')
    expect(await stockOf(ticketId)).toMatchObject({ held: 0, sold: 0 })
    const tickets = await shop().db.selectFrom('tickets').select('status').where('sale_id', '=', order).execute()
    expect(tickets).toEqual([{ status: 'void' }, { status: 'void' }])
    expect(await report()).toMatchObject({
      expected: '£50.00',
      taken: [{ how: 'cash', sales: 1, tickets: 2, taken: '£22.00', back: '−£22.00' }],
    })
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('a closed shift can neither sell nor void, and does not change', async () => {
    const { ticketId, openShift, browser, about, sell } = await openHere()
    await openShift('20')
    expect((await openShift()).body.code).toBe('shift_open')
    const order = await sell(`${ticketId}x1`, 1100)
    const closed = await browser.call('close_shift', { ...about, counted: '29.00' })
    expect(closed.status).toBe(200)
    const id = Number(new URLSearchParams(String(closed.body.next).split('?')[1]).get('shift_id'))
    const shown = await browser.call('office_shift', { ...about, shift_id: id })
    expect(shown.body.shift).toMatchObject({ expected: '£31.00', counted: '£29.00', difference: '−£2.00' })
    const form = { ...about, chosen: `${ticketId}x1`, total: 1100 }
    expect((await browser.call('counter_sale', form)).body.code).toBe('no_shift')
    expect((await browser.call('void_sale', { ...about, order_id: order })).body.code).toBe('no_shift')
    await openShift()
    expect((await browser.call('void_sale', { ...about, order_id: order })).body.code).toBe('void_other_shift')
    const row = { shift_id: id, how: 'cash' as const, at: shop().clock.now() }
    await expect(
      shop().db.updateTable('counter_shifts').set({ counted_minor: 1 }).where('id', '=', id).execute(),
    ).rejects.toThrow()
    await expect(shop().db.deleteFrom('counter_shifts').where('id', '=', id).execute()).rejects.toThrow()
    const { id: saleId } = await shop()
      .db.insertInto('sales')
      .values({ reference: `late-${id}`, created_at: row.at, updated_at: row.at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await expect(
      shop()
        .db.insertInto('counter_sales')
        .values({ sale_id: saleId, ...row })
        .execute(),
    ).rejects.toThrow()
  })

  it('closing a shift includes all its sales, also those at the same moment', async () => {
    const { ticketId, openShift, browser, about } = await openHere()
    await openShift()
    const form = { ...about, chosen: `${ticketId}x1`, total: 1100 }
    const sells = Array.from({ length: 8 }, () => browser.call('counter_sale', form))
    const [closed, ...sold] = await Promise.all([browser.call('close_shift', { ...about, counted: '0' }), ...sells])
    const id = Number(new URLSearchParams(String(closed.body.next).split('?')[1]).get('shift_id'))
    const made = sold.filter(({ status }) => status === 200).length
    expect(sold.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'no_shift')).toBe(true)
    const inShift = await shop().db.selectFrom('counter_sales').select('sale_id').where('shift_id', '=', id).execute()
    expect(inShift).toHaveLength(made)
    const { expected_minor } = await shop()
      .db.selectFrom('counter_shifts')
      .select('expected_minor')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(expected_minor).toBe(5000 + made * 1100)
  })

  it('box office staff see their own shifts, and those with access to money see all', async () => {
    const mine = await openHere()
    await mine.openShift()
    const shift = (await mine.report())!
    const look = { ...mine.about, shift_id: shift.shift_id }
    for (const [role, status] of [
      ['box_office', 404],
      ['manager', 200],
    ] as const) {
      const { id, email } = await createStaff(shop(), mine.organiserId, role)
      const other = await inSession(shop(), { staffId: id, email })
      expect([role, (await other.call('office_shift', look)).status]).toEqual([role, status])
    }
  })

  it('other organisers’ events are not found, readers cannot sell, and limited staff sell only their events', async () => {
    const mine = await openHere()
    const other = await openHere()
    await mine.openShift()
    const form = { ...mine.about, chosen: `${other.ticketId}x1`, total: 1100 }
    expect((await mine.browser.call('counter_sale', form)).status).toBe(404)
    expect((await mine.browser.call('office_counter', { ...mine.about, date_id: other.dateId })).status).toBe(404)
    const reader = await openHere({ role: 'reader' })
    expect((await reader.openShift()).status).toBe(403)
    const second = await createEvent(shop().db, { organiser_id: mine.organiserId, startsAt: inAnHour() })
    const { id, email } = await createStaff(shop(), mine.organiserId, 'box_office', [mine.eventId])
    const limited = await inSession(shop(), { staffId: id, email })
    await limited.call('open_shift', { ...mine.about, float: '', currency: 'GBP' })
    const theirs = { ...mine.about, chosen: `${second.ticketId}x1`, total: 1100 }
    expect((await limited.call('counter_sale', theirs)).status).toBe(404)
    expect((await limited.call('counter_sale', { ...theirs, chosen: `${mine.ticketId}x1` })).status).toBe(200)
  })

  it('tickets are emailed once to an address added later', async () => {
    const { ticketId, openShift, sell, browser, about } = await openHere()
    await openShift()
    const order = await sell(`${ticketId}x1`, 1100)
    const send = { ...about, order_id: order, email: 'Walk.In@example.org' }
    expect((await browser.call('send_counter_tickets', send)).status).toBe(200)
    expect((await browser.call('send_counter_tickets', send)).body.code).toBe('counter_has_email')
    const mails = await shop()
      .db.selectFrom('mails')
      .select(['recipient', 'kind'])
      .where('sale_id', '=', order)
      .execute()
    expect(mails).toEqual([{ recipient: 'walk.in@example.org', kind: 'wallet' }])
    await shop().runJobs()
    const held = await shop().db.selectFrom('tickets').select('holder_email').where('sale_id', '=', order).execute()
    expect(held).toEqual([{ holder_email: 'walk.in@example.org' }])
  })

  it('a refund of an earlier sale comes out of the open shift, or waits for the next', async () => {
    const { ticketId, openShift, sell, browser, about, report, look, organiserId } = await openHere({ role: 'manager' })
    await openShift()
    const [first, second] = [await sell(`${ticketId}x1`, 1100), await sell(`${ticketId}x1`, 1100)]
    await browser.call('close_shift', { ...about, counted: '72' })
    await openShift('30')
    const refund = { ...about, what: 'all' }
    expect((await browser.call('refund_order', { ...refund, order_id: first })).status).toBe(200)
    expect(await report()).toMatchObject({ expected: '£19.00' })
    const { id, email } = await createStaff(shop(), organiserId, 'manager')
    const elsewhere = await inSession(shop(), { staffId: id, email })
    expect((await elsewhere.call('refund_order', { ...refund, order_id: second })).status).toBe(200)
    await shop().runJobs()
    expect(await report()).toMatchObject({ expected: '£19.00' })
    expect(await ledgerDifferences(shop().db)).toEqual([])
    const { owed } = await look()
    expect(owed).toMatchObject([{ order_id: second, amount: '£11.00' }])
    const back = { ...about, refund_id: owed[0]!.refund_id }
    expect((await browser.call('hand_back', back)).status).toBe(200)
    expect((await browser.call('hand_back', back)).status).toBe(404)
    expect(await report()).toMatchObject({ expected: '£8.00' })
    expect((await look()).owed).toEqual([])
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('[42] a second refund of a sale comes out of the open shift, and the first still waits to be handed back', async () => {
    const { ticketId, openShift, sell, browser, about, report, look, organiserId } = await openHere({ role: 'manager' })
    await openShift()
    const order_id = await sell(`${ticketId}x2`, 2200)
    const { id, email } = await createStaff(shop(), organiserId, 'manager')
    const elsewhere = await inSession(shop(), { staffId: id, email })
    const refund = (amount: string) => ({ ...about, order_id, what: 'amount', amount, form_key: `second-${amount}` })
    expect((await elsewhere.call('refund_order', refund('5'))).status).toBe(200)
    expect(await report()).toMatchObject({ expected: '£72.00' })
    expect((await browser.call('refund_order', refund('3'))).status).toBe(200)
    expect(await report()).toMatchObject({ expected: '£69.00' })
    expect((await look()).owed).toMatchObject([{ order_id, amount: '£5.00' }])
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })
  // This is the last test, because its order has no ledger.
  it('tickets of an order from the shop are not sent to an address from here', async () => {
    const { browser, about, organiserId } = await openHere()
    const { orderId } = await createOrder(shop().db, { organiserId, now: shop().clock.now() })
    const send = { ...about, order_id: orderId, email: 'walk.in@example.org' }
    expect((await browser.call('send_counter_tickets', send)).status).toBe(404)
  })
})
