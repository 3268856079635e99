import { describe, expect, it, vi } from 'vitest'
import { leaveUnfinished } from '../api/leaving.ts'
import { sampleCheckout, sampleOrganiser, sampleTicket } from './testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf, type } from './testing/page.tsx'
import { checkoutTitle } from './titles.ts'

onCheckoutPage()

const HELD = { seconds_remaining: 600 }
const becomeVisible = async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await go(0)
}

describe('determining', () => {
  it('[FLOW-02, FLOW-03] shows a spinner with its text until the first response', async () => {
    let answer = () => {}
    const page = await openCheckout(null, {
      script: {
        get: (_, { checkout }) =>
          new Promise((done) => {
            answer = () => done(checkout)
          }),
      },
    })
    expect(textOf(page.find('main [role=status]'))).toBe('Determining checkout progress')
    answer()
    await go(0)
    expect(page.heading()).toBe('Basket')
  })

  it('[ERR-18] reports a failed load, which can be retried', async () => {
    const page = await openCheckout(null, { script: { get: failed() } })
    expect(page.notes()).toEqual(['Unable to get Checkout data. Please try again later'])
    page.shop.script.get = undefined
    await page.press(page.button('Try again'))
    expect(page.heading()).toBe('Basket')
    expect(page.notes()).toEqual([])
  })
})

it('refreshes the sale when restored by the browser’s back button', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' }] as never)
  const page = await openCheckout(
    { state: 'payment', ...HELD },
    { script: { get: sampleCheckout({ state: 'basket' }) } },
  )
  expect(page.heading()).toBe('Basket')
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'navigate' }] as never)
  expect((await openCheckout({ state: 'payment', ...HELD })).shop.named('get')).toEqual([])
})

it('reloads the sale once if the last page was left before its change was stored', async () => {
  const script = { get: sampleCheckout({ tickets: [sampleTicket({ qty: 3 })] }) }
  expect((await openCheckout({}, { script })).shop.named('get')).toEqual([])
  leaveUnfinished()
  const page = await openCheckout({}, { script })
  expect(page.find<HTMLInputElement>('input[role=spinbutton]').value).toBe('3')
  expect((await openCheckout({}, { script })).shop.named('get')).toEqual([])
})

describe('one page', () => {
  it('[NAV-01, FLOW-04] shows one step at a time, by the state', async () => {
    for (const [state, heading] of [
      ['basket', 'Basket'],
      ['login', 'Account'],
      ['marketing_preferences', 'Keep updated'],
      ['payment', 'Payment'],
    ] as const) {
      const page = await openCheckout({ state, ...HELD })
      expect(page.all('h1').map(textOf)).toEqual([heading])
    }
  })

  it('[FLOW-36] refreshes whenever the tab becomes visible, and follows the state', async () => {
    const page = await openCheckout({ state: 'marketing_preferences', ...HELD })
    await becomeVisible()
    expect(page.shop.names().at(-1)).toBe('get')
    expect(page.heading()).toBe('Keep updated')
    page.shop.sale.checkout = { ...page.shop.sale.checkout, state: 'payment' }
    await becomeVisible()
    expect(page.heading()).toBe('Payment')
    expect(page.notes()).toEqual(['You’re already past that step, so we’ve brought you back to where you were.'])
  })

  it('keeps typed values when the same step is reloaded', async () => {
    const page = await openCheckout({ state: 'login', ...HELD })
    type(page.field('Email address'), 'ada@exam')
    await becomeVisible()
    expect(page.field('Email address').value).toBe('ada@exam')
  })

  it('[ERR-19] does not go back if that cannot be stored', async () => {
    const page = await openCheckout({ state: 'payment', ...HELD }, { script: { update_basket_state: failed() } })
    await page.press(page.button('Back'))
    expect(page.notes()).toEqual(['Unable to update the Basket state. Please try again later'])
    expect(page.heading()).toBe('Payment')
  })

  it('shows the progress through the steps of this sale', async () => {
    const page = await openCheckout({ state: 'payment', ...HELD, require_delivery_address: true })
    expect(page.has('Step 3 of 3')).toBe(true)
    await page.press(page.button('Back'))
    expect(page.heading()).toBe('Delivery Address')
    expect(page.has('Step 2 of 3')).toBe(true)
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'delivery_address' }])
  })

  it('focuses a new step and updates the title; the first step takes no focus', async () => {
    const page = await openCheckout({ state: 'payment', ...HELD, require_delivery_address: true })
    expect(document.activeElement).toBe(document.body)
    expect(document.title).toBe('Payment - Foyer')
    await page.press(page.button('Back'))
    expect(textOf(document.activeElement)).toBe('Delivery Address')
    expect(document.title).toBe('Delivery Address - Foyer')
  })

  it('[ROLE-01] has one checkout for tickets and gift vouchers', async () => {
    const page = await openCheckout({
      tickets: [],
      gift_vouchers: [
        {
          id: 5,
          name: 'A night out',
          value: 20,
          qty: 1,
          thumbnail: '/v.svg',
          max_qty: 20,
          uk_expiry_date: '',
          o_name: '',
          o_url: '',
        },
      ],
    })
    expect(page.has('A night out')).toBe(true)
    expect(page.button(/^Reserve Basket/).disabled).toBe(false)
  })

  it('keeps typed values when the hold expires', async () => {
    const page = await openCheckout(
      { state: 'delivery_address', seconds_remaining: 2, require_delivery_address: true },
      {
        script: { get_address_all_countries_states: { countries: { 1: 'United Kingdom' }, states: {} } },
      },
    )
    type(page.field('Town or city'), 'York')
    await go(2000)
    expect(page.heading()).toBe('Basket')
    page.shop.sale.checkout = { ...page.shop.sale.checkout, state: 'delivery_address', seconds_remaining: 600 }
    await becomeVisible()
    expect(page.field('Town or city').value).toBe('York')
  })
})

it('renders the title before any script runs', () => {
  expect(checkoutTitle(null)).toBe('Checkout')
  const sale = { state: 'basket', organisers: [sampleOrganiser()], tickets: [sampleTicket()] } as never
  expect(checkoutTitle(sale)).toBe('Basket')
})
