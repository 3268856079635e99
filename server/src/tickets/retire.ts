import type { Tx } from '../db/transaction/tx.ts'
import type { Random } from '../random.ts'
import { newTicketCode, newVoucherCode } from './signing/codes.ts'
import { isTransferred } from './transferred.ts'

/**
 * Replaces a ticket's code when it is transferred, taken back or changed, so that a kept copy of the old code no longer admits
 * anyone. The door shows why.
 * Returns the new code, or null for a ticket that is void or already admitted.
 */
export async function renewCode(
  tx: Tx,
  ticketId: number,
  { why, now, random }: { why: 'transferred' | 'taken_back' | 'replaced'; now: Date; random: Random },
): Promise<string | null> {
  const ticket = await tx
    .selectFrom('tickets')
    .select('code')
    .where('id', '=', ticketId)
    .where('status', '=', 'valid')
    .where('admitted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!ticket) return null
  const code = newTicketCode(random)
  await tx
    .insertInto('former_ticket_codes')
    .values({ code: ticket.code, ticket_id: ticketId, ended_at: now, why })
    .execute()
  await tx
    .updateTable('tickets')
    .set((eb) => ({ code, generation: eb('generation', '+', 1) }))
    .where('id', '=', ticketId)
    .execute()
  return code
}

/** Gives a ticket that its buyer still has a new code. Returns false if it was used, refunded or sent to someone else. */
export async function renewOwnTicket(
  tx: Tx,
  ticketId: number,
  { now, random }: { now: Date; random: Random },
): Promise<boolean> {
  // guard: handed-on-ticket-kept
  if (await isTransferred(tx, ticketId)) return false
  return (await renewCode(tx, ticketId, { why: 'replaced', now, random })) !== null
}

/** Replaces the codes of the gift vouchers that an order bought, so that a kept copy of the old ones no longer pays. */
export async function renewVoucherCodes(tx: Tx, saleId: number, random: Random): Promise<void> {
  const vouchers = await tx
    .selectFrom('issued_vouchers')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of vouchers)
    await tx
      .updateTable('issued_vouchers')
      .set({ code: newVoucherCode(random) })
      .where('id', '=', id)
      .execute()
}

/**
 * Voids tickets of a refunded sale: all, or those named. Voiding all also ends the gift vouchers it bought. The door shows
 * "refunded" for their codes. Safe to repeat. Returns the number of tickets voided.
 */
export async function voidTickets(
  tx: Tx,
  saleId: number,
  { ticketIds, now }: { ticketIds?: readonly number[]; now: Date },
): Promise<number> {
  const ended = await tx
    .updateTable('tickets')
    .set({ status: 'void' })
    .where('sale_id', '=', saleId)
    .where('status', '=', 'valid')
    .$if(ticketIds !== undefined, (query) => query.where('id', 'in', ticketIds!))
    .returning(['id', 'code'])
    .execute()
  if (ended.length > 0)
    await tx
      .insertInto('former_ticket_codes')
      .values(ended.map(({ id, code }) => ({ code, ticket_id: id, ended_at: now, why: 'refunded' as const })))
      .execute()
  if (ticketIds === undefined)
    await tx
      .updateTable('issued_vouchers')
      .set({ voided_at: now })
      .where('sale_id', '=', saleId)
      .where('voided_at', 'is', null)
      .execute()
  return ended.length
}
