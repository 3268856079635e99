import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/jobs.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Passes in one transaction. */
const BATCH_SIZE = 200
/** How long after its date a pass still follows its ticket, so that an organiser's new name doesn't wake the phones of past years. */
const KEPT_MS = 7 * DAY_MS

/**
 * Gives passes whose content has changed a new version, and queues the jobs that notify the phones. Triggers of the database mark
 * them, whoever changed the ticket, its event, date, venue or organiser.
 */
export async function updatePasses(deps: NeededDeps): Promise<void> {
  const now = deps.clock.now()
  let changed: number
  do changed = await inTx(deps.db, (tx) => updateSlice(tx, deps, now))
  while (changed === BATCH_SIZE)
}

async function updateSlice(tx: Tx, { config }: NeededDeps, now: Date): Promise<number> {
  const { rows: taken } = await sql<{ serial: string; in_google: boolean; changed_at: Date; over: boolean }>`
    with changed as (
      select serial, ticket_id from ticket_passes where stale order by serial limit ${BATCH_SIZE} for update skip locked
    ), its as (
      select changed.serial, coalesce(date.ends_at, date.starts_at) < ${new Date(now.getTime() - KEPT_MS)} as over
      from changed join tickets ticket on ticket.id = changed.ticket_id
        join ticket_types type on type.id = ticket.ticket_type_id join event_dates date on date.id = type.date_id
    )
    update ticket_passes pass set stale = false, changed_at = case when its.over then pass.changed_at
      else greatest(${now}, (date_trunc('second', pass.changed_at at time zone 'UTC') + interval '1 second') at time zone 'UTC') end
    from its where pass.serial = its.serial
    returning pass.serial, pass.in_google, pass.changed_at, its.over`.execute(tx)
  const rows = taken.filter(({ over }) => !over)
  if (rows.length === 0) return taken.length
  const devices =
    config.applePass === null
      ? []
      : await tx
          .selectFrom('pass_devices')
          .select(['serial', 'push_token'])
          .where(
            'serial',
            'in',
            rows.map(({ serial }) => serial),
          )
          .orderBy('push_token')
          .execute()
  // A push only says that something has changed, so a phone with ten changed passes needs one.
  for (const token of new Set(devices.map(({ push_token }) => push_token)))
    await enqueue(tx, { kind: 'push_pass', key: `${token}:${now.getTime()}`, payload: { push_token: token }, now })
  for (const { serial, in_google, changed_at } of rows)
    if (in_google && config.googleWallet !== null)
      await enqueue(tx, {
        kind: 'update_google_pass',
        key: `${serial}:${changed_at.getTime()}`,
        payload: { serial },
        now,
      })
  return taken.length
}
