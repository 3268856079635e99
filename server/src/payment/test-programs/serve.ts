import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import { startBackground } from '../../background.ts'
import { systemClock } from '../../clock.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/open.ts'
import { makeMailer } from '../../mail/mailer.ts'
import { makeMetrics } from '../../metrics.ts'
import { systemRandom } from '../../random.ts'
import { makeSigningKey, ticketSigner } from '../../tickets/sign.ts'
import { providersOf } from '../providers.ts'

// The shop as a process of its own, calls and background work, without pages: for tests that kill it.
const config = readConfig(process.env, makeSigningKey)
const { db } = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
const deps = {
  db,
  clock: systemClock,
  random: systemRandom,
  config,
  log: pino({ level: config.logLevel }),
  mailer: makeMailer(config),
  providers: providersOf(config, systemClock),
  signer: ticketSigner(config.ticketSigningKey),
  metrics: makeMetrics(),
}
const app = await buildApp(deps, null)
await app.listen({ port: config.port, host: config.host })
startBackground(deps)
console.log('Foyer is open')
