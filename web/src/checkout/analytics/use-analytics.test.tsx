import type { Privacy } from '@foyer/contract/pages.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resetChoice } from '../../privacy/privacy.ts'
import { sampleCheckout, sampleEvent } from '../testing/checkout.ts'
import { go, onCheckoutPage, openCheckout } from '../testing/page.tsx'

onCheckoutPage()

type Page = { gtag?: unknown; fbq?: unknown; _fbq?: unknown; dataLayer?: unknown[] }
const page = window as unknown as Page

const IDS = {
  sale_reference: 'sale-measured',
  seconds_remaining: 900,
  ga_ua_properties: ['UA-1'],
  events: [
    sampleEvent({ ga: 'G-2', ga_conversion_id: 'AW-3/buy', fb_pixel: '44' }),
    sampleEvent({ id: 11, ga: 'G-2', fb_pixel: '55' }),
  ],
}
const agreed = (change: Partial<Privacy> = {}): Privacy => ({
  choice: 'accepted',
  visits: true,
  sentry_dsn: null,
  ...change,
})

const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src)
/** What Google's queue was told, as far as it is about one name. */
const google = (name: string) =>
  (page.dataLayer ?? [])
    .map((args) => Array.from(args as ArrayLike<unknown>))
    .filter(([command, what]) => command === 'event' && what === name)
    .map(([, , facts]) => facts as Record<string, unknown>)
const meta = (name: string) =>
  ((page.fbq as { queue: unknown[][] } | undefined)?.queue ?? []).filter(([, , what]) => what === name)

beforeEach(async () => {
  // Each document starts without the vendors; the module that remembers them is new with it.
  for (const key of ['gtag', 'fbq', '_fbq', 'dataLayer'] as const) delete page[key]
  for (const script of document.head.querySelectorAll('script')) script.remove()
  localStorage.clear()
})
afterEach(() => act(() => resetChoice()))

describe('without consent', () => {
  it.each([
    ['no ids', agreed(), {}],
    ['no answer yet', agreed({ choice: null }), IDS],
    ['a refusal', agreed({ choice: 'refused' }), IDS],
  ])('%s: loads no script and sends nothing', async (_, privacy, ids) => {
    await openCheckout({ state: 'donation', ...ids }, { privacy })
    await go(10_000)
    expect(scripts()).toEqual([])
    expect([page.gtag, page.fbq]).toEqual([undefined, undefined])
  })
})

describe('with consent', () => {
  it('[ANA-03] sends a page view per step to each property and pixel, under a synthetic address', async () => {
    history.replaceState(null, '', '/smartcheckout/?session=sale-measured#ada@example.org')
    const checkout = await openCheckout({ state: 'waiver', payment_complete: true, ...IDS }, { privacy: agreed() })
    const views = () => google('page_view').map(({ send_to, page_location }) => [send_to, page_location])
    const at = (step: string) => `${location.origin}/smartcheckout/${step}/`
    expect(views()).toEqual([
      ['UA-1', at('waiver')],
      ['G-2', at('waiver')],
    ])
    expect(meta('PageView').map(([, pixel]) => pixel)).toEqual(['44', '55'])
    await checkout.press(checkout.button('Continue'))
    expect(views().slice(2)).toEqual([
      ['UA-1', at('order_completed')],
      ['G-2', at('order_completed')],
    ])
    expect(meta('PageView').map(([, pixel]) => pixel)).toEqual(['44', '55', '44', '55'])
    // The pixel reads the address bar, and gets nobody's reference or email from it.
    expect(location.href).toBe(`${location.origin}/smartcheckout/`)
    expect(JSON.stringify([page.dataLayer, meta('PageView')])).not.toContain('sale-measured')
  })

  it('[ANA-02] the delivery step sends the purchase once per sale, property, conversion and pixel', async () => {
    const sale = { state: 'deliver_tickets' as const, payment_complete: true, ...IDS }
    await openCheckout(sale, { privacy: agreed() })
    const reported = () => [
      ...google('purchase').map(({ send_to, transaction_id, value, currency }) => [
        send_to,
        transaction_id,
        value,
        currency,
      ]),
      ...google('conversion').map(({ send_to, transaction_id, value }) => [send_to, transaction_id, value]),
      ...meta('Purchase').map(([, pixel, , facts, more]) => [pixel, (facts as { value: number }).value, more]),
    ]
    const once = [
      ['UA-1', 'sale-measured', 55, 'GBP'],
      ['G-2', 'sale-measured', 55, 'GBP'],
      ['AW-3/buy', 'sale-measured', 55],
      ['44', 55, { eventID: 'sale-measured' }],
      ['55', 55, { eventID: 'sale-measured' }],
    ]
    expect(reported()).toEqual(once)
    // The same step again, as after a reload.
    await openCheckout(sale, { privacy: agreed() })
    expect(reported()).toEqual(once)
  })

  it('loads the payment step as a new document after a step with vendors', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const checkout = await openCheckout({ state: 'donation', ...IDS }, { privacy: agreed() })
    checkout.shop.sale.checkout = sampleCheckout({ ...checkout.shop.sale.checkout, state: 'payment' })
    document.dispatchEvent(new Event('visibilitychange'))
    await go(0)
    expect(assign.mock.calls).toEqual([['/smartcheckout/']])
    expect(checkout.has('Determining checkout progress')).toBe(true)
    expect(checkout.shop.names()).not.toContain('get_token')
  })

  it('the payment document allows no vendors, and the next step is a new document', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: true }
    const checkout = await openCheckout(
      { state: 'payment', basket_total: 0, account, ...IDS },
      {
        privacy: agreed({ visits: false }),
        script: {
          claim_free_tickets: (_, sale) => {
            sale.checkout = { ...sale.checkout, payment_complete: true }
            return { success: true }
          },
        },
      },
    )
    await go(20_000)
    expect(checkout.shop.named('claim_free_tickets')).toHaveLength(1)
    expect(checkout.shop.named('update_basket_state')).toEqual([{ state: 'deliver_tickets' }])
    expect(assign.mock.calls).toEqual([['/smartcheckout/']])
    // What follows belongs to that document.
    expect(checkout.shop.names()).not.toContain('deliver_to_bitticket')
    expect(scripts().filter((src) => /google|facebook/.test(src))).toEqual([])
  })
})
