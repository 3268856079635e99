import { expect, it } from 'vitest'
import { sampleCheckout, sampleTicket } from '../../testing/checkout.ts'
import { go, onCheckoutPage, openCheckout, textOf } from '../../testing/page.tsx'

onCheckoutPage()

const FEW_LEFT = 'Sorry, only 1 left for Autumn Gala Concert, Stalls.'

it('a shortage is shown before the reserve, until the quantity fits', async () => {
  const page = await openCheckout({ basket_errors: [FEW_LEFT] })
  expect(page.alerts('warning')).toEqual([FEW_LEFT])
  page.shop.sale.checkout = sampleCheckout({ tickets: [sampleTicket({ qty: 1 })] })
  await page.press(page.button('Fewer Stalls'))
  await go(2000)
  expect(page.alerts('warning')).toEqual([])
})

it('the reason for a refused reserve disappears once the basket changes', async () => {
  const page = await openCheckout({ reserving_error: FEW_LEFT })
  expect(page.alerts('error')).toEqual([FEW_LEFT])
  page.shop.sale.checkout = sampleCheckout({ tickets: [sampleTicket({ qty: 1 })] })
  await page.press(page.button('Fewer Stalls'))
  await go(2000)
  expect(page.alerts('error')).toEqual([])
})

it('the reason for a refused reserve disappears after a change in another tab', async () => {
  const page = await openCheckout({ reserving_error: FEW_LEFT })
  page.shop.sale.checkout = sampleCheckout({})
  document.dispatchEvent(new Event('visibilitychange'))
  await go(0)
  expect(page.alerts('error')).toEqual([])
})

it('a line never shows more seats than tickets, even while a smaller quantity is being sent', async () => {
  const page = await openCheckout({ tickets: [sampleTicket({ qty: 3, seats: ['A1', 'A2', 'A3'] })] })
  const line = () => textOf(page.find('ul[tabindex] > li'))
  expect(line()).toContain('Row A, seats 1, 2 and 3')
  await page.press(page.button('Fewer Stalls'))
  expect(line()).toContain('Row A, seats 1 and 2')
  expect(line()).not.toContain('A3')
})
