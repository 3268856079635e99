import { PAGES, PERSONAL_DATA } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TRANSITIONS_SOURCE } from '../html/transitions.ts'
import { BOOTSTRAP_SOURCE } from '../pages/document/bootstrap.ts'
import { EARLY_EVENTS_SOURCE } from '../pages/document/early-events.ts'
import { LIVE_ENV } from '../testing/deps.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { fullCustomer } from '../testing/fixtures/full-customer.ts'
import { type PageShop, withPages } from '../testing/pages.ts'
import { openShopWithVendors, type ShopWithVendors } from '../testing/vendors/vendors.ts'

let shop: ShopWithVendors
let pages: PageShop
let addresses: string[]
let ticketId: number
const NEVER = ['private, no-store', 'private, no-store']
beforeAll(async () => {
  shop = await openShopWithVendors('postgres', {
    env: {
      ...LIVE_ENV,
      // The sandbox accepts only keys for tests.
      STRIPE_SECRET_KEY: 'sk_test_none',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
      DOOR_ACCESS_CODE: 'the door',
      HCAPTCHA_SITEKEY: 'k',
      HCAPTCHA_SECRET: 's',
    },
  })
  pages = await withPages(shop)
  const event = await createEvent(shop.db, { startsAt: new Date('2099-01-01T12:00:00Z') })
  const { slug } = event
  ticketId = event.ticketId
  addresses = [
    ...Object.values(PAGES).map((path) => path.replace(':slug', slug).replace(/:\w+/, 'nobody-knows-this')),
    '/nowhere/',
    '/ajax/nowhere/',
    '/posters/event-1.svg',
    '/favicon.svg',
    '/robots.txt',
    '/sitemap.xml',
    '/app.webmanifest',
    '/door/app.webmanifest',
    '/brand/icon-192.png',
    '/posters/event-1.jpg',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/account/wallet/tickets/1.pdf',
    '/do/checkout/truelayer_return/?payment_id=x',
    '/mailing-list/confirm?token=x',
    '/mailing-list/reminders?link=x',
    '/mailing-list/news?link=x',
  ]
})
afterAll(() => shop.close())

const directives = (policy: string) =>
  new Map(policy.split(';').map((part) => [part.trim().split(' ')[0]!, part.trim().split(' ').slice(1)]))

describe('response headers', () => {
  it('mark calls as data: no document, frame, type sniffing or cross-origin use', async () => {
    const sent = (headers: Record<string, unknown>) => ({
      policy: headers['content-security-policy'],
      type: headers['content-type'],
      guess: headers['x-content-type-options'],
      others: headers['cross-origin-resource-policy'],
      transport: headers['strict-transport-security'],
    })
    const data = {
      policy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      type: 'application/json; charset=utf-8',
      guess: 'nosniff',
      others: 'same-origin',
      transport: expect.stringMatching(/^max-age=31536000/),
    }
    for (const [name, [method, url]] of Object.entries(PATHS)) {
      const { headers, statusCode } = await shop.app.inject({ method, url: url.replace(/:\w+/, 'nobody-knows-this') })
      expect({ [name]: sent(headers) }, String(statusCode)).toEqual({ [name]: data })
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
      expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
    }
  })

  it('forbid what our pages do not need: inline script and style, framing, sniffing, devices', async () => {
    for (const address of addresses) {
      const { headers, statusCode } = await pages.browser().get(address)
      expect(statusCode, address).toBeLessThan(500)
      const policy = directives(String(headers['content-security-policy']))
      const sources = [...policy.values()].flat()
      for (const word of ["'unsafe-inline'", "'unsafe-eval'", 'http:', 'https:', '*', 'data:'])
        if (
          !(
            word === 'data:' &&
            policy.get('img-src')!.includes('data:') &&
            sources.filter((s) => s === word).length === 1
          )
        )
          expect({ [address]: sources.includes(word) }, word).toEqual({ [address]: false })
      expect({ [address]: policy.get('frame-ancestors') }).toEqual({ [address]: ["'none'"] })
      expect({ [address]: policy.get('object-src') }).toEqual({ [address]: ["'none'"] })
      expect({ [address]: policy.get('base-uri') }).toEqual({ [address]: ["'none'"] })
      expect({ [address]: policy.get('form-action') }).toEqual({ [address]: ["'self'"] })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
        'referrer-policy': expect.stringMatching(/^(?:strict-origin|no-referrer)$/),
        'permissions-policy': expect.stringContaining(address === PAGES.door ? 'camera=(self)' : 'camera=()'),
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      })
      expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
    }
  })

  it('allow vendors’ scripts and frames only where they are needed', async () => {
    const scriptsOf = async (address: string) =>
      directives(String((await pages.browser().get(address)).headers['content-security-policy'])).get('script-src')!
    for (const address of addresses) {
      const scripts = await scriptsOf(address)
      if (address === PAGES.checkout || address === PAGES.account) {
        // As the checkout: cards are saved in the account settings.
        if (address === PAGES.checkout) expect(scripts.length).toBeGreaterThan(4)
        for (const source of scripts.slice(4)) expect(source).toMatch(/^https?:\/\/[\w.*:-]+$/)
      } else
        expect({ [address]: scripts }).toEqual({
          [address]: ["'self'", BOOTSTRAP_SOURCE, EARLY_EVENTS_SOURCE, TRANSITIONS_SOURCE],
        })
    }
  })

  it('forbid caching except on routes that are the same for everyone', async () => {
    const PUBLIC =
      /^\/(?:$|all-events\/|events\/(?!.*\/waiting\/)|gift-vouchers\/|organisers\/|refund-policy\/|privacy\/|accessibility\/|legal-information\/|404\/|nowhere\/|metrics$|posters\/|favicon|robots|sitemap|handbook\/|brand\/|(?:door\/)?app\.webmanifest)/
    const visitor = pages.browser()
    await visitor.call('add_to_basket', { ticket_id: ticketId, quantity: 1 })
    for (const address of addresses) {
      const sent = async (browser: typeof visitor) => (await browser.get(address)).headers['cache-control']
      const [stranger, known] = [await sent(pages.browser()), await sent(visitor)]
      if (!PUBLIC.test(address)) expect({ [address]: [stranger, known] }).toEqual({ [address]: NEVER })
      else if (stranger === 'no-cache') expect({ [address]: known }).toEqual({ [address]: 'private, no-cache' })
      else expect({ [address]: stranger }).toEqual({ [address]: expect.stringMatching(/max-age/) })
    }
  })

  it('forbid caching of calls, and of files and pages of a buyer', async () => {
    const owner = await fullCustomer(shop)
    const cacheControl = async (url: string, method: 'GET' | 'POST' = 'GET') =>
      (await shop.app.inject({ method, url, headers: { cookie: owner.browser.cookie()! } })).headers['cache-control']
    for (const [method, path] of Object.values(PATHS))
      for (const url of [path.replace(/:\w+/, 'nobody-knows-this'), path.replace(/:\w+/, owner.order.reference)])
        expect({ [url]: await cacheControl(url, method) }).toEqual({ [url]: 'private, no-store' })
    const browser = pages.browser(owner.browser)
    for (const url of [
      PAGES.checkout,
      PAGES.wallet,
      PAGES.account,
      PAGES.order.replace(':reference', owner.order.reference),
      PAGES.waiver.replace(':reference', owner.order.reference),
      PERSONAL_DATA,
    ])
      expect({ [url]: (await browser.get(url)).headers['cache-control'] }).toEqual({ [url]: 'private, no-store' })
  })

  it('keep secret links out of referrers', async () => {
    const { headers } = await pages.browser().get('/claim/a-secret/')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })
})
