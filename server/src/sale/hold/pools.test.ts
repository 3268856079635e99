import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eventPage } from '../../catalogue/read/event-page.ts'
import { listEvents } from '../../catalogue/read/lists.ts'
import { runBatch } from '../../db/transaction/batch.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { returnStock } from '../../payment/refund/reverse-sale.ts'
import { describeOnBoth, describeOnPostgres } from '../../testing/database/databases.ts'
import { createEvent, type EventOptions } from '../../testing/fixtures/catalogue.ts'
import { poolOf, stockOf } from '../../testing/fixtures/sale.ts'
import { raceOfPrograms } from '../../testing/processes/race.ts'
import { type Browser, type TestShop, useShop } from '../../testing/shop.ts'
import { lockSale } from '../sale.ts'
import { sweepHolds } from './release.ts'
import { reacquireHold, sellHoldQueries } from './sell.ts'

const HALL: EventOptions = {
  title: 'Quiet Night',
  pools: [{ capacity: 5 }],
  tickets: [
    { name: 'Adult', pool: 0 },
    { name: 'Child', pool: 0 },
    { name: 'Family', pool: 0, pool_places: 4 },
  ],
}

type Selection = [ticketId: number, quantity: number]

async function browserWithTickets(shop: TestShop, ...selections: Selection[]): Promise<Browser> {
  const browser = shop.browser()
  for (const [ticket_id, quantity] of selections)
    expect((await browser.call('add_to_basket', { ticket_id, quantity })).body).toMatchObject({ success: true })
  return browser
}

const reserve = async (browser: Browser) => {
  const { body } = await browser.call('reserve_tickets')
  return body.reserved === true ? 'reserved' : body.error
}

const saleIdOf = async (shop: TestShop, browser: Browser): Promise<number> => {
  const { sale_reference } = await browser.checkout()
  const { id } = await shop.db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', sale_reference)
    .executeTakeFirstOrThrow()
  return id
}

describeOnBoth('ticket types of one pool', (kind) => {
  const shop = useShop(kind)
  const createHall = async (overrides: EventOptions = {}) => {
    const { ticketIds, poolIds, slug } = await createEvent(shop().db, { ...HALL, ...overrides })
    const [adult, child, family] = ticketIds as [number, number, number]
    return { adult, child, family, slug, pool: () => poolOf(shop().db, poolIds[0]!), poolId: poolIds[0]! }
  }

  it('share its places', async () => {
    const { adult, child, pool } = await createHall()
    expect(await reserve(await browserWithTickets(shop(), [adult, 3]))).toBe('reserved')
    expect(await reserve(await browserWithTickets(shop(), [child, 3]))).toBe(
      'Sorry, only 2 left for Quiet Night, Child.',
    )
    expect(await reserve(await browserWithTickets(shop(), [child, 2]))).toBe('reserved')
    expect(await reserve(await browserWithTickets(shop(), [adult, 1]))).toBe(
      'Sorry, Quiet Night, Adult has just sold out.',
    )
    expect(await pool()).toEqual({ capacity: 5, held: 5, sold: 0, kept: 0 })
    expect(await stockOf(shop().db, adult)).toEqual({ held: 3, sold: 0 })
  })

  it('are counted together in one basket, which shows what is left for both', async () => {
    const { adult, child, pool } = await createHall()
    const both = await browserWithTickets(shop(), [adult, 2], [child, 2])
    expect(await reserve(await browserWithTickets(shop(), [adult, 2]))).toBe('reserved')
    const text = 'Sorry, only 3 left for Quiet Night, Adult + Child together.'
    expect((await both.checkout()).basket_errors).toEqual([text])
    expect(await reserve(both)).toBe(text)
    expect(await pool()).toMatchObject({ held: 2 })
    // The basket refuses more of them than can ever become free.
    const { status, body } = await (await browserWithTickets(shop(), [adult, 3])).call('add_to_basket', {
      ticket_id: child,
      quantity: 3,
    })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'few_left' })
  })

  it('may take several places each: a family ticket takes four', async () => {
    const { adult, family, pool } = await createHall()
    expect(await reserve(await browserWithTickets(shop(), [family, 1]))).toBe('reserved')
    expect(await pool()).toMatchObject({ held: 4 })
    const another = await browserWithTickets(shop(), [family, 1])
    expect(await reserve(another)).toBe('Sorry, Quiet Night, Family has just sold out.')
    expect(await reserve(await browserWithTickets(shop(), [adult, 1]))).toBe('reserved')
  })

  it('keep a limit of their own if they have one: both must allow it', async () => {
    const { adult, child } = await createHall({
      tickets: [
        { name: 'Adult', pool: 0 },
        { name: 'Child', pool: 0, capacity: 2 },
      ],
    })
    const three = await browserWithTickets(shop(), [child, 2])
    expect(await reserve(await browserWithTickets(shop(), [child, 1]))).toBe('reserved')
    expect(await reserve(three)).toBe('Sorry, only 1 left for Quiet Night, Child.')
    expect(await reserve(await browserWithTickets(shop(), [adult, 4]))).toBe('reserved')
    expect(await reserve(await browserWithTickets(shop(), [child, 1]))).toBe(
      'Sorry, Quiet Night, Child has just sold out.',
    )
  })

  it('never sell places kept for the house', async () => {
    const { adult, pool } = await createHall({ pools: [{ capacity: 5, kept: 4 }] })
    expect(await reserve(await browserWithTickets(shop(), [adult, 1]))).toBe('reserved')
    const late = await shop().browser().call('add_to_basket', { ticket_id: adult, quantity: 2 })
    expect(late.body).toMatchObject({ code: 'few_left' })
    expect(await pool()).toEqual({ capacity: 5, held: 1, sold: 0, kept: 4 })
  })

  it('return their places when a hold is released, swept, sold, refunded or held again', async () => {
    const { adult, child, family, pool } = await createHall()
    const first = await browserWithTickets(shop(), [family, 1], [child, 1])
    await reserve(first)
    expect(await pool()).toMatchObject({ held: 5 })
    await first.call('destroy_sale')
    expect(await pool()).toMatchObject({ held: 0, sold: 0 })

    const second = await browserWithTickets(shop(), [adult, 5])
    await reserve(second)
    shop().clock.advance(901)
    await sweepHolds(shop().deps)
    expect(await pool()).toMatchObject({ held: 0 })

    const saleId = await saleIdOf(shop(), second)
    const again = () =>
      inTx(shop().db, async (tx) => reacquireHold(tx, await lockSale(tx, saleId), null, shop().clock.now()))
    expect(await again()).toBe('held')
    await inTx(shop().db, (tx) => runBatch(tx, ...sellHoldQueries([{ id: saleId, seats: false }])))
    expect(await pool()).toMatchObject({ held: 0, sold: 5 })
    expect(await again()).toBe('tickets_gone')
    await inTx(shop().db, (tx) => returnStock(tx, adult, 2))
    expect(await pool()).toMatchObject({ held: 0, sold: 3 })
  })

  it('pass an expired hold of another type to the next buyer at once, before any sweep', async () => {
    const { adult, child, pool } = await createHall()
    const first = await browserWithTickets(shop(), [adult, 5])
    const second = await browserWithTickets(shop(), [child, 1])
    await reserve(first)
    shop().clock.advance(901)
    const set = await second.call('update_ticket_quantity', { ticket_id: child, quantity: 5 })
    expect(set.status).toBe(200)
    expect(await reserve(second)).toBe('reserved')
    expect(await first.checkout()).toMatchObject({ state: 'basket', expired: true })
    expect(await pool()).toMatchObject({ held: 5 })
  })

  it('pass every place of an expired family ticket to the next buyer, once', async () => {
    const { adult, family, pool } = await createHall()
    const first = await browserWithTickets(shop(), [family, 1])
    const second = await browserWithTickets(shop(), [adult, 5])
    expect(await reserve(first)).toBe('reserved')
    expect(await pool()).toMatchObject({ held: 4 })
    shop().clock.advance(901)
    expect(await reserve(second)).toBe('reserved')
    expect(await pool()).toMatchObject({ held: 5, sold: 0 })
    expect(await stockOf(shop().db, family)).toEqual({ held: 0, sold: 0 })
    // The sweep finds nothing more to return.
    await sweepHolds(shop().deps)
    expect(await pool()).toMatchObject({ held: 5, sold: 0 })
    shop().clock.advance(901)
    await sweepHolds(shop().deps)
    expect(await pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it('pass an expired hold to the next buyer when the type’s own limit is used up but its pool is not', async () => {
    const { adult } = await createHall({ tickets: [{ pool: 0, capacity: 2, name: 'Adult' }, { pool: 0 }, { pool: 0 }] })
    const first = await browserWithTickets(shop(), [adult, 2])
    const second = await browserWithTickets(shop(), [adult, 2])
    await reserve(first)
    expect(await reserve(second)).toBe('Sorry, Quiet Night, Adult has just sold out.')
    shop().clock.advance(901)
    expect(await reserve(second)).toBe('reserved')
    expect(await first.checkout()).toMatchObject({ state: 'basket', expired: true })
    expect(await stockOf(shop().db, adult)).toEqual({ held: 2, sold: 0 })
  })

  it('cannot extend a hold once the pool is used up', async () => {
    const extended = async (others: number) => {
      const { adult, child } = await createHall()
      const first = await browserWithTickets(shop(), [adult, 2])
      await reserve(first)
      await reserve(await browserWithTickets(shop(), [child, others]))
      shop().clock.advance(800)
      return (await first.call('extend_hold')).body.code ?? 'extended'
    }
    expect([await extended(2), await extended(3)]).toEqual(['extended', 'hold_wanted'])
  })

  it('are shown with what the pool has left, and sold out with it', async () => {
    const { adult, child, slug } = await createHall()
    const shown = async () => {
      const page = await eventPage(shop().db, slug, shop().clock.now())
      const list = await listEvents(shop().db, {}, shop().clock.now())
      return {
        left: page!.dates[0]!.tickets.map((ticket) => ticket.left),
        soldOut: [page!.event.sold_out, list.events.find((event) => event.slug === slug)!.sold_out],
      }
    }
    expect(await shown()).toEqual({ left: [5, 5, 1], soldOut: [false, false] })
    await reserve(await browserWithTickets(shop(), [adult, 2]))
    expect(await shown()).toEqual({ left: [3, 3, 0], soldOut: [false, false] })
    await reserve(await browserWithTickets(shop(), [child, 3]))
    expect(await shown()).toEqual({ left: [0, 0, 0], soldOut: [true, true] })
  })

  it('stay counted when a type joins a pool, takes more places, or leaves', async () => {
    const { ticketIds, poolIds } = await createEvent(shop().db, {
      pools: [{ capacity: 8 }, { capacity: 8 }],
      tickets: [{ pool: 0 }, { capacity: 10 }],
    })
    const [pooled, alone] = ticketIds as [number, number]
    await reserve(await browserWithTickets(shop(), [pooled, 1], [alone, 3]))
    const held = async () => (await Promise.all(poolIds.map((id) => poolOf(shop().db, id)))).map((pool) => pool.held)
    const move = (pool_id: number | null, pool_places: number) =>
      shop().db.updateTable('ticket_types').set({ pool_id, pool_places }).where('id', '=', alone).execute()
    expect(await held()).toEqual([1, 0])
    await move(poolIds[0]!, 1)
    expect(await held()).toEqual([4, 0])
    await move(poolIds[1]!, 2)
    expect(await held()).toEqual([1, 6])
    await expect(move(poolIds[1]!, 3)).rejects.toThrow('pools_never_oversold')
    await move(null, 1)
    expect(await held()).toEqual([1, 0])
  })

  it('sell exactly 50 places over three types to 200 buyers', async () => {
    const { ticketIds, poolIds } = await createEvent(shop().db, {
      pools: [{ capacity: 50 }],
      tickets: [{ pool: 0 }, { pool: 0 }, { pool: 0 }],
    })
    const browsers: Browser[] = []
    for (let n = 0; n < 200; n++) browsers.push(await browserWithTickets(shop(), [ticketIds[n % 3]!, 1]))
    const results = await Promise.all(browsers.map(reserve))
    expect(results.filter((text) => text === 'reserved')).toHaveLength(50)
    expect(results.filter((text) => String(text).endsWith('has just sold out.'))).toHaveLength(150)
    expect(await poolOf(shop().db, poolIds[0]!)).toEqual({ capacity: 50, held: 50, sold: 0, kept: 0 })
  }, 60_000)
})

describeOnPostgres('the last places of a pool', () => {
  const shop = useShop('postgres')

  it('are sold exactly to 200 buyers in 4 processes over three types, and all others get a message', async () => {
    // These buyers use the real clock.
    const startsAt = new Date(Date.now() + 30 * 86_400_000)
    const { ticketIds, poolIds } = await createEvent(shop().db, {
      startsAt,
      pools: [{ capacity: 50 }],
      tickets: [{ pool: 0 }, { pool: 0 }, { pool: 0 }],
    })
    expect(await raceOfPrograms(shop().databaseUrl!, ticketIds)).toEqual({ sold: 50, soldOut: 150, other: 0 })
    expect(await poolOf(shop().db, poolIds[0]!)).toEqual({ capacity: 50, held: 50, sold: 0, kept: 0 })
    const held = await Promise.all(ticketIds.map(async (id) => (await stockOf(shop().db, id)).held))
    expect(held.reduce((sum, n) => sum + n, 0)).toBe(50)
  }, 120_000)

  it('are refused without waiting for a counter locked by another transaction', async () => {
    const { ticketIds, poolIds } = await createEvent(shop().db, {
      pools: [{ capacity: 1 }],
      tickets: [{ pool: 0 }, { pool: 0 }],
    })
    const winner = await browserWithTickets(shop(), [ticketIds[0]!, 1])
    const late = await browserWithTickets(shop(), [ticketIds[1]!, 1])
    await reserve(winner)
    let letGo = () => {}
    const over = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let locked = () => {}
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve
    })
    const somebody = inTx(shop().db, async (tx) => {
      await sql`select from stock where ticket_type_id = ${ticketIds[1]} for update`.execute(tx)
      await sql`select from pools where id = ${poolIds[0]} for update`.execute(tx)
      locked()
      await over
    })
    await isLocked
    const refused = await Promise.race([reserve(late), sleep(10_000).then(() => 'still waiting')])
    letGo()
    await somebody
    expect(refused).toContain('sold out')
  })
})
