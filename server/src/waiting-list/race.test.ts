import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { claimFreeTickets } from '../payment/start/free.ts'
import { sweepHolds } from '../sale/hold/release.ts'
import { describeOnBoth, describeOnPostgres } from '../testing/database/databases.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { poolOf, saleAt } from '../testing/fixtures/sale.ts'
import { raceOfPrograms } from '../testing/processes/race.ts'
import { type TestShop, useShop } from '../testing/shop.ts'
import { offerPlaces } from './offer.ts'
import { leaveList } from './place.ts'
import { counters, joinWaitingList, offeredTo, refund, soldOutEvent, takeOffer } from './waiting-list.testing.ts'

const FREE = { price_minor: 0, booking_fee_minor: 0 }

const dateOf = async ({ db }: TestShop, ticketId: number) =>
  (await db.selectFrom('ticket_types').select('date_id').where('id', '=', ticketId).executeTakeFirstOrThrow()).date_id

const bought = async ({ deps }: TestShop, ticketId: number, qty = 1) => {
  const sale = await saleAt(deps, 'payment', { ticketId, qty })
  expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
  return sale
}

/** A buyer with one ticket in the basket tries to reserve it. */
async function passer(shop: TestShop, ticketId: number): Promise<boolean> {
  const browser = shop.browser()
  await browser.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
  return (await browser.call('reserve_tickets')).body.reserved === true
}

describeOnBoth('returned places of a waiting list', (kind) => {
  const shop = useShop(kind, { env: { RESERVES_PER_ADDRESS: '100000' } })

  it('are never taken by buyers who reserve while they are returned and offered', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 6)
    for (let n = 0; n < 8; n++)
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `r${n}@race.example` })
    const outcomes = await Promise.all([
      ...orders.map((order) => refund(shop(), order).then(() => false)),
      ...Array.from({ length: 60 }, () => passer(shop(), ticketId)),
      ...Array.from({ length: 4 }, () => offerPlaces(shop().deps).then(() => false)),
    ])
    expect(outcomes.filter(Boolean)).toEqual([])
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(
      ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'].map((name) => `${name} offered`),
    )
    expect(await counters(shop(), ticketId)).toEqual({ held: 6, sold: 0, waiting: 0, listed: true })
    const mails = await shop().db.selectFrom('mails').select('key').where('key', 'like', 'waiting-offer:%').execute()
    expect(mails).toHaveLength(6)
  })

  it('of a pool are kept whichever type returned them, and counted once', async () => {
    const { slug, ticketIds, poolIds } = await createEvent(shop().db, {
      pools: [{ capacity: 3 }],
      tickets: [
        { ...FREE, name: 'Adult', pool: 0 },
        { ...FREE, name: 'Child', pool: 0 },
      ],
    })
    const [adult, child] = ticketIds as [number, number]
    const orders = [await bought(shop(), child), await bought(shop(), adult), await bought(shop(), adult)]
    const dateId = await dateOf(shop(), adult)
    await joinWaitingList(shop(), { slug, dateId, types: [adult], qty: 2, email: 'two@pool.example' })
    await refund(shop(), orders[0]!)
    expect(await poolOf(shop().db, poolIds[0]!)).toMatchObject({ held: 1, sold: 2 })
    expect(await passer(shop(), child)).toBe(false)
    expect(await offerPlaces(shop().deps)).toBe(0)
    await refund(shop(), orders[1]!)
    expect(await offerPlaces(shop().deps)).toBe(1)
    expect(await poolOf(shop().db, poolIds[0]!)).toMatchObject({ held: 2, sold: 1 })
    // Nobody waits any more, so a third place is on general sale.
    await refund(shop(), orders[2]!)
    await offerPlaces(shop().deps)
    expect(await passer(shop(), child)).toBe(true)
  })

  it('of a type with its own limit are kept while the rest of the hall sells', async () => {
    const { slug, ticketIds, poolIds } = await createEvent(shop().db, {
      pools: [{ capacity: 3 }],
      tickets: [
        { ...FREE, name: 'Adult', pool: 0 },
        { ...FREE, name: 'Child', pool: 0, capacity: 1 },
      ],
    })
    const [adult, child] = ticketIds as [number, number]
    const order = await bought(shop(), child)
    const dateId = await dateOf(shop(), child)
    for (const name of ['cat', 'dan'])
      await joinWaitingList(shop(), { slug, dateId, types: [child], email: `${name}@own.example` })
    expect(await passer(shop(), adult)).toBe(true)
    await refund(shop(), order)
    expect(await counters(shop(), child)).toEqual({ held: 1, sold: 0, waiting: 1, listed: true })
    expect(await passer(shop(), child)).toBe(false)
    expect(await passer(shop(), adult)).toBe(true)
    expect(await passer(shop(), adult)).toBe(false)
    expect(await offerPlaces(shop().deps)).toBe(1)
    expect(await counters(shop(), child)).toEqual({ held: 1, sold: 0, waiting: 0, listed: true })
    shop().clock.advance(1800)
    await sweepHolds(shop().deps)
    await offerPlaces(shop().deps)
    expect(await offeredTo(shop(), dateId)).toEqual(['cat missed', 'dan offered'])
    expect(await poolOf(shop().db, poolIds[0]!)).toMatchObject({ capacity: 3 })
  })

  it('with seats are offered as the best seats together', async () => {
    const { slug, ticketIds } = await createEvent(shop().db, {
      tickets: [{ ...FREE, seats: ['A1', 'A2', 'A3', 'B1'] }],
    })
    const [ticketId] = ticketIds as [number]
    const orders = [await bought(shop(), ticketId, 3), await bought(shop(), ticketId, 1)]
    const dateId = await dateOf(shop(), ticketId)
    await joinWaitingList(shop(), { slug, dateId, types: [ticketId], qty: 2, email: 'seat@seats.example' })
    for (const order of orders) await refund(shop(), order)
    await offerPlaces(shop().deps)
    const { browser } = await takeOffer(shop(), 'seat@seats.example')
    expect((await browser.checkout()).sale_reference).toBeTruthy()
    const seats = await shop()
      .db.selectFrom('seats')
      .select('label')
      .where('ticket_type_id', '=', ticketId)
      .where('status', '=', 'held')
      .orderBy('label')
      .execute()
    expect(seats.map(({ label }) => label)).toEqual(['A1', 'A2'])
  })

  it('are offered once, even if the process dies during an offer and another continues', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 2)
    for (const name of ['eve', 'fay', 'gus'])
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `${name}@kill.example` })
    await refund(shop(), orders[0]!)
    await refund(shop(), orders[1]!)
    // The first offer is committed; the second one dies once its tickets are held and its email is about to be written.
    await sql`create function die_once() returns trigger language plpgsql as $$
      begin
        if new.recipient = 'fay@kill.example' and new.key like 'waiting-offer:%' then raise exception 'the process died'; end if;
        return new;
      end $$`.execute(shop().db)
    await sql`create trigger mails_die_once before insert on mails for each row execute function die_once()`.execute(
      shop().db,
    )
    await expect(offerPlaces(shop().deps)).rejects.toThrow('the process died')
    expect(await offeredTo(shop(), dateId)).toEqual(['eve offered'])
    expect(await counters(shop(), ticketId)).toEqual({ held: 2, sold: 0, waiting: 1, listed: true })
    expect(await passer(shop(), ticketId)).toBe(false)
    await sql`drop trigger mails_die_once on mails`.execute(shop().db)
    await sql`drop function die_once()`.execute(shop().db)
    expect(await offerPlaces(shop().deps)).toBe(1)
    expect(await offerPlaces(shop().deps)).toBe(0)
    expect(await offeredTo(shop(), dateId)).toEqual(['eve offered', 'fay offered'])
    expect(await counters(shop(), ticketId)).toEqual({ held: 2, sold: 0, waiting: 0, listed: true })
  })
})

describeOnPostgres('returned places, contested by 100 buyers in 4 processes', () => {
  const shop = useShop('postgres')

  it('go only to the list', async () => {
    const { slug, dateId, ticketId, orders } = await soldOutEvent(shop(), 4)
    for (let n = 0; n < 10; n++)
      await joinWaitingList(shop(), { slug, dateId, types: [ticketId], email: `q${n}@race.example` })
    const giving = (async () => {
      for (const order of orders) {
        await refund(shop(), order)
        await offerPlaces(shop().deps)
      }
      // Five of those who were offered tickets let them go; the sixth in line still waits.
      for (let n = 0; n < 5; n++) {
        const [first] = await shop()
          .db.selectFrom('waiting')
          .select('id')
          .where('date_id', '=', dateId)
          .where('state', '=', 'offered')
          .orderBy('id')
          .execute()
        expect(await leaveList(shop().deps, first!.id, 'left')).toEqual({ ok: true })
        await offerPlaces(shop().deps)
      }
    })()
    const outcome = await raceOfPrograms(shop().databaseUrl!, [ticketId], 25)
    await giving
    expect(outcome.sold).toBe(0)
    expect(outcome.soldOut + outcome.other).toBe(100)
    const offers = await shop()
      .db.selectFrom('waiting')
      .select('id')
      .where('date_id', '=', dateId)
      .where('state', '<>', 'waiting')
      .execute()
    expect(offers).toHaveLength(9)
  }, 120_000)
})
