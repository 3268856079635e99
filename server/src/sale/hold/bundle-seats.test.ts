import { describe, expect, it } from 'vitest'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { bought, codesOf, vendor } from '../../payment/refund/bought.testing.ts'
import { refundOrder } from '../../payment/refund/order.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent, keepSeats } from '../../testing/fixtures/catalogue.ts'
import { poolOf, saleAt } from '../../testing/fixtures/sale.ts'
import { type Browser, useShop } from '../../testing/shop.ts'
import { checkAtDoor } from '../../tickets/door/door.ts'
import { readTickets } from '../../tickets/read.ts'
import { holdAll } from './hold.ts'

const seatLabels = (name: string, ...numbers: number[]) => numbers.map((n) => `${name}${n}`)
const numbersTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1)

describeOnBoth('a ticket for several numbered seats', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })

  const createCircus = async (seats: string[]) => {
    const event = await createEvent(shop().db, {
      startsAt: new Date(shop().clock.now().getTime() + 20 * 86_400_000),
      pools: [{ seats }],
      tickets: [
        { name: 'Family', pool: 0, pool_places: 4, price_minor: 5000 },
        { name: 'Adult', pool: 0 },
      ],
    })
    const [family, adult] = event.ticketIds as [number, number]
    const poolId = event.poolIds[0]!
    const seatsIn = async (status: string) =>
      (
        await shop()
          .db.selectFrom('seats')
          .select('label')
          .where('pool_id', '=', poolId)
          .where('status', '=', status as 'free')
          .orderBy('row_name')
          .orderBy('seat_number')
          .execute()
      ).map(({ label }) => label)
    return { ...event, family, adult, seatsIn, pool: () => poolOf(shop().db, poolId) }
  }
  const seatsOf = async (browser: Browser) => (await browser.checkout()).tickets.map(({ seats }) => seats)
  const addToBasket = (browser: Browser, ticket_id: number, quantity: number, options: object = {}) =>
    browser.call('add_to_basket', { ticket_id, quantity, ...options })
  const reserve = async (browser: Browser) => (await browser.call('reserve_tickets')).body
  const printedSeats = async (saleId: number) =>
    (await readTickets(shop().db, { saleId }, { now: shop().clock.now(), signer: shop().deps.signer })).map(
      ({ seat }) => seat,
    )

  it('gets adjacent seats where a row has them, and releases them with the basket', async () => {
    const { family, seatsIn } = await createCircus([...seatLabels('A', 1, 2, 3), ...seatLabels('B', 1, 2, 3, 4, 5)])
    const browser = shop().browser()
    expect((await addToBasket(browser, family, 1)).status).toBe(200)
    expect(await reserve(browser)).toMatchObject({ reserved: true })
    expect(await seatsOf(browser)).toEqual([seatLabels('B', 1, 2, 3, 4)])
    expect(await seatsIn('held')).toEqual(seatLabels('B', 1, 2, 3, 4))
    await browser.call('destroy_sale')
    expect(await seatsIn('free')).toHaveLength(8)
  })

  it('keeps each family together when two do not fit side by side', async () => {
    const { family, adult } = await createCircus([
      ...seatLabels('A', ...numbersTo(5)),
      ...seatLabels('B', ...numbersTo(4)),
    ])
    const browser = shop().browser()
    await addToBasket(browser, family, 2)
    await addToBasket(browser, adult, 1)
    expect(await reserve(browser)).toMatchObject({ reserved: true })
    expect(await seatsOf(browser)).toEqual(
      [['A5'], [...seatLabels('A', 1, 2, 3, 4), ...seatLabels('B', 1, 2, 3, 4)]].reverse(),
    )
  })

  it('takes the seats chosen: as many as it has places', async () => {
    const { family } = await createCircus(seatLabels('A', ...numbersTo(8)))
    const browser = shop().browser()
    expect((await addToBasket(browser, family, 1, { seats: ['A1', 'A2'] })).body).toMatchObject({
      code: 'unknown_seat',
    })
    expect((await addToBasket(browser, family, 1, { seats: seatLabels('A', 2, 3, 6, 7) })).status).toBe(200)
    expect((await addToBasket(browser, family, 1, { seats: seatLabels('A', 2, 3, 6, 7) })).body).toMatchObject({
      basket_quantity: 1,
    })
    expect(await reserve(browser)).toMatchObject({ reserved: true })
    expect(await seatsOf(browser)).toEqual([seatLabels('A', 2, 3, 6, 7)])
  })

  it('prints its seats on one ticket, and releases them all on a refund', async () => {
    const { family, seatsIn, pool } = await createCircus(seatLabels('A', ...numbersTo(10)))
    const sale = await bought(shop().deps, { ticketId: family, qty: 2 })
    expect(await printedSeats(sale.saleId)).toEqual(['A1, A2, A3, A4', 'A5, A6, A7, A8'])
    expect((await sale.mails()).at(-1)!.body_text).toContain('Row A, seats 1, 2, 3, 4, 5, 6, 7 and 8')
    const [code] = await codesOf(shop().deps, sale)
    expect(
      await refundOrder(shop().deps, { reference: sale.reference, what: 'tickets', codes: [code!] }),
    ).toMatchObject({ ok: true })
    expect(await seatsIn('free')).toEqual(seatLabels('A', 1, 2, 3, 4, 9, 10))
    expect(await pool()).toMatchObject({ sold: 4 })
    expect(
      await refundOrder(shop().deps, { reference: sale.reference, what: 'lines', ticketTypeIds: [family] }),
    ).toMatchObject({
      ok: true,
    })
    expect(await seatsIn('free')).toHaveLength(10)
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('moves to as many adjacent seats of another date', async () => {
    const from = await createCircus(seatLabels('A', ...numbersTo(4)))
    const to = await createEvent(shop().db, {
      organiser_id: from.organiserId,
      startsAt: new Date(shop().clock.now().getTime() + 30 * 86_400_000),
      pools: [{ seats: [...seatLabels('C', 1, 2, 3), ...seatLabels('D', ...numbersTo(6))] }],
      tickets: [{ name: 'Family', pool: 0, pool_places: 4, price_minor: 5000 }],
    })
    const sale = await bought(shop().deps, { ticketId: from.family })
    const staff = await createStaff(shop(), from.organiserId, 'owner')
    const { call } = await inSession(shop(), { staffId: staff.id, email: staff.email })
    const ticket = await shop()
      .db.selectFrom('tickets')
      .select('id')
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    const ticketCall = { organiser_id: from.organiserId, order_id: sale.saleId, ticket_id: ticket.id }
    expect((await call('office_change', ticketCall)).body.choices).toMatchObject(
      [
        { ticket_type_id: from.adult, free: 0 },
        { ticket_type_id: to.ticketId, free: 2, seats: [] },
      ].slice(1),
    )
    const response = await call('change_ticket', { ...ticketCall, ticket_type_id: to.ticketId, form_key: 'moved' })
    expect(response.status).toBe(200)
    expect(await printedSeats(sale.saleId)).toEqual(['D1, D2, D3, D4'])
    expect(await from.seatsIn('free')).toHaveLength(4)
    expect(await poolOf(shop().db, to.poolIds[0]!)).toMatchObject({ sold: 4 })
  })

  describe('can be moved by staff to other seats of its type', () => {
    const moveOf = async (event: Awaited<ReturnType<typeof createCircus>>) => {
      const sale = await bought(shop().deps, { ticketId: event.family })
      const staff = await createStaff(shop(), event.organiserId, 'owner')
      const { call } = await inSession(shop(), { staffId: staff.id, email: staff.email })
      const [code] = await codesOf(shop().deps, sale)
      const ticket = await shop()
        .db.selectFrom('tickets')
        .select(['id', 'seat_ids'])
        .where('sale_id', '=', sale.saleId)
        .executeTakeFirstOrThrow()
      const about = { organiser_id: event.organiserId, order_id: sale.saleId, ticket_id: ticket.id }
      const move = (seat_ids: number[], form_key: string) =>
        call('change_ticket', { ...about, ticket_type_id: event.family, seat_ids, form_key })
      const choice = async () =>
        ((await call('office_change', about)).body.choices as { ticket_type_id: number; seats: object[] }[]).find(
          (choice) => choice.ticket_type_id === event.family,
        )!
      return { sale, code: code!, own: ticket.seat_ids!, move, choice }
    }
    const idsOf = async (poolId: number, ...labels: string[]) => {
      const rows = await shop().db.selectFrom('seats').select(['id', 'label']).where('pool_id', '=', poolId).execute()
      return labels.map((label) => rows.find((row) => row.label === label)!.id)
    }
    const doorSays = async (code: string) => (await checkAtDoor(shop().deps, code, 'Door')).outcome

    it('keeps some seats, releases the others, invalidates the old code and counts no place twice', async () => {
      const event = await createCircus(seatLabels('A', ...numbersTo(9)))
      const poolId = event.poolIds[0]!
      const { sale, code, own, move, choice } = await moveOf(event)
      expect(await choice()).toMatchObject({ own_seats: own, free: 5, sign: 0 })
      expect((await choice()).seats).toHaveLength(9)
      const before = await event.pool()
      const seats = await idsOf(poolId, 'A9', 'A3', 'A4', 'A7')
      expect((await move(seats, 'moved')).status).toBe(200)
      expect((await move(seats, 'moved')).status, 'the same form again').toBe(200)
      expect(await printedSeats(sale.saleId)).toEqual(['A3, A4, A7, A9'])
      expect(await event.seatsIn('free')).toEqual(seatLabels('A', 1, 2, 5, 6, 8))
      expect(await event.pool()).toEqual(before)
      expect(await doorSays(code)).toBe('replaced')
      const [renewed] = await codesOf(shop().deps, sale)
      expect(
        await refundOrder(shop().deps, { reference: sale.reference, what: 'tickets', codes: [renewed!] }),
      ).toMatchObject({
        ok: true,
      })
      expect(await event.seatsIn('free')).toHaveLength(9)
      expect(await ledgerDifferences(shop().db)).toEqual([])
    })

    it('refuses too few or too many seats, the same, duplicates, held, kept or foreign ones', async () => {
      const event = await createCircus(seatLabels('A', ...numbersTo(12)))
      const poolId = event.poolIds[0]!
      const { sale, code, own, move } = await moveOf(event)
      // One seat is kept back, and a buyer holds four at this moment.
      const [kept] = await idsOf(poolId, 'A12')
      await keepSeats(shop().db, poolId, ['A12'])
      await saleAt(shop().deps, 'payment', { ticketId: event.family })
      const elsewhere = await createCircus(seatLabels('B', ...numbersTo(4)))
      const foreign = await idsOf(elsewhere.poolIds[0]!, 'B1')
      const free = await idsOf(poolId, 'A9', 'A10', 'A11')
      for (const [what, seats, code] of [
        ['too few', free, 'bad_change'],
        ['too many', [...own, free[0]!], 'bad_change'],
        ['the same', own.toReversed(), 'bad_change'],
        ['one twice', [...free, free[0]!], 'bad_change'],
        ['a held one', [...free, ...(await idsOf(poolId, 'A1'))], 'seat_taken'],
        ['a kept one', [...free, kept!], 'seat_taken'],
        ['another house’s', [...free, ...foreign], 'seat_taken'],
        ['none that exists', [...free, 999_999], 'seat_taken'],
      ] as const)
        expect((await move([...seats], what)).body, what).toMatchObject({ code })
      expect(await printedSeats(sale.saleId)).toEqual(['A5, A6, A7, A8'])
      expect(await event.seatsIn('free'), 'nothing of it stays').toEqual(['A9', 'A10', 'A11'])
      expect(await codesOf(shop().deps, sale)).toEqual([code])
    })

    it('two moves at once: one gets the seats, and each seat has one owner', async () => {
      const event = await createCircus(seatLabels('A', ...numbersTo(12)))
      const [first, second] = [await moveOf(event), await moveOf(event)]
      const seats = await idsOf(event.poolIds[0]!, 'A9', 'A10', 'A11', 'A12')
      const answers = await Promise.all([first.move(seats, 'first'), second.move(seats.toReversed(), 'second')])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const both = (await Promise.all([first, second].map(({ sale }) => printedSeats(sale.saleId)))).flat()
      expect(both).toContain('A9, A10, A11, A12')
      expect(new Set(both.flatMap((labels) => labels!.split(', '))).size).toBe(8)
      expect(await event.seatsIn('free')).toHaveLength(4)
    })
  })

  it('is sold to the last complete family under contention, and no seat twice', async () => {
    const { family, seatsIn } = await createCircus(seatLabels('A', ...numbersTo(14)))
    const sales = await Promise.all(
      Array.from({ length: 8 }, () => saleAt(shop().deps, 'basket', { ticketId: family })),
    )
    const outcomes = await Promise.all(
      sales.map(({ saleId }) => holdAll(shop().db, [{ saleId, userId: null }], 900, shop().clock.now())),
    )
    expect(outcomes.filter(([outcome]) => outcome?.kind === 'held')).toHaveLength(3)
    expect(await seatsIn('held')).toHaveLength(12)
  })

  it('a buyer who lets the shop choose can pick the section', async () => {
    const { adult, eventId, poolIds, seatsIn } = await createCircus([
      ...seatLabels('A', 1, 2),
      ...seatLabels('B', 1, 2),
    ])
    expect(eventId).toBeGreaterThan(0)
    await shop()
      .db.updateTable('seats')
      .set({ section: 'Balcony' })
      .where('pool_id', '=', poolIds[0]!)
      .where('row_name', '=', 'B')
      .execute()
    const browser = shop().browser()
    expect((await addToBasket(browser, adult, 2, { section: 'Pit' })).body).toMatchObject({ code: 'unknown_seat' })
    expect((await addToBasket(browser, adult, 2, { section: 'Balcony' })).status).toBe(200)
    expect(await reserve(browser)).toMatchObject({ reserved: true })
    expect(await seatsIn('held')).toEqual(['B1', 'B2'])
    const late = shop().browser()
    await addToBasket(late, adult, 1, { section: 'Balcony' })
    expect(await reserve(late)).toMatchObject({ error: expect.stringContaining('that seat has just been taken') })
    expect(await seatsIn('free'), 'nobody is seated elsewhere unasked').toEqual(['A1', 'A2'])
    expect((await addToBasket(late, adult, 1)).status).toBe(200)
  })
})
