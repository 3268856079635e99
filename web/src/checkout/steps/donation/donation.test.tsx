import type { Charity, Checkout } from '@foyer/contract/types.ts'
import { formatMoney } from '@foyer/domain/format/money.ts'
import { describe, expect, it, vi } from 'vitest'
import { sampleCharity, sampleOrganiser } from '../../testing/checkout.ts'
import { failed, onCheckoutPage, openCheckout, textOf, type } from '../../testing/page.tsx'

onCheckoutPage()

const open = (
  charity: Partial<Charity> = {},
  said: Partial<Checkout> = {},
  options?: Parameters<typeof openCheckout>[1],
) =>
  openCheckout(
    {
      state: 'donation',
      seconds_remaining: 600,
      organisers: [sampleOrganiser({ charity: 8 })],
      charity: sampleCharity(charity),
      ...said,
    },
    options,
  )
type Opened = Awaited<ReturnType<typeof open>>

const preset = (page: Opened, amount: number) => page.find<HTMLInputElement>(`input[type=radio][value="${amount}"]`)
const custom = (page: Opened) => page.field('Other amount')

describe('the donation step', () => {
  it('[DON-01, DON-02, DON-03, DON-05] shows the charity’s text, the presets, and a way to skip', async () => {
    const page = await open({ description_html: '<p>We <em>launch</em> at night.</p>' })
    expect(page.heading()).toBe('Help us launch')
    expect(page.has('Harbour Lifeboats')).toBe(true)
    expect(page.find('img[src="/logos/harbour.svg"]')).toBeTruthy()
    expect(textOf(page.find('em'))).toBe('launch')
    expect(page.all<HTMLInputElement>('input[type=radio]').map(({ value }) => value)).toEqual(['5', '10', '20'])
    expect(page.buttons('Skip donation')).toHaveLength(1)
  })

  it('[DON-02] shows the charity’s initial if its logo fails to load', async () => {
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new DOMException('broken', 'EncodingError'))
    const page = await open()
    expect(page.all('main img')).toEqual([])
    expect(page.all('main [aria-hidden=true]').map(textOf)).toContain('H')
    expect(page.has('Harbour Lifeboats')).toBe(true)
  })

  it('[DON-01] offers the gift that makes a total enough for a card, and ticks nothing', async () => {
    const label = 'Give £1.00, so that you can pay by card (at least £0.30)'
    const page = await open({}, { basket_total: 0.2 })
    const box = page.field(label) as HTMLInputElement
    expect(box.checked).toBe(false)
    expect(custom(page).value).toBe('')
    await page.press(box)
    expect(custom(page).value).toBe('1.00')
    expect((await open()).has('so that you can pay by card')).toBe(false)
  })

  it('[DON-04] takes a custom amount in steps of 0.01', async () => {
    const page = await open()
    expect(custom(page).getAttribute('step')).toBe('0.01')
    expect([custom(page).type, custom(page).inputMode]).toEqual(['number', 'decimal'])
    type(custom(page), '12.345')
    await page.press(page.button('Continue'))
    expect(page.errorOf(custom(page))).toBe('Choose an amount or click Skip donation')
    expect(page.shop.named('save_donation')).toEqual([])
    type(custom(page), '12.34')
    await page.press(page.button('Continue'))
    expect(page.shop.named('save_donation')).toEqual([{ amount_before_booking_fee: '12.34', charity_id: '8' }])
  })

  it('[DON-09, DON-10] a preset and a custom amount exclude each other', async () => {
    const page = await open()
    type(custom(page), '7')
    await page.press(preset(page, 10))
    expect(custom(page).value).toBe('')
    expect(preset(page, 10).checked).toBe(true)
    type(custom(page), '8')
    expect(preset(page, 10).checked).toBe(false)
    expect(custom(page).value).toBe('8')
  })

  it.each(['', '0.99', 'ten'])('[DON-07, DON-08] %j is not a valid donation', async (amount) => {
    const page = await open()
    type(custom(page), amount)
    await page.press(page.button('Continue'))
    expect(page.errorOf(custom(page))).toBe('Choose an amount or click Skip donation')
    expect(page.shop.named('save_donation')).toEqual([])
    expect(textOf(document.activeElement)).toContain('There is a problem')
    expect(document.title).toBe('Error: Help us launch - Foyer')
  })

  it('[DON-07, DON-14] 1 is enough, and leads to Gift Aid', async () => {
    const page = await open()
    type(custom(page), '1')
    page.shop.script.save_donation = () => {
      page.shop.sale.checkout = { ...page.shop.sale.checkout, donation_amount: 1 }
      return { success: true }
    }
    await page.press(page.button('Continue'))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'gift_aid' }])
    expect(page.heading()).toBe('Gift Aid')
  })

  it.each([
    // 0.20 + 2.5% of 10 = 0.45, with 20% VAT 0.54
    [{}, '10', '£0.54', '£10.54'],
    [{ booking_fee_includes_vat: false }, '10', '£0.45', '£10.45'],
    [{ booking_fee_cap: 0.5 }, '10', '£0.50', '£10.50'],
    [{ booking_fee_cap: null, base_fee: 0 }, '1000', '£30.00', '£1,030.00'],
  ])('[DON-06, DON-11, DON-12, DON-13] shows the fee of %j on %s: %s', async (charity, amount, fee, total) => {
    const page = await open(charity)
    expect(page.has('A booking fee is added to your donation.')).toBe(true)
    type(custom(page), amount)
    expect(page.has(`A fee of ${fee} is added to your donation.`)).toBe(true)
    const given = formatMoney(Number(amount), 'GBP')
    expect(page.has(`You give ${given}. With the fee, you pay ${total}.`)).toBe(true)
  })

  it('[DON-15, FLOW-10] skipping without a donation only moves on', async () => {
    const page = await open()
    await page.press(page.button('Skip donation'))
    expect(page.shop.named('save_donation')).toEqual([])
    expect(page.heading()).toBe('Account')
  })

  it('[DON-15] skipping removes a stored donation first', async () => {
    const stored = {
      donation_amount: 20,
      donation: { amount_before_booking_fee: 20, booking_fee: 0.8, is_gift_aid: false },
    }
    const page = await open({}, stored)
    expect(preset(page, 20).checked).toBe(true)
    page.shop.script.save_donation = () => {
      page.shop.sale.checkout = { ...page.shop.sale.checkout, donation_amount: null, donation: null }
      return { success: true }
    }
    await page.press(page.button('Skip donation'))
    expect(page.shop.named('save_donation')).toEqual([{ amount_before_booking_fee: '0', charity_id: '8' }])
    expect(page.heading()).toBe('Account')
  })

  it('[ERR-13, ERR-14] reports a failure in a notification and in the form', async () => {
    const page = await open({}, {}, { script: { save_donation: failed() } })
    await page.press(preset(page, 5))
    await page.press(page.button('Continue'))
    expect(page.notes()).toEqual(['Unable to save Donation. Please try again later'])
    expect(page.alerts('error')).toEqual(['There was a problem setting your donation amount. Please try again.'])
    expect(preset(page, 5).checked).toBe(true)
  })

  it('clears the failure notification after a successful retry, and does not stack them', async () => {
    const page = await open({}, {}, { script: { save_donation: failed() } })
    await page.press(preset(page, 5))
    await page.press(page.button('Continue'))
    await page.press(page.button('Continue'))
    expect(page.notes()).toEqual(['Unable to save Donation. Please try again later'])
    page.shop.script.save_donation = { success: true }
    await page.press(page.button('Continue'))
    expect(page.notes()).toEqual([])
  })

  it.each(['0.99', '0', '-5', '12.345', 'abc'])('[DON-07] %s gets the specified sentence', async (typed) => {
    const page = await open()
    type(custom(page), typed)
    await page.press(page.button('Continue'))
    expect(page.errorOf(custom(page))).toBe('Choose an amount or click Skip donation')
    expect(page.shop.named('save_donation')).toEqual([])
  })

  it('an amount above the maximum gets one message, with the maximum', async () => {
    const page = await open()
    type(custom(page), '10000.01')
    await page.press(page.button('Continue'))
    expect(page.errorOf(custom(page))).toBe(
      'Thank you! The most we can take online is £10,000.00. To give more, please contact the charity directly.',
    )
    expect(page.notes()).toEqual([])
    expect(page.shop.named('save_donation')).toEqual([])
  })
})
