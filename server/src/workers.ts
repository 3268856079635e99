import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Config } from './config.ts'

/**
 * `WORKERS=n`: the first process handles no requests. It runs n processes that do, on one port, gives them their settings,
 * replaces those that die, and adds up their metrics. They share nothing but the database.
 */

type FromPrimary = { config: Readonly<Config> } | { metrics: string; of: number }
type FromWorker = { configWanted: true } | { ready: true } | { metricsWanted: number }

/** A worker that lived this long did not fail at the start, so the next one starts without delay. */
const HEALTHY_MS = 10_000
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 10_000
/** A process that does not stop in time is killed, which is safe because all important data is in the database. */
export const LONGEST_STOP_SECONDS = 30
/** A worker that hangs ends itself. If it cannot, it is killed after this additional time. */
const PATIENCE_MS = 5000

/** The delay in milliseconds before a dead worker is replaced, from the previous delay and the worker's lifetime. */
export const restartDelay = (before: number, livedMs: number): number =>
  livedMs >= HEALTHY_MS ? 0 : Math.min(MAX_DELAY_MS, Math.max(FIRST_DELAY_MS, before * 2))

export type Workers = {
  /** Lets all workers finish what they are doing and end. */
  stop(): Promise<void>
}

/** Starts the workers and resolves once all of them accept requests. Rejects when one fails its first start. */
export async function runWorkers(config: Readonly<Config>, log: Logger): Promise<Workers> {
  let stopping = false
  let started = false
  const numbers = new AggregatorRegistry()

  /** A new worker with its settings. `up` resolves once it accepts requests. */
  function begin(): { worker: Worker; up: Promise<void> } {
    const worker = cluster.fork()
    const up = new Promise<void>((resolve, reject) => {
      worker.once('exit', () => reject(new Error('a worker ended before it took its first call')))
      worker.on('message', (message: FromWorker) => {
        if ('configWanted' in message) worker.send({ config } satisfies FromPrimary)
        if ('metricsWanted' in message) void sendMetrics(worker, numbers, message.metricsWanted)
        if (!('ready' in message)) return
        log.info({ worker: worker.process.pid }, 'worker is up')
        resolve()
      })
    })
    return { worker, up }
  }

  /** Keeps one of the n workers running for as long as the shop runs. */
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

async function sendMetrics(worker: Worker, numbers: { clusterMetrics(): Promise<string> }, of: number) {
  const metrics = await numbers.clusterMetrics().catch((error: Error) => `# ${error.message}\n`)
  if (worker.isConnected()) worker.send({ metrics, of } satisfies FromPrimary)
}

/** A worker's settings, which come from the first process; null in a process that runs alone. */
export async function configFromPrimary(): Promise<Readonly<Config> | null> {
  if (!cluster.isWorker) return null
  // Nothing else keeps this process alive yet, and modules loaded earlier may have unreferenced the channel.
  process.channel?.ref()
  process.send?.({ configWanted: true } satisfies FromWorker)
  const [message] = (await once(process, 'message')) as [FromPrimary]
  return 'config' in message ? Object.freeze(message.config) : null
}

/** Reports that this worker accepts requests now. */
export function reportReady(): void {
  process.send?.({ ready: true } satisfies FromWorker)
}

/** The metrics of all processes as one text, requested from the first process; in a process that runs alone, its own. */
export function metricsOfAll(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries(registry)
  // Created to listen for the first process, which requests the metrics of every worker.
  new AggregatorRegistry()
  let signals = 0
  return () =>
    new Promise((resolve) => {
      const of = ++signals
      const onMessage = (message: FromPrimary) => {
        if (!('metrics' in message) || message.of !== of) return
        process.off('message', onMessage)
        resolve(message.metrics)
      }
      process.on('message', onMessage)
      process.send?.({ metricsWanted: of } satisfies FromWorker)
    })
}
