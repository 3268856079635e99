import type { Checkout } from '@foyer/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { sampleCharity, sampleOrganiser } from '../../testing/checkout.ts'
import { failed, onCheckoutPage, openCheckout, type } from '../../testing/page.tsx'

onCheckoutPage()

const open = (amount: number, options?: Parameters<typeof openCheckout>[1], said: Partial<Checkout> = {}) =>
  openCheckout(
    {
      state: 'gift_aid',
      seconds_remaining: 600,
      organisers: [sampleOrganiser({ charity: 8 })],
      charity: sampleCharity(),
      donation: { amount_before_booking_fee: amount, booking_fee: 0.5, is_gift_aid: false },
      donation_amount: amount,
      ...said,
    },
    options,
  )
type Opened = Awaited<ReturnType<typeof open>>

const optIn = (page: Opened) => page.press(page.find('#isGiftAid'))
const confirmAll = async (page: Opened) => {
  for (const id of ['ukTaxpayer', 'ownMoney', 'notGambling']) await page.press(page.find(`#${id}`))
}
const sent = (page: Opened) => page.shop.named('update_donation')

describe('the Gift Aid step', () => {
  it('[GFT-01, GFT-03] offers the opt-in and shows the increased donation', async () => {
    const page = await open(20)
    expect(page.heading()).toBe('Gift Aid')
    expect(page.has('£20.00 becomes £25.00')).toBe(true)
    expect(page.find<HTMLInputElement>('#isGiftAid').checked).toBe(false)
    expect((await open(9.99)).has('£9.99 becomes £12.49')).toBe(true)
  })

  it('[GFT-02] requires three confirmations: taxpayer, own money, not gambling or a sweepstake', async () => {
    const page = await open(5)
    await optIn(page)
    for (const words of ['UK taxpayer', 'my own money', 'sweepstake or other gambling'])
      expect(page.has(words)).toBe(true)
    expect(page.all('main fieldset input[type=checkbox]')).toHaveLength(3)
  })

  it('[GFT-06] requires all three', async () => {
    const page = await open(5)
    await optIn(page)
    await page.press(page.find('#ukTaxpayer'))
    await page.press(page.find('#ownMoney'))
    await page.press(page.button('Continue'))
    expect(sent(page)).toEqual([])
    expect(page.errorOf(page.find('#notGambling'))).toContain('Please confirm all three statements')
    await page.press(page.find('#notGambling'))
    await page.press(page.button('Continue'))
    expect(sent(page)).toHaveLength(1)
    expect(page.heading()).toBe('Account')
  })

  it('[GFT-05, GFT-07] asks for no address below 20', async () => {
    const page = await open(19.99)
    await optIn(page)
    await confirmAll(page)
    expect(page.fields('Address line 1')).toEqual([])
    await page.press(page.button('Continue'))
    expect(sent(page)).toHaveLength(1)
  })

  it('[GFT-04, GFT-05, GFT-07] asks for the address from 20 up after opting in', async () => {
    const page = await open(20)
    expect(page.fields('Address line 1')).toEqual([])
    await optIn(page)
    expect(page.fields('Address line 1')).toHaveLength(1)
    expect(page.fields('Postcode')).toHaveLength(1)
    expect(page.all<HTMLInputElement>('main input[type=radio]').map(({ value }) => value)).toEqual(['uk', 'overseas'])
  })

  it('[GFT-08] requires the first line and postcode of a UK address', async () => {
    const page = await open(20)
    await optIn(page)
    await confirmAll(page)
    await page.press(page.button('Continue'))
    expect(page.errorOf(page.field('Address line 1'))).not.toBe('')
    expect(page.errorOf(page.field('Postcode'))).not.toBe('')
    type(page.field('Address line 1'), '12 St James Square')
    await page.press(page.button('Continue'))
    expect(sent(page)).toEqual([])
    type(page.field('Postcode'), 'SW1Y 4JH')
    await page.press(page.button('Continue'))
    expect(sent(page)).toMatchObject([
      { is_gift_aid: '1', subscribe: '0', uk_based: '1', address1: '12 St James Square', postcode: 'SW1Y 4JH' },
    ])
  })

  it('[GFT-08] refuses what is no UK postcode', async () => {
    const page = await open(20)
    await optIn(page)
    await confirmAll(page)
    type(page.field('Address line 1'), '12 St James Square')
    type(page.field('Postcode'), 'zzz')
    await page.press(page.button('Continue'))
    expect(page.errorOf(page.field('Postcode'))).toContain('Type a valid UK postcode')
    expect(sent(page)).toEqual([])
    type(page.field('Postcode'), 'sw1y4jh')
    await page.press(page.button('Continue'))
    expect(sent(page)).toHaveLength(1)
  })

  it('[GFT-06] asks for statements that were not made before', async () => {
    const ticked = (page: Opened) => page.all<HTMLInputElement>('main fieldset input').map(({ checked }) => checked)
    expect(ticked(await open(5, {}, { is_gift_aid: true }))).toEqual([true, true, true])
    const page = await open(5, {}, { is_gift_aid: true, gift_aid_unconfirmed: true })
    expect(page.find<HTMLInputElement>('#isGiftAid').checked).toBe(true)
    expect(ticked(page)).toEqual([false, false, false])
    await page.press(page.button('Continue'))
    expect(sent(page)).toEqual([])
  })

  it('[GFT-09] requires only the first line of an overseas address', async () => {
    const page = await open(20)
    await optIn(page)
    await confirmAll(page)
    await page.press(page.find('input[value=overseas]'))
    expect(page.fields('Postcode')).toEqual([])
    type(page.field('Address line 1'), '1 Rue de la Paix, Paris')
    await page.press(page.button('Continue'))
    expect(sent(page)).toMatchObject([{ uk_based: '0', address1: '1 Rue de la Paix, Paris', postcode: '' }])
  })

  it('[GFT-01, API-24, FLOW-11] Continue without opting in records that and moves to the account', async () => {
    const page = await open(50)
    await page.press(page.button('Continue'))
    expect(sent(page)).toEqual([{ is_gift_aid: '0', subscribe: '0', uk_based: '1', address1: '', postcode: '' }])
    expect(page.heading()).toBe('Account')
  })

  it('[ERR-15, ERR-16] reports a failure in a notification and in the form', async () => {
    const page = await open(5, { script: { update_donation: failed() } })
    await page.press(page.button('Continue'))
    expect(page.notes()).toEqual(['Unable to update Donation. Please try again later'])
    expect(page.alerts('error')).toEqual(['There was a problem setting your gift aid status. Please try again.'])
  })
})
