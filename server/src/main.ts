import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { buildApp } from './app.ts'
import { startBackground } from './background.ts'
import { loadDemoIfEmpty } from './catalogue/demo/load.ts'
import { systemClock } from './clock.ts'
import { BadConfig, type Config, readConfig } from './config.ts'
import { FolderInUse } from './db/lock.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import type { Deps } from './deps.ts'
import { makeMailer } from './mail/mailer.ts'
import { makeMetrics } from './metrics.ts'
import { loadDocuments } from './pages/document.ts'
import { providersOf } from './payment/providers.ts'
import { systemRandom } from './random.ts'
import { freePort, withSandbox } from './sandbox.ts'
import { makeSigningKey, ticketSigner } from './tickets/sign.ts'

/** What hangs is cut off rather than waited for: everything that matters is in the database. */
const LONGEST_STOP_SECONDS = 30

/** Starts the shop: reads the settings, opens and migrates the database, starts what stands in for vendors, listens. */
async function start(): Promise<void> {
  const asked = readConfig(process.env, makeSigningKey)
  const log = pino({
    level: asked.logLevel,
    // No codes, card data, tokens or addresses: what could hold them is never logged, and this is the second guard.
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.email', '*.code', '*.client_secret', '*.token'],
  })
  const opened = await openDatabase({
    databaseUrl: asked.databaseUrl,
    dataDir: asked.dataDir,
    poolSize: asked.databasePool,
    onConnectionLost: (error) => log.warn({ err: error.message }, 'database connection lost'),
  })
  const migrated = await migrate(opened.db)
  if (migrated.length > 0) log.info({ migrated }, 'database migrated')
  if (asked.demo && (await loadDemoIfEmpty(opened.db, systemClock.now()))) log.info('demo catalogue loaded')

  const sandbox = needsSandbox(asked) ? await withSandbox(asked, sandboxEntry(), await sandboxPort(asked)) : null
  const config = sandbox?.config ?? asked
  const deps: Deps = {
    db: opened.db,
    clock: systemClock,
    random: systemRandom,
    config,
    log,
    mailer: makeMailer(config),
    providers: providersOf(config, systemClock),
    signer: ticketSigner(config.ticketSigningKey),
    metrics: makeMetrics(),
  }
  if (opened.connections) deps.metrics.watchConnections(opened.connections)
  if (config.sms === null) log.info('no SMS service is set: buyers are reminded by mail alone')
  const documents = await loadDocuments(fileURLToPath(new URL('../../web/dist', import.meta.url)), config.publicUrl)
  const app = await buildApp(deps, documents)
  await app.listen({ port: config.port, host: config.host })
  const background = startBackground(deps)

  console.log(`\n  Foyer is open: ${config.publicUrl}/`)
  if (sandbox) {
    console.log(`  Mailbox (codes and tickets): ${config.publicUrl}/dev/mailbox/`)
    console.log(`  Test cards and switches: ${new URL(config.stripe!.apiUrl).origin}/\n`)
  }

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), (config.drainSeconds + LONGEST_STOP_SECONDS) * 1000).unref()
    app.drain()
    await sleep(config.drainSeconds * 1000)
    // Answers what is under way, takes nothing new, then lets go.
    await app.close()
    await background.stop()
    await deps.mailer.close?.()
    await sandbox?.stop()
    await opened.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

const needsSandbox = ({ production, stripe, square, truelayer }: Readonly<Config>) =>
  !production && (stripe === null || square === null || truelayer === null)

/** Beside this file when both are built, else the sources. */
function sandboxEntry(): string {
  const built = fileURLToPath(new URL('../../sandbox/dist/main.js', import.meta.url))
  return existsSync(built) ? built : fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url))
}

const sandboxPort = ({ sandboxPort, port }: Readonly<Config>) => freePort(sandboxPort || (port === 0 ? 0 : port + 1))

start().catch((error: unknown) => {
  const known = error instanceof BadConfig || error instanceof FolderInUse
  console.error(known ? `Foyer cannot start: ${error.message}` : error)
  process.exit(1)
})
