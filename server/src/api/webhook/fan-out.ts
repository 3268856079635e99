import type { WebhookKind } from '@foyer/contract/api/webhook-kinds.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMessage } from '../../office/integrations/messages.ts'

type Change = { id: number; kind: WebhookKind; subject: number; tx: string }

const BATCH_SIZE = 200

/** Creates messages for webhooks from changes, one transaction for each slice. */
export async function queueWebhookMessages(deps: Deps): Promise<void> {
  const isAny = () => deps.db.selectFrom('webhook_changes').select('id').limit(1).executeTakeFirst()
  while ((await isAny()) !== undefined) if (!(await inTx(deps.db, (tx) => queueSlice(tx, deps)))) return
}

async function queueSlice(tx: Tx, deps: Deps): Promise<boolean> {
  const { rows: taken } = await sql<Change>`
    delete from webhook_changes where id in (
      select id from webhook_changes order by id limit ${BATCH_SIZE} for update skip locked)
    returning id, kind, subject, tx`.execute(tx)
  const whole = new Set(taken.filter(({ kind }) => /^event\.(published|cancelled)$/.test(kind)).map(placeOf))
  const changes = taken
    // Putting an event on sale, or cancelling it, also changes it. One message is enough.
    .filter((change) => change.kind !== 'event.changed' || !whole.has(placeOf(change)))
    .sort((a, b) => a.id - b.id)
  for (const { webhook_id, kind, subject } of await targetsOf(tx, changes))
    await queueMessage(tx, deps, { webhookId: webhook_id, kind, subject }, deps.clock.now())
  return taken.length === BATCH_SIZE
}

const placeOf = ({ subject, tx }: Change) => `${subject} ${tx}`

/** The webhooks that get each change: those of its organiser, if they include its event. */
async function targetsOf(tx: Tx, changes: readonly Change[]) {
  const kinds = sql.val(changes.map(({ kind }) => kind))
  const subjects = sql.val(changes.map(({ subject }) => subject))
  // guard: webhook-of-organiser
  const concerns = sql`case split_part(change.kind, '.', 1)
      when 'order' then exists (select from order_lines line where line.sale_id = change.subject
        and line.organiser_id = hook.organiser_id and (hook.event_ids is null or line.event_id = any(hook.event_ids)))
      when 'ticket' then exists (select from admissions entry join event_dates date on date.id = entry.date_id
        join events event on event.id = date.event_id where entry.id = change.subject
        and event.organiser_id = hook.organiser_id and (hook.event_ids is null or event.id = any(hook.event_ids)))
      else exists (select from events event where event.id = change.subject
        and event.organiser_id = hook.organiser_id and (hook.event_ids is null or event.id = any(hook.event_ids)))
    end`
  const { rows } = await sql<{ webhook_id: number; kind: WebhookKind; subject: number }>`
    select hook.id as webhook_id, change.kind, change.subject
    from unnest(${kinds}::text[], ${subjects}::bigint[]) with ordinality change(kind, subject, place)
    join webhooks hook on hook.ended_at is null and change.kind = any(hook.kinds)
    where ${concerns} order by change.place, hook.id`.execute(tx)
  return rows
}

const KEPT_MS = 30 * DAY_MS

/** Deletes messages and their attempts after thirty days. */
export const forgetOldMessages = ({ db, clock }: Deps) =>
  db
    .deleteFrom('webhook_messages')
    .where('created_at', '<', new Date(clock.now().getTime() - KEPT_MS))
    .execute()
