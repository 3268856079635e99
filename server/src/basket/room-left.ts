import { type PoolCount, type StockCount, type TicketsLeft, ticketsLeft } from '@foyer/domain/basket/tickets-left.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/transaction/tx.ts'
import { salesWithExpiredHolds } from '../sale/hold/release.ts'

type Reader = Pick<Db, 'selectFrom' | 'getExecutor'>

type CountedType = StockCount & { id: number; poolId: number | null; places: number }

/** What is left of a ticket type: for anyone, and for this basket with its other lines from the same pool. */
export type RoomLeft = { left: TicketsLeft; room: TicketsLeft }

/** Returns what is left of a type. A type without a pool needs no statement. */
export async function roomLeft(tx: Reader, saleId: number, type: CountedType): Promise<RoomLeft> {
  if (type.poolId === null) {
    const left = ticketsLeft(type, null)
    return { left, room: left }
  }
  return inPool(type, await poolFor(tx, saleId, type))
}

/** The same, as if the expired holds that the sweep hasn't released yet were released. */
export async function roomWithExpired(tx: Tx, saleId: number, type: CountedType, now: Date): Promise<RoomLeft> {
  const { rows } = await sql<{ own: number; places: number }>`
    select coalesce(sum(holds.qty) filter (where stock.ticket_type_id = ${type.id}), 0)::int as own,
      coalesce(sum(holds.qty * stock.places), 0)::int as places
    from holds join stock using (ticket_type_id)
    where (stock.ticket_type_id = ${type.id} or stock.pool_id = ${type.poolId}::bigint)
      and holds.sale_id in (${salesWithExpiredHolds(tx, now).select('id')})`.execute(tx)
  const { own, places } = rows[0]!
  const released = { ...type, held: type.held - own }
  if (type.poolId === null) return roomLeft(tx, saleId, released)
  const pool = await poolFor(tx, saleId, type)
  return inPool(released, { ...pool, held: pool.held - places })
}

const inPool = (type: CountedType, { others, ...pool }: PoolCount & { others: number }): RoomLeft => ({
  left: ticketsLeft(type, { pool, places: type.places }),
  room: ticketsLeft(type, { pool: { ...pool, sold: pool.sold + others }, places: type.places }),
})

/** The type's pool, and how many of its places the other lines of this basket want. */
async function poolFor(tx: Reader, saleId: number, { id, poolId }: CountedType) {
  const { rows } = await sql<PoolCount & { others: number }>`
    select capacity, held, sold, kept, coalesce((
      select sum(line.qty * stock.places) from sale_lines line join stock using (ticket_type_id)
      where line.sale_id = ${saleId} and stock.pool_id = pools.id and stock.ticket_type_id <> ${id}), 0)::int as others
    from pools where id = ${poolId}`.execute(tx)
  return rows[0]!
}
