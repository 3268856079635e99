import type { Checkout } from '@foyer/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { sampleOrganiser, sampleTicket, sampleUser } from '../../testing/checkout.ts'
import { failed, onCheckoutPage, openCheckout, textOf } from '../../testing/page.tsx'

onCheckoutPage()

type Options = Parameters<typeof openCheckout>[1]
const open = (options?: Options, said: Partial<Checkout> = {}) =>
  openCheckout({ state: 'order_completed', payment_complete: true, ...said }, options)

describe('the overview', () => {
  it('[DONE-05, DONE-06, DONE-07, API-50] shows confirmation, reference, and the address of the wallet email', async () => {
    const page = await open({
      script: { get_simple_info: { sale_email: 'charles@example.org', sale_reference: 'REF-42' } },
    })
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
    expect(page.has('Order reference REF-42')).toBe(true)
    expect(page.has('charles@example.org')).toBe(true)
  })

  it('shows date, tickets, seats, total and a calendar link', async () => {
    const line = sampleTicket({ qty: 2, seats: ['Stalls A3', 'Stalls A4'] })
    const page = await open({}, { tickets: [line], basket_total: 52.8 })
    expect(page.has(line.nice_date)).toBe(true)
    expect(page.has('2 tickets · Stalls, row A, seats 3 and 4 · £52.80')).toBe(true)
    expect(page.link('Add to calendar').getAttribute('href')).toBe('/orders/sale-abc/calendar.ics')
    const plan = await open({}, { tickets: [line], basket_total: 52.8, payment_plan_remaining: 40 })
    expect(plan.has('Add to calendar')).toBe(false)
    expect(plan.has('£52.80')).toBe(true)
  })

  it('says of a plan what is paid and what is next, and leads to it', async () => {
    const payment_plan = { paid: 149.8, next: 149.7, next_due: 'Mon 28 Dec 2026' }
    const page = await open({}, { tickets: [sampleTicket()], payment_plan_remaining: 299.4, payment_plan })
    expect(page.has('£149.80 paid, next £149.70 on Mon 28 Dec 2026')).toBe(true)
    expect(page.link('Go to your payment plan').getAttribute('href')).toBe('/account/settings/')
    expect(page.link('Go to ticket wallet').getAttribute('href')).toBe('/account/wallet/')
  })

  it('shows the order number', async () => {
    const page = await open({}, { order_number: 'FY-2345-CDFG' })
    expect(page.has('Order number FY-2345-CDFG')).toBe(true)
  })

  it('reports a bounced email, with a link to correct the address', async () => {
    const reply = { sale_email: 'charles@example.org', sale_reference: 'REF-42' }
    const reached = await open({ script: { get_simple_info: reply } })
    expect(reached.alerts('warning')).toEqual([])
    const page = await open({ script: { get_simple_info: { ...reply, undelivered: true } } })
    expect(page.alerts('warning')[0]).toContain('We couldn’t reach charles@example.org')
    expect(page.link('Fix my email address').getAttribute('href')).toBe('/orders/REF-42/')
  })

  it('reports a refund, and offers only the link to it', async () => {
    const page = await open({}, { cancelled: true })
    expect(page.heading()).toBe('This order has been refunded or cancelled')
    expect(page.link('See your order').getAttribute('href')).toBe('/orders/sale-abc/')
    expect(page.has('Go to ticket wallet')).toBe(false)
    expect(page.has('on their way')).toBe(false)
  })

  it('[ERR-36] omits the address if it is unknown', async () => {
    const page = await open({ script: { get_simple_info: failed() } })
    expect(page.notes()).toEqual([])
    expect(page.has('Order reference sale-abc')).toBe(true)
  })

  it('[DONE-08, DONE-32, API-53] offers updates to those not subscribed', async () => {
    const page = await open({ user: sampleUser() })
    page.shop.script.get_user = { user: sampleUser({ is_event_subscribed: true }) }
    await page.press(page.button('Subscribe to important updates'))
    expect(page.shop.named('subscribe_to_events')).toHaveLength(1)
    expect(page.notes()).toEqual(['You have been subscribed to important event updates'])
    expect(page.buttons('Subscribe to important updates')).toEqual([])
  })

  it('[DONE-08] does not offer them to subscribers', async () => {
    const page = await open({ user: sampleUser({ is_event_subscribed: true }) })
    expect(page.buttons('Subscribe to important updates')).toEqual([])
  })

  it('[ERR-24] reports a failed subscription', async () => {
    const page = await open({ user: sampleUser(), script: { subscribe_to_events: failed() } })
    await page.press(page.button('Subscribe to important updates'))
    expect(page.notes()).toEqual(['Unable to add to subscription. Please try again later'])
    expect(page.buttons('Subscribe to important updates')).toHaveLength(1)
  })

  it('[DONE-09, DONE-10, DONE-11, DONE-12, DONE-13] shows what happens when with a payment plan', async () => {
    const page = await open({}, { payment_plan_remaining: 40 })
    expect(page.heading()).toBe('Order Complete - Payment Schedule Setup')
    for (const words of [
      'payment schedule',
      'text and email you before each payment',
      'account settings',
      'after the final payment',
    ])
      expect(page.has(words)).toBe(true)
    expect(page.has('a copy of your ticket wallet')).toBe(false)
    expect(page.buttons('Subscribe to important updates')).toEqual([])
  })

  it('[DONE-16] links to the ticket wallet', async () => {
    expect((await open()).link('Go to ticket wallet').getAttribute('href')).toBe('/account/wallet/')
  })

  it('[DONE-04, API-08] refreshes the user', async () => {
    const page = await open({ user: sampleUser() })
    expect(page.shop.named('get_user')).toHaveLength(1)
  })

  it('[DONE-03] lists more events below', async () => {
    const upcoming = {
      url: '/events/brass/',
      thumbnail: '/p.svg',
      title: 'Brass by the canal',
      location: 'Leeds',
      date: 'Soon',
    }
    const page = await open({}, { organisers: [sampleOrganiser({ upcoming_events: [upcoming] })] })
    const block = page.all('section').find((each) => textOf(each).startsWith('Browse more events'))!
    expect(textOf(block)).toContain('Brass by the canal')
    expect(page.link('Browse events').getAttribute('href')).toBe('/all-events/')
  })

  it('deletes stored form input of this sale only', async () => {
    sessionStorage.setItem('foyer.draft.sale-abc.login', '{"email":"a"}')
    sessionStorage.setItem('foyer.draft.sale-xyz.login', '{"email":"b"}')
    await open()
    const drafts = Object.keys(sessionStorage).filter((key) => key.startsWith('foyer.draft.'))
    expect(drafts).toEqual(['foyer.draft.sale-xyz.login'])
  })
})
