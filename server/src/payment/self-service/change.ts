import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { orderPath, ticketChangePath } from '@foyer/contract/pages.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { isPossible } from '@foyer/domain/sale/self-service.ts'
import { isAccessible, kindsFor } from '@foyer/domain/seats/kinds.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { RequestContext } from '../../http/handle.ts'
import { mustWait } from '../../sale/hold/admit.ts'
import { bestSeatsFor } from '../../sale/hold/seats.ts'
import { lockSale, record, type SaleRow } from '../../sale/sale.ts'
import { mailWalletAgain } from '../../tickets/delivery/deliver.ts'
import { applyChange, NothingToReturn } from '../change/apply.ts'
import { askToPay } from '../change/ask.ts'
import { CannotMove } from '../change/move-line.ts'
import { linkPaymentRefusal } from '../change/pay.ts'
import { kindsOf, lockPlaces, takeSeats } from '../change/places.ts'
import type { TargetType } from '../change/types.ts'
import { type LineRow, linesOf, type Parts } from '../refund/book-refund.ts'
import { leavesCompanion } from '../refund/companions.ts'
import { buyersDifference, choicesOf, movedPlaces } from './choices.ts'
import { leavesTooFewTickets } from './conditions.ts'
import { type OwnTicket, ownOrderOf, ownTickets } from './own-tickets.ts'

type CannotChange = Fail<
  | 'unknown_sale'
  | 'proof_too_old'
  | 'not_changeable'
  | 'changed_often'
  | 'change_unpaid'
  | 'return_changed'
  | 'return_needed'
  | 'sold_out'
  | 'seat_taken'
  | 'seat_of_kind'
  | 'companion_left'
  | 'queue_first'
>

/** Thrown to roll back what was written before a change was found impossible. */
class Impossible extends Error {}

/**
 * Changes a buyer's ticket to another type, date or seat of the same event, for the difference that was shown. A more expensive
 * one waits for its payment, on the page in the reply.
 */
export async function changeOwnTicket(
  { reference, ticket_id, ticket_type_id, seat_id, difference }: BodyOf<'change_own_ticket'>,
  { deps, session, now }: RequestContext,
): Promise<ReplyOf<'change_own_ticket'> | CannotChange> {
  const own = await ownOrderOf(deps.db, session, reference)
  if (own === null) return fail('unknown_sale')
  // guard: change-needs-proof
  if (!own.isProved) return fail('proof_too_old')
  const changed = inTx(deps.db, async (tx): Promise<ReplyOf<'change_own_ticket'> | CannotChange> => {
    const sale = await lockSale(tx, own.sale.id)
    const ticket = (await ownTickets(tx, sale.id, now)).find(({ id }) => id === ticket_id)
    // guard: change-within-policy
    if (!ticket || !isPossible(ticket.rules.changeHours, ticket.starts_at, now)) return fail('not_changeable')
    if (ticket.waiting !== null) return fail('change_unpaid')
    // guard: change-after-the-queue
    if (await mustWait(tx, ticket.event_id, session, now)) return fail('queue_first')
    // guard: changed-so-often
    if (ticket.changed >= ticket.rules.changes) return fail('changed_often')
    const { lines } = await linesOf(tx, sale)
    const line = lines.find((line) => line.ticket_type_id === ticket.ticket_type_id)
    const types = await choicesOf(tx, ticket, currencyCode(sale.currency), now)
    const type = types.find(({ id }) => id === ticket_type_id)
    const isSame = ticket_type_id === ticket.ticket_type_id
    if (!type || !line || line.refunded_qty === line.qty || (isSame && (seat_id === undefined || type.pool_places > 1)))
      return fail('not_changeable')
    const exchanged = {
      byType: new Map(isSame ? [] : [[ticket.ticket_type_id, 1]]),
      ticketIds: [ticket.id],
      gained: type.id,
    }
    // guard: changed-with-what-needs-it
    if (await leavesTooFewTickets(tx, sale, exchanged)) return fail('return_needed')
    // guard: changed-with-its-companion
    if (await leavesCompanion(tx, sale.id, movedPlaces(ticket, type))) return fail('companion_left')
    const { minor, feeMinor, back } = buyersDifference(ticket, type, line, now)
    // guard: changed-for-what-was-said
    if (minor !== difference) return fail('return_changed')
    if (minor > 0 && (await linkPaymentRefusal(tx, deps.providers, sale, minor)) !== null) return fail('not_changeable')

    const returned = new Map(minor > 0 ? [] : [[ticket.ticket_type_id, 1]])
    const freeOf = await lockPlaces(tx, [ticket.ticket_type_id, type.id], returned)
    // guard: buyers-change-counted
    if (!isSame && freeOf(type.id) < 1) return fail('sold_out')
    const seatIds = await seatsFor(tx, ticket, type, seat_id)
    const as = minor > 0 ? 'held' : 'sold'
    if (seatIds === null && ticket.kinds.some(isAccessible)) return fail('seat_of_kind')
    if (seatIds === null || !(await takeSeats(tx, seatIds, type, { saleId: sale.id, as }))) return fail('seat_taken')
    await record(tx, sale.id, 'changed_by_buyer', now, {
      ticket: ticket.id,
      ...(ticket.non_refundable && { non_refundable: true }),
    })
    if (minor > 0) {
      const requested = { ticket, to: type, organiserId: ticket.organiser_id, seatIds, minor, feeMinor, byBuyer: true }
      const { token } = await askToPay(tx, deps, sale, requested, now)
      return { success: true, next: ticketChangePath(token) }
    }
    await changeNow(tx, deps, sale, { ticket, line, type, seatIds, back }, now)
    return { success: true, next: orderPath(reference) }
  })
  return changed.catch((error: unknown) => {
    if (error instanceof Impossible || error instanceof CannotMove || error instanceof NothingToReturn)
      return fail('not_changeable')
    throw error
  })
}

/** Changes the ticket and returns the difference. Throws if the change is not possible; everything is then rolled back. */
async function changeNow(
  tx: Tx,
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'random'>,
  sale: SaleRow,
  {
    ticket,
    line,
    type,
    seatIds,
    back,
  }: { ticket: OwnTicket; line: LineRow; type: TargetType; seatIds: number[]; back: Parts | null },
  now: Date,
): Promise<void> {
  const row = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', ticket.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const change = { ticket: row, line, to: type, seatIds, back }
  if ((await applyChange(tx, sale, change, { random: deps.random, now })) === null) throw new Impossible()
  await mailWalletAgain(tx, deps, sale.id, { isSure: true })
}

/** The seat that was chosen, or the best; of the kind that the ticket has. Null if none is free. */
async function seatsFor(
  tx: Tx,
  { kinds: own }: OwnTicket,
  type: TargetType,
  seatId: number | undefined,
): Promise<number[] | null> {
  if (!type.seated) return []
  const kinds = kindsFor(own, type.pool_places)
  if (seatId !== undefined && type.pool_places === 1) {
    // guard: changed-seat-of-its-kind
    if ((await kindsOf(tx, [seatId])).join() !== kinds.join()) return null
    return [seatId]
  }
  return bestSeatsFor(tx, { ticketTypeId: type.id, poolId: type.pool_id, kinds })
}
