import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { refundOrder } from '../../payment/refund/order.ts'
import { useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent, keepSeats } from '../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { seatDifferences } from './seat-differences.ts'

describe('seats are compared with all that counts or names them', () => {
  const opened = useTestDatabase('embedded')

  /** A pool of four seats, one of them kept, and two seats of a type of its own, with one seat sold and one held of each. */
  async function openHall() {
    const { db } = opened()
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const event = await createEvent(db, {
      title: 'Hamlet',
      pools: [{ name: 'Stalls', seats: ['A1', 'A2', 'A3', 'A4'] }],
      tickets: [
        { name: 'Adult', pool: 0 },
        { name: 'Box', seats: ['B1', 'B2'] },
      ],
    })
    const poolId = event.poolIds[0]!
    const [adult, box] = event.ticketIds as [number, number]
    const seat = (label: string) => sql`(pool_id = ${poolId} or ticket_type_id = ${box}) and label = ${label}`
    await keepSeats(db, poolId, ['A4'])
    const sold = await bought(deps, { ticketId: adult })
    const held = await saleAt(deps, 'payment', { ticketId: adult })
    await bought(deps, { ticketId: box })
    await saleAt(deps, 'payment', { ticketId: box })
    const whats = async () => (await seatDifferences(db)).map(({ where, what }) => `${where}: ${what}`)
    return { db, deps, poolId, box, seat, sold, held, whats }
  }
  type Hall = Awaited<ReturnType<typeof openHall>>

  it('and nothing differs after sales, holds and a refund', async () => {
    const { deps, sold, whats } = await openHall()
    expect(await whats()).toEqual([])
    expect(await refundOrder(deps, { reference: sold.reference, what: 'whole' })).toMatchObject({
      ok: true,
    })
    expect(await whats()).toEqual([])
  })

  it.each<[string, (hall: Hall) => ReturnType<typeof sql>, RegExp[]]>([
    [
      'a counter of a type that holds more than its seats',
      ({ box }) => sql`update stock set held = 2, sold = 0 where ticket_type_id = ${box}`,
      [/^event \d+ "Hamlet", ticket type \d+ "Box": held is 2 for 1 seats$/, /"Box": sold is 0 for 1 seats$/],
    ],
    [
      'a capacity that is not the number of seats',
      ({ box }) => sql`update stock set capacity = 3 where ticket_type_id = ${box}`,
      [/"Box": capacity is 3 for 2 seats$/],
    ],
    [
      'a pool that counts otherwise than its seats',
      ({ poolId }) => sql`update pools set held = 0, sold = 2, kept = 2, capacity = 5 where id = ${poolId}`,
      [
        /^event \d+ "Hamlet", pool \d+ "Stalls": capacity is 5 for 4 seats$/,
        /"Stalls": held is 0 for 1 seats$/,
        /"Stalls": kept is 2 for 1 seats$/,
        /"Stalls": sold is 2 for 1 seats$/,
      ],
    ],
    [
      'a seat that is held for nobody',
      ({ seat, sold }) => sql`update seats set status = 'held', sale_id = ${sold.saleId} where ${seat('B2')}`,
      [/^event \d+ "Hamlet", seat \d+ "B2": is held by sale \d+, which holds nothing$/],
    ],
    [
      'a seat that is sold to a basket',
      ({ held }) => sql`update seats set status = 'sold' where sale_id = ${held.saleId}`,
      [
        /"Adult": held is 1 for 0 seats$/,
        /"Adult": sold is 1 for 2 seats$/,
        /"A\d": is sold to sale \d+, which is not paid$/,
      ],
    ],
    [
      'a kept seat of a released allocation',
      () => sql`update seat_allocations set released_at = now()`,
      [/"A4": is kept, but its allocation "Press" has been released$/],
    ],
    [
      'a free seat that an allocation still has',
      ({ seat }) => sql`update seats set status = 'free' where ${seat('A4')}`,
      [/"A4": is free, but its allocation "Press" is open$/],
    ],
    [
      'a seat that is free, and has a ticket',
      ({ sold }) => sql`update seats set status = 'free', sale_id = null where sale_id = ${sold.saleId}`,
      [/"A\d": is free, but ticket \d+ of sale \d+ names it$/],
    ],
    [
      'a seat of someone else on a ticket',
      ({ sold, held }) => sql`update tickets set seat_id = (select id from seats where sale_id = ${held.saleId})
        where sale_id = ${sold.saleId}`,
      [
        /"A\d": is held, of sale \d+, but ticket \d+ of sale \d+ names it$/,
        /"A\d": is sold to sale \d+, and 0 tickets name it$/,
      ],
    ],
    [
      'two tickets for a seat',
      ({
        sold,
      }) => sql`insert into tickets (sale_id, ticket_type_id, seat_id, seat_ids, instance, code, holder_email, issued_at)
        select sale_id, ticket_type_id, (select min(id) from seats where pool_id is not null and status = 'free'),
          array[seat_id], 9, 'TWICE-' || id, holder_email, issued_at from tickets where sale_id = ${sold.saleId}`,
      [/"A\d": is sold to sale \d+, and 2 tickets name it$/],
    ],
  ])('%s is named', async (_, plant, expected) => {
    const hall = await openHall()
    const said: string[] = []
    const planted = hall.db.transaction().execute(async (tx) => {
      // Without triggers, which would mend some of these.
      await sql`set local session_replication_role = replica`.execute(tx)
      await plant(hall).execute(tx)
      said.push(...(await seatDifferences(tx as never)).map(({ where, what }) => `${where}: ${what}`))
      throw new Error('planted')
    })
    await expect(planted).rejects.toThrow('planted')
    for (const sentence of expected) expect(said).toContainEqual(expect.stringMatching(sentence))
  })
})
