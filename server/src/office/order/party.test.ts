import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { describe, expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { refundOrder } from '../../payment/refund/order.ts'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { poolOf, type SaleAt } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { createStaff, inSession } from '../testing/office.ts'

let forms = 0

describe('a party', () => {
  const shop = useShop('postgres', { providers: { stripe: vendor.provider } })

  /** Stalls with two prices (row A) and a dearer circle (row C), of so many seats each. */
  async function openHall(seats: number) {
    const row = (name: string) => Array.from({ length: seats }, (_, n) => `${name}${n + 1}`)
    const { db, clock } = shop()
    const event = await createEvent(db, {
      startsAt: new Date(clock.now().getTime() + 20 * 86_400_000),
      pools: [{ seats: row('A') }, { seats: row('C') }],
      tickets: [
        { name: 'Adult', pool: 0, price_minor: 1000, booking_fee_minor: 0 },
        { name: 'Child', pool: 0, price_minor: 500, booking_fee_minor: 0 },
        { name: 'Adult', pool: 1, price_minor: 2500, booking_fee_minor: 0 },
      ],
    })
    const staff = await createStaff(shop(), event.organiserId, 'owner')
    const { call } = await inSession(shop(), { staffId: staff.id, email: staff.email, provedAt: clock.now() })
    const [adult, child, circle] = event.ticketIds as [number, number, number]
    const ticketsOf = async (sale: SaleAt) =>
      db
        .selectFrom('tickets')
        .innerJoin('seats', 'seats.id', 'tickets.seat_id')
        .select(['tickets.id', 'tickets.code', 'tickets.ticket_type_id as type', 'seats.label'])
        .where('tickets.sale_id', '=', sale.saleId)
        .where('tickets.status', '<>', 'void')
        .orderBy('seats.label')
        .execute()
    const seatsOf = async (sale: SaleAt) => (await ticketsOf(sale)).map(({ label }) => label)
    const buy = async (ticketId: number, qty: number) => bought(shop().deps, { ticketId, qty })
    const aboutOf = async (sale: SaleAt) => ({
      organiser_id: event.organiserId,
      order_id: sale.saleId,
      ticket_id: (await ticketsOf(sale))[0]!.id,
    })
    const look = async (sale: SaleAt, target: object = {}) =>
      (await call('office_party', { ...(await aboutOf(sale)), ...target }))
        .body as unknown as OfficeReply<'office_party'>
    const send = async (sale: SaleAt, target: object, plan: string, more: object = {}) =>
      call('move_party', { ...(await aboutOf(sale)), ...target, plan, form_key: `party-${++forms}`, ...more })
    const move = async (sale: SaleAt, target: object, more: object = {}) =>
      send(sale, target, (await look(sale, target)).review?.plan ?? '', more)
    const pools = async () => {
      const [stalls, other] = await Promise.all(event.poolIds.map((id) => poolOf(db, id)))
      return [stalls!.sold, other!.sold]
    }
    const isSound = async () => expect([await seatDifferences(db), await ledgerDifferences(db)]).toEqual([[], []])
    return { ...event, adult, child, circle, buy, look, send, move, ticketsOf, seatsOf, pools, isSound }
  }

  it('[41] moves along by one, with new codes, where the seat beside is free and not over the end of the row', async () => {
    const { adult, buy, look, move, ticketsOf, seatsOf, isSound } = await openHall(4)
    const sale = await buy(adult, 2)
    expect(await seatsOf(sale)).toEqual(['A1', 'A2'])
    const codes = (await ticketsOf(sale)).map(({ code }) => code)
    expect((await look(sale)).along).toEqual([{ step: 1, seats: 'Row A, seats 2 and 3' }])
    expect((await move(sale, { step: 1 })).status).toBe(200)
    expect(await seatsOf(sale)).toEqual(['A2', 'A3'])
    expect((await ticketsOf(sale)).filter(({ code }) => codes.includes(code))).toEqual([])
    expect((await look(sale)).along.map(({ step }) => step)).toEqual([-1, 1])
    expect((await move(sale, { step: 1 })).status).toBe(200)
    expect((await move(sale, { step: 1 })).body.code).toBe('seat_taken')
    await isSound()
  })

  it('[41] is found by nobody who is limited to another event of the organiser', async () => {
    const { organiserId, eventId, adult, buy, ticketsOf, seatsOf } = await openHall(4)
    const other = await createEvent(shop().db, { organiser_id: organiserId })
    const sale = await buy(adult, 2)
    const about = {
      organiser_id: organiserId,
      order_id: sale.saleId,
      ticket_id: (await ticketsOf(sale))[0]!.id,
      step: 1,
    }
    const tried = async (limit: number) => {
      const { id, email } = await createStaff(shop(), organiserId, 'manager', [limit])
      const { call } = await inSession(shop(), { staffId: id, email, provedAt: shop().clock.now() })
      const seen = await call('office_party', about)
      const plan = (seen.body as unknown as OfficeReply<'office_party'>).review?.plan ?? 'x'
      return [seen.status, (await call('move_party', { ...about, plan, form_key: `party-${++forms}` })).status]
    }
    expect(await tried(other.eventId)).toEqual([404, 404])
    expect(await seatsOf(sale)).toEqual(['A1', 'A2'])
    expect(await tried(eventId)).toEqual([200, 200])
    expect(await seatsOf(sale)).toEqual(['A2', 'A3'])
  })

  it('[41] moves as a whole to free seats of another price, whose difference is waived or returned', async () => {
    const { adult, child, circle, buy, look, move, ticketsOf, seatsOf, pools, isSound } = await openHall(4)
    const sale = await buy(adult, 2)
    const up = await look(sale, { seat: 'c1' })
    expect(up.review).toMatchObject({ more: '£30.00', less: '', other: null })
    expect((await move(sale, { seat: 'c1' })).status).toBe(200)
    expect([await seatsOf(sale), await pools()]).toEqual([
      ['C1', 'C2'],
      [0, 2],
    ])
    expect((await ticketsOf(sale)).map(({ type }) => type)).toEqual([circle, circle])
    const dear = await buy(circle, 1)
    expect((await look(dear, { seat: 'A1' })).review).toMatchObject({
      less: '£15.00',
      moves: [{ name: 'Adult' }],
    })
    expect((await move(dear, { seat: 'A1' }, { returns: '1' })).status).toBe(200)
    await shop().runJobs()
    expect((await dear.refunds()).map(({ amount_minor }) => amount_minor)).toEqual([1500])
    expect([child, await seatsOf(dear), await pools()]).toMatchObject([child, ['A1'], [1, 2]])
    await isSound()
  })

  it('[41] swaps with a party at another price in a full hall: seats, types, counters, ledger and codes agree', async () => {
    const { adult, circle, buy, look, move, ticketsOf, seatsOf, pools, isSound } = await openHall(2)
    const [cheap, dear] = [await buy(adult, 2), await buy(circle, 2)]
    const review = (await look(cheap, { seat: 'C2' })).review!
    expect(review).toMatchObject({ more: '£30.00', less: '£30.00', other: { order_id: dear.saleId } })
    const swapped = await move(cheap, { seat: 'C2' }, { returns: '1' })
    expect(swapped.body).toMatchObject({ success: true })
    expect([await seatsOf(cheap), await seatsOf(dear)]).toEqual([
      ['C1', 'C2'],
      ['A1', 'A2'],
    ])
    expect((await ticketsOf(cheap)).map(({ type }) => type)).toEqual([circle, circle])
    expect((await ticketsOf(dear)).map(({ type }) => type)).toEqual([adult, adult])
    await shop().runJobs()
    expect((await dear.refunds()).reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(3000)
    expect([await pools(), await cheap.refunds()]).toEqual([[2, 2], []])
    await isSound()
    // And everything goes back as it would without a swap.
    for (const { reference } of [cheap, dear])
      expect(await refundOrder(shop().deps, { reference, what: 'whole' })).toMatchObject({ ok: true })
    expect(await pools()).toEqual([0, 0])
    await isSound()
  })

  it('[41] is not moved otherwise than shown, to seats of a larger party, or after someone was admitted', async () => {
    const { adult, circle, buy, look, send, move, seatsOf, ticketsOf, isSound } = await openHall(3)
    const [two, three] = [await buy(adult, 2), await buy(circle, 3)]
    const refused = (await look(two, { seat: 'C1' })).refused
    expect(refused).toContain('The party there has 3 seats, this one 2')
    expect((await look(two, { seat: 'Z1' })).refused).not.toBe('')
    const plan = (await look(two, { step: 1 })).review?.plan ?? (await look(two, { step: -1 })).review!.plan
    expect((await send(two, { seat: 'A1' }, `${plan} `.concat('x'))).body.code).toBe('party_changed')
    const [first] = await ticketsOf(three)
    await shop()
      .db.updateTable('tickets')
      .set({ admitted_at: shop().clock.now() })
      .where('id', '=', first!.id)
      .execute()
    expect((await move(three, { seat: 'C1' })).body.code).toBe('ticket_ended')
    expect((await seatsOf(three)).length).toBe(3)
    await isSound()
  })

  it.each([1, 2])('[41] swaps, moves and refunds at the same moment: no seat twice, nothing lost (%i)', async () => {
    const { adult, circle, buy, look, send, seatsOf, isSound } = await openHall(4)
    const parties = [await buy(adult, 2), await buy(circle, 2), await buy(adult, 2), await buy(circle, 2)] as const
    const targets = await Promise.all(
      parties.map(async (sale, n) => {
        const seat = (await seatsOf(parties[(n + 1) % parties.length]!))[0]!
        return { sale, seat, plan: (await look(sale, { seat })).review?.plan ?? '' }
      }),
    )
    const refund = refundOrder(shop().deps, { reference: parties[3].reference, what: 'whole' })
    const answers = await Promise.all([
      ...targets.map(({ sale, seat, plan }) => send(sale, { seat }, plan)),
      ...targets.map(({ sale, seat, plan }) => send(sale, { seat }, plan)),
    ])
    expect(await refund).toMatchObject({ ok: true })
    expect(answers.map(({ status }) => status).filter((status) => ![200, 404, 409].includes(status))).toEqual([])
    const seats = (await Promise.all(parties.map(seatsOf))).flat()
    expect(new Set(seats).size).toBe(seats.length)
    await isSound()
  })
})
