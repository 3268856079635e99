import { longWhen } from '@foyer/domain/format/dates.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import { enqueue, type Worker } from '../../jobs/jobs.ts'
import { transferEndedMail } from '../../mail/templates/transfer.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { ACTIVE_TRANSFERS } from '../../tickets/transferred.ts'
import { senderOf } from '../sender.ts'
import { transferMailKey, transferredEvent } from './send.ts'

/**
 * Ends the transfers of tickets that have just become void, and emails everyone who was sent them, whether they have claimed them or
 * not. A transfer that still has a valid ticket continues.
 */
export async function endTransfers(tx: Tx, sale: SaleRow, voidedIds: readonly number[], now: Date): Promise<void> {
  if (voidedIds.length === 0) return
  const affected = await tx
    .selectFrom('transfer_tickets as handed')
    .innerJoin('transfers as transfer', 'transfer.id', 'handed.transfer_id')
    .select(({ fn }) => [
      'transfer.id',
      'transfer.status',
      'transfer.email',
      'transfer.ticket_type_id',
      fn.countAll<number>().as('qty'),
      fn.min<number>('handed.ticket_id').as('first'),
    ])
    .where('handed.ticket_id', 'in', voidedIds)
    .where('transfer.status', 'in', ACTIVE_TRANSFERS)
    .groupBy('transfer.id')
    .orderBy('transfer.id')
    .execute()
  for (const { id, status, email, ticket_type_id, qty, first } of affected) {
    if (status !== 'claimed' && !(await hasValidTicket(tx, id))) {
      await tx.updateTable('transfers').set({ status: 'taken_back' }).where('id', '=', id).execute()
      if (await stopOffer(tx, id)) continue
    }
    if (status === 'scheduled') continue
    await enqueue(tx, {
      kind: 'tell_transfer_ended',
      key: `${id}:${first}`,
      payload: { sale_id: sale.id, email, ticket_type_id, qty: Number(qty) },
      now,
    })
  }
}

/** Emails one recipient. The mail's key comes from the job's, so that a second run queues no second mail. */
export const mailTransferEnded: Worker<'tell_transfer_ended'> = async ({ key, payload }, { db, config, clock }) =>
  inTx(db, async (tx) => {
    const now = clock.now()
    const sale = await tx.selectFrom('sales').selectAll().where('id', '=', payload.sale_id).executeTakeFirstOrThrow()
    const event = await transferredEvent(tx, payload.ticket_type_id)
    await mailBuyer(tx, config, sale, async () => ({
      ...transferEndedMail({
        from: (await senderOf(tx, sale)).name,
        title: event.title,
        niceDate: longWhen(event, event),
        tickets: [{ name: event.name, qty: payload.qty }],
      }),
      key: `transfer_ended:${key}`,
      kind: 'transfer_back',
      recipient: payload.email,
      saleId: sale.id,
      now,
    }))
  })

const hasValidTicket = async (tx: Tx, transferId: number): Promise<boolean> =>
  (await tx
    .selectFrom('transfer_tickets as handed')
    .innerJoin('tickets as ticket', 'ticket.id', 'handed.ticket_id')
    .select('ticket.id')
    .where('handed.transfer_id', '=', transferId)
    .where('ticket.status', '=', 'valid')
    .executeTakeFirst()) !== undefined

/** Deletes the mail that offers the tickets if it has not left. Returns whether it had not. */
async function stopOffer(tx: Tx, transferId: number): Promise<boolean> {
  const stopped = await tx
    .deleteFrom('mails')
    .where('key', '=', transferMailKey(transferId))
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return stopped.numDeletedRows > 0n
}
