import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eventPage } from '../../catalogue/read/event-page.ts'
import { listEvents } from '../../catalogue/read/lists.ts'
import { runBatch } from '../../db/transaction/batch.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { describeOnBoth, describeOnPostgres } from '../../testing/database/databases.ts'
import { saleIdOf } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { raceOfPrograms } from '../../testing/processes/race.ts'
import { type Browser, useShop } from '../../testing/shop.ts'
import { lockSale } from '../sale.ts'
import { returnQuotas } from './access-codes.ts'
import { holdAtTerms, reacquireHold, sellHoldQueries } from './sell.ts'

const reserve = async (browser: Browser) => {
  const { body } = await browser.call('reserve_tickets')
  return body.reserved === true ? 'reserved' : body.error
}
const EARLY = { price_minor: 1000, tickets: 2 }
const THEN_12 = 'The earlier price has ended: Gala, Adult now costs £13.00 each. Check the total, then reserve again.'

describeOnBoth('a price with tiers', (kind) => {
  const shop = useShop(kind)

  const createGala = (tiers: { price_minor: number; until?: Date; tickets?: number }[] = [EARLY]) =>
    createEvent(shop().db, { title: 'Gala', tickets: [{ name: 'Adult', price_minor: 1200, tiers }] })
  const wants = async (ticket_id: number, quantity = 1) => {
    const browser = shop().browser()
    expect((await browser.call('add_to_basket', { ticket_id, quantity })).body).toMatchObject({ success: true })
    return browser
  }
  const priceOf = async (browser: Browser) => (await browser.checkout()).tickets[0]!.price
  const heldAt = async (ticketId: number) =>
    (
      await sql<{ price: number; n: number }>`select price_minor as price, sum(qty)::int as n from holds
        where ticket_type_id = ${ticketId} group by 1 order by 1`.execute(shop().db)
    ).rows
  const used = async (ticketId: number) =>
    (
      await sql<{ used: number }>`select used from quotas where id = (
        select quota_id from price_tiers where ticket_type_id = ${ticketId})`.execute(shop().db)
    ).rows[0]!.used

  it('is shown on the event page and in lists, with the next price', async () => {
    const { slug, organiserId } = await createGala([{ ...EARLY, until: new Date('2026-08-20T22:59:59Z') }])
    const now = shop().clock.now()
    const [ticket] = (await eventPage(shop().db, slug, now))!.dates[0]!.tickets
    expect(ticket).toMatchObject({ price: 10, all_in_price: 11 })
    expect(ticket!.tier_text).toBe('For the next 2, or until Thu 20 Aug 2026, then £13.00')
    const { slug: organiser } = await shop()
      .db.selectFrom('organisers')
      .select('slug')
      .where('id', '=', organiserId)
      .executeTakeFirstOrThrow()
    expect((await listEvents(shop().db, { organiser }, now)).events).toMatchObject([{ from_price: 11 }])
    const later = new Date('2026-08-20T23:00:00Z')
    const after = (await eventPage(shop().db, slug, later))!.dates[0]!.tickets[0]!
    expect(after).toMatchObject({ price: 12, all_in_price: 13 })
    expect(after.tier_text).toBeUndefined()
    expect((await listEvents(shop().db, { organiser }, later)).events).toMatchObject([{ from_price: 13 }])
  })

  it('is announced before it rises: the reserve is refused with the new price, which the next one pays', async () => {
    const { ticketId } = await createGala()
    const [first, second, third] = [await wants(ticketId), await wants(ticketId), await wants(ticketId)]
    expect(await priceOf(third)).toBe(10)
    expect(await reserve(first)).toBe('reserved')
    expect(await reserve(second)).toBe('reserved')
    expect(await reserve(third)).toBe(THEN_12)
    const basket = await third.checkout()
    expect(basket).toMatchObject({ reserving_error: THEN_12, basket_total: 13, seconds_remaining: 0 })
    expect(await reserve(third)).toBe('reserved')
    expect(await heldAt(ticketId)).toEqual([
      { price: 1000, n: 2 },
      { price: 1200, n: 1 },
    ])
    expect((await third.checkout()).basket_total).toBe(13)
  })

  it('is given to exactly its quantity within one batch', async () => {
    const { ticketId } = await createGala([{ price_minor: 1000, tickets: 5 }])
    const buyers = await Promise.all(Array.from({ length: 20 }, () => wants(ticketId)))
    const outcomes = await Promise.all(buyers.map(reserve))
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(5)
    expect(new Set(outcomes)).toEqual(new Set(['reserved', THEN_12]))
    const again = await Promise.all(buyers.filter((_, n) => outcomes[n] === THEN_12).map(reserve))
    expect(new Set(again)).toEqual(new Set(['reserved']))
    expect(await heldAt(ticketId)).toEqual([
      { price: 1000, n: 5 },
      { price: 1200, n: 15 },
    ])
  })

  it('ends at its time, also for an older basket; a hold keeps its price', async () => {
    const until = new Date(shop().clock.now().getTime() + 60_000)
    const { ticketId } = await createGala([{ price_minor: 1000, until }])
    const [held, waiting, looking] = [await wants(ticketId), await wants(ticketId), await wants(ticketId)]
    expect(await reserve(held)).toBe('reserved')
    shop().clock.advance(60)
    expect(await reserve(waiting)).toBe(THEN_12)
    expect(await priceOf(looking), 'a basket that is looked at shows the price in force').toBe(12)
    expect(await reserve(looking)).toBe('reserved')
    expect(await priceOf(held)).toBe(10)
    expect(await heldAt(ticketId)).toEqual([
      { price: 1000, n: 1 },
      { price: 1200, n: 1 },
    ])
  })

  it('is the same for a whole line: two places at the first price do not serve three tickets', async () => {
    const { ticketId } = await createGala()
    const family = await wants(ticketId, 3)
    expect(await priceOf(family)).toBe(12)
    await family.call('update_ticket_quantity', { ticket_id: ticketId, quantity: 2 })
    expect(await priceOf(family)).toBe(10)
    expect(await reserve(family)).toBe('reserved')
    expect(await used(ticketId)).toBe(2)
  })

  it('is available again after a release or refund', async () => {
    const { ticketId } = await createGala([{ price_minor: 1000, tickets: 1 }])
    const first = await wants(ticketId)
    await reserve(first)
    await first.call('destroy_sale')
    expect(await used(ticketId)).toBe(0)
    const second = await wants(ticketId)
    expect(await reserve(second)).toBe('reserved')
    const saleId = await saleIdOf(shop(), second)
    await inTx(shop().db, (tx) => runBatch(tx, ...sellHoldQueries([{ id: saleId, seats: false }])))
    expect(await priceOf(await wants(ticketId))).toBe(12)
    await inTx(shop().db, (tx) => returnQuotas(tx, saleId, ticketId, 1))
    expect(await priceOf(await wants(ticketId))).toBe(10)
  })

  it('is kept for a late payment only while its tier has places', async () => {
    const { ticketId } = await createGala([{ price_minor: 1000, tickets: 1 }])
    const [late, other] = [await wants(ticketId), await wants(ticketId)]
    const saleId = await saleIdOf(shop(), late)
    const now = shop().clock.now()
    const terms = { prices: { [ticketId]: [1000, 100] as [number, number] } }
    const reacquire = () => inTx(shop().db, async (tx) => reacquireHold(tx, await lockSale(tx, saleId), terms, now))
    expect(await reserve(late)).toBe('reserved')
    await late.call('destroy_sale')
    expect(await reserve(other)).toBe('reserved')
    expect(await reacquire()).toBe('tickets_gone')
    await other.call('destroy_sale')
    expect(await reacquire()).toBe('held')
    expect(await used(ticketId)).toBe(1)
  })

  it('is kept for a late payment only while the tier of its own price has places, and the full price needs none', async () => {
    const { ticketId } = await createGala([
      { price_minor: 1000, tickets: 1 },
      { price_minor: 1100, tickets: 1 },
    ])
    const late = await wants(ticketId)
    const saleId = await saleIdOf(shop(), late)
    const reacquire = (price: number) =>
      inTx(shop().db, async (tx) => {
        const terms = { prices: { [ticketId]: [price, 100] as [number, number] } }
        return reacquireHold(tx, await lockSale(tx, saleId), terms, shop().clock.now())
      })
    expect(await reserve(late)).toBe('reserved')
    await late.call('destroy_sale')
    expect(await reserve(await wants(ticketId))).toBe('reserved')
    expect(await reacquire(1000), 'beside a free place at £11').toBe('tickets_gone')
    expect(await reserve(await wants(ticketId))).toBe('reserved')
    expect(await heldAt(ticketId)).toEqual([
      { price: 1000, n: 1 },
      { price: 1100, n: 1 },
    ])
    expect(await reacquire(1100)).toBe('tickets_gone')
    expect(await reacquire(1200)).toBe('held')
  })

  it('follows a hold that changes to an earlier payment’s terms, if its tier has places', async () => {
    const { ticketId } = await createGala([{ price_minor: 1000, tickets: 1 }])
    const [early, late] = [await wants(ticketId), await wants(ticketId)]
    expect(await reserve(early)).toBe('reserved')
    expect(await reserve(late)).toBe(THEN_12)
    expect(await reserve(late)).toBe('reserved')
    const saleId = await saleIdOf(shop(), late)
    const now = shop().clock.now()
    const terms = { prices: { [ticketId]: [1000, 100] as [number, number] } }
    const change = () =>
      inTx(shop().db, async (tx) => {
        const changed = await holdAtTerms(tx, await lockSale(tx, saleId), terms, now)
        return changed
      })
    expect(await change()).toBe(false)
    await early.call('destroy_sale')
    expect(await change()).toBe(true)
    expect(await used(ticketId)).toBe(1)
  })
})

describeOnPostgres('the first price of 50 tickets', () => {
  const shop = useShop('postgres')

  it('goes to 50 of 200 buyers in four processes; the others see the next price and pay it', async () => {
    const startsAt = new Date(Date.now() + 30 * 86_400_000)
    const tiers = [{ price_minor: 800, tickets: 50 }]
    const { ticketId } = await createEvent(shop().db, { startsAt, tickets: [{ capacity: 300, tiers }] })
    expect(await raceOfPrograms(shop().databaseUrl!, [ticketId])).toEqual({
      sold: 50,
      dearer: 150,
      soldOut: 0,
      other: 0,
    })
    const { rows } = await sql`select price_minor as price, sum(qty)::int as n from holds
      where ticket_type_id = ${ticketId} group by 1 order by 1`.execute(shop().db)
    expect(rows).toEqual([
      { price: 800, n: 50 },
      { price: 1000, n: 150 },
    ])
  }, 120_000)
})
