import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { LANGUAGES, type Language } from '@foyer/domain/format/language.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { z } from 'zod'
import { isLoopbackHost } from './loopback.ts'
import { proxies } from './proxies.ts'
import {
  certificate,
  DEMO_SHOP,
  databaseAddress,
  doorCode,
  lines,
  lockedKey,
  mailServer,
  origin,
  privateKey,
  SHOP_SETTINGS,
  type Shop,
  sender,
  shopOf,
  webAddress,
} from './setting-values.ts'
import { storedSecret } from './stored-secret.ts'
import {
  type ApplePassConfig,
  type GoogleWalletConfig,
  hcaptchaModes,
  type Modes,
  mixedModes,
  type SmsConfig,
} from './vendor-settings.ts'

/** The only file that reads the environment. A bad value stops the start with its name; an unset one has its default here. */

const optional = z.string().min(1).optional()
const days = z.coerce.number().int().min(1).max(36_500)
const LONG = 32
const partsOf = (list: string): string[] => list.split(',').map((part) => part.trim())
const areLong = (secrets: readonly string[]) => secrets.every(({ length }) => length >= LONG)
/** The keys of tickets, in PEM: the first signs, earlier ones only verify. */
export const signingKeysIn = partsOf
/** The secrets of a list. A phrase that contains a comma stays one secret, because its parts are too short to be secrets. */
const secretsIn = (text: string): string[] => (areLong(partsOf(text)) ? partsOf(text) : [text])
const TOO_SHORT = `each key of the list has at least ${LONG} characters`
const signingKeys = z.optional(z.string().refine((list) => areLong(signingKeysIn(list)), TOO_SHORT))
const seconds = z.coerce.number().int().min(5).max(86_400)

const Env = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: databaseAddress.optional(),
  CATALOGUE_DATABASE_URL: databaseAddress.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATA_DIR: z.string().default('./data'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  SESSION_SECRET: z.string().min(LONG).optional(),
  ACCOUNT_SECRET: z.string().min(LONG).optional(),
  TICKET_SIGNING_KEY: signingKeys,
  DOOR_ACCESS_CODE: doorCode.optional(),
  OPERATOR_TOKEN: z.string().min(16).optional(),
  APPLE_PASS_TYPE_ID: optional,
  APPLE_PASS_TEAM_ID: optional,
  APPLE_PASS_CERTIFICATE: certificate.optional(),
  APPLE_PASS_KEY: lockedKey.optional(),
  APPLE_PASS_KEY_PASSPHRASE: optional,
  APPLE_PASS_WWDR: certificate.optional(),
  APPLE_PUSH_URL: webAddress.default('https://api.push.apple.com'),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .regex(/^\d{5,30}$/)
    .optional(),
  GOOGLE_WALLET_ACCOUNT: z.email().optional(),
  GOOGLE_WALLET_KEY: privateKey.optional(),
  GOOGLE_WALLET_URL: webAddress.optional(),
  HOLD_SECONDS: seconds.default(LIMITS.holdSeconds),
  RESERVES_PER_SESSION: z.coerce.number().int().min(1).default(LIMITS.reservesBeforeCaptcha),
  CARD_FAILURES_PER_ADDRESS: z.coerce.number().int().min(1).default(LIMITS.cardFailuresPerAddress),
  RESERVES_PER_ADDRESS: z.coerce.number().int().min(1).default(LIMITS.reservesPerAddressBeforeCaptcha),
  PLACES_PERCENT_PER_ADDRESS: z.coerce.number().min(0).max(1_000_000).default(LIMITS.percentBeforeCaptcha),
  TRUST_PROXY: proxies.default(false),
  OPEN_MAILBOX: z.stringbool().default(false),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(1_000_000).optional(),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  SMTP_URL: mailServer.optional(),
  SMTP_REQUIRE_TLS: z.stringbool().default(true),
  ...SHOP_SETTINGS,
  SHOP_LANGUAGE: z.enum(LANGUAGES).default('en'),
  MAIL_FROM: sender.optional(),
  MAIL_RELAY: z.enum(['mailgun', 'postmark']).optional(),
  MAIL_RELAY_SECRET: z.string().min(16).optional(),
  SMS_API_URL: webAddress.default('https://api.twilio.com'),
  SMS_ACCOUNT_SID: optional,
  SMS_AUTH_TOKEN: optional,
  SMS_FROM: optional,
  HCAPTCHA_SITEKEY: optional,
  HCAPTCHA_SECRET: optional,
  HCAPTCHA_VERIFY_URL: webAddress.default('https://api.hcaptcha.com/siteverify'),
  ADDRESS_LOOKUP_URL: webAddress.optional(),
  ADDRESS_LOOKUP_KEY: optional,
  SENTRY_DSN: webAddress.optional(),
  STAY_MAP_URL: webAddress.optional(),
  // {z}, {x} and {y} are filled in by the browser.
  MAP_TILE_URL: webAddress
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => decodeURI(url).includes(part)))
    .optional(),
  MAP_CREDIT: z.string().default(''),
  KEEP_BASKETS_DAYS: days.default(30),
  KEEP_MESSAGES_DAYS: days.default(90),
  // Vendors repeat a webhook for up to 30 days, so its id must be kept that long.
  KEEP_RECORDS_DAYS: days.min(30).default(90),
  KEEP_ORDERS_DAYS: days.default(7 * 365),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  DEMO: z.stringbool().default(true),
  DEMO_HISTORY: z.stringbool().default(true),
})

export class BadConfig extends Error {}

export type RelayName = 'mailgun' | 'postmark'

export type ProviderSettings = Readonly<Record<string, object | null>>

/** Reads the payment providers' variables, which are defined in each provider's folder. */
export type ProviderSettingsReader = (env: NodeJS.ProcessEnv) => {
  settings: ProviderSettings
  /** What accounts of organisers share with the installation's: the vendors' addresses. */
  addresses: ProviderSettings
  modes: Modes
  /** Variables that a live shop requires and that are not set. */
  missing: readonly string[]
  /** Providers whose keys move real money. */
  live: readonly string[]
}

export type Config = {
  /** Why this counts as a live shop, which has no mailbox page, sandbox or demo. Null for a trial. */
  live: string | null
  /** What the keys of the payment providers are for, as far as they show it. */
  moneyMode: Modes[string]
  port: number
  host: string
  /** Without a trailing slash. */
  publicUrl: string
  databaseUrl: string | undefined
  /** A standby to read pages of the catalogue from. */
  catalogueDatabaseUrl: string | undefined
  databasePool: number
  dataDir: string
  workers: number
  sessionSecret: string
  /** The current secret and earlier ones, with which nothing new is signed. */
  sessionSecrets: readonly string[]
  /** PKCS#8 PEM of Ed25519 keys: the first signs tickets; tickets signed with any of them are genuine. */
  ticketSigningKeys: readonly string[]
  doorAccessCode: string | undefined
  /** Gives access to /metrics and the details of /readyz. */
  operatorToken: string | undefined
  applePass: ApplePassConfig | null
  googleWallet: GoogleWalletConfig | null
  holdSeconds: number
  /** Before a captcha is required: reserves in the window, and the percentage of a date's places. */
  reservesPerSession: number
  reservesPerAddress: number
  placesPercent: number
  /** How many card payments from one network may fail in an hour before cards pause there. */
  cardFailuresPerAddress: number
  trustProxy: false | number | string[]
  openMailbox: boolean
  /** Connections of clients to one process, in all and from one network; undefined for as many as its descriptors allow. */
  maxConnections: number | undefined
  connectionsPerAddress: number | undefined
  /** How long a stopping process still responds, so that the load balancer notices. */
  drainSeconds: number
  smtpUrl: string | undefined
  smtpRequireTls: boolean
  /** Who the shop is to its buyers: on every page, in emails and on tickets. */
  shop: Shop
  mailFrom: string
  /** The mail relay that reports bounces by webhook, and what proves that it is the relay. */
  mailRelay: { name: RelayName; secret: string } | null
  /** Null: no text messages are sent. */
  sms: SmsConfig | null
  /** Settings of each payment provider in its own shape; null where no keys are set. */
  providers: ProviderSettings
  /** The vendors' addresses, for accounts of organisers where the installation has none. */
  providerAddresses: ProviderSettings
  /** Secrets that encrypt the credentials of organisers' accounts: the first is in use, the others were before. May be empty. */
  accountSecrets: readonly string[]
  hcaptcha: { sitekey: string; secret: string; verifyUrl: string } | null
  addressLookup: { url: string; key: string | undefined } | null
  sentryDsn: string | undefined
  stayMapUrl: string | undefined
  /** The language of pages for browsers that prefer none of the shop's languages. */
  language: Language
  mapTiles: { tiles: string; credit: string } | undefined
  /** How long personal data is kept, in days (docs/privacy.md). */
  retention: { baskets: number; messages: number; records: number; orders: number }
  logLevel: z.output<typeof Env>['LOG_LEVEL']
  sandboxPort: number
  demo: boolean
  /** The demo has orders of the last three months. */
  demoHistory: boolean
}

/** Signs that strangers may buy here or that money is real. One of them is enough, so a forgotten setting is safe. */
function whyLive({ NODE_ENV, PUBLIC_URL }: z.output<typeof Env>, withLiveKeys: readonly string[]): string | null {
  if (NODE_ENV === 'production') return 'NODE_ENV is production'
  if (PUBLIC_URL?.startsWith('https:')) return 'PUBLIC_URL is an https address'
  return withLiveKeys.length > 0 ? `the keys of ${withLiveKeys.join(' and ')} are for real money` : null
}

/** Keys for tests beside keys for real money: buyers would pay nothing for real tickets, or every payment would fail. */
function refuseMixed(modes: Modes): void {
  const mixed = mixedModes(modes)
  if (mixed === null) return
  throw new BadConfig(
    `${mixed.test} is for tests, but ${mixed.live} is for real use: set both to values of the same kind`,
  )
}

/** On http, others in the same network read sign-in codes and cookies. Nobody is between this machine and itself. */
const isOpenToEavesdroppers = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !isLoopbackHost(hostname)

/** All keys of a vendor or none. Only some of them is a mistake that would otherwise appear at the first payment. */
export function allOrNone<K extends string>(
  env: Readonly<Partial<Record<K, unknown>>>,
  names: readonly K[],
): Record<K, string> | null {
  const set = names.filter((name) => env[name] !== undefined)
  if (set.length === 0) return null
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length > 0) throw new BadConfig(`${set.join(', ')} set, but ${missing.join(', ')} missing`)
  return env as Record<K, string>
}

/** Reads and checks the environment. Throws BadConfig with a message that names every wrong or missing value. */
export function readConfig(
  env: NodeJS.ProcessEnv,
  makeSigningKey: () => string,
  readProviders: ProviderSettingsReader = () => ({ settings: {}, addresses: {}, modes: {}, missing: [], live: [] }),
): Readonly<Config> {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(nonEmpty)
  if (!parsed.success)
    throw new BadConfig(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const e = parsed.data
  const dataDir = resolve(e.DATA_DIR)
  const providers = readProviders(nonEmpty)
  const sms = allOrNone(e, ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'])
  const relay = allOrNone(e, ['MAIL_RELAY', 'MAIL_RELAY_SECRET'])
  const apple = allOrNone(e, [
    'APPLE_PASS_TYPE_ID',
    'APPLE_PASS_TEAM_ID',
    'APPLE_PASS_CERTIFICATE',
    'APPLE_PASS_KEY',
    'APPLE_PASS_WWDR',
  ])
  const google = allOrNone(e, ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_ACCOUNT', 'GOOGLE_WALLET_KEY'])
  if (e.WORKERS > 1 && e.DATABASE_URL === undefined)
    throw new BadConfig(`WORKERS=${e.WORKERS} needs DATABASE_URL: the embedded database is for one process`)
  const hcaptcha = allOrNone(e, ['HCAPTCHA_SITEKEY', 'HCAPTCHA_SECRET'])
  const captchaModes = hcaptcha === null ? {} : hcaptchaModes(hcaptcha)
  refuseMixed(providers.modes)
  refuseMixed(captchaModes)
  const live = whyLive(e, providers.live)
  const demo = e.DEMO && live === null

  if (live !== null) {
    const required = {
      SESSION_SECRET: e.SESSION_SECRET,
      TICKET_SIGNING_KEY: e.TICKET_SIGNING_KEY,
      SMTP_URL: e.SMTP_URL,
      MAIL_FROM: e.MAIL_FROM,
      PUBLIC_URL: e.PUBLIC_URL,
    }
    const missing = [
      ...Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : [])),
      ...providers.missing,
    ]
    if (missing.length > 0) throw new BadConfig(`this shop is live, because ${live}, and needs ${missing.join(', ')}`)
    if (isOpenToEavesdroppers(new URL(e.PUBLIC_URL!)))
      throw new BadConfig(
        `PUBLIC_URL is ${e.PUBLIC_URL}, but this shop is live, because ${live}: it needs an address with https`,
      )
    if (captchaModes.HCAPTCHA_SECRET === 'test')
      throw new BadConfig(
        `HCAPTCHA_SECRET is hCaptcha’s for tests, which lets everyone in, but this shop is live, because ${live}`,
      )
  }

  const sessionSecrets = secretsIn(
    e.SESSION_SECRET ?? storedSecret(dataDir, 'session-secret', () => randomBytes(48).toString('base64url')),
  )
  // A live shop needs one only when an organiser's credentials are to be kept.
  const accountSecret =
    e.ACCOUNT_SECRET ??
    (live === null ? storedSecret(dataDir, 'account-secret', () => randomBytes(48).toString('base64url')) : null)
  const accountSecrets = accountSecret === null ? [] : secretsIn(accountSecret)
  return Object.freeze({
    live,
    moneyMode: Object.values(providers.modes).find((mode) => mode !== null) ?? null,
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL ?? `http://localhost:${e.PORT}`,
    databaseUrl: e.DATABASE_URL,
    catalogueDatabaseUrl: e.CATALOGUE_DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    dataDir,
    workers: e.WORKERS,
    sessionSecret: sessionSecrets[0]!,
    sessionSecrets,
    ticketSigningKeys: signingKeysIn(
      e.TICKET_SIGNING_KEY ?? storedSecret(dataDir, 'ticket-signing-key.pem', makeSigningKey),
    ),
    doorAccessCode: e.DOOR_ACCESS_CODE,
    operatorToken: e.OPERATOR_TOKEN,
    applePass: apple && {
      typeId: apple.APPLE_PASS_TYPE_ID,
      teamId: apple.APPLE_PASS_TEAM_ID,
      certificate: lines(apple.APPLE_PASS_CERTIFICATE),
      key: lines(apple.APPLE_PASS_KEY),
      keyPassphrase: e.APPLE_PASS_KEY_PASSPHRASE,
      wwdr: lines(apple.APPLE_PASS_WWDR),
      pushUrl: e.APPLE_PUSH_URL,
    },
    googleWallet: google && {
      issuerId: google.GOOGLE_WALLET_ISSUER_ID,
      account: google.GOOGLE_WALLET_ACCOUNT,
      key: lines(google.GOOGLE_WALLET_KEY),
      url: e.GOOGLE_WALLET_URL,
    },
    holdSeconds: e.HOLD_SECONDS,
    reservesPerSession: e.RESERVES_PER_SESSION,
    reservesPerAddress: e.RESERVES_PER_ADDRESS,
    placesPercent: e.PLACES_PERCENT_PER_ADDRESS,
    cardFailuresPerAddress: e.CARD_FAILURES_PER_ADDRESS,
    trustProxy: e.TRUST_PROXY,
    openMailbox: e.OPEN_MAILBOX,
    maxConnections: e.MAX_CONNECTIONS,
    connectionsPerAddress: e.CONNECTIONS_PER_ADDRESS,
    drainSeconds: e.DRAIN_SECONDS,
    smtpUrl: e.SMTP_URL,
    smtpRequireTls: e.SMTP_REQUIRE_TLS,
    shop: shopOf(demo ? { ...DEMO_SHOP, ...e } : e),
    mailRelay: relay && { name: relay.MAIL_RELAY as RelayName, secret: relay.MAIL_RELAY_SECRET },
    mailFrom: e.MAIL_FROM ?? `${e.SHOP_NAME} <tickets@localhost>`,
    sms: sms && {
      apiUrl: e.SMS_API_URL.replace(/\/$/, ''),
      accountSid: sms.SMS_ACCOUNT_SID,
      authToken: sms.SMS_AUTH_TOKEN,
      from: sms.SMS_FROM,
    },
    providers: providers.settings,
    providerAddresses: providers.addresses,
    accountSecrets,
    hcaptcha: hcaptcha && {
      sitekey: hcaptcha.HCAPTCHA_SITEKEY,
      secret: hcaptcha.HCAPTCHA_SECRET,
      verifyUrl: e.HCAPTCHA_VERIFY_URL,
    },
    addressLookup: e.ADDRESS_LOOKUP_URL ? { url: e.ADDRESS_LOOKUP_URL, key: e.ADDRESS_LOOKUP_KEY } : null,
    sentryDsn: e.SENTRY_DSN,
    stayMapUrl: e.STAY_MAP_URL,
    language: e.SHOP_LANGUAGE,
    mapTiles: e.MAP_TILE_URL ? { tiles: e.MAP_TILE_URL, credit: e.MAP_CREDIT } : undefined,
    retention: {
      baskets: e.KEEP_BASKETS_DAYS,
      messages: e.KEEP_MESSAGES_DAYS,
      records: e.KEEP_RECORDS_DAYS,
      orders: e.KEEP_ORDERS_DAYS,
    },
    logLevel: e.LOG_LEVEL,
    sandboxPort: e.SANDBOX_PORT,
    demo,
    demoHistory: demo && e.DEMO_HISTORY,
  })
}
