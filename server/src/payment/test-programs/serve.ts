import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { runAllTasks, startBackground } from '../../background.ts'
import { systemClock } from '../../clock.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { makeMailer } from '../../mail/mailer.ts'
import { makeMetrics } from '../../metrics.ts'
import { systemRandom } from '../../random.ts'
import { makeSigningKey, ticketSigner } from '../../tickets/signing/sign.ts'
import { connectorsOf, providersOf, readProviderSettings } from '../providers/table.ts'

// The shop's calls and background work as a process without pages, for tests that kill it. With CLOCK_START (epoch
// milliseconds) its clock moves only when the parent says so.
const { CLOCK_START } = process.env
let time = Number(CLOCK_START)
const clock = CLOCK_START ? { now: () => new Date(time) } : systemClock
const config = readConfig(process.env, makeSigningKey, readProviderSettings)
const { db, ping } = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
const deps = {
  db,
  pingDatabase: ping,
  clock,
  random: systemRandom,
  config,
  log: pino({ level: config.logLevel }),
  mailer: makeMailer(config),
  providers: providersOf(config, clock),
  connectors: connectorsOf(config, clock),
  signer: ticketSigner(...config.ticketSigningKeys),
  metrics: makeMetrics(),
}
const app = await buildApp(deps, null)
await app.listen({ port: config.port, host: config.host })
startBackground(deps)
process.on('message', async ({ id, now, work }: { id: number; now: number; work?: true }) => {
  time = now
  if (work) await runAllTasks(deps).catch(() => {})
  process.send?.({ done: id })
})
console.log('Foyer is open')
