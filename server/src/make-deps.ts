import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { OpenDb } from './db/connection/settings.ts'
import type { Deps } from './deps.ts'
import { makeMailer } from './mail/mailer.ts'
import { makeMetrics } from './metrics.ts'
import { connectorsOf, providersOf } from './payment/providers/table.ts'
import { systemRandom } from './random.ts'
import { ticketSigner } from './tickets/signing/sign.ts'

/** What an application of these settings depends on, with its time from `clock`. */
export const makeDeps = (config: Readonly<Config>, { db, ping }: OpenDb, log: Logger, clock: Clock): Deps => ({
  db,
  pingDatabase: ping,
  clock,
  random: systemRandom,
  config,
  log,
  mailer: makeMailer(config),
  providers: providersOf(config, clock),
  connectors: connectorsOf(config, clock),
  signer: ticketSigner(...config.ticketSigningKeys),
  metrics: makeMetrics(),
})
