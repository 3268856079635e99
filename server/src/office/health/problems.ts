import { HEALTH_PROBLEMS, type HealthProblem } from '@foyer/contract/calls/office/health.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'

const BACKUP_DAYS = 7
const MAIL_WAITS_MINUTES = 15
/** Fewer in a day are wrong addresses. */
const MANY_REFUSED = 20

/** A task is late once it has missed a turn, and an hour. A row from before its interval was kept is never late. */
export const IS_LATE = (now: Date) =>
  sql<boolean>`(started_at + make_interval(secs => 2 * every_seconds + 3600) < ${now})`
/** A task whose last run failed. A process that died leaves no fault. */
export const HAS_FAILED = sql<boolean>`(finished_at is null and failed_at >= started_at)`

/** How long ago something was, in whole units; 0 if it never was. */
const since = (at: Date | null, now: Date, unitMs: number): number =>
  at === null ? 0 : Math.max(0, Math.floor((now.getTime() - at.getTime()) / unitMs))

/**
 * What is wrong with the installation, the most urgent first: in one statement, because Home asks it for the operator. A trial has
 * nothing to lose, so it needs no backups.
 */
export async function healthProblemsOf(
  db: Db,
  config: Pick<Deps['config'], 'live'>,
  now: Date,
): Promise<{ kind: HealthProblem; n: number }[]> {
  const { rows } = await sql<{
    late: number
    failing: number
    differences: number
    gave_up: number
    oldest_mail: Date | null
    refused: number
    backup_at: Date | null
  }>`select
    (select count(*)::int from scheduled_tasks where ${IS_LATE(now)}) as late,
    (select count(*)::int from scheduled_tasks where ${HAS_FAILED}) as failing,
    (select coalesce(sum(differences), 0)::int from book_checks) as differences,
    (select count(*)::int from jobs where gave_up_at is not null) as gave_up,
    (select min(queued_at) from mails where status = 'queued') as oldest_mail,
    (select count(*)::int from mails where status = 'refused' and queued_at > ${new Date(now.getTime() - DAY_MS)}) as refused,
    (select max(made_at) from backups) as backup_at`.execute(db)
  const { oldest_mail, refused, backup_at, ...counts } = rows[0]!
  const isLive = config.live !== null
  const waited = since(oldest_mail, now, 60_000)
  const days = since(backup_at, now, DAY_MS)
  const found: Record<HealthProblem, number> = {
    ...counts,
    mail_waits: waited >= MAIL_WAITS_MINUTES ? waited : 0,
    mail_refused: refused >= MANY_REFUSED ? refused : 0,
    backup_never: isLive && backup_at === null ? 1 : 0,
    backup_old: isLive && days >= BACKUP_DAYS ? days : 0,
  }
  return HEALTH_PROBLEMS.map((kind) => ({ kind, n: found[kind] })).filter(({ n }) => n > 0)
}
