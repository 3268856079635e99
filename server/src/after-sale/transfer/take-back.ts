import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { inTx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { queueMail } from '../../mail/outbox.ts'
import { transferBackMail } from '../../mail/templates/transfer.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { renewCode } from '../../tickets/retire.ts'
import { buyerOf } from '../buyer.ts'
import { senderOf } from '../sender.ts'
import { transferMailKey, transferredEvent } from './send.ts'

type TakeBackFail = Fail<'unknown_transfer' | 'already_claimed'>

/**
 * Takes back a transfer that nobody has claimed. Tickets already sent return under a new code, so that the mailed link and
 * codes stop working; tickets not yet sent keep their code. Repeating it changes nothing.
 */
export async function takeBackTransfer(
  { transfer_id }: BodyOf<'take_back_transfer'>,
  { deps, session, now }: RequestContext,
): Promise<ReplyOf<'take_back_transfer'> | TakeBackFail> {
  const found = await deps.db.selectFrom('transfers').select('sale_id').where('id', '=', transfer_id).executeTakeFirst()
  if (!found) return fail('unknown_transfer')
  const outcome = await inTx(deps.db, async (tx): Promise<Ok | TakeBackFail> => {
    const sale = await lockSale(tx, found.sale_id)
    // Another buyer's transfer is reported as not found rather than forbidden.
    if ((await buyerOf(tx, session, sale)) === null) return fail('unknown_transfer')
    const transfer = await tx
      .selectFrom('transfers')
      .select(['status', 'ticket_type_id', 'email'])
      .where('id', '=', transfer_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (transfer.status === 'claimed') return fail('already_claimed')
    if (transfer.status === 'taken_back') return { ok: true }
    if (transfer.status === 'sent') {
      const transferred = await tx
        .selectFrom('transfer_tickets')
        .select('ticket_id')
        .where('transfer_id', '=', transfer_id)
        .orderBy('ticket_id')
        .execute()
      for (const { ticket_id } of transferred)
        await renewCode(tx, ticket_id, { why: 'taken_back', now, random: deps.random })
      // An unsent mail would offer tickets that are gone; one already sent is followed by a notice.
      await tx
        .deleteFrom('mails')
        .where('key', '=', transferMailKey(transfer_id))
        .where('status', '=', 'queued')
        .execute()
      const notified = await tx
        .selectFrom('mails')
        .select('id')
        .where('key', '=', transferMailKey(transfer_id))
        .where('status', '=', 'sent')
        .executeTakeFirst()
      if (notified) {
        const event = await transferredEvent(tx, transfer.ticket_type_id)
        await queueMail(tx, deps.config, {
          ...transferBackMail({
            from: (await senderOf(tx, sale)).name,
            title: event.title,
            niceDate: longWhen(event, event),
          }),
          key: `transfer_back:${transfer_id}`,
          kind: 'transfer_back',
          recipient: transfer.email,
          saleId: sale.id,
          now,
        })
      }
    }
    await tx.updateTable('transfers').set({ status: 'taken_back' }).where('id', '=', transfer_id).execute()
    await record(tx, sale.id, 'transfer_taken_back', now, { transfer_id })
    return { ok: true }
  })
  return outcome.ok ? { success: true } : outcome
}
