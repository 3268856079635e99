import { expect, it } from 'vitest'
import { eventPage } from '../../catalogue/read/event-page.ts'
import { runBatch } from '../../db/transaction/batch.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { saleIdOf } from '../../testing/fixtures/buyers.ts'
import { createEvent, keepSeats } from '../../testing/fixtures/catalogue.ts'
import { poolOf } from '../../testing/fixtures/sale.ts'
import { type Browser, useShop } from '../../testing/shop.ts'
import { sellHoldQueries } from './sell.ts'

describeOnBoth('numbered seats of a pool', (kind) => {
  const shop = useShop(kind)

  const createTheatre = async (seats = ['A1', 'A2', 'B1', 'B2', 'B3', 'B4']) => {
    const { ticketIds, poolIds, slug } = await createEvent(shop().db, {
      title: 'The Tempest',
      pools: [{ seats }],
      tickets: [
        { name: 'Adult', pool: 0 },
        { name: 'Child', pool: 0, price_minor: 500 },
      ],
    })
    const [adult, child] = ticketIds as [number, number]
    return { adult, child, slug, poolId: poolIds[0]!, pool: () => poolOf(shop().db, poolIds[0]!) }
  }
  const add = (browser: Browser, ticket_id: number, seats: string[], quantity = seats.length) =>
    browser.call('add_to_basket', { ticket_id, quantity, seats })
  const reserve = async (browser: Browser) => {
    const { body } = await browser.call('reserve_tickets')
    return body.reserved === true ? 'reserved' : body.error
  }
  const seatsOf = async (browser: Browser) =>
    (await browser.checkout()).tickets.map(({ ticket_name, seats }) => [ticket_name, seats])
  const ownersOf = async (poolId: number) =>
    Object.fromEntries(
      (
        await shop()
          .db.selectFrom('seats')
          .select(['label', 'status', 'ticket_type_id'])
          .where('pool_id', '=', poolId)
          .orderBy('label')
          .execute()
      ).map(({ label, status, ticket_type_id }) => [label, [status, ticket_type_id]]),
    )

  it('are sold at any price of the pool: an adult on A1, a child on A2', async () => {
    const { adult, child, poolId, pool } = await createTheatre()
    const browser = shop().browser()
    await add(browser, adult, ['A1'])
    await add(browser, child, ['A2'])
    expect(await seatsOf(browser)).toEqual([
      ['Adult', ['A1']],
      ['Child', ['A2']],
    ])
    expect(await reserve(browser)).toBe('reserved')
    expect(await seatsOf(browser)).toEqual([
      ['Adult', ['A1']],
      ['Child', ['A2']],
    ])
    expect(await pool()).toMatchObject({ held: 2 })
    const saleId = await saleIdOf(shop(), browser)
    await inTx(shop().db, (tx) => runBatch(tx, ...sellHoldQueries([{ id: saleId, seats: true }])))
    expect(await ownersOf(poolId)).toMatchObject({ A1: ['sold', adult], A2: ['sold', child], B1: ['free', null] })
  })

  it('belong to one buyer at any price, and are free for every price when released', async () => {
    const { adult, child, poolId } = await createTheatre()
    const first = shop().browser()
    const second = shop().browser()
    await add(first, adult, ['A1'])
    await add(second, child, ['A1'])
    expect(await reserve(first)).toBe('reserved')
    expect(await reserve(second)).toContain('that seat has just been taken')
    expect((await add(shop().browser(), child, ['A1'])).body).toMatchObject({ code: 'seat_taken' })
    await first.call('destroy_sale')
    expect(await ownersOf(poolId)).toMatchObject({ A1: ['free', null] })
    expect(await reserve(second)).toBe('reserved')
    expect(await seatsOf(second)).toEqual([['Child', ['A1']]])
  })

  it('are one ticket per basket: a seat is not both an adult’s and a child’s', async () => {
    const { adult, child } = await createTheatre()
    const browser = shop().browser()
    await add(browser, adult, ['A1'])
    expect(await add(browser, child, ['A1', 'A2'])).toMatchObject({ status: 409, body: { code: 'seat_taken' } })
    expect(await seatsOf(browser)).toEqual([['Adult', ['A1']]])
  })

  it('are the best together for a family with two prices', async () => {
    const { adult, child } = await createTheatre()
    const browser = shop().browser()
    await add(browser, adult, [], 2)
    await add(browser, child, [], 2)
    expect(await reserve(browser)).toBe('reserved')
    expect(await seatsOf(browser)).toEqual([
      ['Adult', ['B1', 'B2']],
      ['Child', ['B3', 'B4']],
    ])
  })

  it('are never sold online when kept for the house', async () => {
    const { adult, poolId, slug } = await createTheatre(['A1', 'A2'])
    await keepSeats(shop().db, poolId, ['A1'])
    expect((await add(shop().browser(), adult, ['A1'])).body).toMatchObject({ code: 'seat_taken' })
    const page = await eventPage(shop().db, slug, shop().clock.now())
    expect(page!.dates[0]!.tickets).toMatchObject([
      {
        left: 1,
        seats: [
          { label: 'A1', free: false },
          { label: 'A2', free: true },
        ],
      },
      {
        left: 1,
        seats: [
          { label: 'A1', free: false },
          { label: 'A2', free: true },
        ],
      },
    ])
    const browser = shop().browser()
    await add(browser, adult, [], 1)
    expect(await reserve(browser)).toBe('reserved')
    expect(await seatsOf(browser)).toEqual([['Adult', ['A2']]])
    expect((await add(shop().browser(), adult, [], 1)).status).toBe(200)
  })
})
