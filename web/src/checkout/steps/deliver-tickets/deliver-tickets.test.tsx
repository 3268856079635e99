import type { Checkout } from '@foyer/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { sampleUser } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf } from '../../testing/page.tsx'

onCheckoutPage()

type Options = Parameters<typeof openCheckout>[1]
const open = (options?: Options, said: Partial<Checkout> = {}) =>
  openCheckout({ state: 'deliver_tickets', payment_complete: true, ...said }, options)
type Opened = Awaited<ReturnType<typeof open>>

const deliveries = (page: Opened) => page.shop.names().filter((name) => name.startsWith('deliver_to'))
const done = (page: Opened) => page.all('li[data-done]').map((row) => row.dataset.done)

describe('delivery', () => {
  it('[DLV-02] starts 1 second after the step has loaded', async () => {
    const page = await open()
    await go(999)
    expect(deliveries(page)).toEqual([])
    await go(1)
    expect(deliveries(page)[0]).toBe('deliver_to_bitticket')
  })

  it('[DLV-03, DLV-04] delivers tickets and then the wallet, with progress', async () => {
    let tickets = () => {}
    let wallet = () => {}
    const page = await open({
      script: {
        deliver_to_bitticket: () =>
          new Promise((ok) => {
            tickets = () => ok({ delivery_completed: true })
          }),
        deliver_to_wallet: () =>
          new Promise((ok) => {
            wallet = () => ok({ delivery_completed: true })
          }),
      },
    })
    await go(1000)
    expect(deliveries(page)).toEqual(['deliver_to_bitticket'])
    expect(done(page)).toEqual(['false', 'false'])
    tickets()
    await go(0)
    expect(deliveries(page)).toEqual(['deliver_to_bitticket', 'deliver_to_wallet'])
    expect(done(page)).toEqual(['true', 'false'])
    wallet()
    await go(0)
    expect(done(page)).toEqual(['true', 'true'])
    expect(page.has('We’ve emailed your tickets')).toBe(true)
  })

  it('[DLV-05, DLV-06, FLOW-27] continues 3 seconds later, after loading an unknown user', async () => {
    const page = await open()
    await go(1000)
    page.shop.calls.length = 0
    await go(2999)
    expect(page.heading()).toBe('Delivering your tickets')
    await go(1)
    expect(page.shop.names().slice(0, 2)).toEqual(['get_user', 'update_basket_state'])
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
  })

  it('[DLV-05] tries again to continue if the first time failed', async () => {
    let tries = 0
    const page = await open({
      script: { update_basket_state: () => (++tries === 1 ? failed() : { seconds_remaining: 0 }) },
    })
    await go(4000)
    expect(page.heading()).toBe('Delivering your tickets')
    await go(3000)
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
    expect(tries).toBe(2)
  })

  it('[DLV-05] offers to continue when it could not by itself', async () => {
    const page = await open({ script: { update_basket_state: failed({ status: 0 }) } })
    await go(15_000)
    expect(page.buttons('Continue')).toEqual([])
    await go(5000)
    page.shop.script.update_basket_state = undefined
    await page.press(page.button('Continue'))
    expect(page.heading()).toBe('Order complete! Your tickets are on their way.')
  })

  it('[DLV-06] does not load a known user', async () => {
    const page = await open({ user: sampleUser() })
    await go(1000)
    page.shop.calls.length = 0
    await go(3000)
    expect(page.shop.names()[0]).toBe('update_basket_state')
  })

  it.each([
    ['ERR-32', 'deliver_to_bitticket', 'Unable to deliver to BitTicket. Please try again later'],
    ['ERR-33', 'deliver_to_wallet', 'Unable to deliver to Wallet. Please try again later'],
  ] as const)('[DLV-07, ERR-32, ERR-33] %s: %s that fails is reported twice and stops', async (_, name, text) => {
    const page = await open({ script: { [name]: failed() } })
    await go(60_000)
    expect(page.notes()).toEqual([text])
    expect(page.alerts('error')[0]).toContain('Delivery failed. Please contact support Error code: 2961')
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('an error goes once the same delivery has succeeded', async () => {
    const page = await open({ script: { deliver_to_wallet: failed() } })
    await go(1000)
    expect(page.notes()).toHaveLength(1)
    page.shop.script.deliver_to_wallet = { delivery_completed: true }
    await page.press(page.button('Try again'))
    await go(1000)
    expect(page.notes()).toEqual([])
  })

  it('[DLV-07] also stops on an incomplete response, and can be retried', async () => {
    const page = await open({ script: { deliver_to_wallet: { delivery_completed: false } } })
    await go(1000)
    expect(page.notes()).toEqual([])
    expect(page.alerts('error')[0]).toContain('2961')
    page.shop.script.deliver_to_wallet = { delivery_completed: true }
    await page.press(page.button('Try again'))
    await go(1000)
    expect(done(page)).toEqual(['true', 'true'])
  })

  it('[DLV-08] says that a payment plan’s tickets come at its end', async () => {
    const page = await open({}, { payment_plan_remaining: 40 })
    expect(textOf(page.find('[data-type=info]'))).toContain('after your final payment')
    expect((await open()).alerts('info')).toEqual([])
  })

  it('[DLV-04] mentions no tickets or email that a payment plan has not produced yet', async () => {
    const page = await open({}, { payment_plan_remaining: 40 })
    const rows = () => page.all('li[data-done]').map(textOf)
    expect(page.heading()).toBe('Setting up your payment plan')
    expect(rows()).toEqual(['Setting up your payment plan', 'Emailing your payment schedule'])
    await go(1000)
    expect(rows()).toEqual(['Your payment plan is set up', 'We’ve emailed your payment schedule'])
    expect(page.has('We’ve emailed your tickets')).toBe(false)
  })
})
