import type { Checkout } from '@foyer/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { failed, onCheckoutPage, openCheckout } from '../../testing/page.tsx'

onCheckoutPage()

const ORGANISERS = [
  {
    id: 3,
    name: 'Northern Strings',
    organiser_subscribed: false,
    marketing_signup_message: 'Northern Strings may write to me.',
  },
  { id: 4, name: 'Jazz Barn', organiser_subscribed: false, marketing_signup_message: 'Late nights by email, please.' },
]
type Preferences = NonNullable<Checkout['marketing_preferences']>
const open = (said: Partial<Preferences> = {}, options?: Parameters<typeof openCheckout>[1]) =>
  openCheckout(
    {
      state: 'marketing_preferences',
      seconds_remaining: 600,
      marketing_preferences: { ct_subscribed: false, event_subscribed: false, basket_organisers: ORGANISERS, ...said },
    },
    options,
  )

describe('keep updated', () => {
  it('[MKT-01, MKT-02, MKT-03, MKT-04] lists newsletter, event news and each organiser’s own text, all unticked', async () => {
    const page = await open()
    const boxes = page.all<HTMLInputElement>('main form input[type=checkbox]')
    expect(boxes).toHaveLength(4)
    expect(boxes.some(({ checked }) => checked)).toBe(false)
    expect(page.field('Northern Strings may write to me.')).toBeTruthy()
    expect(page.field('Late nights by email, please.')).toBeTruthy()
  })

  it('[API-22, FLOW-18] sends the choices and moves on', async () => {
    const page = await open()
    const [newsletter, eventNews] = page.all('main form input[type=checkbox]')
    await page.press(newsletter!)
    await page.press(page.field('Late nights by email, please.'))
    expect(eventNews).toBeTruthy()
    await page.press(page.button('Continue'))
    expect(page.shop.named('set_marketing_preferences')).toEqual([
      {
        ct_subscribed: '1',
        event_subscribed: '0',
        'organiser_subscribed_marketing[3]': '0',
        'organiser_subscribed_marketing[4]': '1',
      },
    ])
    expect(page.heading()).toBe('Payment')
  })

  it('accepts no choice at all', async () => {
    const page = await open()
    await page.press(page.button('Continue'))
    expect(page.heading()).toBe('Payment')
  })

  it('does not ask for consent already given', async () => {
    const page = await open({
      ct_subscribed: true,
      basket_organisers: [{ ...ORGANISERS[0]!, organiser_subscribed: true }, ORGANISERS[1]!],
    })
    expect(page.all('main form input[type=checkbox]')).toHaveLength(2)
    expect(page.has('Northern Strings may write to me.')).toBe(false)
    await page.press(page.button('Continue'))
    expect(page.shop.named('set_marketing_preferences')).toMatchObject([
      { ct_subscribed: '1', 'organiser_subscribed_marketing[3]': '1', 'organiser_subscribed_marketing[4]': '0' },
    ])
  })

  it('[MKT-01, MKT-02, MKT-03] shows consent given in this sale as ticked, and it can be withdrawn', async () => {
    const page = await open({
      ct_subscribed: true,
      event_subscribed: true,
      basket_organisers: [
        { ...ORGANISERS[0]!, organiser_subscribed: true },
        { ...ORGANISERS[1]!, organiser_subscribed: true },
      ],
      revocable: { ct_subscribed: true, event_subscribed: false, organisers: [4] },
    })
    const boxes = page.all<HTMLInputElement>('main form input[type=checkbox]')
    expect(boxes.map(({ name, checked }) => [name, checked])).toEqual([
      ['ct_subscribed', true],
      ['organiser-4', true],
    ])
    await page.press(boxes[0]!)
    await page.press(page.button('Continue'))
    expect(page.shop.named('set_marketing_preferences')).toEqual([
      {
        ct_subscribed: '0',
        event_subscribed: '1',
        'organiser_subscribed_marketing[3]': '1',
        'organiser_subscribed_marketing[4]': '1',
      },
    ])
  })

  it('[ERR-12] reports a failure and keeps the ticks', async () => {
    const page = await open({}, { script: { set_marketing_preferences: failed() } })
    await page.press(page.field('Late nights by email, please.'))
    await page.press(page.button('Continue'))
    expect(page.notes()).toEqual(['Unable to set the marketing preferences. Please try again later'])
    expect(page.field('Late nights by email, please.').checked).toBe(true)
  })
})
