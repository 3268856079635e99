import { TEST_KIND } from '@foyer/contract/api/webhook-kinds.ts'
import type { OfficeBody } from '@foyer/contract/office/calls.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { lockOwnTeam } from '../team/change.ts'
import { assignmentOf } from '../team/people.ts'
import { queueAttempt, queueMessage, queueUndelivered } from './messages.ts'
import { newSecret } from './secret.ts'
import { webhookUrl } from './webhook-url.ts'

const MAX_WEBHOOKS = 20

/** A webhook of the organiser, locked after its team; refused if it is another’s or was removed, or if the caller was. */
async function lockOwnWebhook(tx: Tx, ctx: OfficeContext, webhookId: number) {
  const team = await lockOwnTeam(tx, ctx)
  if ('ok' in team) return team
  const own = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhookId)
    // guard: own-webhook
    .where('organiser_id', '=', team.organiserId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return own ?? fail('not_found')
}

/** Checks what was typed for a webhook, and returns it as it is stored. */
async function checkedWebhook(
  tx: Tx,
  ctx: OfficeContext,
  typed: Omit<OfficeBody<'make_webhook'>, 'organiser_id' | 'form_key'>,
) {
  const url = webhookUrl(ctx.deps.config, typed.url)
  if (url === null) return fail('bad_webhook_url')
  if (typed.kinds.length === 0) return fail('webhook_kinds_missing')
  const assignment = await assignmentOf(tx, grantOf(ctx).organiserId, typed)
  if (assignment === null) return fail('bad_role_events')
  const event_ids = assignment.eventIds === null ? null : [...assignment.eventIds]
  return { url, role: typed.role, kinds: [...new Set(typed.kinds)], event_ids }
}

export const makeWebhook: OfficeHandlers['make_webhook'] = {
  async change(tx, { organiser_id: _, form_key: __, ...typed }, ctx) {
    const team = await lockOwnTeam(tx, ctx)
    if ('ok' in team) return team
    const { organiserId } = team
    const stored = await checkedWebhook(tx, ctx, typed)
    if ('ok' in stored) return stored
    const { n } = await tx
      .selectFrom('webhooks')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organiser_id', '=', organiserId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (n >= MAX_WEBHOOKS) return fail('too_many_integrations', { n: MAX_WEBHOOKS })
    const created = newSecret(ctx.deps, organiserId)
    if (created === null) return fail('no_secret_store')
    const { id } = await tx
      .insertInto('webhooks')
      .values({
        organiser_id: organiserId,
        staff_id: staffOf(ctx).id,
        created_at: ctx.now,
        ...stored,
        secret: created.stored.text,
        secret_key_id: created.stored.keyId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      reply: { success: true, secret: created.secret },
      repeatedReply: { success: true, secret: '' },
      log: { subject: ['webhook', id], after: stored },
    }
  },
}

export const changeWebhook: OfficeHandlers['change_webhook'] = {
  async change(tx, { organiser_id: _, webhook_id, ...typed }, ctx) {
    const own = await lockOwnWebhook(tx, ctx, webhook_id)
    if ('ok' in own) return own
    const stored = await checkedWebhook(tx, ctx, typed)
    if ('ok' in stored) return stored
    await tx.updateTable('webhooks').set(stored).where('id', '=', webhook_id).execute()
    const { url, role, kinds, event_ids } = own
    return {
      reply: { success: true },
      log: { subject: ['webhook', webhook_id], before: { url, role, kinds, event_ids }, after: stored },
    }
  },
}

export const renewWebhookSecret: OfficeHandlers['renew_webhook_secret'] = {
  async change(tx, { webhook_id }, ctx) {
    const own = await lockOwnWebhook(tx, ctx, webhook_id)
    if ('ok' in own) return own
    const created = newSecret(ctx.deps, own.organiser_id)
    if (created === null) return fail('no_secret_store')
    await tx
      .updateTable('webhooks')
      .set({
        secret: created.stored.text,
        secret_key_id: created.stored.keyId,
        old_secret: own.secret,
        old_secret_key_id: own.secret_key_id,
        old_until: new Date(ctx.now.getTime() + DAY_MS),
      })
      .where('id', '=', webhook_id)
      .execute()
    return {
      reply: { success: true, secret: created.secret },
      repeatedReply: { success: true, secret: '' },
      log: { subject: ['webhook', webhook_id] },
    }
  },
}

export const switchWebhook: OfficeHandlers['switch_webhook'] = {
  async change(tx, { webhook_id, on }, ctx) {
    const own = await lockOwnWebhook(tx, ctx, webhook_id)
    if ('ok' in own) return own
    const reset = { failing_since: null, failures: 0, quiet_until: null }
    await tx
      .updateTable('webhooks')
      // The person who switches it on is responsible for it from now on.
      .set(on ? { ...reset, switched_off_at: null, staff_id: staffOf(ctx).id } : { switched_off_at: ctx.now })
      .where('id', '=', webhook_id)
      .execute()
    if (on) {
      await tx
        .updateTable('webhook_messages')
        .set({ gave_up_at: null, tries: 0 })
        .where('webhook_id', '=', webhook_id)
        .where('delivered_at', 'is', null)
        .execute()
      await queueUndelivered(tx, webhook_id, ctx.now)
    }
    return { reply: { success: true }, log: { subject: ['webhook', webhook_id], after: { on } } }
  },
}

export const endWebhook: OfficeHandlers['end_webhook'] = {
  async change(tx, { webhook_id }, ctx) {
    const own = await lockOwnWebhook(tx, ctx, webhook_id)
    if ('ok' in own) return own
    await tx.updateTable('webhooks').set({ ended_at: ctx.now }).where('id', '=', webhook_id).execute()
    return { reply: { success: true }, log: { subject: ['webhook', webhook_id], before: { url: own.url } } }
  },
}

export const testWebhook: OfficeHandlers['test_webhook'] = {
  async change(tx, { webhook_id }, ctx) {
    const own = await lockOwnWebhook(tx, ctx, webhook_id)
    if ('ok' in own) return own
    if (own.switched_off_at !== null) return fail('webhook_off')
    await tx.updateTable('webhooks').set({ quiet_until: null }).where('id', '=', webhook_id).execute()
    await queueMessage(tx, ctx.deps, { webhookId: webhook_id, kind: TEST_KIND, subject: webhook_id }, ctx.now)
    return { reply: { success: true }, log: { subject: ['webhook', webhook_id] } }
  },
}

export const retryWebhook: OfficeHandlers['retry_webhook'] = {
  async change(tx, { webhook_id, message_id }, ctx) {
    const own = await lockOwnWebhook(tx, ctx, webhook_id)
    if ('ok' in own) return own
    const message = await tx
      .updateTable('webhook_messages')
      .set({ gave_up_at: null, delivered_at: null })
      .where('id', '=', message_id)
      .where('webhook_id', '=', webhook_id)
      .returning('uid')
      .executeTakeFirst()
    if (message === undefined) return fail('not_found')
    if (own.switched_off_at !== null) return fail('webhook_off')
    await queueAttempt(tx, message_id, `hand:${ctx.now.getTime()}`, { runAt: ctx.now, now: ctx.now, byHand: true })
    return { reply: { success: true }, log: { subject: ['webhook', webhook_id], after: { message_id } } }
  },
}
