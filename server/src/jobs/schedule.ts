import type { Db } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'

/** Work that is due again `everySeconds` after it last began. It may be interrupted, and run in two processes at once. */
export type ScheduledTask = { name: string; everySeconds: number; run(deps: Deps): Promise<unknown> }

/** How soon a task that failed, or whose process died, is tried again. */
const RETRY_SECONDS = 600

type LastRun = { started_at: Date; finished_at: Date | null }

function isDue({ everySeconds }: ScheduledTask, last: LastRun | undefined, now: Date): boolean {
  if (last === undefined) return true
  const seconds = last.finished_at === null ? Math.min(everySeconds, RETRY_SECONDS) : everySeconds
  // A start in the future is a clock that was set back. A little of it is the difference between two hosts.
  return Math.abs(now.getTime() - last.started_at.getTime()) >= seconds * 1000
}

/** Takes the first due task for this process; null if none is due, or another process was faster. */
async function takeDueTask(db: Db, tasks: readonly ScheduledTask[], now: Date): Promise<ScheduledTask | null> {
  const rows = await db.selectFrom('scheduled_tasks').selectAll().execute()
  const last = new Map(rows.map((row) => [row.name, row]))
  const task = tasks.find((each) => isDue(each, last.get(each.name), now))
  if (task === undefined) return null
  const taken = await db
    .insertInto('scheduled_tasks')
    .values({ name: task.name, started_at: now, every_seconds: task.everySeconds })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ started_at: now, finished_at: null, every_seconds: task.everySeconds })
        // Another process has not taken it since.
        .where('scheduled_tasks.started_at', 'is not distinct from', last.get(task.name)?.started_at ?? null),
    )
    .returning('name')
    .executeTakeFirst()
  return taken ? task : null
}

const recordEnd = (db: Db, { name }: ScheduledTask, startedAt: Date, now: Date) =>
  db
    .updateTable('scheduled_tasks')
    .set({ finished_at: now })
    .where('name', '=', name)
    .where('started_at', '=', startedAt)
    .execute()

/** Notes what a failed task said, for the operator. Not if the database is what failed. */
const recordFault = (db: Db, { name }: ScheduledTask, error: unknown, now: Date) =>
  db
    .updateTable('scheduled_tasks')
    .set({ failed_at: now, fault: (error instanceof Error ? error.message : 'unknown').slice(0, 500) })
    .where('name', '=', name)
    .execute()
    .catch(() => {})

/** Makes every task due, as after an upgrade, which may have left work to them. */
export const forgetLastRuns = (db: Db) => db.deleteFrom('scheduled_tasks').execute()

export interface Schedule {
  /** Starts at most one task, so that those that are due together start one after the other. Returns it, or null if none is due. */
  tick(): Promise<{ ended: Promise<void> } | null>
  /** Starts no more tasks and waits for the running ones. */
  stop(): Promise<void>
}

/**
 * The schedule of one process. When a task last ran is in the database, so that a restart doesn't begin its interval again and
 * several processes don't run it more often. The order of `tasks` decides which of two that are due runs first. A failure is logged.
 */
export function makeSchedule(deps: Deps, tasks: readonly ScheduledTask[]): Schedule {
  const running = new Map<string, Promise<void>>()
  let taking: ReturnType<Schedule['tick']> | null = null
  let stopping = false

  const run = async (task: ScheduledTask, startedAt: Date) => {
    try {
      await task.run(deps)
      await recordEnd(deps.db, task, startedAt, deps.clock.now())
    } catch (error) {
      deps.log.error({ err: error, task: task.name }, 'scheduled task failed')
      await recordFault(deps.db, task, error, deps.clock.now())
    }
    running.delete(task.name)
  }
  const take: Schedule['tick'] = async () => {
    const now = deps.clock.now()
    const idle = tasks.filter(({ name }) => !running.has(name))
    const task = await takeDueTask(deps.db, idle, now).finally(() => {
      taking = null
    })
    if (task === null) return null
    const ended = run(task, now)
    running.set(task.name, ended)
    return { ended }
  }
  return {
    tick: async () => {
      if (stopping) return null
      taking ??= take()
      return taking
    },
    stop: async () => {
      stopping = true
      await taking?.catch(() => {})
      await Promise.all(running.values())
    },
  }
}
