import type { AfterSaleMessage } from '@foyer/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { sampleUser } from '../../testing/checkout.ts'
import { failed, onCheckoutPage, openCheckout, textOf } from '../../testing/page.tsx'

onCheckoutPage()

const LETTER: AfterSaleMessage = {
  organiser_name: 'Northern Strings',
  event_title: 'Autumn Gala Concert',
  event_nice_date: 'Fri 1 Oct 2027',
  event_nice_time: '7:00pm',
  message: '<p>Doors open at <strong>six</strong>.</p>',
}
const SECOND = { ...LETTER, organiser_name: 'Stage Door', message: '<p>Bring a friend.</p>' }

type Options = Parameters<typeof openCheckout>[1]
const open = (letters: AfterSaleMessage[], options?: Options) =>
  openCheckout({ state: 'after_sale_messages', payment_complete: true, after_sale_messages: letters }, options)

describe('organiser messages', () => {
  it('[MSG-01, MSG-02, MSG-03] shows a single message with its organiser and its HTML', async () => {
    const page = await open([LETTER])
    expect(page.heading()).toBe('Organiser message')
    expect(page.all('main h2').map(textOf)).toContain(
      'You have a message from Northern Strings for Autumn Gala Concert on Fri 1 Oct 2027 at 7:00pm',
    )
    expect(page.all('main strong').map(textOf)).toEqual(['six'])
  })

  it('names no time of a date that lasts all day', async () => {
    const page = await open([{ ...LETTER, event_nice_time: '' }])
    expect(page.all('main h2').map(textOf)).toContain(
      'You have a message from Northern Strings for Autumn Gala Concert on Fri 1 Oct 2027',
    )
  })

  it('[MSG-01] shows several messages, each under its own heading', async () => {
    const page = await open([LETTER, SECOND])
    expect(page.heading()).toBe('Organiser messages')
    const headings = page.all('main h2').map(textOf)
    expect(headings.filter((words) => words.startsWith('You have a message from'))).toHaveLength(2)
    expect(page.has('Bring a friend.')).toBe(true)
  })

  it.each([
    ['a guest', null],
    ['who is signed in', sampleUser()],
  ])('[MSG-04] are not announced for %s', async (_, user) => {
    const page = await open([LETTER], { user })
    expect(page.has('Doors open at six.')).toBe(true)
  })

  it('[MSG-05, FLOW-33] Continue completes the order', async () => {
    const page = await open([LETTER])
    await page.press(page.button('Continue'))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'order_completed' }])
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
  })

  it('[ERR-19] reports a move that cannot be stored, and keeps the messages', async () => {
    const page = await open([LETTER], { script: { update_basket_state: failed() } })
    await page.press(page.button('Continue'))
    expect(page.notes()).toEqual(['Unable to update the Basket state. Please try again later'])
    expect(page.heading()).toBe('Organiser message')
  })
})
