import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../db/transaction/tx.ts'

/** Statuses of a transfer that has taken its tickets from the buyer, or will at its time. */
export const ACTIVE_TRANSFERS = ['scheduled', 'sent', 'claimed'] as const

/** Whether a row `ticket` has been sent to someone else, or will be. */
export const IS_TRANSFERRED = sql<SqlBool>`exists (
  select from transfer_tickets sent join transfers transfer on transfer.id = sent.transfer_id
  where sent.ticket_id = ticket.id and transfer.status in ('scheduled', 'sent', 'claimed'))`

/** Whether the ticket with this id has been sent to someone else, or will be. */
export const isTransferred = async (tx: Pick<Tx, 'selectFrom'>, ticketId: number): Promise<boolean> =>
  (await tx
    .selectFrom('tickets as ticket')
    .select('ticket.id')
    .where('ticket.id', '=', ticketId)
    .where(IS_TRANSFERRED)
    .executeTakeFirst()) !== undefined
