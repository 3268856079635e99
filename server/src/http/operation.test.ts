import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { LIVE_ENV, testDeps } from '../testing/deps.ts'
import {
  browserWithProvedEmail,
  codeMailedTo,
  createAccount,
  newEmail,
  putInBasket,
} from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { withCookie } from '../testing/fixtures/full-customer.ts'
import { saleAt } from '../testing/fixtures/sale.ts'
import { withPages } from '../testing/pages.ts'
import { type FaultyShop, faultyShop } from '../testing/processes/faulty-shop.ts'
import { openShopWithVendors, type ShopWithVendors } from '../testing/vendors/vendors.ts'

/** Numbers as Prometheus reads them: name with labels, value. */
const numbersOf = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))] as const),
  )

describe('/metrics', () => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors('postgres')
  })
  afterAll(() => shop.close())
  const numbers = async () => numbersOf((await shop.app.inject('/metrics')).body)

  it('reports holds, reserves and their duration, payments by outcome, and backlogs', async () => {
    const before = await numbers()
    const { ticketId } = await createEvent(shop.db, {
      tickets: [{ capacity: 1 }],
      startsAt: new Date('2027-09-01T18:00:00Z'),
    })
    for (let n = 0; n < 2; n++) {
      const browser = shop.browser()
      await putInBasket(browser, ticketId)
      await browser.call('reserve_tickets')
    }
    const sale = await saleAt(shop.deps, 'payment', { startsAt: new Date('2027-09-01T18:00:00Z') })
    await withCookie(shop, sale.cookie).call('get_token')
    await shop.browser().call('send_one_time_code', { email: 'nobody@example.com' })
    shop.clock.advance(90)
    const now = await numbers()
    const grown = (name: string) => now.get(name)! - (before.get(name) ?? 0)
    expect({
      reserved: grown('foyer_reserves_total{outcome="reserved"}'),
      refused: grown('foyer_reserves_total{outcome="refused"}'),
      timed: grown('foyer_reserve_seconds_count'),
      queue: now.get('foyer_reserve_queue'),
      held: grown('foyer_tickets_held'),
      open: grown('foyer_payments_open'),
      openFor: now.get('foyer_payments_open_age_seconds'),
      mails: grown('foyer_mails_queued'),
      due: grown('foyer_jobs_due'),
      age: now.get('foyer_outbox_age_seconds'),
      up: now.get('foyer_database_up'),
    }).toEqual({
      reserved: 1,
      refused: 1,
      timed: 2,
      queue: 0,
      held: 2,
      open: 1,
      openFor: 90,
      mails: 1,
      due: 1,
      age: 90,
      up: 1,
    })
    await shop.pass(0)
    const after = await numbers()
    expect(after.get('foyer_mails_total{outcome="sent"}')).toBe(1)
    expect(after.get('foyer_outbox_age_seconds')).toBe(0)
    expect(after.get('foyer_requests_total{status="2xx"}')).toBeGreaterThanOrEqual(6)
    expect(after.has('foyer_event_loop_delay_seconds{quantile="0.99"}')).toBe(true)
  })

  it('counts payments by provider and outcome', async () => {
    const sale = await saleAt(shop.deps, 'payment', {
      startsAt: new Date('2027-09-01T18:00:00Z'),
      tickets: [{ price_minor: 0, booking_fee_minor: 0 }],
    })
    expect(await withCookie(shop, sale.cookie).call('claim_free_tickets')).toMatchObject({ status: 200 })
    const text = (await shop.app.inject('/metrics')).body
    expect(text).toMatch(/# TYPE foyer_payments_total counter/)
  })

  it('requires a token in a live shop, as does the reason for not being ready, and is off without one', async () => {
    const token = 'a token for the operator'
    for (const [env, withToken] of [
      [LIVE_ENV, 404],
      [{ ...LIVE_ENV, OPERATOR_TOKEN: token }, 200],
      [{ OPERATOR_TOKEN: token }, 200],
    ] as const) {
      const deps = testDeps(
        { ...shop, kind: 'postgres', ping: async () => false, close: async () => {} },
        { env, clock: shop.clock },
      )
      const app = await buildApp(deps, null)
      const ask = async (path: string, authorization?: string) => {
        const { statusCode, body } = await app.inject({
          url: path,
          ...(authorization && { headers: { authorization } }),
        })
        return { statusCode, body }
      }
      expect((await ask('/metrics')).statusCode).toBe(404)
      expect((await ask('/metrics', 'Bearer wrong')).statusCode).toBe(404)
      expect((await ask('/metrics', `Bearer ${token}`)).statusCode).toBe(withToken)
      expect((await ask('/readyz')).body).toBe('{"ok":false}')
      const why = withToken === 200 ? '{"ok":false,"why":"database"}' : '{"ok":false}'
      expect((await ask('/readyz', `Bearer ${token}`)).body).toBe(why)
      expect((await ask('/healthz')).body).toBe('{"ok":true}')
      await app.close()
    }
  })

  it('names no buyer, order or code', async () => {
    const text = (await shop.app.inject('/metrics')).body
    expect(text).not.toMatch(/@|reference|ajax/)
    for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
      expect(line).toMatch(/^foyer_[a-z_]+(?:\{[a-z]+="[\w.+]+"(?:,[a-z]+="[\w.+]+")*\})? [\d.e+-]+$|Nan$/i)
  })
})

describe('without a database', () => {
  let shop: FaultyShop
  beforeAll(async () => {
    shop = await faultyShop({ poolSize: 2 })
  }, 120_000)
  afterAll(() => shop.close())
  const ready = async () => {
    const answer = await shop.app.inject('/readyz')
    return [answer.statusCode, answer.json()]
  }

  it('a process is alive but not ready, still has its own metrics, and recovers by itself', async () => {
    expect(await ready()).toEqual([200, { ok: true }])
    shop.proxy.disconnect()
    expect(await ready()).toEqual([503, { ok: false, why: 'database' }])
    expect((await shop.app.inject('/healthz')).statusCode).toBe(200)
    const { statusCode, body } = await shop.app.inject('/metrics')
    expect(statusCode).toBe(200)
    const numbers = numbersOf(body)
    expect(numbers.get('foyer_database_up')).toBe(0)
    expect(numbers.get('foyer_tickets_held')).toBeNaN()
    shop.proxy.reconnect()
    expect(await ready()).toEqual([200, { ok: true }])
  })

  it('with a schema older than the program, a process is not ready', async () => {
    await shop.operate(`delete from kysely_migration where name = '0003_referrals'`)
    expect(await ready()).toEqual([503, { ok: false, why: 'migrations' }])
    await shop.operate(`insert into kysely_migration values ('0003_referrals', now()::text)`)
    expect(await ready()).toEqual([200, { ok: true }])
    // Newer is fine: that is how an upgrade looks to the version before.
    await shop.operate(`insert into kysely_migration values ('9999_next', now()::text)`)
    expect(await ready()).toEqual([200, { ok: true }])
    await shop.operate(`delete from kysely_migration where name = '9999_next'`)
  })

  it.each([
    ['with a full disk', '53100', 'disk'],
    ['with a broken disk', '58030', 'disk'],
    ['with a database that only reads', '25006', 'database'],
  ])('%s, a process is not ready until it can write again', async (_, state, why) => {
    shop.clock.advance(10)
    await shop.operate(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '${state}'; end $$`)
    await shop.operate('create trigger no_room before insert on write_probes for each row execute function no_room()')
    expect(await ready()).toEqual([503, { ok: false, why }])
    await shop.operate('drop trigger no_room on write_probes')
    await shop.operate('drop function no_room')
    expect(await ready()).toEqual([200, { ok: true }])
  })

  it('each probe needs a page of its own, and leaves no more than one row', async () => {
    const pages = async () =>
      Number((await shop.operate(`select pg_relation_size('write_probes') / 8192 as pages`))[0]!.pages)
    const before = await pages()
    shop.clock.advance(10)
    await ready()
    await ready()
    expect(await pages()).toBe(before + 1)
    expect(await shop.operate('select 1 from write_probes')).toHaveLength(1)
  })
})

describe('the log', () => {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'debug' },
    new Writable({
      write: (chunk, _, done) => {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    }),
  )
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors('postgres', { log })
  })
  afterAll(() => shop.close())

  it('has one line per request, with an id the client also gets, and the route instead of the address', async () => {
    lines.length = 0
    const pages = await withPages(shop)
    const { headers } = await pages.browser().get('/orders/a-secret-reference/?token=another-secret')
    const line = lines.find(({ msg }) => msg === 'request')
    expect(line).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/orders/:reference/',
      status: 404,
      reqId: headers['x-request-id'],
    })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it('links a failure to its request, and the buyer sees only that it failed', async () => {
    lines.length = 0
    await sql`alter table sessions rename column last_seen_at to gone`.execute(shop.db)
    const browser = shop.browser()
    const { status, body, raw } = await browser.call('send_one_time_code', { email: 'ada@example.com' })
    await sql`alter table sessions rename column gone to last_seen_at`.execute(shop.db)
    expect([status, body]).toEqual([500, { error: expect.stringContaining('Something went wrong'), code: 'internal' }])
    const failure = lines.find(({ msg }) => msg === 'request failed')
    expect(failure).toMatchObject({ level: 50, reqId: raw.headers['x-request-id'] })
    expect(JSON.stringify(lines)).not.toContain('ada@example.com')
  })

  it('records sign-ins and refusals, which metrics count', async () => {
    lines.length = 0
    const { email } = await createAccount(shop)
    const browser = await browserWithProvedEmail(shop, email)
    await browser.call('send_one_time_code', { email: newEmail() })
    await browser.call('check_one_time_code', { email: newEmail(), code: '000000' })
    await shop.browser().call('get_payment_settings')
    for (let n = 0; n < 16; n++) await browser.call('send_one_time_code', { email: newEmail() })
    expect(lines.filter(({ msg }) => msg === 'sign-in').map(({ outcome }) => outcome)).toEqual(['right', 'ended'])
    const refused = lines.filter(({ msg }) => msg === 'request').map(({ refused }) => refused)
    expect(refused).toEqual(expect.arrayContaining(['not_signed_in', 'too_many_codes']))
    const text = await shop.deps.metrics.text()
    expect(text).toContain('foyer_sign_ins_total{outcome="right"} 1')
    expect(text).toContain('foyer_sign_ins_total{outcome="ended"} 1')
    expect(text).toMatch(/foyer_refusals_total\{code="not_signed_in",route="[^"]*get_payment_settings\/"\} 1/)
    expect(text).toMatch(/foyer_refusals_total\{code="too_many_codes",route="[^"]*send_one_time_code\/"\} \d/)
    expect(JSON.stringify(lines)).not.toContain(email)
  })

  it('contains no address, code, token, name or reference of a buyer', async () => {
    lines.length = 0
    const { email } = await createAccount(shop)
    const browser = await browserWithProvedEmail(shop, email)
    const { ticketId } = await createEvent(shop.db)
    await putInBasket(browser, ticketId)
    await browser.call('reserve_tickets')
    await browser.call('set_delivery_address', { address: { address_1: '1 Hidden Lane' }, gift_voucher_from: 'Ada' })
    const { sale_reference } = await browser.checkout()
    await browser.call('check_one_time_code', { email, code: '000000' })
    await shop.pass(1)
    const text = JSON.stringify(lines)
    expect(lines.length).toBeGreaterThan(6)
    const code = await codeMailedTo(shop, email)
    for (const secret of [email, code, sale_reference, browser.cookie()!.slice(20), 'Hidden Lane', 'Lovelace'])
      expect(text).not.toContain(secret)
    expect(lines.find(({ route }) => String(route).includes('reserve_tickets'))).toMatchObject({
      sale: expect.any(Number),
    })
  })
})
