import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { type JobKind, runDueJobs, type Worker } from './jobs.ts'

export interface JobLoop {
  /** Looks for due jobs now instead of at the next tick: called after a commit that wrote one. */
  poke(): void
  /** Waits for the job that is running, starts no other, and ends. May be called twice. */
  stop(): Promise<void>
}

/**
 * Runs due jobs in this process until it is stopped: one after the other, never two rounds at once. Other processes on the
 * same database run the same loop; each job is taken by one of them. It does not keep the process alive.
 */
export function startJobs(
  deps: Deps,
  workers: Partial<Record<JobKind, Worker>>,
  { everyMs = 1000 }: { everyMs?: number } = {},
): JobLoop {
  let stopping = false
  let wake = new AbortController()

  const loop = async () => {
    while (!stopping) {
      try {
        // One at a time, so that a stop waits for one job and not for a queue of them.
        while (!stopping && (await runDueJobs(deps, workers, 1)) > 0);
      } catch (error) {
        // The database is away: the jobs are still in it.
        deps.log.error({ err: (error as Error).message }, 'looking for jobs failed')
      }
      // Somebody who pokes while jobs are running finds this signal, and it ends the rest before it has begun.
      await sleep(everyMs, undefined, { ref: false, signal: wake.signal }).catch(() => {})
      if (wake.signal.aborted) wake = new AbortController()
    }
  }

  const ended = loop()
  return {
    poke: () => wake.abort(),
    stop: () => {
      stopping = true
      wake.abort()
      return ended
    },
  }
}
