import { once } from 'node:events'
import { connect } from 'node:net'
import { PATHS } from '@foyer/contract/paths.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { exceedsNetworkLimit, hitsOf } from './rate-limit.ts'

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
  'address look-ups': {
    most: 200,
    ask: async () => (browser, n) => status(browser(n).call('lookup_address', { address: `zz1 ${n}` })),
  },
  'discount and voucher codes that do not work': {
    most: 100,
    ask: async ({ db }) => {
      const { ticketId } = await createEvent(db)
      const buyers: Browser[] = []
      return async (browser, n) => {
        // Within what one session may try, so that what is counted is the network.
        if (n % 10 === 0) {
          const buyer = browser(0)
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
    most: 300,
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
    const used = async () => (await hitsOf(shop.deps, ['code:ip:127.0.0.1'], 3600))[0]!
    const before = await used()
    const email = newEmail()
    const browser = shop.browser()
    await browser.call('send_one_time_code', { email })
    expect(await used()).toBe(before + 1)
    const code = await codeMailedTo(shop, email)
    await browser.call('check_one_time_code', { email, code: '000000' })
    expect(await used()).toBe(before + 1)
    for (const _ of [1, 2]) expect((await browser.call('check_one_time_code', { email, code })).status).toBe(200)
    expect(await used()).toBe(before)
    // To an address that this browser has proved, codes cost its network nothing.
    shop.clock.advance(60)
    await browser.call('send_one_time_code', { email })
    expect(await used()).toBe(before)
    expect((await browser.call('check_one_time_code', { email, code: await codeMailedTo(shop, email) })).status).toBe(
      200,
    )
    expect(await used()).toBe(before)
  })

  const NETWORKS_OF_ONE_CUSTOMER = ['2001:db8:9:1::1', '2001:db8:9:2::1']
  const ofNetwork = Object.keys(LIMITED).filter((name) => name !== 'words to the organiser')
  it.each(ofNetwork)('counts the /48 of an IPv6 network too: %s', async (name) => {
    shop.clock.set(new Date(Math.ceil(shop.clock.now().getTime() / 7_200_000 + 1) * 7_200_000))
    await shop.db.deleteFrom('rate_limits').execute()
    const { most, ask } = LIMITED[name]!
    const send = await ask(shop)
    const from = (address: string) => send(() => shop.browser(address), 0)
    expect(await from(NETWORKS_OF_ONE_CUSTOMER[0]!)).toBe(200)
    const wider = shop.db
      .updateTable('rate_limits')
      .where('key', 'like', '%:ip:2001:db8:9::/48')
      .where('key', 'not like', 'baskets-%')
    const { numUpdatedRows } = await wider.set({ hits: 16 * most - 1 }).executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    expect(await from(NETWORKS_OF_ONE_CUSTOMER[1]!)).toBe(200)
    expect(await from(NETWORKS_OF_ONE_CUSTOMER[1]!)).toBe(429)
    expect(await from('2001:db8:a:1::1')).toBe(200)
  })

  it('counts nothing for the /48 beyond the limit of a network, so that one sender does not block all its neighbours', async () => {
    const limit = { name: 'test', max: 2, windowSeconds: 60 }
    const exceeds = (network: string) => exceedsNetworkLimit(shop.deps, limit, network)
    for (let n = 0; n < 50; n++) expect(await exceeds('2001:db8:5:1::/64')).toBe(n >= 2)
    expect(await hitsOf(shop.deps, ['test:ip:2001:db8:5::/48'], 60)).toEqual([2])
    expect(await exceeds('2001:db8:5:2::/64')).toBe(false)
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

  it('[OPEN-26] on reserves also counts the /48 of an IPv6 network', async () => {
    const { ticketId } = await createEvent(shop.db)
    shop.clock.advance(LIMITS.reservesWindowSeconds)
    const reserveFrom = async (address: string) => {
      const buyer = shop.browser(address)
      await putInBasket(buyer, ticketId)
      return (await buyer.call('reserve_tickets')).body
    }
    expect(await reserveFrom(NETWORKS_OF_ONE_CUSTOMER[0]!)).toMatchObject({ reserved: true })
    const most = 16 * LIMITS.reservesPerAddressBeforeCaptcha
    await shop.db
      .updateTable('rate_limits')
      .set({ hits: most })
      .where('key', 'like', 'reserve:ip:2001:db8:9::/48:%')
      .execute()
    expect(await reserveFrom(NETWORKS_OF_ONE_CUSTOMER[1]!)).toMatchObject({ captcha: true })
    expect(await reserveFrom('2001:db8:a:1::1')).toMatchObject({ reserved: true })
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
    for (let n = 0; n < 301; n++) answers.push(await from(`198.51.100.${n % 250}, 203.0.113.7`))
    expect(answers.at(-1)).toBe(429)
    expect(await from('198.51.100.1, 203.0.113.8')).toBe(200)
  })

  it.each([
    ['10.1.2.3', '198.51.100.7, 203.0.113.7', '203.0.113.7'],
    ['::ffff:10.1.2.3', '203.0.113.7', '203.0.113.7'],
    ['::ffff:10.1.2.3', '::ffff:203.0.113.7', '203.0.113.7'],
    ['fd00::2', '203.0.113.7:50123, 10.9.9.9', '203.0.113.7'],
    ['fd00::2', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fd00::2', 'not-an-address', 'unknown'],
    ['203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['::ffff:203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ])(
    'behind the proxies 10.0.0.0/8 and fd00::/8, a request from %s for %s counts for %s',
    async (remoteAddress, forwarded, network) => {
      const config = { ...shop.deps.config, trustProxy: ['10.0.0.0/8', 'fd00::/8'] }
      const app = await buildApp({ ...shop.deps, config, metrics: makeMetrics() }, null)
      await shop.db.deleteFrom('rate_limits').execute()
      const headers = { 'x-forwarded-for': forwarded }
      await app.inject({ url: PATHS.get_captcha_challenge[1], headers, remoteAddress })
      await app.close()
      const counted = await shop.db
        .selectFrom('rate_limits')
        .select('key')
        .where('key', 'like', 'captcha:ip:%')
        .execute()
      expect(counted.map(({ key }) => key)).toContain(`captcha:ip:${network}`)
    },
  )

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
})
