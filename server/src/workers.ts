import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Config } from './config.ts'

/**
 * `WORKERS=n`: the first process answers no calls itself. It keeps n processes that do, on one port, gives them their settings,
 * puts a new one in the place of one that died, and adds up their numbers. They share nothing but the database.
 */

type FromPrimary = { config: Readonly<Config> } | { metrics: string; of: number }
type FromWorker = { configWanted: true } | { ready: true } | { metricsWanted: number }

/** A worker that lives this long was no failed start, so the next begins without delay. */
const HEALTHY_MS = 10_000
const FIRST_DELAY_MS = 100
const MOST_DELAY_MS = 10_000
/** What hangs is cut off rather than waited for: everything that matters is in the database. */
export const LONGEST_STOP_SECONDS = 30
/** A worker that hangs ends itself; one that cannot even do that is ended so long after. */
const PATIENCE_MS = 5000

/** How long to wait before a dead worker's place is taken, in milliseconds, after the wait before it and what it then lived. */
export const restartDelay = (before: number, livedMs: number): number =>
  livedMs >= HEALTHY_MS ? 0 : Math.min(MOST_DELAY_MS, Math.max(FIRST_DELAY_MS, before * 2))

export type Workers = {
  /** All of them finish what is under way and end. */
  stop(): Promise<void>
}

/** Starts the workers, and answers once every one of them takes calls. Rejects when the first start of one fails. */
export async function runWorkers(config: Readonly<Config>, log: Logger): Promise<Workers> {
  let stopping = false
  let started = false
  const numbers = new AggregatorRegistry()

  /** A new worker with its settings; `up` once it takes calls. */
  function begin(): { worker: Worker; up: Promise<void> } {
    const worker = cluster.fork()
    const up = new Promise<void>((resolve, reject) => {
      worker.once('exit', () => reject(new Error('a worker ended before it took its first call')))
      worker.on('message', (message: FromWorker) => {
        if ('configWanted' in message) worker.send({ config } satisfies FromPrimary)
        if ('metricsWanted' in message) void tellMetrics(worker, numbers, message.metricsWanted)
        if (!('ready' in message)) return
        log.info({ worker: worker.process.pid }, 'worker is up')
        resolve()
      })
    })
    return { worker, up }
  }

  /** One place among the n, for as long as the shop runs. */
  async function keep(first: Worker): Promise<void> {
    let worker = first
    let delay = 0
    while (!stopping) {
      const since = performance.now()
      if (!worker.isDead()) await once(worker, 'exit')
      if (stopping || !started) return
      delay = restartDelay(delay, performance.now() - since)
      log.error({ worker: worker.process.pid, again_in_ms: delay }, 'worker ended')
      await sleep(delay)
      if (stopping) return
      const next = begin()
      next.up.catch(() => {})
      worker = next.worker
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    const alive = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []))
    await Promise.all(
      alive.map(async (worker) => {
        const ended = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        const late = setTimeout(
          () => worker.process.kill('SIGKILL'),
          (config.drainSeconds + LONGEST_STOP_SECONDS) * 1000 + PATIENCE_MS,
        )
        await ended
        clearTimeout(late)
      }),
    )
  }

  const first = Array.from({ length: config.workers }, begin)
  const upAndRunning = Promise.all(first.map(({ up }) => up))
  for (const { worker } of first) void keep(worker)
  try {
    await upAndRunning
  } catch (error) {
    await stop()
    throw error
  }
  started = true
  return { stop }
}

async function tellMetrics(worker: Worker, numbers: { clusterMetrics(): Promise<string> }, of: number) {
  const metrics = await numbers.clusterMetrics().catch((error: Error) => `# ${error.message}\n`)
  if (worker.isConnected()) worker.send({ metrics, of } satisfies FromPrimary)
}

/** The settings of a worker, which come from the first process; null in a process that stands alone. */
export async function configFromPrimary(): Promise<Readonly<Config> | null> {
  if (!cluster.isWorker) return null
  // Nothing else keeps this process alive yet, and whatever was loaded before may have let go of the channel.
  process.channel?.ref()
  process.send?.({ configWanted: true } satisfies FromWorker)
  const [message] = (await once(process, 'message')) as [FromPrimary]
  return 'config' in message ? Object.freeze(message.config) : null
}

/** Says that this worker takes calls now. */
export function sayReady(): void {
  process.send?.({ ready: true } satisfies FromWorker)
}

/** The numbers of all processes as one text, asked of the first; in a process that stands alone its own. */
export function metricsOfAll(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries(registry)
  // Made to listen for the first process, which asks every worker.
  new AggregatorRegistry()
  let asked = 0
  return () =>
    new Promise((resolve) => {
      const of = ++asked
      const hear = (message: FromPrimary) => {
        if (!('metrics' in message) || message.of !== of) return
        process.off('message', hear)
        resolve(message.metrics)
      }
      process.on('message', hear)
      process.send?.({ metricsWanted: of } satisfies FromWorker)
    })
}
