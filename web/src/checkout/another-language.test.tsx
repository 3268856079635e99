import { pseudo, textsIn, untranslated } from '@foyer/contract/pseudo-language.testing.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { expect, it, vi } from 'vitest'
import { sampleCharity, sampleVoucher } from './testing/checkout.ts'
import { onCheckoutPage, openCheckout } from './testing/page.tsx'

vi.mock('@foyer/contract/messages.ts', async (original) => pseudo(await original()))

onCheckoutPage()

const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: false }
/** As the server names them. */
const COUNTRIES = ['United Kingdom', 'United States', 'France']
/** The shop’s name, which nobody translates: a setting (SHOP_NAME). */
const SHOP = 'Foyer'
/** Units of time are written by the one formatter (domain/format). */
const UNITS = /\b(hour|minute|second)s?\b/g

const STATES = [
  'basket',
  'login',
  'donation',
  'gift_aid',
  'marketing_preferences',
  'delivery_address',
  'payment',
  'deliver_tickets',
  'order_completed',
] as const

it.each(STATES)('the step %s is entirely in the other language', async (state) => {
  const extra: Partial<Checkout> = {
    state,
    seconds_remaining: state === 'basket' ? 0 : 100,
    hold_extensions_left: 1,
    charity: sampleCharity(),
    gift_vouchers: [sampleVoucher()],
    basket_total: 50,
    ...(state !== 'basket' && state !== 'login' && { account }),
    ...((state === 'deliver_tickets' || state === 'order_completed') && { payment_complete: true }),
    bank_transfer_configured: true,
  }
  const page = await openCheckout(extra)
  const data = [...textsIn(page.shop.sale.checkout), ...COUNTRIES, SHOP].map((text) => text.replaceAll(/<[^>]*>/g, ''))
  const spoken = [...document.body.querySelectorAll('[aria-label], [alt], [title], [placeholder]')].flatMap((element) =>
    ['aria-label', 'alt', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  )
  const shown = [...document.body.querySelectorAll('*')].flatMap(({ childNodes }) =>
    [...childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent ?? ''),
  )
  const words = [document.title, ...shown, ...spoken].join('\n')
  expect(words).toContain('⟦')
  expect(untranslated(words.replaceAll(UNITS, ' '), data)).toEqual([])
})
