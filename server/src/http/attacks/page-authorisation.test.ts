import { API_PATHS } from '@foyer/contract/api/paths.ts'
import { OFFICE_EVENT_PREVIEW, OFFICE_MAILING_PREVIEW, OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeMetrics } from '../../metrics.ts'
import { browserWithProvedEmail, newEmail } from '../../testing/fixtures/buyers.ts'
import { type FullCustomer, fullCustomer } from '../../testing/fixtures/full-customer.ts'
import { type PageShop, plainDocuments } from '../../testing/pages.ts'
import type { Browser } from '../../testing/shop.ts'
import type { ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { ABOUT_NOBODY, addressesIn, bare } from './addresses.testing.ts'
import { rowsOf } from './attack.testing.ts'
import { openPageShop } from './page-shop.testing.ts'

let shop: ShopWithVendors
let pages: PageShop
beforeAll(async () => {
  ;({ shop, pages } = await openPageShop())
})
afterAll(() => shop.close())

/** Every route that is neither a call nor a page of the contract, with addresses of another customer's data. */
const OTHERS: Record<string, (of: FullCustomer) => string[]> = {
  '/account/wallet/tickets/:id.pdf': (of) => of.ticketIds.map((id) => `/account/wallet/tickets/${id}.pdf`),
  '/account/wallet/tickets/:id.ics': (of) => of.ticketIds.map((id) => `/account/wallet/tickets/${id}.ics`),
  '/account/wallet/tickets/:id.pkpass': (of) => of.ticketIds.map((id) => `/account/wallet/tickets/${id}.pkpass`),
  '/account/wallet/tickets/:id.google': (of) => of.ticketIds.map((id) => `/account/wallet/tickets/${id}.google`),
  '/orders/:reference/calendar.ics': (of) =>
    [of.order, of.plan, of.open].map(({ reference }) => `/orders/${reference}/calendar.ics`),
  '/orders/:reference/receipt-:organiser.pdf': (of) =>
    [of.order, of.plan].map(({ reference }) => `/orders/${reference}/receipt-${of.order.event!.organiserId}.pdf`),
  '/do/checkout/stripe_auth/': (of) => [`/do/checkout/stripe_auth/?payment_intent=${of.paymentIntent}`],
  '/do/checkout/truelayer_return/': (of) => [`/do/checkout/truelayer_return/?payment_id=${of.paymentIntent}`],
  '/payment/?id=': (of) => [`/payment/?provider=stripe&id=${of.paymentIntent}`],
  // A stranger is sent to sign in; another buyer gets their own.
  '/account/personal-data.json': () => ['/account/personal-data.json'],
  '/mailing-list/confirm': () => ['/mailing-list/confirm?token=made-up'],
  '/mailing-list/reminders': () => ['/mailing-list/reminders?link=made.up'],
  '/waiting-list/open': () => ['/waiting-list/open?link=made-up'],
  '/feedback/open': () => ['/feedback/open?link=made-up'],
  '/mailing-list/news': () => ['/mailing-list/news?link=made-up'],
  // A paid order is not taken over by its link, nor is one whose buyer is at the bank.
  '/smartcheckout/?session=': (of) =>
    [of.order, of.plan].map(({ reference }) => `/smartcheckout/?session=${reference}`),
}
/** The mailbox of a shop without SMTP holds everybody's mail, and is not there in production. */
const MAILBOX = /^\/dev\//

/** Every path, with all of their ids and tokens in it. */
function addressesOf(of: FullCustomer): string[] {
  const filled = Object.values(PAGES)
    .filter((path) => !MAILBOX.test(path))
    .flatMap((path) => {
      if (path.includes(':reference'))
        return [of.order, of.plan, of.open].map((sale) => path.replace(':reference', sale.reference))
      if (path.includes(':token')) return [path.replace(':token', of.claimToken)]
      return [path.replace(':slug', of.order.event!.slug)]
    })
  return [...filled, ...Object.values(OTHERS).flatMap((addresses) => addresses(of))]
}

/** Secrets that anyone with a claim link may read there: who sent it. */
const ON_A_CLAIM = (of: FullCustomer) =>
  of.secrets.filter((secret) => secret.startsWith('Zenobia') || secret.startsWith('Quillfeather'))

describe('pages and files', () => {
  it('are listed here, or are calls', async () => {
    const app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, plainDocuments())
    const gets = addressesIn(app.printRoutes({ commonPrefix: false }))
    expect(gets.length).toBeGreaterThan(25)
    const known = new Set(
      [
        ...Object.values({ ...PATHS, ...OFFICE_PATHS, ...API_PATHS }).map(([, path]) => path),
        ...Object.values(PAGES),
        ...Object.values(OFFICE_PAGES).map(({ path }) => path),
        OFFICE_EVENT_PREVIEW,
        OFFICE_MAILING_PREVIEW,
        ...Object.keys(OTHERS),
      ].map(bare),
    )
    expect(gets.filter((path) => !known.has(path) && !ABOUT_NOBODY.test(path) && !MAILBOX.test(path))).toEqual([])
    await app.close()
  })

  it.each(['without a session', 'with a proved address', 'signed in as someone else'])(
    'reveal and change no data of other people when requested by a browser %s',
    async (who) => {
      const zenobia = await fullCustomer(shop)
      const signedIn = who.startsWith('signed') ? await fullCustomer(shop) : null
      const browser: Browser = signedIn
        ? pages.browser(signedIn.browser)
        : who.startsWith('with a')
          ? pages.browser(await browserWithProvedEmail(shop, newEmail()))
          : pages.browser()
      const before = await rowsOf(shop.db, zenobia)
      const revealed: unknown[] = []
      for (const address of addressesOf(zenobia)) {
        const { body, headers, statusCode } = await browser.get(address)
        const allowed = address.startsWith('/claim/') ? ON_A_CLAIM(zenobia) : []
        const found = zenobia.secrets.filter(
          (secret) => !allowed.includes(secret) && (body.includes(secret) || String(headers.location).includes(secret)),
        )
        if (statusCode >= 500 || found.length > 0) revealed.push({ address, statusCode, found })
      }
      expect(revealed).toEqual([])
      expect(await rowsOf(shop.db, zenobia)).toEqual(before)
    },
    120_000,
  )

  it('show it to its owner', async () => {
    const zenobia = await fullCustomer(shop)
    const hers = pages.browser(zenobia.browser)
    const { body } = await hers.get('/account/wallet/')
    expect(body).toContain(zenobia.ticketCodes[0])
    expect((await hers.get(`/account/wallet/tickets/${zenobia.ticketIds[0]}.pdf`)).statusCode).toBe(200)
    expect((await hers.get(`/orders/${zenobia.order.reference}/`)).body).toContain(zenobia.email)
    expect((await hers.get('/account/settings/')).body).toContain(zenobia.card)
  })
})
