import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, enqueueRows } from '../../jobs/jobs.ts'

type WebhookEvent = { webhookId: number; kind: string; subject: number }

/** Writes a message for a webhook and the job that sends it. Its id stays the same in every attempt, so that a receiver can detect repeats. */
export async function queueMessage(
  tx: Tx,
  { random }: Pick<Deps, 'random'>,
  event: WebhookEvent,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_messages')
    .values({
      uid: `msg_${Buffer.from(random.bytes(18)).toString('base64url')}`,
      webhook_id: event.webhookId,
      kind: event.kind,
      subject: event.subject,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queueAttempt(tx, id, 'first', { runAt: now, now })
  return id
}

/** `attempt` tells the attempts of a message apart. */
export const queueAttempt = (
  tx: Tx,
  messageId: number,
  attempt: string,
  { runAt, now, byHand = false }: { runAt: Date; now: Date; byHand?: boolean },
): Promise<void> =>
  enqueue(tx, {
    kind: 'send_webhook',
    key: `${messageId}:${attempt}`,
    runAt,
    now,
    payload: { message_id: messageId, by_hand: byHand },
  })

/** Queues all undelivered messages of a webhook now, because it works again. */
export const queueUndelivered = (tx: Tx, webhookId: number, now: Date) =>
  enqueueRows({
    kind: sql.lit('send_webhook'),
    key: sql`message.id || ':again:' || ${String(now.getTime())}::text`,
    payload: { message_id: sql`message.id`, by_hand: sql.lit(false) },
    at: sql`${now}::timestamptz`,
    from: sql`webhook_messages message
      where message.webhook_id = ${webhookId} and message.delivered_at is null and message.gave_up_at is null
      order by message.id limit 10000`,
  }).execute(tx)
