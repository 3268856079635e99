import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { mailWalletAgain } from '../../tickets/delivery/deliver.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import type { Payment } from '../payment.ts'
import { linesOf } from '../refund/book-refund.ts'
import { applyChange } from './apply.ts'
import { CannotMove } from './move-line.ts'
import { endChange, isOpenChange, type TicketChange } from './pending.ts'
import { lockPlaces } from './places.ts'

/**
 * Makes the change that a payment is for, or says why its money goes back. The sale must be locked. The caller books the money,
 * which is the organiser's.
 */
export async function makePaidChange(
  tx: Tx,
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'random'>,
  sale: SaleRow,
  payment: Payment,
  now: Date,
): Promise<{ organiserId: number | null } | 'paid_twice' | 'change_ended'> {
  const change = await tx
    .selectFrom('ticket_changes')
    .selectAll()
    .where('id', '=', payment.change_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // guard: changed-once
  if (change.state === 'done') return 'paid_twice'
  const made = (await isOpenChange(tx, change)) && !(await planIsRunning(tx, sale.id))
  const filledIn = made ? await applyPaidChange(tx, deps, sale, change, payment, now) : null
  if (filledIn === null) {
    // guard: late-difference-returned
    await endChange(tx, change, now)
    return 'change_ended'
  }
  await tx.updateTable('ticket_changes').set({ state: 'done', ended_at: now }).where('id', '=', change.id).execute()
  await tx.updateTable('payments').set({ outcome: 'fulfilled' }).where('id', '=', payment.id).execute()
  await mailWalletAgain(tx, deps, sale.id, { isSure: true })
  return { organiserId: filledIn ? null : change.organiser_id }
}

/** Whether the order is of an earlier version, whose ledger names no organiser; null, with nothing written, if it can't be made. */
async function applyPaidChange(
  tx: Tx,
  { random }: Pick<Deps, 'random'>,
  sale: SaleRow,
  change: TicketChange,
  payment: Payment,
  now: Date,
): Promise<boolean | null> {
  const { lines, filledIn } = await linesOf(tx, sale)
  const line = lines.find(({ ticket_type_id }) => ticket_type_id === change.from_type_id)
  if (line === undefined || line.refunded_qty === line.qty) return null
  const ticket = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', change.ticket_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const to = await tx
    .selectFrom('ticket_types')
    .select(['id', 'event_id', 'date_id', 'price_minor', 'booking_fee_minor'])
    .where('id', '=', change.ticket_type_id)
    .executeTakeFirstOrThrow()
  const extra = {
    changeId: change.id,
    paymentId: payment.id,
    minor: change.difference_minor,
    feeMinor: change.fee_minor,
  }
  await sql`savepoint ticket_change`.execute(tx)
  try {
    await lockPlaces(tx, [change.from_type_id, to.id])
    if (change.seat_ids.length > 0)
      await tx.updateTable('seats').set({ status: 'sold' }).where('id', 'in', change.seat_ids).execute()
    const seatIds = change.seat_ids
    const applied = await applyChange(tx, sale, { ticket, line, to, seatIds, isHeld: true, extra }, { random, now })
    if (applied !== null) return filledIn
  } catch (error) {
    if (!(error instanceof CannotMove)) throw error
  }
  await sql`rollback to savepoint ticket_change`.execute(tx)
  return null
}
