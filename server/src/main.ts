import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { loadDemoIfEmpty } from './catalogue/demo/load.ts'
import { systemClock } from './clock.ts'
import { BadConfig, type Config, readConfig } from './config.ts'
import { openDatabase } from './db/connection/open.ts'
import type { OpenDb } from './db/connection/settings.ts'
import { migrate } from './db/schema/migrate.ts'
import { disableScopeCheck } from './db/transaction/tx-scope.ts'
import { earlierSeason } from './demo/earlier-events.ts'
import { writeHistory } from './demo/write.ts'
import { freePort } from './free-port.ts'
import { forgetLastRuns } from './jobs/schedule.ts'
import { describeError, makeLog } from './log.ts'
import { makeFirstLink } from './office/session/first.ts'
import { providerStandIns, readProviderSettings } from './payment/providers/table.ts'
import { systemRandom } from './random.ts'
import { withSandbox } from './sandbox.ts'
import { builtDocuments, serve } from './serve.ts'
import { missingShopDetails } from './shop-identity.ts'
import { whyNotStarted } from './start-failure.ts'
import { makeSigningKey } from './tickets/signing/sign.ts'
import { configFromPrimary, reportReady, runWorkers } from './workers.ts'

/** Starts the shop: reads the settings, opens and migrates the database, starts the sandbox for missing vendors, listens. */
async function start(): Promise<void> {
  const configured = readConfig(process.env, makeSigningKey, readProviderSettings)
  const entry = needsSandbox(configured) ? sandboxEntry() : null
  const log = makeLog(configured)
  const opened = await open(configured, log)
  const migrated = await migrateFirst(configured, opened)
  if (migrated.length > 0) {
    log.info({ migrated }, 'database migrated')
    await forgetLastRuns(opened.db)
  }
  const missing = await missingShopDetails(opened.db, configured)
  const now = systemClock.now()
  const isNewDemo =
    configured.demo && (await loadDemoIfEmpty(opened.db, now, configured.demoHistory ? earlierSeason(now) : undefined))
  if (isNewDemo) log.info('demo catalogue loaded')

  const sandbox = entry
    ? await withSandbox(configured, {
        entry,
        port: await sandboxPort(configured),
        standIns: providerStandIns,
      })
    : null
  const config = sandbox?.config ?? configured
  if (config.sms === null) log.info('no SMS service is configured: buyers get reminders by email only')
  if (isNewDemo && configured.demoHistory && sandbox) {
    console.log('\n  Making three months of orders for the demo (once; DEMO_HISTORY=false leaves them out) ...')
    const documents = await builtDocuments(config)
    const { orders } = await writeHistory(config, opened, log, { documents, sandboxUrl: sandbox.url, now })
    log.info({ orders }, 'demo orders created')
  }
  const firstLink = await makeFirstLink({ db: opened.db, clock: systemClock, random: systemRandom }, config.publicUrl)
  const alone = config.workers === 1
  if (!alone) await opened.close()
  const shop = alone ? await serve(config, opened, log) : await runWorkers(config, log)

  console.log(`\n  Foyer is open: ${config.publicUrl}/`)
  if (config.live !== null) {
    console.log(`  A live shop, because ${config.live}: no mailbox page, no sandbox, no demo`)
    if (config.moneyMode === 'test')
      console.log('  The keys of the payment providers are for tests: nobody pays real money')
    if (missing.length > 0)
      console.log(
        `  Buyers must be told who runs this shop. Until the operator says so under Shop in the office, or ${missing.join(', ')} are set, no event is put on sale for money`,
      )
    if (config.operatorToken === undefined) console.log('  /metrics is off until OPERATOR_TOKEN is set')
  }
  console.log(
    firstLink === null
      ? `  Office: ${config.publicUrl}/office/`
      : `  Set up the office (this link works once, for a day): ${firstLink}`,
  )
  if (sandbox) {
    console.log(`  Mailbox (codes and tickets): ${config.publicUrl}/dev/mailbox/`)
    console.log(`  Test cards and switches: ${sandbox.url}/\n`)
  }
  onStop(async () => {
    await shop.stop()
    await sandbox?.stop()
  })
}

/**
 * Starts one of several processes that handle requests. The first process has migrated the database and started the sandbox.
 */
async function startWorker(config: Readonly<Config>): Promise<void> {
  const log = makeLog(config)
  const shop = await serve(config, await open(config, log), log)
  onStop(() => shop.stop())
  reportReady()
}

function onStop(stop: () => Promise<void>): void {
  let stopping = false
  const once = async () => {
    if (stopping) return
    stopping = true
    await stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void once())
  process.on('SIGINT', () => void once())
}

/** Longer than any buyer waits. */
const STATEMENT_TIMEOUT_MS = 10_000

function open({ databaseUrl, dataDir, databasePool }: Readonly<Config>, log: Logger): Promise<OpenDb> {
  if (databaseUrl) disableScopeCheck()
  return openDatabase({
    databaseUrl,
    dataDir,
    poolSize: databasePool,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onConnectionLost: (error) => log.warn({ err: error.message }, 'database connection lost'),
  })
}

/**
 * On PostgreSQL it uses a connection without limits, because an index on a big table takes longer than the shop's statement
 * limit.
 */
async function migrateFirst({ databaseUrl, dataDir }: Readonly<Config>, opened: OpenDb): Promise<string[]> {
  if (!databaseUrl) return migrate(opened.db)
  const unlimited = await openDatabase({ databaseUrl, dataDir, poolSize: 1, statementTimeoutMs: 0 })
  return migrate(unlimited.db).finally(() => unlimited.close())
}

const needsSandbox = ({ live, providers }: Readonly<Config>) => live === null && Object.values(providers).includes(null)

/** Beside this file when both are built, otherwise in the sources. A package has neither. */
function sandboxEntry(): string {
  const files = ['dist/main.js', 'src/main.ts'].map((file) =>
    fileURLToPath(new URL(`../../sandbox/${file}`, import.meta.url)),
  )
  const entry = files.find((file) => existsSync(file))
  if (entry === undefined)
    throw new BadConfig(
      'a package has no sandbox. Set NODE_ENV=production and what a live shop needs (docs/deployment.md)',
    )
  return entry
}

const sandboxPort = ({ sandboxPort, port }: Readonly<Config>) => freePort(sandboxPort || (port === 0 ? 0 : port + 1))

configFromPrimary()
  .then((config) => (config === null ? start() : startWorker(config)))
  .catch((error: unknown) => {
    const sentence = whyNotStarted(error)
    console.error(sentence === null ? describeError(error) : `Foyer cannot start: ${sentence}`)
    process.exit(1)
  })
