import { checkNames } from '@foyer/contract/office/health/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import type { OfficeHandlers } from '../handle.ts'
import { HAS_FAILED, healthProblemsOf, IS_LATE } from './problems.ts'
import { releaseVersion } from './version.ts'

const MAX_FAILED = 50
const MAIL_DAYS = 30

const nice = (at: Date | null): string => (at === null ? '' : niceDate(at))

/** What a program said, without addresses of people. */
const withoutAddresses = (fault: string | null): string => (fault ?? '').replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '…')

/** A number of bytes as people read it. */
function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes, 0]
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1]
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

type Task = {
  name: string
  started_at: Date
  finished_at: Date | null
  failed_at: Date | null
  fault: string | null
  every_seconds: number | null
  is_late: boolean
  has_failed: boolean
}

const shownTask = ({ name, started_at, finished_at, failed_at, fault, every_seconds, is_late, has_failed }: Task) => ({
  name,
  state: is_late
    ? ('late' as const)
    : has_failed
      ? ('failed' as const)
      : finished_at
        ? ('ok' as const)
        : ('running' as const),
  nice_last: niceDate(started_at),
  nice_next: every_seconds === null ? '' : niceDate(new Date(started_at.getTime() + every_seconds * 1000)),
  fault: withoutAddresses(fault),
  nice_failed: nice(failed_at),
})

export const officeHealth: OfficeHandlers['office_health'] = {
  async read(_, { deps: { db, config }, now }) {
    const since = new Date(now.getTime() - MAIL_DAYS * DAY_MS)
    const { rows } = await sql<{
      size: number
      server: string
      release: string
      migration: string
      due: number
      oldest_due: Date | null
      queued: number
      refused: number
      bounced: number
    }>`select pg_database_size(current_database())::bigint as size, version() as server,
      current_setting('server_version') as release,
      (select max(name) from kysely_migration) as migration,
      (select count(*)::int from jobs where done_at is null and gave_up_at is null and run_at <= ${now}) as due,
      (select min(run_at) from jobs where done_at is null and gave_up_at is null and run_at <= ${now}) as oldest_due,
      (select count(*)::int from mails where status = 'queued') as queued,
      (select count(*)::int from mails where status = 'refused' and queued_at > ${since}) as refused,
      (select count(*)::int from mails where bounced_at > ${since}) as bounced`.execute(db)
    const { size, server, release, migration, due, oldest_due, queued, refused, bounced } = rows[0]!
    const backup = await db.selectFrom('backups').selectAll().orderBy('made_at', 'desc').limit(1).executeTakeFirst()
    const failed = await db
      .selectFrom('jobs')
      .select(['id', 'kind', 'gave_up_at', 'tries', 'last_error'])
      .where('gave_up_at', 'is not', null)
      .orderBy('gave_up_at', 'desc')
      .limit(MAX_FAILED)
      .execute()
    const tasks = await db
      .selectFrom('scheduled_tasks')
      .selectAll()
      .select([IS_LATE(now).as('is_late'), HAS_FAILED.as('has_failed')])
      .orderBy('name')
      .execute()
    const checks = await db.selectFrom('book_checks').selectAll().execute()
    return {
      version: releaseVersion(),
      database: server.includes('PGlite') ? 'embedded' : 'postgres',
      database_release: release,
      size: sizeText(Number(size)),
      migration,
      problems: await healthProblemsOf(db, config, now),
      backup: backup
        ? {
            nice_at: niceDate(backup.made_at),
            place: backup.place,
            size: backup.bytes === null ? '' : sizeText(backup.bytes),
          }
        : null,
      due,
      due_minutes: oldest_due === null ? 0 : Math.floor((now.getTime() - oldest_due.getTime()) / 60_000),
      failed: failed.map(({ id, kind, gave_up_at, tries, last_error }) => ({
        job_id: id,
        kind,
        nice_at: nice(gave_up_at),
        tries,
        fault: withoutAddresses(last_error),
      })),
      mails_queued: queued,
      mails_refused: refused,
      mails_bounced: bounced,
      tasks: tasks.map((task) => shownTask({ ...task, is_late: task.is_late === true })),
      checks: Object.keys(checkNames).map((name) => {
        const check = checks.find((row) => row.name === name)
        return {
          name,
          nice_at: nice(check?.checked_at ?? null),
          differences: check?.differences ?? 0,
          unreached: check?.unreached ?? 0,
        }
      }),
    }
  },
}

export const retryJob: OfficeHandlers['retry_job'] = {
  async change(tx, { job_id }, { now }) {
    const retried = await tx
      .updateTable('jobs')
      .set({ gave_up_at: null, tries: 0, locked_until: null, run_at: now })
      .where('id', '=', job_id)
      // guard: only-failed-jobs-retried
      .where('gave_up_at', 'is not', null)
      .returning('kind')
      .executeTakeFirst()
    if (retried === undefined) return fail('not_found')
    return {
      reply: { success: true, next: OFFICE_PAGES.health.path },
      log: { subject: ['job', job_id], after: { kind: retried.kind } },
    }
  },
}
