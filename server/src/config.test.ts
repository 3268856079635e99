import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { readProviderSettings } from './payment/providers/table.ts'
import { LIVE_ENV } from './testing/deps.ts'
import { makeSigningKey } from './tickets/signing/sign.ts'

const TRIAL = { NODE_ENV: 'development', SESSION_SECRET: LIVE_ENV.SESSION_SECRET, TICKET_SIGNING_KEY: 'k'.repeat(40) }
const read = (env: NodeJS.ProcessEnv) => readConfig(env, makeSigningKey, readProviderSettings)
const SQUARE = { SQUARE_ACCESS_TOKEN: 'a', SQUARE_APP_ID: 'b', SQUARE_LOCATION_ID: 'c', SQUARE_WEBHOOK_KEY: 'd' }
const SQUARE_TESTS = {
  ...SQUARE,
  SQUARE_APP_ID: 'sandbox-sq0idb-1',
  SQUARE_API_URL: 'https://connect.squareupsandbox.com',
  SQUARE_JS_URL: 'https://sandbox.web.squarecdn.com/v1/square.js',
}
const TRUELAYER = {
  TRUELAYER_CLIENT_ID: 'a',
  TRUELAYER_CLIENT_SECRET: 'b',
  TRUELAYER_KEY_ID: 'c',
  TRUELAYER_PRIVATE_KEY: 'd',
  TRUELAYER_MERCHANT_ACCOUNT_ID: 'e',
}
const TRUELAYER_TESTS = {
  ...TRUELAYER,
  TRUELAYER_CLIENT_ID: 'sandbox-a',
  TRUELAYER_API_URL: 'https://api.truelayer-sandbox.com',
  TRUELAYER_AUTH_URL: 'https://auth.truelayer-sandbox.com',
  TRUELAYER_WEBHOOK_JWKS_URL: 'https://webhooks.truelayer-sandbox.com/.well-known/jwks',
}

describe('secrets', () => {
  it('are lists: the first signs, all verify', () => {
    const [fresh, old] = ['n'.repeat(32), 'o'.repeat(40)]
    const config = read({ ...TRIAL, SESSION_SECRET: `${fresh},${old}`, TICKET_SIGNING_KEY: `${fresh} , ${old}` })
    expect([config.sessionSecret, config.sessionSecrets]).toEqual([fresh, [fresh, old]])
    expect(config.ticketSigningKeys).toEqual([fresh, old])
  })

  it('reports an invalid key of a list by name', () => {
    expect(() => read({ ...TRIAL, TICKET_SIGNING_KEY: `${'n'.repeat(40)},short` })).toThrow(
      'TICKET_SIGNING_KEY: each key of the list has at least 32 characters',
    )
  })

  it('a phrase with a comma is one secret, as it was before lists', () => {
    const phrase = 'a phrase with a comma, of some 40 letters'
    expect(read({ ...TRIAL, SESSION_SECRET: phrase }).sessionSecrets).toEqual([phrase])
  })

  it('refuses a door access code that is easy to guess', () => {
    expect(() => read({ ...TRIAL, DOOR_ACCESS_CODE: '1234567' })).toThrow(
      'DOOR_ACCESS_CODE: has at least 8 characters, because anyone can try to guess it',
    )
    expect(() => read({ ...TRIAL, DOOR_ACCESS_CODE: 'aaaaaaaaaa' })).toThrow(
      'DOOR_ACCESS_CODE: has at least 4 different',
    )
    expect(read({ ...TRIAL, DOOR_ACCESS_CODE: 'the door' }).doorAccessCode).toBe('the door')
  })
})

describe('a value that would only fail when it is first used', () => {
  it.each([
    ['PUBLIC_URL', 'localhost:3000', 'begins with http'],
    ['PUBLIC_URL', 'ftp://shop.example', 'begins with http'],
    ['PUBLIC_URL', 'https://shop.example/tickets', 'without a path'],
    ['SMTP_URL', 'smtp.example.org:587', 'begins with smtp://'],
    ['SMTP_URL', 'http://smtp.example.org', 'begins with smtp://'],
    ['MAIL_FROM', 'the box office', 'is one email address'],
    ['MAIL_FROM', 'a@shop.example, b@shop.example', 'is one email address'],
    ['MAIL_FROM', 'Shop\r\nBcc: b@shop.example <a@shop.example>', 'is one email address'],
    ['DATABASE_URL', 'postgres', 'begins with postgres://'],
    ['DATABASE_URL', 'postgres://foyer:top/secret@127.0.0.1/foyer', 'is written as %2F'],
    ['CATALOGUE_DATABASE_URL', 'standby:5432/foyer', 'begins with postgres://'],
    ['TRUST_PROXY', '10.0.0.0/99', 'or their addresses'],
    ['TRUST_PROXY', '999.1.1.1', 'or their addresses'],
    ['STAY_MAP_URL', 'javascript:alert(1)', 'begins with http'],
    ['APPLE_PASS_CERTIFICATE', 'garbage', 'is not a certificate'],
    ['APPLE_PASS_KEY', 'garbage', 'is not a private key'],
    ['GOOGLE_WALLET_KEY', 'garbage', 'is not a private key'],
  ])('stops the start: %s=%s', (name, value, why) => {
    expect(() => read({ ...LIVE_ENV, [name]: value })).toThrow(new RegExp(`^${name}: .*${why}`))
  })

  it('and what is right is accepted', () => {
    for (const [name, value] of [
      ['SMTP_URL', 'smtps://user:p%40ss@smtp.example.org'],
      ['SMTP_URL', 'SMTP://127.0.0.1:1'],
      ['MAIL_FROM', 'tickets@shop.example'],
      ['MAIL_FROM', '"Box, Office" <tickets@shop.example>'],
      ['DATABASE_URL', 'postgresql:///foyer?host=/var/run/postgresql'],
      ['TRUST_PROXY', '10.0.0.0/8, ::1, fd00::/8, loopback'],
    ] as const)
      expect(read({ ...LIVE_ENV, [name]: value })).toBeTruthy()
  })

  it('capitals in an https address make no trial shop, which would show its mailbox', () => {
    expect(() => read({ ...TRIAL, PUBLIC_URL: 'HTTPS://Tickets.example/' })).toThrow('this shop is live')
    expect(read({ ...LIVE_ENV, PUBLIC_URL: 'HTTPS://Tickets.example/' }).publicUrl).toBe('https://tickets.example')
  })
})

describe('a live shop', () => {
  it.each([
    ['NODE_ENV is production', { NODE_ENV: 'production' }],
    ['PUBLIC_URL is an https address', { PUBLIC_URL: 'https://tickets.example' }],
    [
      'the keys of stripe are for real money',
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'w' },
    ],
    ['the keys of square are for real money', SQUARE],
    ['the keys of truelayer are for real money', TRUELAYER],
  ])('is one if %s: requires its keys and has no demo', (why, env) => {
    const set = { ...TRIAL, DEMO: 'true', ...env }
    expect(() => read(set)).toThrow(`this shop is live, because ${why}`)
    expect(() => read(set)).toThrow(/needs .*SMTP_URL/)
    const config = read({ ...LIVE_ENV, ...TRIAL, PUBLIC_URL: 'http://localhost:3000', DEMO: 'true', ...env })
    expect(config.live).not.toBeNull()
    expect(config.demo).toBe(false)
  })

  it('needs the address that its emails come from, because a mail server takes none from localhost', () => {
    expect(() => read({ ...LIVE_ENV, MAIL_FROM: '' })).toThrow('needs MAIL_FROM')
    expect(read(TRIAL).mailFrom).toBe('Foyer <tickets@localhost>')
  })

  it('is not one with test keys, the vendors’ test services and a local address', () => {
    const config = read({
      ...TRIAL,
      PUBLIC_URL: 'http://localhost:3000',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'w',
      ...SQUARE_TESTS,
      ...TRUELAYER_TESTS,
    })
    expect([config.live, config.demo, config.moneyMode]).toEqual([null, true, 'test'])
  })

  it.each(['http://shop.test', 'http://10.0.0.7:3000', 'http://localhost.shop.test'])(
    'is refused at %s, where others read along',
    (PUBLIC_URL) => {
      expect(() => read({ ...LIVE_ENV, PUBLIC_URL })).toThrow(
        `PUBLIC_URL is ${PUBLIC_URL}, but this shop is live, because NODE_ENV is production: it needs an address with https`,
      )
      expect(read({ ...TRIAL, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
    },
  )

  it.each(['http://localhost:3000', 'http://shop.localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'may be tried at %s',
    (PUBLIC_URL) => {
      expect(read({ ...LIVE_ENV, PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
    },
  )
})

describe('keys for tests beside keys for real money', () => {
  const LIVE = {
    stripe: { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'w' },
    square: { ...SQUARE, SQUARE_APP_ID: 'sq0idp-1' },
    truelayer: TRUELAYER,
  }
  const TESTS = {
    stripe: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'w' },
    square: SQUARE_TESTS,
    truelayer: TRUELAYER_TESTS,
  }
  const ENVS = [LIVE_ENV, TRIAL]
  const withKeys = (env: NodeJS.ProcessEnv, keys: NodeJS.ProcessEnv) => ({
    ...env,
    ...(env === LIVE_ENV ? LIVE.stripe : {}),
    ...keys,
  })

  it.each([
    ['STRIPE_SECRET_KEY', { ...LIVE.stripe, STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['STRIPE_SECRET_KEY', { ...LIVE.stripe, STRIPE_SECRET_KEY: 'rk_test_1' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...LIVE.stripe, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['SQUARE_APP_ID', { ...LIVE.square, SQUARE_APP_ID: 'sandbox-sq0idb-1' }],
    ['SQUARE_JS_URL', { ...LIVE.square, SQUARE_JS_URL: 'https://sandbox.web.squarecdn.com/v1/square.js' }],
    ['SQUARE_ACCESS_TOKEN', { ...LIVE.square, SQUARE_ACCESS_TOKEN: 'sandbox-sq0atb-1' }],
    ['SQUARE_API_URL', { ...LIVE.square, SQUARE_API_URL: 'https://connect.squareupsandbox.com' }],
    ['TRUELAYER_CLIENT_ID', { ...LIVE.truelayer, TRUELAYER_CLIENT_ID: 'sandbox-a' }],
    ['TRUELAYER_API_URL', { ...LIVE.truelayer, TRUELAYER_API_URL: 'https://api.truelayer-sandbox.com' }],
    ['TRUELAYER_AUTH_URL', { ...LIVE.truelayer, TRUELAYER_AUTH_URL: 'https://auth.truelayer-sandbox.com' }],
    [
      'TRUELAYER_WEBHOOK_JWKS_URL',
      {
        ...LIVE.truelayer,
        TRUELAYER_WEBHOOK_JWKS_URL: 'https://webhooks.truelayer-sandbox.com/.well-known/jwks',
      },
    ],
    ['SQUARE_API_URL', { ...LIVE.stripe, ...TESTS.square }],
    ['TRUELAYER_API_URL', { ...LIVE.stripe, ...TESTS.truelayer }],
    ['STRIPE_SECRET_KEY', { ...TESTS.stripe, ...LIVE.truelayer }],
    ['HCAPTCHA_SECRET', { HCAPTCHA_SITEKEY: 'a', HCAPTCHA_SECRET: `0x${'0'.repeat(40)}` }],
    ['HCAPTCHA_SITEKEY', { HCAPTCHA_SITEKEY: '10000000-ffff-ffff-ffff-000000000001', HCAPTCHA_SECRET: 'b' }],
  ])('stop the start: %s', (name, keys) => {
    for (const env of ENVS)
      expect(() => read(withKeys(env, keys))).toThrow(new RegExp(`^${name} is for tests, but \\w+ is for real use`))
  })

  it('does not include what belongs together, or a stand-in', () => {
    const STAND_IN = { SQUARE_API_URL: 'http://127.0.0.1:9', TRUELAYER_API_URL: 'http://127.0.0.1:9' }
    expect(read({ ...LIVE_ENV, ...LIVE.stripe, ...LIVE.square, ...LIVE.truelayer }).moneyMode).toBe('live')
    expect(read({ ...LIVE_ENV, ...TESTS.stripe, ...TESTS.square, ...TESTS.truelayer }).moneyMode).toBe('test')
    expect(read({ ...TRIAL, ...TESTS.stripe, ...TESTS.square, ...LIVE.truelayer, ...STAND_IN }).moneyMode).toBe('test')
    expect(read(TRIAL).moneyMode).toBeNull()
  })

  it('hCaptcha’s keys for tests are refused by a live shop, because they let everyone in', () => {
    const keys = { HCAPTCHA_SITEKEY: '10000000-ffff-ffff-ffff-000000000001', HCAPTCHA_SECRET: `0x${'0'.repeat(40)}` }
    expect(() => read({ ...LIVE_ENV, ...keys })).toThrow(
      'HCAPTCHA_SECRET is hCaptcha’s for tests, which lets everyone in',
    )
    expect(read({ ...TRIAL, ...keys }).hcaptcha).not.toBeNull()
  })
})
