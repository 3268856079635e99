import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { collectDefaultMetrics } from 'prom-client'
import { buildApp } from './app.ts'
import { startBackground } from './background.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/connection/open.ts'
import type { OpenDb } from './db/connection/settings.ts'
import { setStandby } from './db/connection/standby.ts'
import type { Deps } from './deps.ts'
import { makeDeps } from './make-deps.ts'
import { loadDocuments } from './pages/document/document.ts'
import { WEB_DIST } from './web-dist.ts'
import { LONGEST_STOP_SECONDS, metricsOfAll } from './workers.ts'

/** How long a client may leave its connection open before it is closed. A request that it sends meanwhile is answered. */
const LINGER_MS = 1000

/**
 * Waits until clients have closed their connections, as the reply to their next request tells them to. Closing at once would
 * reset requests that are on their way.
 */
async function connectionsClosed(server: Server): Promise<void> {
  const count = promisify(server.getConnections.bind(server))
  const since = performance.now()
  while ((await count()) > 0 && performance.now() - since < LINGER_MS) await sleep(20)
}

/** A page waits only briefly for a standby that does not answer; the primary answers then. */
async function openStandby({ catalogueDatabaseUrl, dataDir }: Readonly<Config>): Promise<OpenDb | null> {
  if (catalogueDatabaseUrl === undefined) return null
  return openDatabase({
    databaseUrl: catalogueDatabaseUrl,
    dataDir,
    poolSize: 4,
    connectionTimeoutMs: 1000,
    statementTimeoutMs: 2000,
    applicationName: 'foyer catalogue',
  })
}

/** Connections that may wait to be accepted: at the start of a sale, thousands arrive at once, and the system refuses what is more. */
const MAX_CONNECTING = 4096

/** The pages as they were built. */
export const builtDocuments = ({ publicUrl }: Readonly<Config>) => loadDocuments(WEB_DIST, publicUrl)

/** Handles requests and runs background work in this process until it is stopped. */
export async function serve(config: Readonly<Config>, opened: OpenDb, log: Logger): Promise<{ stop(): Promise<void> }> {
  const made = makeDeps(config, opened, log, systemClock)
  const { metrics } = made
  collectDefaultMetrics({ register: metrics.registry })
  const deps: Deps = { ...made, metrics: { ...metrics, text: metricsOfAll(metrics.registry) } }
  const standby = await openStandby(config)
  if (standby) setStandby(opened.db, standby.db)
  if (opened.connections) metrics.watchConnections(opened.connections)
  const app = await buildApp(deps, await builtDocuments(config))
  await app.listen({ port: config.port, host: config.host, backlog: MAX_CONNECTING })
  const background = startBackground(deps)
  return {
    async stop() {
      setTimeout(() => process.exit(1), (config.drainSeconds + LONGEST_STOP_SECONDS) * 1000).unref()
      app.drain()
      await sleep(config.drainSeconds * 1000)
      await connectionsClosed(app.server)
      // Finishes running requests, accepts no new ones, then closes.
      await app.close()
      await background.stop()
      await deps.mailer.close?.()
      await standby?.close()
      await opened.close()
    },
  }
}
