import { expect, it } from 'vitest'
import { aStaff, inSession } from '../../office/testing/office.ts'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { bought, codesOf, vendor } from '../../payment/refund/bought.testing.ts'
import { refundOrder } from '../../payment/refund/order.ts'
import { anEvent } from '../../testing/catalogue.ts'
import { describeOnBoth } from '../../testing/databases.ts'
import { poolOf, saleAt } from '../../testing/sale.ts'
import { type Browser, useShop } from '../../testing/shop.ts'
import { readTickets } from '../../tickets/read.ts'
import { holdAll } from './hold.ts'

const seatLabels = (name: string, ...numbers: number[]) => numbers.map((n) => `${name}${n}`)
const numbersTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1)

describeOnBoth('A ticket for several numbered seats', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })

  const createCircus = async (seats: string[]) => {
    const event = await anEvent(shop().db, {
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

  it('gets them side by side where a row has them, and gives them back with the basket', async () => {
    const { family, seatsIn } = await createCircus([...seatLabels('A', 1, 2, 3), ...seatLabels('B', 1, 2, 3, 4, 5)])
    const browser = shop().browser()
    expect((await addToBasket(browser, family, 1)).status).toBe(200)
    expect(await reserve(browser)).toMatchObject({ reserved: true })
    expect(await seatsOf(browser)).toEqual([seatLabels('B', 1, 2, 3, 4)])
    expect(await seatsIn('held')).toEqual(seatLabels('B', 1, 2, 3, 4))
    await browser.call('destroy_sale')
    expect(await seatsIn('free')).toHaveLength(8)
  })

  it('keeps each family together where two of them cannot be', async () => {
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

  it('takes the seats that the buyer chose: as many as it has places', async () => {
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

  it('prints its seats on one ticket, and frees them all when it is refunded', async () => {
    const { family, seatsIn, pool } = await createCircus(seatLabels('A', ...numbersTo(10)))
    const sale = await bought(shop().deps, { ticketId: family, qty: 2 })
    expect(await printedSeats(sale.saleId)).toEqual(['A1, A2, A3, A4', 'A5, A6, A7, A8'])
    expect((await sale.mails()).at(-1)!.body_text).toContain('Row A, seats 1, 2, 3, 4, 5, 6, 7 and 8')
    const [code] = await codesOf(shop().deps, sale)
    expect(await refundOrder(shop().deps, { reference: sale.reference, codes: [code!] })).toMatchObject({ ok: true })
    expect(await seatsIn('free')).toEqual(seatLabels('A', 1, 2, 3, 4, 9, 10))
    expect(await pool()).toMatchObject({ sold: 4 })
    expect(await refundOrder(shop().deps, { reference: sale.reference, ticketTypeIds: [family] })).toMatchObject({
      ok: true,
    })
    expect(await seatsIn('free')).toHaveLength(10)
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('moves to as many seats of another date, side by side', async () => {
    const from = await createCircus(seatLabels('A', ...numbersTo(4)))
    const to = await anEvent(shop().db, {
      organiser_id: from.organiserId,
      startsAt: new Date(shop().clock.now().getTime() + 30 * 86_400_000),
      pools: [{ seats: [...seatLabels('C', 1, 2, 3), ...seatLabels('D', ...numbersTo(6))] }],
      tickets: [{ name: 'Family', pool: 0, pool_places: 4, price_minor: 5000 }],
    })
    const sale = await bought(shop().deps, { ticketId: from.family })
    const staff = await aStaff(shop(), from.organiserId, 'owner')
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

  it('is sold to the last whole family, whoever comes at once, and no seat twice', async () => {
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

  it('a buyer who leaves the seats to the shop may choose the section', async () => {
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
