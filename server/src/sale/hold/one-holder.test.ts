import { checkout } from '@foyer/contract/messages.ts'
import { captchaWork, freeShare } from '@foyer/domain/basket/held-places.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { windowStart } from '../../http/limits/rate-limit.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { putInBasket, saleIdOf } from '../../testing/fixtures/buyers.ts'
import { createEvent, type EventOptions } from '../../testing/fixtures/catalogue.ts'
import { stockOf } from '../../testing/fixtures/sale.ts'
import { type Browser, useShop } from '../../testing/shop.ts'
import { lockSale } from '../sale.ts'
import { limitReserves, type ReserveAttempt } from './admit.ts'
import { holdAll } from './hold.ts'
import { releaseHold } from './release.ts'

const ENV = { PLACES_PERCENT_PER_ADDRESS: '5', RESERVES_PER_SESSION: '100', RESERVES_PER_ADDRESS: '100000' }
const ONE_NETWORK = '203.0.113.7'

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']
type Given = Partial<Pick<ReserveAttempt, 'work' | 'person' | 'ip'>>

/** A house of this many places, and baskets of it that are reserved together. Answers are 0 for held, or the captcha's work. */
async function house(deps: ReturnType<typeof testDeps>, capacity: number, options: EventOptions = {}) {
  const { ticketId } = await createEvent(deps.db, { tickets: [{ capacity }], ...options })
  const share = freeShare(capacity, 5)
  async function baskets(count: number, qty: number): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into sales (reference, currency, created_at, updated_at)
        select gen_random_uuid()::text, 'GBP', ${deps.clock.now()}::timestamptz, ${deps.clock.now()}::timestamptz
        from generate_series(1, ${count}::int) returning id
      )
      insert into sale_lines (sale_id, ticket_type_id, qty, added_at)
      select id, ${ticketId}::bigint, ${qty}::int, ${deps.clock.now()}::timestamptz from made returning sale_id as id`.execute(
      deps.db,
    )
    return rows.map(({ id }) => id)
  }
  async function reserveAll(saleIds: readonly number[], given: Given | ((nth: number) => Given) = {}) {
    const attempts = saleIds.map((saleId, nth) => {
      const own = typeof given === 'function' ? given(nth) : given
      return { saleId, userId: null, work: 0, person: null, ip: ONE_NETWORK, ...own }
    })
    const outcomes = await holdAll(deps.db, attempts, LIMITS.holdSeconds, deps.clock.now(), limitReserves(deps))
    return outcomes.map((outcome) => {
      if (outcome.kind === 'held') return 0
      return outcome.kind === 'captcha' ? outcome.work : outcome.kind
    })
  }
  const reserve = async (count: number, qty: number, given: Given | ((nth: number) => Given) = {}) =>
    reserveAll(await baskets(count, qty), given)
  return { ticketId, share, baskets, reserve, reserveAll, held: async () => (await stockOf(deps.db, ticketId)).held }
}

const times = (n: number, value: unknown) => Array.from({ length: n }, () => value)

describeOnBoth('the places of one network', (kind) => {
  const opened = useTestDatabase(kind)
  const depsAtWindowStart = () => {
    const deps = testDeps(opened(), { env: ENV })
    deps.clock.set(windowStart(new Date(deps.clock.now().getTime() + 3_600_000), 3600))
    return deps
  }

  it('beyond its free share require a captcha, whose work grows with what has been reserved', async () => {
    const { reserve, held } = await house(depsAtWindowStart(), 400)
    expect(await reserve(5, 5)).toEqual([0, 0, 0, 0, 1])
    expect(await reserve(4, 10)).toEqual([1, 1, 1, 1])
    expect(await reserve(4, 10, { work: 1 })).toEqual([0, 0, 0, 0])
    expect(await reserve(3, 10, { work: 1 }), 'a fourth of the work is just enough').toEqual([0, 0, 8])
    expect(await reserve(1, 10, { work: 2 })).toEqual([0])
    expect(await held()).toBe(90)
    expect(await reserve(1, 20, { ip: '198.51.100.9' }), 'another network').toEqual([0])
  })

  it('count when they are held, not when they are refused, and not for extras', async () => {
    const deps = depsAtWindowStart()
    const { reserve } = await house(deps, 15)
    for (let n = 0; n < 3; n++) expect(await reserve(1, 11)).toEqual([1])
    for (let n = 0; n < 3; n++) expect(await reserve(1, 16, { work: 1 })).toEqual(['refused'])
    expect(await reserve(1, 10)).toEqual([0])
    const extras = await house(deps, 400, { tickets: [{ capacity: 400, extra: true }] })
    expect(await extras.reserve(3, 40)).toEqual([0, 0, 0])
  })

  it('count by date, as the places that a ticket takes of a pool', async () => {
    const deps = depsAtWindowStart()
    const pool = { tickets: [{ capacity: null, pool: 0, pool_places: 4 }], pools: [{ capacity: 400 }] }
    for (const { reserve } of [await house(deps, 0, pool), await house(deps, 0, pool)])
      expect(await reserve(6, 1)).toEqual([0, 0, 0, 0, 0, 1])
  })

  it('count again when a released hold is renewed, until no hold of their window can be alive', async () => {
    const deps = depsAtWindowStart()
    const { baskets, reserveAll, held } = await house(deps, 400)
    const [saleId] = (await baskets(1, 10)) as [number]
    const renewals: unknown[] = []
    for (let n = 0; n < 8; n++) {
      const [needed] = await reserveAll([saleId], { work: Number.POSITIVE_INFINITY })
      expect(needed).toBe(0)
      await inTx(deps.db, async (tx) => releaseHold(tx, await lockSale(tx, saleId), 'edited', deps.clock.now()))
      renewals.push((await reserveAll(await baskets(1, 10)))[0])
      expect(await held()).toBe(renewals.filter((work) => work === 0).length * 10)
    }
    expect(renewals).toEqual([0, 1, 2, 2, 4, 4, 8, 8])
    deps.clock.advance(LIMITS.holdSeconds * LIMITS.holdExtensionsCap)
    expect(await reserveAll(await baskets(1, 10))).not.toEqual([0])
    deps.clock.advance(LIMITS.reservesWindowSeconds)
    expect(await reserveAll(await baskets(1, 10))).toEqual([0])
  })

  it('are bounded when several transactions reserve at once, as those of several processes', async () => {
    const { baskets, reserveAll, held } = await house(depsAtWindowStart(), 400)
    const each = await Promise.all(Array.from({ length: 8 }, () => baskets(4, 3)))
    const works = (await Promise.all(each.map((saleIds) => reserveAll(saleIds)))).flat()
    expect(await held()).toBe(18)
    expect([works.filter((work) => work === 0).length, works.filter((work) => work === 1).length]).toEqual([6, 26])
  })

  it('of one sale in two tabs count once', async () => {
    const { baskets, reserveAll, reserve } = await house(depsAtWindowStart(), 400)
    const [saleId] = (await baskets(1, 10)) as [number]
    expect(await reserveAll([saleId, saleId])).toEqual([0, 0])
    expect(await reserve(1, 10)).toEqual([0])
  })
})

describe('what one person holds without growing work', () => {
  const opened = useTestDatabase('embedded')
  const CAPACITY = 2302

  it('is its free share, and a few shares with captchas of the usual work, whatever its baskets and cookies', async () => {
    const { reserve, share, held } = await house(testDeps(opened(), { env: ENV }), CAPACITY)
    for (const qty of [1, 10, 100]) await reserve(120, qty)
    expect(await held()).toBe(share)
    for (const qty of [100, 10, 1]) await reserve(100, qty, { work: 1 })
    expect(await held()).toBeLessThan(5 * share)
  })

  it('of the whole house costs hours of a phone', () => {
    const work = captchaWork({ reserved: 0, share: freeShare(CAPACITY, 5) }, CAPACITY)
    expect(work / 3600).toBeGreaterThan(4)
  })
})

describe('fresh cookies', () => {
  const shop = useShop('embedded', { env: { ...ENV, TRUST_PROXY: '1' } })
  const CAPACITY = 2302
  const share = freeShare(CAPACITY, 5)

  /** Fresh browsers that each reserve a basket of 12; returns the places that they hold together. */
  async function attack(count: number, addressOf: (nth: number) => string, email: string | null = null) {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: CAPACITY }] })
    for (let n = 0; n < count; n++) {
      const browser = shop().browser(addressOf(n))
      await putInBasket(browser, ticketId, 12)
      if (email !== null)
        await shop()
          .db.updateTable('sessions')
          .set({ proved_email: email, proved_at: shop().clock.now() })
          .where('sale_id', '=', await saleIdOf(shop(), browser))
          .execute()
      const { body } = await browser.call('reserve_tickets')
      if (body.reserved !== true) expect(body).toMatchObject({ captcha: true, captcha_sitekey: 'altcha:self' })
    }
    return (await stockOf(shop().db, ticketId)).held
  }

  it('of one network hold no more than its free share without a captcha', async () => {
    const held = await attack(20, () => ONE_NETWORK)
    expect(held).toBeLessThanOrEqual(share)
    expect(held).toBeGreaterThan(share - 12)
  })

  it('of 50 networks of one /48 hold no more than four shares', async () => {
    const held = await attack(50, (n) => `2001:db8:7:${n + 1}::1`)
    expect(held).toBeLessThanOrEqual(LIMITS.sharesOfWiderNetwork * share)
    expect(held).toBeGreaterThan(LIMITS.sharesOfWiderNetwork * share - 12)
  })

  it('are asked for a challenge of the work that their places need, and for another one if they solve an easier one', async () => {
    const { ticketId } = await createEvent(shop().db, { tickets: [{ capacity: 200 }] })
    const [browser, other] = [shop().browser('192.0.2.1'), shop().browser('192.0.2.1')]
    const solved = async (by: Browser) => {
      const challenge = (await by.call('get_captcha_challenge')).body as unknown as Challenge
      const solution = await solveChallenge({ challenge, deriveKey })
      const answer = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
      return [challenge.parameters.data!.work ?? 1, answer] as const
    }
    await putInBasket(browser, ticketId, 40)
    const asked = { captcha: true, captcha_sitekey: 'altcha:self' }
    expect((await browser.call('reserve_tickets')).body).toEqual({ ...asked, error: checkout['captcha.longer'] })
    const [usual, easy] = await solved(other)
    const refused = (await browser.call('reserve_tickets', { 'h-captcha-response': easy })).body
    expect([usual, refused]).toEqual([1, { ...asked, error: checkout['captcha.harder'] }])
    const [work, answer] = await solved(browser)
    const { body } = await browser.call('reserve_tickets', { 'h-captcha-response': answer })
    expect([work, body.reserved]).toEqual([1 + 2 + 4, true])
  })

  it('of many networks hold no more than one share for one confirmed address', async () => {
    const held = await attack(20, (n) => `198.51.100.${n}`, 'holder@example.org')
    expect(held).toBeLessThanOrEqual(share)
    expect(held).toBeGreaterThan(share - 12)
  })
})

describe('real groups behind one address', () => {
  const opened = useTestDatabase('embedded')
  const deps = () => testDeps(opened(), { env: ENV })

  /** Everyone reserves once and passes the captcha that is asked for. Returns the captchas' work. */
  async function buyAll(of: Awaited<ReturnType<typeof house>>, people: number, qty: number): Promise<number[]> {
    const works: number[] = []
    for (let left = people; left > 0; left -= 50) {
      const saleIds = await of.baskets(Math.min(50, left), qty)
      const asked = (await of.reserveAll(saleIds)) as number[]
      works.push(...asked)
      const waiting = saleIds.filter((_, nth) => asked[nth]! > 0)
      const passed = asked.filter((work) => work > 0)
      expect(await of.reserveAll(waiting, (nth) => ({ work: passed[nth]! }))).toEqual(times(waiting.length, 0))
    }
    expect(await of.held()).toBe(people * qty)
    return works
  }

  it('get their tickets: a class of 30 in a house of 400', async () => {
    const works = await buyAll(await house(deps(), 400), 30, 1)
    expect(works).toEqual([...times(20, 0), ...times(10, 1)])
  })

  it('get their tickets: its teacher, with all of them in one basket', async () => {
    expect(await buyAll(await house(deps(), 400), 1, 30)).toEqual([1])
  })

  it('get their tickets: a company of 300 in a house of 4000', async () => {
    const works = await buyAll(await house(deps(), 4000), 300, 2)
    expect(works.filter((work) => work === 0)).toHaveLength(100)
    expect(Math.max(...works)).toBe(1)
  })

  it('get their tickets: 1000 buyers of an on-sale, who take the whole house', async () => {
    const works = await buyAll(await house(deps(), 2000), 1000, 2)
    expect(Math.max(...works), 'half a minute of a slow phone').toBeLessThanOrEqual(26)
  })
})
