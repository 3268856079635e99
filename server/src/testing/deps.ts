import { pino } from 'pino'
import { readConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { mailboxMailer } from '../mail/mailbox.ts'
import { makeMetrics } from '../metrics.ts'
import { connectorsOf, providersOf, readProviderSettings } from '../payment/providers/table.ts'
import { systemRandom } from '../random.ts'
import { makeSigningKey, ticketSigner } from '../tickets/signing/sign.ts'
import { type TestClock, testClock } from './clock.ts'
import type { TestDb } from './database/databases.ts'

const signingKey = makeSigningKey()

/**
 * The settings that a live shop requires, for tests of what it refuses. Nothing is sent: mailer and providers are test doubles.
 */
export const LIVE_ENV = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.test',
  SESSION_SECRET: 'a secret for tests, of 32 letters or more',
  TICKET_SIGNING_KEY: signingKey,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Shop <tickets@shop.test>',
  SHOP_EMAIL: 'questions@shop.test',
  SHOP_KIND: 'company',
  SHOP_LEGAL_NAME: 'Shop for Tests Ltd',
  SHOP_ADDRESS: '1 Test Street, Testing',
  STRIPE_SECRET_KEY: 'sk_live_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
}

/** The dependencies on a test database: a clock to set, a mailbox to read, and the providers whose keys are in `env`. */
export function testDeps(
  { db, ping }: TestDb,
  {
    env = {},
    clock = testClock(),
    ...rest
  }: Partial<Omit<Deps, 'clock'>> & { env?: NodeJS.ProcessEnv; clock?: TestClock } = {},
): Deps & { clock: TestClock } {
  const secrets = { SESSION_SECRET: 'a secret for tests, of 32 letters or more', TICKET_SIGNING_KEY: signingKey }
  const config = readConfig(
    // All buyers of a test share one address, unless it is about that.
    { NODE_ENV: 'test', PUBLIC_URL: 'http://shop.test', PLACES_PERCENT_PER_ADDRESS: '1000000', ...secrets, ...env },
    makeSigningKey,
    readProviderSettings,
  )
  return {
    db,
    pingDatabase: ping,
    random: systemRandom,
    config,
    log: pino({ level: 'silent' }),
    mailer: mailboxMailer(),
    providers: providersOf(config, clock),
    connectors: connectorsOf(config, clock),
    signer: ticketSigner(signingKey),
    metrics: makeMetrics(),
    ...rest,
    clock,
  }
}
