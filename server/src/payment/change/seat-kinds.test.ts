import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { changePage } from '@foyer/contract/office/orders/messages.en.ts'
import { describe, expect, it } from 'vitest'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { orderPage } from '../../pages/order/order.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { readTickets } from '../../tickets/read.ts'
import { pay, vendor } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'
import { changeOwnTicket } from '../self-service/change.ts'
import { yourTicketsPage } from '../self-service/page.ts'
import { returnTickets } from '../self-service/return.ts'

describe('[41] tickets of wheelchair spaces and companion seats', () => {
  const shop = useShop('embedded', { providers: { stripe: vendor.provider } })
  let orders = 0

  /** A hall on two dates of an event: C1 is a space, C2 its companion seat. Adults sit anywhere, companions on C2 for nothing. */
  const twoDates = async ({ otherSpaces = ['C1'] as string[], policy = {} as object } = {}) => {
    const { db, clock } = shop()
    const startsAt = new Date(clock.now().getTime() + 20 * 86_400_000)
    const open = { buyers_change_hours: 24, buyers_refund_hours: 24, buyers_changes: 9, ...policy }
    const types = [
      { name: 'Adult', pool: 0, booking_fee_minor: 0 },
      { name: 'Companion', pool: 0, price_minor: 0, booking_fee_minor: 0, seat_kinds: ['companion'] },
    ]
    const hall = { startsAt, pools: [{ seats: ['A1', 'A2', 'C1', 'C2', 'C3'] }], tickets: types, ...open }
    const [first, second] = [await createEvent(db, hall), await createEvent(db, hall)]
    await db.updateTable('events').set({ organiser_id: first.organiserId }).where('id', '=', second.eventId).execute()
    const { eventId: event_id } = first
    await db.updateTable('event_dates').set({ event_id }).where('event_id', '=', second.eventId).execute()
    await db.updateTable('pools').set({ event_id }).where('event_id', '=', second.eventId).execute()
    await db.updateTable('ticket_types').set({ event_id }).where('event_id', '=', second.eventId).execute()
    const mark = (poolId: number, kind: 'wheelchair' | 'companion', labels: string[]) =>
      db.updateTable('seats').set({ kind }).where('pool_id', '=', poolId).where('label', 'in', labels).execute()
    const [one, two] = [first.poolIds[0]!, second.poolIds[0]!]
    await mark(one, 'wheelchair', ['C1'])
    await mark(one, 'companion', ['C2'])
    await mark(two, 'wheelchair', ['-', ...otherSpaces])
    await mark(two, 'companion', ['C2'])
    const seatsOf = async (poolId: number) => {
      const seats = await db.selectFrom('seats').select(['id', 'label']).where('pool_id', '=', poolId).execute()
      return Object.fromEntries(seats.map(({ id, label }) => [label, id])) as Record<string, number>
    }
    const { id, email } = await createStaff(shop(), first.organiserId, 'owner', null)
    const { call } = await inSession(shop(), { staffId: id, email, provedAt: clock.now() })
    const [adult, companion] = first.ticketIds as [number, number]
    const [otherAdult, otherCompanion] = second.ticketIds as [number, number]
    const about = async (sale: SaleAt, seat: string) => ({
      organiser_id: first.organiserId,
      order_id: sale.saleId,
      ticket_id: (await ticketOn(sale, seat)).id,
    })
    return {
      types: { adult, companion, otherAdult, otherCompanion },
      seats: await seatsOf(one),
      otherSeats: await seatsOf(two),
      /** A paid order with these seats, by ticket type. */
      async order(lines: [typeId: number, seat: string][]) {
        const [[ticketId]] = lines as [[number, string]]
        const sale = await saleAt(shop().deps, 'basket', { ticketId, qty: 1 })
        const added_at = clock.now()
        const others = lines
          .slice(1)
          .map(([ticket_type_id]) => ({ sale_id: sale.saleId, ticket_type_id, qty: 1, added_at }))
        if (others.length > 0) await db.insertInto('sale_lines').values(others).execute()
        const own = await seatsOf(one)
        await db
          .insertInto('sale_line_seats')
          .values(
            lines.map(([ticket_type_id, seat]) => ({ sale_id: sale.saleId, ticket_type_id, seat_id: own[seat]! })),
          )
          .execute()
        expect(await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, added_at)).toMatchObject([
          { kind: 'held' },
        ])
        await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
        await pay(shop().deps, sale)
        clock.advance(30)
        await shop().runJobs()
        return sale
      },
      staffMove: async (sale: SaleAt, seat: string, ticket_type_id: number, seat_id?: number) =>
        call('change_ticket', {
          ...(await about(sale, seat)),
          ticket_type_id,
          form_key: `k${++orders}`,
          ...(seat_id !== undefined && { seat_id }),
        }),
      staffSees: async (sale: SaleAt, seat: string, more: object = {}) =>
        (await call('office_change', { ...(await about(sale, seat)), ...more }))
          .body as unknown as OfficeReply<'office_change'>,
      staffRefund: async (sale: SaleAt, more: object) =>
        call('refund_order', {
          organiser_id: first.organiserId,
          order_id: sale.saleId,
          to: 'payment',
          form_key: `r${++orders}`,
          ...more,
        }),
    }
  }
  const seated = (sale: SaleAt) =>
    shop()
      .db.selectFrom('tickets')
      .innerJoin('seats', 'seats.id', 'tickets.seat_id')
      .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
      .select(['tickets.id', 'tickets.code', 'seats.label', 'type.id as typeId', 'type.date_id'])
      .where('tickets.sale_id', '=', sale.saleId)
      .where('tickets.status', '=', 'valid')
      .orderBy('seats.label')
      .execute()
  const ticketOn = async (sale: SaleAt, seat: string) => (await seated(sale)).find(({ label }) => label === seat)!
  const labels = async (sale: SaleAt) => (await seated(sale)).map(({ label, typeId }) => [label, typeId])
  const buyerMoves = async (sale: SaleAt, seat: string, ticket_type_id: number, seat_id?: number) =>
    changeOwnTicket(
      {
        reference: sale.reference,
        ticket_id: (await ticketOn(sale, seat)).id,
        ticket_type_id,
        difference: 0,
        ...(seat_id !== undefined && { seat_id }),
      },
      sale.ctx(),
    )
  const buyerSees = async (sale: SaleAt, seat: string) => {
    const page = (await yourTicketsPage(shop().deps, sale.ctx().session, sale.reference))!
    return page.tickets
      .find((ticket) => ticket.seat.split(' ')[0] === seat)!
      .choices.map(({ ticket_type_id, seats }) => [ticket_type_id, seats.map(({ label }) => label)])
  }
  const buyerReturns = async (sale: SaleAt, seats: string[], amount: string) =>
    returnTickets(
      {
        reference: sale.reference,
        ticket_ids: await Promise.all(seats.map(async (seat) => (await ticketOn(sale, seat)).id)),
        amount,
        voucher: '',
        places: [],
        less_to_pay: '',
      },
      sale.ctx(),
    )
  const agree = async () => expect(await seatDifferences(shop().db)).toEqual([])

  it('say what they are in the email, on the order’s page, the ticket and the page of a change', async () => {
    const { types, order, staffSees } = await twoDates()
    await shop().db.updateTable('seats').set({ view_note: 'pillar to the left' }).where('label', '=', 'C3').execute()
    const sale = await order([
      [types.adult, 'C1'],
      [types.companion, 'C2'],
    ])
    const [mail] = (await sale.mails()).filter(({ kind }) => kind === 'wallet')
    expect(mail!.body_text).toContain('Row C, seat 1 (wheelchair space)')
    expect(mail!.body_text).toContain('Row C, seat 2 (companion seat)')
    const { bought } = (await orderPage(shop().deps, sale.ctx().session, sale.reference))!
    expect(bought!.lines.map(({ seats }) => seats)).toContain('Row C, seat 1 (wheelchair space)')
    const held = await readTickets(shop().db, sale, { now: shop().clock.now(), signer: shop().deps.signer })
    expect(held.map(({ seat }) => seat).sort()).toEqual(['C1 (wheelchair space)', 'C2 (companion seat)'])
    const choices = (await staffSees(sale, 'C1')).choices.flatMap(({ seats }) => seats.map(({ label }) => label))
    expect(choices).toContain('C3 (pillar to the left)')
  })

  it('are changed to a seat of the same kind, by their buyer and by staff', async () => {
    const { types, order, staffMove } = await twoDates()
    const sale = await order([[types.adult, 'C1']])
    expect(await buyerSees(sale, 'C1')).toEqual([[types.otherAdult, ['C1 (wheelchair space)']]])
    expect(await buyerMoves(sale, 'C1', types.otherAdult)).toMatchObject({ success: true })
    expect(await labels(sale)).toEqual([['C1', types.otherAdult]])
    expect(await staffMove(sale, 'C1', types.adult)).toMatchObject({ status: 200 })
    expect(await labels(sale)).toEqual([['C1', types.adult]])
    await agree()
  })

  it('are not changed where no such seat is free, unless staff choose another', async () => {
    const { types, otherSeats, order, staffMove } = await twoDates({ otherSpaces: [] })
    const sale = await order([[types.adult, 'C1']])
    expect(await buyerSees(sale, 'C1')).toEqual([])
    expect(await buyerMoves(sale, 'C1', types.otherAdult)).toMatchObject({ code: 'seat_of_kind' })
    expect(await buyerMoves(sale, 'C1', types.otherAdult, otherSeats.A1!)).toMatchObject({ code: 'seat_of_kind' })
    expect((await staffMove(sale, 'C1', types.otherAdult)).body).toMatchObject({ code: 'change_seat_of_kind' })
    expect(await labels(sale)).toEqual([['C1', types.adult]])
    expect(await staffMove(sale, 'C1', types.otherAdult, otherSeats.A1!)).toMatchObject({ status: 200 })
    expect(await labels(sale)).toEqual([['A1', types.otherAdult]])
    await agree()
  })

  it('are no choice for others: neither their seats for a buyer, nor their ticket types for anybody', async () => {
    const { types, otherSeats, order, staffMove, staffSees } = await twoDates()
    const sale = await order([[types.adult, 'A1']])
    expect(await buyerSees(sale, 'A1')).toEqual([
      [types.adult, ['A2', 'C3']],
      [types.otherAdult, ['A1', 'A2', 'C3']],
    ])
    expect(await buyerMoves(sale, 'A1', types.otherAdult, otherSeats.C1!)).toMatchObject({ code: 'seat_taken' })
    expect(await buyerMoves(sale, 'A1', types.otherCompanion)).toMatchObject({ code: 'not_changeable' })
    expect((await staffSees(sale, 'A1')).choices.map(({ ticket_type_id }) => ticket_type_id)).toEqual([
      types.adult,
      types.otherAdult,
    ])
    expect((await staffMove(sale, 'A1', types.otherCompanion)).body).toMatchObject({ code: 'bad_change' })
    expect(await buyerMoves(sale, 'A1', types.otherAdult)).toMatchObject({ success: true })
    expect(['A1', 'A2', 'C3']).toContain((await labels(sale))[0]![0])
  })

  it('go to another date with their companion by staff, who are told; buyers would leave the companion behind', async () => {
    const { types, order, staffMove, staffSees } = await twoDates()
    const sale = await order([
      [types.adult, 'C1'],
      [types.companion, 'C2'],
    ])
    for (const [seat, type] of [
      ['C1', types.otherAdult],
      ['C2', types.otherCompanion],
    ] as const) {
      expect(
        (await buyerSees(sale, seat)).map(([id]) => id),
        seat,
      ).not.toContain(type)
      expect(await buyerMoves(sale, seat, type), seat).toMatchObject({ code: 'companion_left' })
    }
    const { review } = await staffSees(sale, 'C1', { ticket_type_id: types.otherAdult })
    expect(review!.broken).toEqual([changePage['broken.companion']])
    expect(await staffMove(sale, 'C1', types.otherAdult)).toMatchObject({ status: 200 })
    expect((await staffSees(sale, 'C2', { ticket_type_id: types.otherCompanion })).review!.broken).toEqual([])
    expect(await staffMove(sale, 'C2', types.otherCompanion)).toMatchObject({ status: 200 })
    expect(await labels(sale)).toEqual([
      ['C1', types.otherAdult],
      ['C2', types.otherCompanion],
    ])
    await agree()
  })

  it('are returned together: no companion ticket stays valid without its space', async () => {
    const { types, order, staffRefund } = await twoDates()
    const sale = await order([
      [types.adult, 'C1'],
      [types.companion, 'C2'],
    ])
    const { reference } = sale
    const space = await ticketOn(sale, 'C1')
    expect(await buyerReturns(sale, ['C1'], '£10.00')).toMatchObject({ code: 'companion_left' })
    const lines = await shop()
      .db.selectFrom('order_lines')
      .select(['line', 'ticket_type_id'])
      .where('sale_id', '=', sale.saleId)
      .execute()
    const { line } = lines.find(({ ticket_type_id }) => ticket_type_id === types.adult)!
    for (const what of [
      { what: 'tickets', ticket_ids: [space.id] },
      { what: 'lines', lines: [line] },
    ])
      expect((await staffRefund(sale, what)).body, what.what).toMatchObject({ code: 'refund_companion' })
    const codes = [space.code]
    expect(await refundOrder(shop().deps, { reference, what: 'tickets', codes })).toMatchObject({
      code: 'companion_left',
    })
    expect(await labels(sale)).toHaveLength(2)
    expect(await buyerReturns(sale, ['C1', 'C2'], '£10.00')).toMatchObject({ success: true })
    expect(await labels(sale)).toEqual([])
    await agree()
  })

  it('are returned in a cool-off by the same rule, the companion’s alone, and the space once the companion is in', async () => {
    const { types, order } = await twoDates({ policy: { buyers_refund_hours: null, cool_off_hours: 72 } })
    const lines: [number, string][] = [
      [types.adult, 'C1'],
      [types.companion, 'C2'],
    ]
    const sale = await order(lines)
    expect(await buyerReturns(sale, ['C1'], '£10.00')).toMatchObject({ code: 'companion_left' })
    expect(await buyerReturns(sale, ['C2'], '£0.00')).toMatchObject({ success: true })
    expect(await buyerReturns(sale, ['C1'], '£10.00')).toMatchObject({ success: true })
    const again = await order(lines)
    const { id } = await ticketOn(again, 'C2')
    await shop().db.updateTable('tickets').set({ admitted_at: shop().clock.now() }).where('id', '=', id).execute()
    expect(await buyerReturns(again, ['C1'], '£10.00')).toMatchObject({ success: true })
    await agree()
  })
})
