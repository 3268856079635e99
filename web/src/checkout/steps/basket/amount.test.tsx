import { beforeAll, describe, expect, it } from 'vitest'
import { sampleTicket } from '../../testing/checkout.ts'
import { go, onCheckoutPage, openCheckout, type } from '../../testing/page.tsx'

onCheckoutPage()
beforeAll(() => import('./amount.tsx'))

const CHOSEN = sampleTicket({ price: 12, booking_fee: 1, pay_what_you_can: { min: 5, suggested: 12 } })

describe('an amount chosen by the buyer, in the basket', () => {
  const open = async () => {
    const page = await openCheckout({ tickets: [CHOSEN, sampleTicket({ ticket_id: 2 })] })
    await go(0)
    expect(page.buttons('Change the price')).toHaveLength(1)
    await page.press(page.button('Change the price'))
    return page
  }
  const field = (page: Awaited<ReturnType<typeof open>>) => page.find<HTMLInputElement>('input[inputmode=decimal]')

  it('is sent as typed, and the field closes', async () => {
    const page = await open()
    expect(field(page).value).toBe('12.00')
    await type(field(page), '7.50')
    await page.press(page.button('Save'))
    expect(page.shop.named('update_ticket_amount')).toEqual([{ ticket_id: '1', amount: '7.5' }])
    expect(page.buttons('Change the price')).toHaveLength(1)
  })

  it.each(['4.99', '1e9', '0.001', '-1', '', 'NaN', '10000.01'])('does not send %j', async (typed) => {
    const page = await open()
    await type(field(page), typed)
    await page.press(page.button('Save'))
    expect(page.has('Enter an amount from £5.00 to £10,000.00.')).toBe(true)
    expect(page.shop.named('update_ticket_amount')).toEqual([])
  })
})
