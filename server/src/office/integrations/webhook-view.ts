import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { eventChoices } from '../event/choices.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { formKey } from '../order/form-key.ts'

type ShownWebhook = OfficeReply<'office_webhook'>['webhook']

const PAGE = 50
const nice = (at: Date | null) => (at === null ? '' : niceDate(at))

/** The organiser’s webhooks, or one of them. Those that were removed aren't among them. */
async function readWebhooks(ctx: OfficeContext, only?: number): Promise<ShownWebhook[]> {
  const rows = await ctx.deps.db
    .selectFrom('webhooks as hook')
    .innerJoin('staff', 'staff.id', 'hook.staff_id')
    .selectAll('hook')
    .select('staff.name as made_by')
    .select(
      sql<boolean>`not exists (select from staff_roles own where own.staff_id = hook.staff_id
        and own.organiser_id = hook.organiser_id and own.ended_at is null)`.as('is_orphaned'),
    )
    .select(
      sql<number>`(select count(*)::int from webhook_messages message where message.webhook_id = hook.id
        and message.delivered_at is null and message.gave_up_at is null)`.as('waiting'),
    )
    .where('hook.organiser_id', '=', grantOf(ctx).organiserId)
    .where('hook.ended_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('hook.id', '=', only!))
    .orderBy('hook.id')
    .execute()
  return rows.map((hook) => ({
    webhook_id: hook.id,
    url: hook.url,
    role: hook.role,
    made_by: hook.made_by,
    waiting: hook.waiting,
    kinds: hook.kinds as ShownWebhook['kinds'],
    event_ids: hook.event_ids ?? [],
    nice_made: niceDate(hook.created_at),
    state: webhookState(hook),
    is_orphaned: hook.is_orphaned,
    nice_since: nice(hook.switched_off_at ?? hook.failing_since),
    nice_old_until: hook.old_until !== null && hook.old_until > ctx.now ? niceDate(hook.old_until) : '',
  }))
}

function webhookState(hook: { switched_off_at: Date | null; failing_since: Date | null }): ShownWebhook['state'] {
  if (hook.switched_off_at !== null) return 'off'
  return hook.failing_since === null ? 'on' : 'failing'
}

function messageState(message: { delivered_at: Date | null; gave_up_at: Date | null }) {
  if (message.delivered_at !== null) return 'delivered'
  return message.gave_up_at === null ? 'waiting' : 'failed'
}

type About = OfficeReply<'office_webhook'>['messages'][number]['about']
const NOTHING: About = { label: '', order_id: null, event_id: null }

/** Which order or event each message is about. An admission is shown as its order. */
async function aboutOf(ctx: OfficeContext, messageIds: readonly number[]): Promise<Map<number, About>> {
  const { organiserId, eventIds } = grantOf(ctx)
  const { rows } = await sql<{ id: number; number: string | null; title: string | null } & About>`
    select message.id, orders.sale_id as order_id, orders.number, event.id as event_id, event.title
    from webhook_messages message
    left join admissions entry on message.kind like 'ticket.%' and entry.id = message.subject
    left join tickets ticket on ticket.id = entry.ticket_id
    left join orders on orders.sale_id = case when message.kind like 'order.%' then message.subject else ticket.sale_id end
      and exists (select from order_lines line where line.sale_id = orders.sale_id and line.organiser_id = ${organiserId}
        and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[])))
    left join events event on message.kind like 'event.%' and event.id = message.subject
      and event.organiser_id = ${organiserId} and (${eventIds === null} or event.id = any(${sql.val(eventIds ?? [])}::bigint[]))
    where message.id = any(${sql.val([...messageIds])}::bigint[])`.execute(ctx.deps.db)
  return new Map(
    rows.map(({ id, number, title, order_id, event_id }) => [
      id,
      { label: number === null ? (title ?? '') : shownOrderNumber(number), order_id, event_id },
    ]),
  )
}

export const officeWebhooks: OfficeHandlers['office_webhooks'] = {
  read: async (_, ctx) => ({
    webhooks: await readWebhooks(ctx),
    events: await eventChoices(ctx),
    form_key: formKey(ctx),
  }),
}

export const officeWebhook: OfficeHandlers['office_webhook'] = {
  async read({ webhook_id, before }, ctx) {
    const { db } = ctx.deps
    const [webhook] = await readWebhooks(ctx, webhook_id)
    if (webhook === undefined) return fail('not_found')
    const found = await db
      .selectFrom('webhook_messages')
      .selectAll()
      .where('webhook_id', '=', webhook_id)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
      .execute()
    const messages = found.slice(0, PAGE)
    const tries = await db
      .selectFrom('webhook_tries')
      .selectAll()
      .where('message_id', 'in', [-1, ...messages.map(({ id }) => id)])
      .orderBy('id')
      .execute()
    const about = await aboutOf(
      ctx,
      messages.map(({ id }) => id),
    )
    const triesOf = groupBy(tries, ({ message_id }) => message_id)
    return {
      webhook,
      events: await eventChoices(ctx),
      messages: messages.map((message) => ({
        message_id: message.id,
        uid: message.uid,
        kind: message.kind,
        about: about.get(message.id) ?? NOTHING,
        nice_at: niceDate(message.created_at),
        state: messageState(message),
        tries: (triesOf.get(message.id) ?? []).map(({ at, status, ms, excerpt }) => ({
          nice_at: niceDate(at),
          status,
          ms,
          excerpt,
        })),
      })),
      older: found.length > PAGE ? messages.at(-1)!.id : null,
      form_key: formKey(ctx),
    }
  },
}
