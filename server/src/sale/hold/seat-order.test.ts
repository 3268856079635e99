import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { bought, vendor } from '../../payment/refund/bought.testing.ts'
import { useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { SEAT_NAMES } from '../../tickets/seat-names.ts'
import { seatsOf } from './seats.ts'

const opened = useTestDatabase('embedded')

/** Seats of rows 10 and 2, which the plan names in this order. */
const LABELS = ['J8', 'J9', 'J10', 'B8', 'B9', 'B10']
const HALL_ORDER = ['B8', 'B9', 'B10', 'J8', 'J9', 'J10']

async function openHall(places: number) {
  const { db } = opened()
  const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
  const { ticketId, poolIds } = await createEvent(db, {
    pools: [{ seats: LABELS }],
    tickets: [{ name: 'Adult', pool: 0, pool_places: places }],
  })
  const name = (row: string, as: string) =>
    db
      .updateTable('seats')
      .set({ row_name: as })
      .where('pool_id', '=', poolIds[0]!)
      .where('row_name', '=', row)
      .execute()
  await name('J', '10')
  await name('B', '2')
  return { deps, db, ticketId }
}

it('seats are listed as they stand in the hall: row 2 before row 10, seat 9 before seat 10', async () => {
  const { deps, db, ticketId } = await openHall(1)
  const sale = await bought(deps, { ticketId, qty: 6 })
  expect((await seatsOf(db, sale.saleId)).get(ticketId)).toEqual(HALL_ORDER)
  const { rows } = await sql<{ seats: string }>`
    select ${SEAT_NAMES} as seats from tickets ticket join seats seat on seat.id = ticket.seat_id
    where ticket.sale_id = ${sale.saleId} order by ticket.instance`.execute(db)
  expect(rows.map(({ seats }) => seats)).toEqual(HALL_ORDER)
})

it('a ticket for several people names its seats in that order', async () => {
  const { deps, db, ticketId } = await openHall(6)
  const sale = await bought(deps, { ticketId })
  const { rows } = await sql<{ seats: string }>`
    select ${SEAT_NAMES} as seats from tickets ticket join seats seat on seat.id = ticket.seat_id
    where ticket.sale_id = ${sale.saleId}`.execute(db)
  expect(rows).toEqual([{ seats: HALL_ORDER.join(', ') }])
})
