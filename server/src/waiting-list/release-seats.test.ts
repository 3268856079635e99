import { expect, it } from 'vitest'
import { inTx } from '../db/transaction/tx.ts'
import { claimFreeTickets } from '../payment/start/free.ts'
import { seatDifferences } from '../sale/hold/seat-differences.ts'
import { describeOnBoth } from '../testing/database/databases.ts'
import { createEvent, keepSeats, seatsOf } from '../testing/fixtures/catalogue.ts'
import { poolOf, saleAt } from '../testing/fixtures/sale.ts'
import { useShop } from '../testing/shop.ts'
import { offerPlaces } from './offer.ts'
import { releaseDueSeats, releaseSeats } from './release-seats.ts'
import { joinWaitingList, offeredTo } from './waiting-list.testing.ts'

const FREE = { price_minor: 0, booking_fee_minor: 0 }

describeOnBoth('seats that are held back', (kind) => {
  const shop = useShop(kind, { env: { RESERVES_PER_ADDRESS: '100000' } })

  /** A row of eight of which these are held back for the press, and a way to sell and release them. */
  async function openHall(kept: string[]) {
    const { db } = shop()
    const event = await createEvent(db, {
      pools: [{ seats: Array.from({ length: 8 }, (_, n) => `A${n + 1}`) }],
      tickets: [{ ...FREE, name: 'Adult', pool: 0 }],
    })
    const poolId = event.poolIds[0]!
    const allocationId = await keepSeats(db, poolId, kept)
    const rows = await db.selectFrom('seats').select(['id', 'label']).where('pool_id', '=', poolId).execute()
    const idOf = (label: string) => rows.find((row) => row.label === label)!.id
    const of = { id: allocationId, dateId: event.dateId }
    const release = (labels: string[] | 'all') =>
      inTx(db, (tx) => releaseSeats(tx, of, labels === 'all' ? 'all' : labels.map(idOf), shop().clock.now()))
    const seatsIn = (status: Parameters<typeof seatsOf>[2]) => seatsOf(db, poolId, status)
    const ticketId = event.ticketIds[0]!
    const reserve = async (labels: string[]) => {
      const browser = shop().browser()
      await browser.call('add_to_basket', { ticket_id: ticketId, quantity: labels.length, seats: labels })
      return (await browser.call('reserve_tickets')).body.reserved === true
    }
    const isOpen = async () =>
      (
        await db
          .selectFrom('seat_allocations')
          .select('id')
          .where('id', '=', allocationId)
          .where('released_at', 'is', null)
          .execute()
      ).length === 1
    return {
      ...event,
      ticketId,
      poolId,
      allocationId,
      release,
      seatsIn,
      reserve,
      isOpen,
      pool: () => poolOf(db, poolId),
    }
  }

  it('are released one by one or all, and can be bought at once', async () => {
    const { release, seatsIn, reserve, isOpen, pool } = await openHall(['A1', 'A2', 'A3'])
    expect(await reserve(['A1'])).toBe(false)
    expect(await release(['A1'])).toBe(1)
    expect([await seatsIn('kept'), await isOpen(), await pool()]).toMatchObject([['A2', 'A3'], true, { kept: 2 }])
    expect(await reserve(['A1'])).toBe(true)
    expect(await release(['A1']), 'not its own any more').toBe(0)
    expect(await release('all')).toBe(2)
    expect([await seatsIn('kept'), await isOpen(), await pool()]).toMatchObject([[], false, { kept: 0 }])
    expect(await release('all')).toBe(null)
    expect(await reserve(['A2', 'A3'])).toBe(true)
    expect(await seatDifferences(shop().db)).toEqual([])
  })

  it('end with their last seat', async () => {
    const { release, isOpen } = await openHall(['A1'])
    expect(await release(['A1'])).toBe(1)
    expect(await isOpen()).toBe(false)
  })

  it('are released by themselves when their time has come, by whichever process is first', async () => {
    const { allocationId, seatsIn, isOpen, pool } = await openHall(['A1', 'A2'])
    const { db, deps, clock } = shop()
    const release_at = new Date(clock.now().getTime() + 60_000)
    await db.updateTable('seat_allocations').set({ release_at }).where('id', '=', allocationId).execute()
    expect(await releaseDueSeats(deps)).toBe(0)
    clock.advance(60)
    const runs = await Promise.all(Array.from({ length: 5 }, () => releaseDueSeats(deps)))
    expect(runs.reduce((sum, seats) => sum + seats, 0)).toBe(2)
    expect([await seatsIn('kept'), await isOpen(), await pool()]).toMatchObject([[], false, { kept: 0 }])
    expect(await seatDifferences(db)).toEqual([])
  })

  it.each([
    ['go to the waiting list first', true],
    ['go to it first even if it was not served since the rest was sold', false],
  ])('%s', async (_, isServed) => {
    const { slug, dateId, ticketId, release, reserve, seatsIn } = await openHall(['A1', 'A2'])
    const { deps } = shop()
    const rest = await saleAt(deps, 'payment', { ticketId, qty: 6 })
    expect(await claimFreeTickets(rest.ctx())).toEqual({ ok: true })
    await joinWaitingList(shop(), { slug, dateId, types: [ticketId], qty: 2, email: `two-${isServed}@list.example` })
    if (isServed) await offerPlaces(deps)
    expect(await release('all')).toBe(2)
    expect(await reserve(['A1'])).toBe(false)
    expect(await offerPlaces(deps)).toBe(1)
    expect(await offeredTo(shop(), dateId)).toEqual([`two-${isServed} offered`])
    expect(await seatsIn('held')).toEqual(['A1', 'A2'])
    expect(await seatDifferences(shop().db)).toEqual([])
  })
})
