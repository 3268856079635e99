import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/transaction/tx.ts'
import type { Mailer } from './mailer.ts'
import type { Metrics } from './metrics.ts'
import type { AccountConnectors, Providers } from './payment/provider/provider.ts'
import type { Random } from './random.ts'
import type { TicketSigner } from './ticket-signer.ts'

/** The dependencies of the areas, created in one place (make-deps.ts). Nothing else reaches outside the process. */
export type Deps = {
  db: Db
  /** Whether the database responds within two seconds. */
  pingDatabase(): Promise<boolean>
  clock: Clock
  random: Random
  config: Readonly<Config>
  log: Logger
  mailer: Mailer
  /** The installation's own accounts. */
  providers: Providers
  /** For accounts of organisers. */
  connectors: AccountConnectors
  signer: TicketSigner
  metrics: Metrics
}
