import { once } from 'node:events'
import { connect } from 'node:net'
import { CALLS } from '@foyer/contract/calls.ts'
import { type CallName, PATHS } from '@foyer/contract/paths.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../app.ts'
import { BadConfig, readConfig } from '../../config.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { makeMetrics } from '../../metrics.ts'
import {
  browserWithProvedEmail,
  codeMailedTo,
  createAccount,
  newEmail,
  putInBasket,
} from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type Browser, makeBrowser, openShop, type TestShop } from '../../testing/shop.ts'
import { makeSigningKey } from '../../tickets/signing/sign.ts'
import { hitsOf } from './rate-limit.ts'

/** Two processes on one database, as far as a limit can tell: two applications with a pool of connections each. */
let shop: Awaited<ReturnType<typeof openShop>>
let other: Awaited<ReturnType<typeof buildApp>>
let otherPool: Awaited<ReturnType<typeof openDatabase>>
beforeAll(async () => {
  shop = await openShop('postgres', { env: { DOOR_ACCESS_CODE: 'the code of the door', TRUST_PROXY: '1' } })
  otherPool = await openDatabase({ databaseUrl: shop.databaseUrl, dataDir: '', onConnectionLost: () => {} })
  other = await buildApp({ ...shop.deps, db: otherPool.db, metrics: makeMetrics() }, null)
})
afterAll(async () => {
  await other.close()
  await otherPool.close()
  await shop.close()
})

/** The same session in both processes. */
const inOther = (browser: Browser): Browser => {
  const same = makeBrowser(other)
  const cookie = browser.cookie()
  if (cookie) same.use(decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)))
  return same
}

type Limit = {
  most: number
  ask: (shop: TestShop) => Promise<(browser: (n: number) => Browser, n: number) => Promise<number>>
}

const status = async (asked: Promise<{ status: number }>) => (await asked).status

/** How often one network, session or order may ask in a window; what comes beyond it is refused, whichever process it asks. */
const LIMITED: Record<string, Limit> = {
  'codes to many addresses': {
    most: 60,
    ask: async () => (browser, n) => status(browser(n).call('send_one_time_code', { email: newEmail() })),
  },
  'codes to one address': {
    most: LIMITS.oneTimeCodesPerHour,
    ask: async ({ clock }) => {
      const email = newEmail()
      return (browser, n) => {
        clock.advance(LIMITS.oneTimeCodeResendSeconds)
        return status(browser(n).call('send_one_time_code', { email }))
      }
    },
  },
  'sign-in by trying codes': {
    most: 100,
    ask: async () => async (browser, n) => {
      const answer = await status(browser(n).call('check_one_time_code', { email: newEmail(), code: '000000' }))
      return answer === 400 ? 200 : answer
    },
  },
  'address look-ups': {
    most: 200,
    ask: async () => (browser, n) => status(browser(n).call('lookup_address', { address: `zz1 ${n}` })),
  },
  'discount and voucher codes that do not work': {
    most: 100,
    ask: async ({ db }) => {
      const { ticketId } = await createEvent(db)
      const buyers: Browser[] = []
      return async (_, n) => {
        // Within what one session may try, so that what is counted is the network.
        if (n % 10 === 0) {
          const buyer = shop.browser()
          await putInBasket(buyer, ticketId)
          buyers.splice(0, 2, buyer, inOther(buyer))
        }
        return status(buyers[n % 2]!.call('set_code', { code: `GUESS${n}` }))
      }
    },
  },
  'access codes of the door': {
    most: 50,
    ask: async () => async (browser, n) => {
      const answer = await status(browser(n).call('check_ticket', { access_code: `guess ${n}`, code: 'x' }))
      return answer === 403 ? 200 : answer
    },
  },
  'captcha challenges': {
    most: 60,
    ask: async () => (browser, n) => status(browser(n).call('get_captcha_challenge')),
  },
  'mailing list': {
    most: 20,
    ask: async () => (browser, n) => status(browser(n).call('join_mailing_list', { email: newEmail() })),
  },
  'words to the organiser': {
    most: 5,
    ask: async ({ db, clock }) => {
      const { id, email } = await createAccount(shop)
      const buyer = await browserWithProvedEmail(shop, email)
      await putInBasket(buyer, (await createEvent(db)).ticketId)
      await db
        .updateTable('sales')
        .set({ user_id: id, paid_at: clock.now(), state: 'order_completed', total_minor: 0 })
        .where('reference', '=', (await buyer.checkout()).sale_reference)
        .execute()
      const both = [buyer, inOther(buyer)]
      return (_, n) => status(both[n % 2]!.call('send_customer_feedback', { message: `Thank you ${n}` }))
    },
  },
}

describe('a rate limit', () => {
  it.each(Object.keys(LIMITED))('is shared by all processes: %s', async (name) => {
    // A window of its own, at its beginning.
    shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / 7_200_000 + 1) * 7_200_000))
    const { most, ask } = LIMITED[name]!
    const ctx = await ask(shop)
    const anybody = (n: number) => makeBrowser(n % 2 ? shop.app : other)
    const answers: number[] = []
    for (let n = 0; n < most + 2; n++) answers.push(await ctx(anybody, n))
    expect(answers.indexOf(429)).toBe(most)
    expect(new Set(answers.slice(0, most))).toEqual(new Set([200]))
    expect(answers.at(-1)).toBe(429)
  })

  it('on emailed codes does not lock out buyers behind one address: a correct code returns its hit, once', async () => {
    shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / 7_200_000 + 1) * 7_200_000))
    const used = async (kind: 'code' | 'code-check') =>
      (await hitsOf(shop.deps, [`${kind}:ip:127.0.0.1`], kind === 'code' ? 3600 : 600))[0]!
    const before = [await used('code'), await used('code-check')] as const
    const email = newEmail()
    const browser = shop.browser()
    await browser.call('send_one_time_code', { email })
    expect(await used('code')).toBe(before[0] + 1)
    await shop.runJobs()
    const code = await codeMailedTo(shop, email)
    for (const _ of [1, 2]) expect((await browser.call('check_one_time_code', { email, code })).status).toBe(200)
    expect([await used('code'), await used('code-check')]).toEqual(before)
    await browser.call('check_one_time_code', { email, code: '000000' })
    expect(await used('code-check')).toBe(before[1] + 1)
  })

  it('says when to retry, in the message or a header', async () => {
    shop.clock.advance(7200)
    const browser = shop.browser()
    const email = newEmail()
    await browser.call('send_one_time_code', { email })
    shop.clock.advance(10)
    const { status, body, raw } = await browser.call('send_one_time_code', { email })
    expect([status, body.code, raw.headers['retry-after']]).toEqual([429, 'code_just_sent', '20'])
    expect(body.error).toContain('20 seconds')
  })

  it('[OPEN-26] on reserves requires a captcha, in any process', async () => {
    const { ticketId } = await createEvent(shop.db)
    const buyer = shop.browser()
    await putInBasket(buyer, ticketId)
    const both = [buyer, inOther(buyer)]
    const asked: unknown[] = []
    for (let n = 0; n <= LIMITS.reservesBeforeCaptcha; n++) {
      const { body } = await both[n % 2]!.call('reserve_tickets')
      asked.push(body.captcha ?? false)
      await both[n % 2]!.call('destroy_sale')
    }
    expect(asked).toEqual([...Array(LIMITS.reservesBeforeCaptcha).fill(false), true])
  })

  it('[OPEN-26] on reserves ignores baskets that are already held', async () => {
    const { ticketId } = await createEvent(shop.db)
    const buyer = shop.browser()
    await putInBasket(buyer, ticketId)
    for (let n = 0; n <= LIMITS.reservesBeforeCaptcha; n++)
      expect((await buyer.call('reserve_tickets')).body).toMatchObject({ reserved: true, fresh_reservation: n === 0 })
    await buyer.call('destroy_sale')
    expect((await buyer.call('reserve_tickets')).body).toMatchObject({ reserved: true, fresh_reservation: true })
  })

  it('[OPEN-26] on reserves covers the same browser’s next basket', async () => {
    const { ticketId } = await createEvent(shop.db)
    const buyer = shop.browser()
    await putInBasket(buyer, ticketId)
    for (let n = 0; n < LIMITS.reservesBeforeCaptcha; n++) {
      await buyer.call('reserve_tickets')
      await buyer.call('destroy_sale')
    }
    const { sale_reference } = await buyer.checkout()
    const paid = { paid_at: shop.clock.now(), state: 'order_completed' as const }
    await shop.db.updateTable('sales').set(paid).where('reference', '=', sale_reference).execute()
    await putInBasket(buyer, ticketId)
    expect((await buyer.checkout()).sale_reference).not.toBe(sale_reference)
    expect((await buyer.call('reserve_tickets')).body).toMatchObject({ captcha: true })
    shop.clock.advance(LIMITS.reservesWindowSeconds)
    expect((await buyer.call('reserve_tickets')).body).toMatchObject({ reserved: true })
  })

  it('[OPEN-26] on reserves also counts addresses, but not baskets already held', async () => {
    const { ticketId } = await createEvent(shop.db)
    shop.clock.advance(LIMITS.reservesWindowSeconds)
    const strict = await buildApp(
      { ...shop.deps, metrics: makeMetrics(), config: { ...shop.deps.config, reservesPerAddress: 2 } },
      null,
    )
    const reserve = async (browser: Browser) => (await browser.call('reserve_tickets')).body
    const buyers = [0, 1, 2].map(() => makeBrowser(strict))
    for (const buyer of buyers) await putInBasket(buyer, ticketId)
    expect(await reserve(buyers[0]!)).toMatchObject({ reserved: true, fresh_reservation: true })
    for (let n = 0; n < 3; n++) expect(await reserve(buyers[0]!)).toMatchObject({ fresh_reservation: false })
    expect(await reserve(buyers[1]!)).toMatchObject({ reserved: true })
    expect(await reserve(buyers[2]!)).toMatchObject({ captcha: true })
    await strict.close()
  })
})

describe('the network address of a limit', () => {
  const from = async (forwarded: string) =>
    (
      await shop.app.inject({
        method: 'GET',
        url: PATHS.get_captcha_challenge[1],
        headers: { 'x-forwarded-for': forwarded },
      })
    ).statusCode

  it('is the one seen by our own proxy, whatever the client claims', async () => {
    shop.clock.advance(7200)
    const answers: number[] = []
    for (let n = 0; n < 61; n++) answers.push(await from(`198.51.100.${n}, 203.0.113.7`))
    expect(answers.at(-1)).toBe(429)
    expect(await from('198.51.100.1, 203.0.113.8')).toBe(200)
  })

  const configured = (TRUST_PROXY: string) =>
    readConfig({ TRUST_PROXY, SESSION_SECRET: 'x'.repeat(32), TICKET_SIGNING_KEY: makeSigningKey() }, makeSigningKey)
      .trustProxy
  it.each([
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['loopback', ['loopback']],
  ])('TRUST_PROXY=%s', (value, expected) => expect(configured(value)).toEqual(expected))
  it('refuses an invalid setting', () => expect(() => configured('everybody')).toThrow(BadConfig))
})

describe('request size', () => {
  it('of a body is limited, with a clear message', async () => {
    const { statusCode, body } = await shop.app.inject({
      method: 'POST',
      url: PATHS.set_transfers[1],
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `message=${'x'.repeat(300_000)}`,
    })
    expect([statusCode, JSON.parse(body).code]).toEqual([413, 'body_too_large'])
  })

  it.each([
    ['an address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: shop.test\r\n\r\n`],
    ['a header', `GET / HTTP/1.1\r\nhost: shop.test\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('of %s is limited before it is read', async (_, request) => {
    const listening = await buildApp({ ...shop.deps, metrics: makeMetrics() }, null)
    await listening.listen({ host: '127.0.0.1', port: 0 })
    const { port } = listening.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    socket.write(request)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 431 /)
    socket.destroy()
    await listening.close()
  })

  it('of a basket is limited', async () => {
    const types = LIMITS.maxLinesPerBasket + 1
    const { ticketIds } = await createEvent(shop.db, { tickets: Array.from({ length: types }, () => ({})) })
    const browser = shop.browser()
    const answers: unknown[] = []
    for (const ticket_id of ticketIds) {
      const { status, body } = await browser.call('add_to_basket', { ticket_id, quantity: 1 })
      answers.push(status === 200 ? 200 : body.code)
    }
    expect(answers).toEqual([...Array(LIMITS.maxLinesPerBasket).fill(200), 'basket_full'])
  })

  type Schema = {
    type?: string
    maxLength?: number
    pattern?: string
    enum?: unknown[]
    const?: unknown
    format?: string
    properties?: Record<string, Schema>
    items?: Schema
    maxItems?: number
    anyOf?: Schema[]
    additionalProperties?: Schema | boolean
  }
  /** Texts and lists of a body without an end. What a pattern or a list of words bounds is bounded. */
  function endless(schema: Schema, path: string): string[] {
    const inner = [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, of]) => endless(of, `${path}.${name}`)),
      ...(schema.anyOf ?? []).flatMap((of) => endless(of, path)),
      ...(schema.items ? endless(schema.items, `${path}[]`) : []),
      ...(typeof schema.additionalProperties === 'object' ? endless(schema.additionalProperties, `${path}{}`) : []),
    ]
    if (schema.type === 'array' && schema.maxItems === undefined) inner.push(`${path}: list`)
    const bounded = schema.maxLength ?? schema.pattern ?? schema.enum ?? schema.const ?? schema.format
    if (schema.type === 'string' && bounded === undefined) inner.push(path)
    return inner
  }
  const schemaOf = (name: CallName) =>
    z.toJSONSchema(CALLS[name].body, { io: 'input', unrepresentable: 'any' }) as Schema

  it('of every text and list of every call is limited', () => {
    // A flag takes six words and refuses all others.
    const flag = (path: string) =>
      /(?:is_|ct_|subscribed|subscribe|uk_|own_money|not_gambling|make_default|refund_protection|look)/.test(path)
    expect(
      (Object.keys(PATHS) as CallName[]).flatMap((name) => endless(schemaOf(name), name)).filter((path) => !flag(path)),
    ).toEqual([])
  })
})
