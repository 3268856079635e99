import { once } from 'node:events'
import { Client, type ClientConfig, type Pool } from 'pg'
import type { PreparingClient } from './preparing-client.ts'

export interface WatchdogSettings {
  /** A connection that returns nothing for this long while a query runs is lost. 0: no limit. */
  silenceMs: number
  /** How often connections are checked. */
  everyMs: number
  /** Longest the probe may wait for its connection or its response. */
  probeMs: number
}

export interface Watchdog {
  /** Probes now, and returns whether the database responds. */
  ping(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Finds connections that the network dropped silently. No error ever arrives on them, and neither do PostgreSQL's own timeouts.
 *
 * A probe on a separate connection detects this within seconds. When the probe was lost but a new connection works, the
 * database is fine and the old connections are not: those that returned nothing since are closed, and the pool opens new ones.
 * Connections lost one at a time are closed after `silenceMs`, which is longer than any statement may take.
 */
export function watchConnections(
  pool: Pool,
  config: ClientConfig,
  { silenceMs, everyMs, probeMs }: WatchdogSettings,
): Watchdog {
  const clients = new Set<PreparingClient>()
  pool.on('connect', (client) => clients.add(client as unknown as PreparingClient))
  pool.on('remove', (client) => clients.delete(client as unknown as PreparingClient))

  let probe: Client | null = null
  let lostSince: number | null = null

  /** Resolves once the pool has noticed. */
  async function close({ connection: { stream } }: Client): Promise<void> {
    if (stream.closed) return
    const closed = once(stream, 'close')
    stream.destroy()
    await closed
    await new Promise(setImmediate)
  }

  async function connectProbe(): Promise<Client | null> {
    const client = new Client({ ...config, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
    client.on('error', () => {})
    return client.connect().then(
      () => client,
      () => {
        void close(client)
        return null
      },
    )
  }

  const answers = (client: Client) =>
    client.query('select 1').then(
      () => true,
      () => false,
    )

  async function check(): Promise<boolean> {
    const began = performance.now()
    // The driver noticed the end of this connection, so it has noticed that of the others: those still open are newer.
    if (probe?.connection.stream.destroyed) probe = null
    if (probe !== null && !(await answers(probe))) {
      void close(probe)
      probe = null
      lostSince ??= began
    }
    probe ??= await connectProbe()
    if (probe === null) return false
    if (lostSince !== null) {
      const since = lostSince
      lostSince = null
      await Promise.all([...clients].filter(({ lastReplyAt }) => lastReplyAt < since).map(close))
    }
    return true
  }

  function closeSilent(): void {
    for (const client of clients) if (client.overdueMs > silenceMs) void close(client)
  }

  let probing: Promise<boolean> | null = null
  function ping(): Promise<boolean> {
    probing ??= check().finally(() => {
      probing = null
    })
    return probing
  }

  const timer = setInterval(() => {
    if (silenceMs > 0) closeSilent()
    void ping()
  }, everyMs)
  timer.unref()

  return {
    ping,
    async stop() {
      clearInterval(timer)
      await probing
      await probe?.end().catch(() => {})
    },
  }
}
