import { seatsInOrder } from '@foyer/domain/seats/hall.ts'
import type { SeatKind } from '@foyer/domain/seats/kinds.ts'
import { sql } from 'kysely'
import type { SeatSpecial } from '../../catalogue/seat-name.ts'
import type { Tx } from '../../db/transaction/tx.ts'

type Counter = { id: number; free: number | null; pool_id: number | null; places: number; keeps: boolean }

/**
 * Locks the counters of these types, then their pools, in the usual lock order. Returns how many tickets of a type are free,
 * after `returned` tickets of a type have been given back.
 */
export async function lockPlaces(
  tx: Tx,
  typeIds: readonly number[],
  returned: ReadonlyMap<number, number> = new Map(),
): Promise<(typeId: number) => number> {
  const { rows } = await sql<Counter>`
    select ticket_type_id as id, capacity - held - sold as free, pool_id, places,
      listed and pool_id is not null as keeps from stock
    where ticket_type_id = any(${sql.val(typeIds)}::bigint[])
    order by pool_id nulls first, ticket_type_id for update`.execute(tx)
  const poolIds = rows.flatMap(({ pool_id }) => pool_id ?? [])
  const { rows: pools } = await sql<{ id: number; free: number }>`
    select id, capacity - held - sold - kept as free from pools
    where id = any(${sql.val(poolIds)}::bigint[]) order by id for update`.execute(tx)
  return (typeId) => {
    const own = rows.find(({ id }) => id === typeId)
    if (own === undefined) return 0
    const back = returned.get(typeId) ?? 0
    const ofType = own.free === null ? Number.POSITIVE_INFINITY : own.free + back
    if (own.pool_id === null) return ofType
    const pool = pools.find(({ id }) => id === own.pool_id)?.free ?? 0
    const inPool = rows
      // Places returned to such a type are kept for its waiting list.
      .filter(({ pool_id, keeps }) => pool_id === own.pool_id && !keeps)
      .reduce((sum, { id, places }) => sum + (returned.get(id) ?? 0) * places, 0)
    return Math.min(ofType, Math.floor((pool + inPool) / own.places))
  }
}

/** Counts sold tickets of a type. The counter must be locked, and hold them. */
export const countSold = (tx: Tx, typeId: number, qty: number) =>
  tx
    .updateTable('stock')
    .set((eb) => ({ sold: eb('sold', '+', qty) }))
    .where('ticket_type_id', '=', typeId)
    .execute()

/** Adds tickets of a type to what a sale has, or takes them off it. */
export async function countInSale(
  tx: Tx,
  saleId: number,
  { typeId, qty, now }: { typeId: number; qty: number; now: Date },
): Promise<void> {
  const line = await tx
    .selectFrom('sale_lines')
    .select('qty')
    .where('sale_id', '=', saleId)
    .where('ticket_type_id', '=', typeId)
    .executeTakeFirst()
  const left = (line?.qty ?? 0) + qty
  if (line === undefined)
    await tx
      .insertInto('sale_lines')
      .values({ sale_id: saleId, ticket_type_id: typeId, qty, price_minor: 0, booking_fee_minor: 0, added_at: now })
      .execute()
  else if (left > 0)
    await tx
      .updateTable('sale_lines')
      .set({ qty: left })
      .where('sale_id', '=', saleId)
      .where('ticket_type_id', '=', typeId)
      .execute()
  else await tx.deleteFrom('sale_lines').where('sale_id', '=', saleId).where('ticket_type_id', '=', typeId).execute()
}

type FreeSeat = SeatSpecial & { id: number; label: string }

/** Free seats that a type can be sold on, in the order of the hall: at most so many; if given, only those of these kinds. */
export async function freeSeatsFor(
  tx: Pick<Tx, 'selectFrom'>,
  type: { id: number; pool_id: number | null; seat_kinds: string[] | null },
  most: number,
  kinds?: readonly SeatKind[],
): Promise<FreeSeat[]> {
  const seats = await tx
    .selectFrom('seats')
    .select(['id', 'label', 'section', 'row_name as row', 'seat_number as number', 'kind', 'view_note'])
    .where('status', '=', 'free')
    .$if(type.seat_kinds !== null, (query) => query.where('kind', 'in', type.seat_kinds as SeatKind[]))
    // guard: buyers-keep-the-kind
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds!))
    .where((eb) => (type.pool_id === null ? eb('ticket_type_id', '=', type.id) : eb('pool_id', '=', type.pool_id)))
    .orderBy('id')
    .execute()
  return seatsInOrder(seats).slice(0, most)
}

/** The kinds of these seats. */
export const kindsOf = async (tx: Pick<Tx, 'selectFrom'>, seatIds: readonly number[]): Promise<SeatKind[]> =>
  (
    await tx
      .selectFrom('seats')
      .select('kind')
      .where('id', 'in', [-1, ...seatIds])
      .execute()
  ).map(({ kind }) => kind)

/** Gives seats of a type to a sale; false if one of them is no longer free, or is not a seat of the type. */
export async function takeSeats(
  tx: Tx,
  seatIds: readonly number[],
  type: { id: number; pool_id: number | null },
  { saleId, as }: { saleId: number; as: 'held' | 'sold' },
): Promise<boolean> {
  const sold = await tx
    .updateTable('seats')
    .set({ status: as, sale_id: saleId, ticket_type_id: type.id })
    .where('id', 'in', [-1, ...seatIds])
    .where('status', '=', 'free')
    .where((eb) => (type.pool_id === null ? eb('ticket_type_id', '=', type.id) : eb('pool_id', '=', type.pool_id)))
    .executeTakeFirst()
  return sold.numUpdatedRows === BigInt(seatIds.length)
}
