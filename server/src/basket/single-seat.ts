import { seatsText } from '@foyer/contract/seats.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { type SeatPosition, seatRows } from '@foyer/domain/seats/hall.ts'
import { isAccessible, type SeatKind } from '@foyer/domain/seats/kinds.ts'
import { type SingleSeatRule, singleSeatLeft } from '@foyer/domain/seats/single-seat.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/transaction/tx.ts'

/** In this time before the start, any seats may be chosen. */
const LAST_HOURS = 24

type SeatRow = SeatPosition & { id: number; label: string; free: boolean; isOwn: boolean; kind: SeatKind }

/**
 * The failure if a party's seats of one price category, those in its basket and those it is adding too, would leave a seat alone that
 * the event protects. Seats for wheelchairs and companions count as free, and a party with one of them is never refused. `single_seat`
 * names it, and seats to take instead. Locks nothing: another buyer's choice at the same moment may still leave one.
 */
export async function leavesSingleSeat(
  tx: Pick<Db, 'getExecutor'>,
  { id, poolId }: { id: number; poolId: number | null },
  { seatIds, party }: { seatIds: ReadonlySet<number>; party: readonly string[] },
  now: Date,
): Promise<Fail<'single_seat'> | null> {
  if (Math.max(seatIds.size, party.length) < 2) return null
  const isOwn =
    poolId === null ? sql`seat.pool_id is null and seat.ticket_type_id = ${id}` : sql`seat.pool_id = ${poolId}`
  const {
    rows: [found],
  } = await sql<{ rule: SingleSeatRule; seats: SeatRow[] }>`
    select event.single_seats as rule, (
      select coalesce(jsonb_agg(jsonb_build_object('id', seat.id, 'label', seat.label, 'section', seat.section, 'row', seat.row_name,
        'number', seat.seat_number, 'free', seat.status = 'free', 'kind', seat.kind,
        'isOwn', seat.kind = 'standard' and ${isOwn}) order by seat.id), '[]')
      from seats seat
      where seat.section in (select section from seats where id = any(${sql.val([...seatIds])}::bigint[])) and (
        seat.pool_id in (select pool.id from pools pool where pool.event_date_id = date.id)
        or (seat.pool_id is null and seat.ticket_type_id in (select other.id from ticket_types other where other.date_id = date.id)))
    ) as seats
    from ticket_types type join events event on event.id = type.event_id join event_dates date on date.id = type.date_id
    where type.id = ${id} and event.single_seats <> 'off'
      and date.starts_at > ${new Date(now.getTime() + LAST_HOURS * 3_600_000)}`.execute(tx as Tx)
  if (found === undefined) return null
  const isTaken = ({ id: seatId, label, free }: SeatRow) => seatIds.has(seatId) || (free && party.includes(label))
  // Nobody moves along who needs a place for a wheelchair, nor their party.
  // guard: single-seats-of-accessible
  if (found.seats.some((seat) => isAccessible(seat.kind) && isTaken(seat))) return null
  const own = found.seats.flatMap((seat) => (seat.isOwn && isTaken(seat) ? [seat.id] : []))
  const left = singleSeatLeft(seatRows(found.seats), new Set(own), found.rule)
  if (left === null) return null
  const named = (ids: readonly number[]) =>
    seatsText(ids.map((one) => found.seats.find((seat) => seat.id === one)!.label))
  return fail('single_seat', { seat: named([left.lone]), instead: named(left.instead) })
}
