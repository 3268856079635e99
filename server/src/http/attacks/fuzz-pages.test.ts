import { createHmac } from 'node:crypto'
import { PAGES } from '@foyer/contract/pages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../random.ts'
import { createAccount, createBuyerWithHold, prove } from '../../testing/fixtures/buyers.ts'
import type { PageShop } from '../../testing/pages.ts'
import type { Browser } from '../../testing/shop.ts'
import type { ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { allRows } from './attack.testing.ts'
import { openPageShop } from './page-shop.testing.ts'

/** Hostile addresses, queries, headers and webhook events. A failing run prints its seed (FUZZ_SEED, FUZZ_TRIES). */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const TRIES = Number(process.env.FUZZ_TRIES ?? 6)

const NASTY = [
  '',
  '0',
  '-1',
  '1e9',
  'abc',
  '9'.repeat(30),
  'x'.repeat(900),
  '%00',
  '%',
  '%E0%A4%A',
  '%ed%a0%80',
  '%F0%9F%92%A5',
  '..%2f..%2fetc%2fpasswd',
  "'%20or%201=1;%20--",
  '%3Cscript%3Ealert(1)%3C/script%3E',
  'constructor',
  '__proto__',
  '%0d%0aset-cookie:%20a=b',
]
const KEYS = [
  'session',
  'next',
  'to',
  'q',
  'from',
  'place',
  'ref',
  'token',
  'payment_intent',
  'payment_id',
  'joined',
  'a[b]',
  '__proto__[x]',
  'q[]',
]
const MORE = [
  '/account/wallet/tickets/:id.pdf',
  '/account/wallet/tickets/:id.ics',
  '/posters/event-:id.svg',
  '/posters/charity-:id.svg',
  '/do/checkout/truelayer_return/',
  '/do/checkout/stripe_auth/',
  '/mailing-list/confirm',
  '/mailing-list/reminders',
  '/mailing-list/news',
  '/dev/mailbox/:id/html',
  '/ajax/catalogue/events/',
  '/ajax/catalogue/events/:slug/',
  '/assets/:file',
  '/:anything',
]

let shop: ShopWithVendors
let pages: PageShop
beforeAll(async () => {
  ;({ shop, pages } = await openPageShop())
})
afterAll(() => shop.close())

const VISITORS: Record<string, () => Promise<Browser>> = {
  nobody: async () => pages.browser(),
  'a buyer who is signed in and holds tickets': async () => {
    const { browser } = await createBuyerWithHold(shop)
    shop.clock.advance(3600)
    await prove(shop, browser, (await createAccount(shop)).email)
    return pages.browser(browser)
  },
}

describe('any address with any query', () => {
  it.each(Object.keys(VISITORS))(
    'returns less than 500 to %s, with none of it in a header and no redirect to another site',
    async (who) => {
      const random = seededRandom(SEED)
      const one = <T>(of: readonly T[]): T => of[random.int(of.length)]!
      const browser = await VISITORS[who]!()
      const broken: unknown[] = []
      for (const path of [...Object.values(PAGES), ...MORE])
        for (let n = 0; n < TRIES * 3; n++) {
          const query = Array.from({ length: random.int(4) }, () => `${one(KEYS)}=${one(NASTY)}`).join('&')
          const url = `${path.replace(/:\w+/g, () => one(NASTY))}${query && `?${query}`}`
          const { statusCode, headers } = await browser.get(url)
          const reflects = /<script>alert|a=b/.test(JSON.stringify(headers))
          const away = headers.location !== undefined && !/^\/(?![/\\])/.test(String(headers.location))
          if (statusCode >= 500 || reflects || away)
            broken.push({ seed: SEED, url, statusCode, location: headers.location })
        }
      expect(broken).toEqual([])
    },
    120_000,
  )
})

describe('any webhook event', () => {
  /** Parts of real events, combined at random. */
  const VALUES: unknown[] = [
    null,
    0,
    -1,
    '',
    'x',
    true,
    [],
    {},
    'pi_1',
    '2026-01-01',
    1e21,
    { id: 5 },
    ['x'],
    { object: null },
    '\u0000',
  ]
  const FIELDS = [
    'id',
    'type',
    'object',
    'data',
    'event_id',
    'payment_id',
    'refund_id',
    'created',
    'created_at',
    'payment',
    'refund',
    'dispute',
    'payment_intent',
    'amount',
    'amount_money',
    'status',
    'reason',
  ]

  it('unsigned is refused and changes nothing; signed nonsense does no harm', async () => {
    const random = seededRandom(SEED)
    const one = <T>(of: readonly T[]): T => of[random.int(of.length)]!
    const thing = (depth: number): unknown =>
      depth === 0 || random.int(3) === 0
        ? one(VALUES)
        : Object.fromEntries(Array.from({ length: 1 + random.int(5) }, () => [one(FIELDS), thing(depth - 1)]))
    const before = await allRows(shop.db)
    const broken: unknown[] = []
    const send = async (vendor: string, payload: string, headers: Record<string, string>) => {
      const { statusCode } = await shop.app.inject({ method: 'POST', url: `/webhooks/${vendor}`, payload, headers })
      return statusCode
    }
    for (let n = 0; n < TRIES * 25; n++) {
      const payload =
        random.int(5) === 0 ? one(['', '{', 'null', '[]', '"x"', '\u0000\ufffd', '1']) : JSON.stringify(thing(4))
      const signatures = {
        'stripe-signature': one(['', 't=1,v1=0', 'x', 't=,v1=']),
        'x-square-hmacsha256-signature': one(['', 'AAAA', 'x']),
        'tl-signature': one(['', 'a..b', 'x.y.z']),
      }
      const type = {
        'content-type': one(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png']),
      }
      for (const vendor of ['stripe', 'square', 'truelayer']) {
        const status = await send(vendor, payload, { ...signatures, ...type })
        if (status < 400 || status >= 500) broken.push({ seed: SEED, vendor, payload, signatures, status })
      }
    }
    expect(broken).toEqual([])
    expect(await allRows(shop.db)).toEqual(before)

    // Signed with the vendor's key: whatever it contains, it issues no ticket.
    for (let n = 0; n < TRIES * 25; n++) {
      const event = {
        ...(thing(4) as object),
        ...(random.int(2) && { event_id: `e${n}`, type: 'payment.updated', id: `evt_${n}` }),
        ...(n === 0 && { event_id: '\0', type: 'payment.updated', id: '\0' }),
      }
      const payload = JSON.stringify(event)
      const at = Math.floor(shop.clock.now().getTime() / 1000)
      const stripe = createHmac('sha256', 'whsec_test').update(`${at}.${payload}`).digest('hex')
      const square = createHmac('sha256', 'square-webhook-key')
        .update(`http://shop.test/webhooks/square${payload}`)
        .digest('base64')
      const statuses = [
        await send('stripe', payload, {
          'stripe-signature': `t=${at},v1=${stripe}`,
          'content-type': 'application/json',
        }),
        await send('square', payload, { 'x-square-hmacsha256-signature': square, 'content-type': 'application/json' }),
      ]
      if (statuses.some((status) => status >= 500)) broken.push({ seed: SEED, payload, statuses })
    }
    expect(broken).toEqual([])
    const money = (rows: string[]) =>
      rows.filter((row) => /^(?:payments|refunds|tickets|ledger_entries|sales) /.test(row))
    expect(money(await allRows(shop.db))).toEqual(money(before))
  }, 120_000)
})
