import { afterEach, expect, it, vi } from 'vitest'
import { registerItems } from '../analytics/analytics.ts'
import { sampleCheckout, sampleEvent } from '../testing/checkout.ts'
import { setUpCardProvider } from './card-provider.ts'

const opened = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preconnect]')].map(({ href }) => href)

afterEach(() => {
  for (const link of document.head.querySelectorAll('link')) link.remove()
  vi.unstubAllGlobals()
})

it('[RSV-12, CRD-01] connects to the card provider once, for any organiser without Square', () => {
  setUpCardProvider(sampleCheckout())
  setUpCardProvider(sampleCheckout({ opoa: { provider: 'stripe' } }))
  expect(opened().map((href) => new URL(href).origin)).toEqual(['https://cards.example'])
})

it('[SQR-01, FRE-01] does not connect for Square or a free order', () => {
  setUpCardProvider(sampleCheckout({ opoa: { provider: 'square' } }))
  setUpCardProvider(sampleCheckout({ basket_total: 0 }))
  expect(opened()).toEqual([])
})

it('[RSV-09] sends the reserved items to every analytics id of the sale, once each', () => {
  const gtag = vi.fn()
  vi.stubGlobal('gtag', gtag)
  registerItems(
    sampleCheckout({
      ga_ua_properties: ['UA-1', 'G-2'],
      events: [sampleEvent({ ga: 'G-2' }), sampleEvent({ id: 11, ga: 'G-3' })],
    }),
  )
  expect(
    gtag.mock.calls.map(([, name, { send_to, currency, items }]) => [name, send_to, currency, items.length]),
  ).toEqual([
    ['add_to_cart', 'UA-1', 'GBP', 1],
    ['add_to_cart', 'G-2', 'GBP', 1],
    ['add_to_cart', 'G-3', 'GBP', 1],
  ])
})

it('[RSV-09] does nothing without an analytics script', () => {
  expect(() => registerItems(sampleCheckout({ ga_ua_properties: ['UA-1'] }))).not.toThrow()
})
