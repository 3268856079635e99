import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { notify } from '../ui/feedback/notify.ts'
import { sampleCheckout, sampleVoucher } from './testing/checkout.ts'
import { go, onCheckoutPage, openCheckout } from './testing/page.tsx'

onCheckoutPage()
beforeEach(() => (document.activeElement as HTMLElement | null)?.blur())

type Opened = Awaited<ReturnType<typeof openCheckout>>
const onHeading = (page: Opened) => document.activeElement === page.find('h1')
const pressFocused = async (page: Opened, button: HTMLElement) => {
  act(() => button.focus())
  await page.press(button)
}

it('the first page load does not move focus', async () => {
  await openCheckout({})
  expect(document.activeElement).toBe(document.body)
})

it('focus stays in the basket when a line is removed, and moves to the heading after the last one', async () => {
  const page = await openCheckout({ gift_vouchers: [sampleVoucher()] })
  page.shop.sale.checkout = sampleCheckout({})
  await pressFocused(page, page.button('Remove A night out'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Your basket')
  page.shop.sale.checkout = sampleCheckout({ tickets: [], basket_total: 0 })
  await pressFocused(page, page.button('Remove Stalls'))
  await go(0)
  expect(page.has('Looking for something to put in your basket?')).toBe(true)
  expect(onHeading(page)).toBe(true)
})

it('focus moves to the heading when the offer of more time disappears', async () => {
  const page = await openCheckout(
    { state: 'login', seconds_remaining: 100, hold_extensions_left: 1 },
    { script: { extend_hold: { seconds_remaining: 900 } } },
  )
  page.shop.sale.checkout = { ...page.shop.sale.checkout, seconds_remaining: 900 }
  await pressFocused(page, page.button('Give me more time'))
  await go(1000)
  expect(page.buttons('Give me more time')).toEqual([])
  expect(onHeading(page)).toBe(true)
})

it('focus returns to its place when a notification is closed', async () => {
  const page = await openCheckout({})
  act(() => notify.error('First'))
  act(() => notify.error('Second'))
  const code = page.field('Discount or gift voucher code')
  act(() => code.focus())
  const [first] = page.all('[data-notification] button')
  await pressFocused(page, first!)
  await go(300)
  expect(page.notes()).toEqual(['Second'])
  expect(document.activeElement).toBe(code)
  act(() => code.blur())
  act(() => notify.error('Third'))
  expect(document.activeElement).toBe(document.body)
})

it('focus moves to the heading if nothing had it before a notification was closed', async () => {
  const page = await openCheckout({})
  act(() => notify.error('First'))
  await pressFocused(page, page.find('[data-notification] button'))
  await go(310)
  expect(page.notes()).toEqual([])
  expect(onHeading(page)).toBe(true)
})

it('focus is kept while the basket is being reserved', async () => {
  const page = await openCheckout({}, { script: { reserve_tickets: () => new Promise(() => {}) } })
  await pressFocused(page, page.button(/^Reserve Basket/))
  await go(310)
  expect(page.has('Please wait, Reserving tickets')).toBe(true)
  expect(document.activeElement?.id).toBe('content')
})

it('focus that the user moved is left alone', async () => {
  const page = await openCheckout({ gift_vouchers: [sampleVoucher()] })
  const remove = page.button('Remove A night out')
  act(() => remove.focus())
  act(() => remove.blur())
  await go(0)
  page.shop.sale.checkout = sampleCheckout({})
  document.dispatchEvent(new Event('visibilitychange'))
  await go(0)
  expect(page.buttons('Remove A night out')).toEqual([])
  expect(document.activeElement).toBe(document.body)
})
