import type { Selectable } from 'kysely'
import type { WebhooksTable } from '../../db/schema/types.generated.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { Worker } from '../../jobs/jobs.ts'
import { queueMail } from '../../mail/outbox.ts'
import { webhookOffMail } from '../../mail/templates/webhook-off.ts'
import { queueAttempt, queueUndelivered } from '../../office/integrations/messages.ts'
import { signingKey } from '../../office/integrations/secret.ts'
import { dataOf } from './data.ts'
import { type Posted, post } from './post.ts'
import { signedHeaders } from './sign.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Delays before each retry of a message, in seconds: nearly four days in all. */
export const RETRY_DELAYS = [5, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 10, 14, 20, 24].map((hours) => hours * HOUR)]
/** The longest pause of a webhook after failures, in seconds. */
const MAX_PAUSE = 15 * MINUTE
/** A webhook that has failed for this long is switched off. */
const SWITCH_OFF_AFTER_MS = 3 * 24 * HOUR * 1000

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
const isDelivered = ({ status }: Posted) => status !== null && status >= 200 && status < 300

type Hook = Selectable<WebhooksTable>
type Message = { id: number; uid: string; kind: string; subject: number; created_at: Date; tries: number }

/**
 * Sends a message of a webhook once, and queues the next try if it fails. The try is recorded after the response, so a process that dies
 * in between sends it again, under the same id.
 */
export const webhookSender =
  (how: Parameters<typeof post>[3] = {}): Worker<'send_webhook'> =>
  async ({ payload }, deps) => {
    const { db, clock } = deps
    const messageId = payload.message_id
    const message = await db.selectFrom('webhook_messages').selectAll().where('id', '=', messageId).executeTakeFirst()
    if (message === undefined || message.delivered_at !== null) return
    const hook = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', message.webhook_id)
      .executeTakeFirstOrThrow()
    // Waiting messages are kept, and sent when the webhook is switched on again.
    if (hook.ended_at !== null || hook.switched_off_at !== null) return
    const now = clock.now()
    if (!payload.by_hand) {
      if (message.gave_up_at !== null) return
      // guard: failing-webhook-left-alone
      if (hook.quiet_until !== null && hook.quiet_until > now) {
        const runAt = hook.quiet_until
        const turn = `${message.tries}:${runAt.getTime()}`
        return inTx(db, (tx) => queueAttempt(tx, messageId, turn, { runAt, now }))
      }
    }
    const body = await bodyOf(deps, hook, message)
    if (body === null) {
      await db.updateTable('webhook_messages').set({ gave_up_at: now }).where('id', '=', messageId).execute()
      return
    }
    const keys = keysOf(deps, hook, now)
    const posted =
      keys.length === 0
        ? { status: null, ms: 0, excerpt: 'the secret can’t be read' }
        : await post(deps.config, hook.url, { headers: signedHeaders(keys, message.uid, now, body), body }, how)
    await inTx(db, (tx) => record(tx, deps, { hookId: hook.id, message, posted, now }))
  }

async function bodyOf(deps: Deps, hook: Hook, message: Message): Promise<string | null> {
  const grant = { organiserId: hook.organiser_id, role: hook.role, eventIds: hook.event_ids }
  const data = await dataOf(deps, grant, message)
  return data && JSON.stringify({ type: message.kind, timestamp: message.created_at.toISOString(), data })
}

function keysOf(deps: Deps, hook: Hook, now: Date): Buffer[] {
  const { old_secret, old_secret_key_id, old_until } = hook
  const old =
    old_secret !== null && old_secret_key_id !== null && old_until !== null && old_until > now
      ? [{ text: old_secret, keyId: old_secret_key_id }]
      : []
  return [{ text: hook.secret, keyId: hook.secret_key_id }, ...old].flatMap(
    (stored) => signingKey(deps, hook.organiser_id, stored) ?? [],
  )
}

async function record(
  tx: Tx,
  deps: Deps,
  { hookId, message, posted, now }: { hookId: number; message: Message; posted: Posted; now: Date },
): Promise<void> {
  // Locked, so that tries that end at the same time are counted one after the other.
  const hook = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', hookId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { status, ms, excerpt } = posted
  await tx.insertInto('webhook_tries').values({ message_id: message.id, at: now, status, ms, excerpt }).execute()
  return isDelivered(posted)
    ? recordDelivery(tx, hook, message, now)
    : recordFailure(tx, deps, hook, { message, posted, now })
}

type MessageEnd = { delivered_at: Date } | { gave_up_at: Date } | Record<never, never>

const countTry = (tx: Tx, { id, tries }: Message, end: MessageEnd = {}) =>
  tx
    .updateTable('webhook_messages')
    .set({ tries: tries + 1, ...end })
    .where('id', '=', id)
    .execute()

/** After failures, a delivery ends the pause and queues what waited. */
async function recordDelivery(tx: Tx, hook: Hook, message: Message, now: Date): Promise<void> {
  await countTry(tx, message, { delivered_at: now })
  if (hook.failing_since === null) return
  await tx
    .updateTable('webhooks')
    .set({ failing_since: null, failures: 0, quiet_until: null })
    .where('id', '=', hook.id)
    .execute()
  await queueUndelivered(tx, hook.id, now)
}

/** Pauses the webhook and queues the next try, or switches it off if it has failed for too long. */
async function recordFailure(
  tx: Tx,
  deps: Deps,
  hook: Hook,
  { message, posted: { status, excerpt }, now }: { message: Message; posted: Posted; now: Date },
): Promise<void> {
  const delay = RETRY_DELAYS[message.tries]
  const since = hook.failing_since ?? now
  const isOff = now.getTime() - since.getTime() >= SWITCH_OFF_AFTER_MS
  await countTry(tx, message, delay === undefined && !isOff ? { gave_up_at: now } : {})
  const pause = Math.min(MAX_PAUSE, 5 * 2 ** Math.min(hook.failures, 10))
  await tx
    .updateTable('webhooks')
    .set({
      failing_since: since,
      failures: hook.failures + 1,
      quiet_until: later(now, pause),
      ...(isOff && hook.switched_off_at === null && { switched_off_at: now }),
    })
    .where('id', '=', hook.id)
    .execute()
  if (isOff && hook.switched_off_at === null) return mailOwner(tx, deps, hook, { since, now, excerpt, status })
  if (delay === undefined) return
  // Switching it on starts the tries again, but finished jobs of the earlier ones keep their keys.
  const attempt = `${message.tries + 1}:${since.getTime()}`
  await queueAttempt(tx, message.id, attempt, { runAt: later(now, delay), now })
}

async function mailOwner(
  tx: Tx,
  { config }: Deps,
  hook: Hook,
  { since, now, status, excerpt }: { since: Date; now: Date; status: number | null; excerpt: string },
): Promise<void> {
  const { email } = await tx
    .selectFrom('staff')
    .select('email')
    .where('id', '=', hook.staff_id)
    .executeTakeFirstOrThrow()
  const { name } = await tx
    .selectFrom('organisers')
    .select('name')
    .where('id', '=', hook.organiser_id)
    .executeTakeFirstOrThrow()
  const page = new URL(`/office/webhook/?organiser_id=${hook.organiser_id}&webhook_id=${hook.id}`, config.publicUrl)
    .href
  await queueMail(tx, config, {
    ...webhookOffMail({
      organiser: name,
      url: hook.url,
      since,
      last: status === null ? excerpt : String(status),
      page,
    }),
    key: `webhook_off:${hook.id}:${now.getTime()}`,
    kind: 'webhook_off',
    recipient: email,
    now,
  })
}
