import { describe, expect, it, vi } from 'vitest'
import { failed, go, onCheckoutPage, openCheckout, textOf } from '../../testing/page.tsx'

onCheckoutPage()

const never = () => new Promise<never>(() => {})
const inside = (browser: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(browser)

describe('reserving', () => {
  it('[RSV-02] shows a spinner with its text, and requests the hold', async () => {
    const page = await openCheckout({ state: 'reserve' }, { script: { reserve_tickets: never } })
    expect(textOf(page.find('main [role=status]'))).toBe('Please wait, Reserving tickets')
    expect(document.title).toBe('Checkout - Foyer')
    expect(page.shop.named('reserve_tickets')).toEqual([{}])
  })

  it('[RSV-11, RSV-10] continues with the countdown running', async () => {
    const page = await openCheckout(
      { state: 'reserve' },
      {
        script: {
          reserve_tickets: { reserved: true, sale_reference: 'r', fresh_reservation: true, checkout_time: 900 },
          update_basket_state: { seconds_remaining: 900 },
          get: failed(),
        },
      },
    )
    expect(page.heading()).toBe('Account')
    expect(textOf(page.find('[role=timer]'))).toContain('15:00')
  })

  it('[RSV-16, RSV-17] shows an error in the basket', async () => {
    const page = await openCheckout(
      { state: 'reserve' },
      { script: { reserve_tickets: { error: 'Only 1 left for Stalls.' } } },
    )
    expect(page.heading()).toBe('Basket')
    expect(page.alerts('error')).toEqual(['Only 1 left for Stalls.'])
  })

  it('[RSV-18] shows an unknown response as an unknown error in the basket', async () => {
    const page = await openCheckout({ state: 'reserve' }, { script: { reserve_tickets: {} } })
    expect(page.alerts('error')).toEqual(['An unknown error occured. Please try again, or contact support.'])
  })

  it('[ERR-09] reports a failed call in the basket', async () => {
    const page = await openCheckout({ state: 'reserve' }, { script: { reserve_tickets: failed({ status: 0 }) } })
    expect(page.heading()).toBe('Basket')
    expect(page.notes()).toEqual(['Unable to reserve tickets. Please try again later'])
  })
})

describe('in an in-app browser', () => {
  const open = async () => {
    inside('Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/400]')
    return openCheckout({ state: 'reserve', sale_reference: 'sale 7' })
  }

  it('[RSV-03, RSV-04, RSV-05] explains that, and reserves nothing', async () => {
    const page = await open()
    expect(page.alerts('warning')).toEqual(['You are using an incompatible browser.'])
    expect(page.has('Please wait')).toBe(false)
    expect(page.shop.named('reserve_tickets')).toEqual([])
    expect(page.buttons('Copy link')).toHaveLength(1)
    await page.press(page.button('Back'))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'basket' }])
  })

  it('[RSV-07] says why', async () => {
    const page = await open()
    const why = page.find('details')
    expect(textOf(why.querySelector('summary'))).toBe('Why am I seeing this?')
    expect(textOf(why).length).toBeGreaterThan(60)
  })

  it('[RSV-06, RSV-07] copies the basket’s link and says so for 2 seconds', async () => {
    const writeText = vi.fn(async () => {})
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    const page = await open()
    await page.press(page.button('Copy link'))
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/smartcheckout/?session=sale%207`)
    await go(1999)
    expect(page.buttons('Link copied')).toHaveLength(1)
    await go(1)
    expect(page.buttons('Copy link')).toHaveLength(1)
  })
})
