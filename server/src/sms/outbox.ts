import { smsNumber } from '@foyer/domain/people/phone.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { enqueue, isLastTry, type Worker } from '../jobs/jobs.ts'
import { type SmsOutcome, smsService } from './twilio.ts'

/**
 * Writes a text message and the job that sends it in the caller's transaction. Does nothing when the key exists, or for a
 * number that no phone network would accept: every text message repeats what an email says.
 */
export async function queueSms(
  tx: Tx,
  text: { key: string; recipient: string; body: string; saleId: number; now: Date },
): Promise<void> {
  const recipient = smsNumber(text.recipient)
  if (recipient === null) return
  const row = await tx
    .insertInto('text_messages')
    .values({ key: text.key, sale_id: text.saleId, recipient, body: text.body, queued_at: text.now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return
  await enqueue(tx, { kind: 'send_sms', key: text.key, payload: { text_id: row.id }, now: text.now })
}

/**
 * Sends one queued text message. The service has no idempotency keys, so a second try first checks whether the first was sent,
 * even if its response was lost.
 */
export const sendSms: Worker<'send_sms'> = async (job, { db, config, clock, log }) => {
  const text = await db
    .updateTable('text_messages')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', job.payload.text_id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
  if (!text) return
  let outcome: SmsOutcome
  try {
    if (config.sms === null) throw new Error('no SMS service is configured')
    const service = smsService(config.sms)
    const alreadySent = text.tries > 1 ? await service.find(text.recipient, text.body, text.queued_at) : null
    outcome =
      alreadySent === null ? await service.send(text.recipient, text.body) : { ok: true, providerId: alreadySent }
  } catch (error) {
    const reason = (error as Error).message.slice(0, 500)
    await db.updateTable('text_messages').set({ last_error: reason }).where('id', '=', text.id).execute()
    if (!isLastTry(job)) throw error
    outcome = { ok: false, refused: true, reason }
  }
  await db
    .updateTable('text_messages')
    .set(
      outcome.ok
        ? { status: 'sent', provider_id: outcome.providerId, last_error: null, sent_at: clock.now() }
        : { status: 'refused', last_error: outcome.reason.slice(0, 500) },
    )
    .where('id', '=', text.id)
    .where('status', '=', 'queued')
    .execute()
  if (!outcome.ok) log.warn({ text: text.id }, 'text message refused')
}
