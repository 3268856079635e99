import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { startDueJobs, type Workers } from './jobs.ts'

export interface JobLoop {
  /** Checks for due jobs now instead of at the next tick. */
  checkNow(): void
  /** Starts no more jobs and waits for the running ones. May be called twice. */
  stop(): Promise<void>
}

/**
 * Runs due jobs in this process until stopped, several at a time, so that a slow mail server delays no refund. Other processes
 * on the same database run the same loop; each job is taken by one of them. Does not keep the process alive.
 */
export function startJobs(
  deps: Deps,
  workers: Workers,
  {
    everyMs = 1000,
    concurrency = 4,
    batched = false,
  }: {
    everyMs?: number
    concurrency?: number
    /** Jobs that can wait for the next tick are taken together then, unless there was no room for all that were due. */
    batched?: boolean
  } = {},
): JobLoop {
  const running = new Set<Promise<void>>()
  // At most one at a time, so that a slow mail server with a mailing leaves the other places free.
  let bulk = 0
  let stopping = false
  // Whether more jobs may be due at once, so that the next check needn't wait for the tick.
  let checksAgain = true
  let wake = new AbortController()

  // The database is unavailable, or became so during a job. The job is still in it and will be found again.
  const failed = (error: unknown) => {
    deps.log.error({ err: (error as Error).message }, 'running jobs failed')
    return []
  }
  const takeJobs = async (max: number) =>
    max === 0 ? [] : startDueJobs(deps, workers, { max, bulk: bulk === 0 }).catch(failed)
  const loop = async () => {
    while (!stopping) {
      const max = concurrency - running.size
      const jobs = await takeJobs(max)
      checksAgain = !batched || jobs.length === max
      for (const job of jobs) {
        if (job.isBulk) bulk += 1
        const done: Promise<void> = job.done.catch(failed).then(() => {
          running.delete(done)
          if (job.isBulk) bulk -= 1
          if (checksAgain) wake.abort()
        })
        running.add(done)
      }
      // A call of `checkNow` during the check has aborted this signal, which ends the sleep at once.
      await sleep(everyMs, undefined, { ref: false, signal: wake.signal }).catch(() => {})
      if (wake.signal.aborted) wake = new AbortController()
    }
    await Promise.all(running)
  }

  const ended = loop()
  return {
    checkNow: () => wake.abort(),
    stop: () => {
      stopping = true
      wake.abort()
      return ended
    },
  }
}
