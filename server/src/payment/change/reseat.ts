import type { Selectable } from 'kysely'
import type { TicketsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Random } from '../../random.ts'
import { returnQuotas } from '../../sale/hold/access-codes.ts'
import { freeSeats } from '../../sale/hold/seats.ts'
import { record, type SaleRow } from '../../sale/sale.ts'
import { renewOwnTicket } from '../../tickets/retire.ts'
import { linesOf } from '../refund/book-refund.ts'
import { returnStock } from '../refund/reverse-sale.ts'
import { checkWhatIsLeft, moveToType, seatedIn, seatIdsOf } from './apply.ts'
import { differenceOf, ticketPriceOf } from './difference.ts'
import { countSold, lockPlaces, takeSeats } from './places.ts'
import type { TargetType } from './types.ts'

/** Where one ticket of a party goes. */
export type Reseat = {
  sale: SaleRow
  ticket: Selectable<TicketsTable>
  /** Null: it stays of its type. */
  to: TargetType | null
  /** The pool of the seats, if they are of one. */
  poolId: number | null
  seatIds: readonly number[]
  /** A lower price is returned. */
  returns: boolean
}

const typeOf = ({ ticket, to }: Reseat): number => to?.id ?? ticket.ticket_type_id

/**
 * Moves tickets of one or two sales to seats that are free or their own, all at once, so that two parties can exchange seats of a
 * full hall, also of different prices. The sales and tickets must be locked; the counters are locked here. Returns why it can't
 * be done; what was written must then be rolled back, as after CannotMove and NothingToReturn.
 */
export async function reseat(
  tx: Tx,
  moves: readonly Reseat[],
  { random, now }: { random: Random; now: Date },
): Promise<'sold_out' | 'seat_taken' | 'ticket_ended' | null> {
  const changed = moves.filter(({ to }) => to !== null)
  const net = new Map<number, number>()
  for (const { ticket, to } of changed) {
    net.set(ticket.ticket_type_id, (net.get(ticket.ticket_type_id) ?? 0) - 1)
    net.set(to!.id, (net.get(to!.id) ?? 0) + 1)
  }
  const returned = [...net].filter(([, n]) => n < 0).map(([id, n]): [number, number] => [id, -n])
  const taken = [...net].filter(([, n]) => n > 0)
  const types = [...new Set(moves.flatMap((move) => [move.ticket.ticket_type_id, typeOf(move)]))]
  const freeOf = await lockPlaces(tx, types, new Map(returned))
  if (taken.some(([id, n]) => freeOf(id) < n)) return 'sold_out'
  for (const { ticket } of moves) if (!(await renewOwnTicket(tx, ticket.id, { random, now }))) return 'ticket_ended'
  // No two tickets may have a seat, not even for a moment.
  await tx
    .updateTable('tickets')
    .set({ seat_id: null, seat_ids: null })
    .where(
      'id',
      'in',
      moves.map(({ ticket }) => ticket.id),
    )
    .execute()
  // All are returned before any is taken, because the hall may be full.
  for (const [id, n] of returned) await returnStock(tx, id, n)
  for (const { sale, ticket } of changed) await returnQuotas(tx, sale.id, ticket.ticket_type_id, 1)
  for (const [id, n] of taken) await countSold(tx, id, n)
  if (!(await takeAll(tx, moves))) return 'seat_taken'
  for (const move of moves) await moveOne(tx, move, now)
  return null
}

/** Gives each move its seats, and frees those that nobody has any more; false if one is somebody else's. */
async function takeAll(tx: Tx, moves: readonly Reseat[]): Promise<boolean> {
  const before = new Set(moves.flatMap(({ ticket }) => seatIdsOf(ticket)))
  const after = new Set(moves.flatMap(({ seatIds }) => seatIds))
  for (const move of moves) {
    const as = { saleId: move.sale.id, as: 'sold' } as const
    const fresh = move.seatIds.filter((id) => !before.has(id))
    if (!(await takeSeats(tx, fresh, { id: typeOf(move), pool_id: move.poolId }, as))) return false
  }
  const freed = moves.map(({ sale, ticket }) => ({ sale, ids: seatIdsOf(ticket).filter((id) => !after.has(id)) }))
  for (const { sale, ids } of freed) if (ids.length > 0) await freeSeats(tx, sale.id, 'sold', { ids })
  for (const move of moves) {
    const kept = move.seatIds.filter((id) => before.has(id))
    if (kept.length === 0) continue
    const { numUpdatedRows } = await tx
      .updateTable('seats')
      .set({ sale_id: move.sale.id, ticket_type_id: typeOf(move) })
      .where('id', 'in', kept)
      .where('status', '=', 'sold')
      .executeTakeFirst()
    if (numUpdatedRows !== BigInt(kept.length)) return false
  }
  return true
}

async function moveOne(tx: Tx, { sale, ticket, to, seatIds, returns }: Reseat, now: Date): Promise<void> {
  await record(tx, sale.id, 'ticket_changed', now)
  const seated = seatedIn(seatIds)
  if (to === null) {
    await tx.updateTable('tickets').set(seated).where('id', '=', ticket.id).execute()
    return
  }
  // Lines and amounts as the tickets before this one have left them.
  const line = (await linesOf(tx, sale)).lines.find((line) => line.ticket_type_id === ticket.ticket_type_id)!
  const back = returns ? differenceOf(await ticketPriceOf(tx, ticket.id), to, line).back : null
  if (back !== null) await checkWhatIsLeft(tx, sale.id, back)
  await moveToType(tx, sale, { ticket, line, to, seated, back }, now)
}
