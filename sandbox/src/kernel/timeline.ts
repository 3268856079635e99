import type { Collection, Journal } from './journal.ts'

interface Job {
  id: string
  at: number
  kind: string
  data: unknown
}

type Handler = (data: never) => void | Promise<void>

/** Scheduled steps: bank steps, late settlements and webhook deliveries, stored in the journal and run by the injected clock. */
export interface Timeline {
  on<T>(kind: string, handler: (data: T) => void | Promise<void>): void
  /** `at` in epoch milliseconds of the injected clock. */
  schedule(at: number, kind: string, data: unknown): void
  /** Runs everything due, including what that makes due, and waits for it. */
  tick(): Promise<void>
  /** Lets real timers call `tick`. Otherwise only an explicit `tick` runs anything. */
  autoRun(): void
  stop(): void
}

// The injected clock may run at a different speed from the timers, so an idle timeline checks this often.
const CHECK_EVERY_MS = 1000

export function timeline(journal: Journal, now: () => number): Timeline {
  const jobs: Collection<Job> = journal.collection('timeline')
  const handlers = new Map<string, Handler>()
  const running = new Set<string>()
  let sequence = 0
  let auto = false
  let timer: NodeJS.Timeout | undefined

  const due = () =>
    jobs
      .values()
      .filter((job) => job.at <= now() && !running.has(job.id) && handlers.has(job.kind))
      .sort((a, b) => a.at - b.at)

  async function run(job: Job): Promise<void> {
    running.add(job.id)
    try {
      await handlers.get(job.kind)?.(job.data as never)
    } finally {
      // Removed only after it has run: a process killed in between repeats the step, as vendors deliver at least once.
      jobs.delete(job.id)
      running.delete(job.id)
    }
  }

  async function tick(): Promise<void> {
    for (let batch = due(); batch.length > 0; batch = due()) await Promise.all(batch.map(run))
    setTimer()
  }

  function setTimer(): void {
    if (!auto) return
    clearTimeout(timer)
    const waiting = jobs.values().filter((job) => !running.has(job.id) && handlers.has(job.kind))
    if (waiting.length === 0) return
    const next = Math.min(...waiting.map((job) => job.at)) - now()
    timer = setTimeout(
      () => void tick().catch((bug: unknown) => console.error('sandbox:', bug)),
      Math.min(Math.max(next, 0), CHECK_EVERY_MS),
    )
    timer.unref()
  }

  return {
    on: (kind, handler) => void handlers.set(kind, handler as Handler),
    schedule(at, kind, data) {
      const id = `${now()}-${process.pid}-${sequence++}`
      jobs.put(id, { id, at, kind, data })
      setTimer()
    },
    tick,
    autoRun() {
      auto = true
      setTimer()
    },
    stop() {
      auto = false
      clearTimeout(timer)
    },
  }
}
