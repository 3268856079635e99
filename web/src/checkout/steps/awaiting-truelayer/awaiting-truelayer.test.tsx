import { checkout as t } from '@foyer/contract/messages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { describe, expect, it, vi } from 'vitest'
import { sampleEvent } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf } from '../../testing/page.tsx'

onCheckoutPage()

type Options = NonNullable<Parameters<typeof openCheckout>[1]>
type Status = {
  checkout_expires_in: number
  payment_completed: boolean
  reference: string
  total: number
  truelayer_status_error: string | null
  status: string
}
const status = (said: Partial<Status> = {}) => ({
  truelayer_status: {
    checkout_expires_in: 500,
    payment_completed: false,
    reference: 'ORDER-77',
    total: 1055.5,
    truelayer_status_error: null,
    status: 'processing',
    ...said,
  },
})
const PAID = status({ payment_completed: true, status: 'completed' })
const refused = (said: Partial<Status> = {}) =>
  status({ truelayer_status_error: 'Your bank didn’t authorise the payment.', status: 'failed', ...said })

const open = (answer: Options['script'], said: Partial<Checkout> = {}) =>
  openCheckout(
    { state: 'awaiting_truelayer', seconds_remaining: 500, truelayer_returned_from: '1', ...said },
    { script: answer },
  )
const answering = (answer: ReturnType<typeof status>) => open({ get_truelayer_status: answer })
type Opened = Awaited<ReturnType<typeof open>>

const polls = (page: Opened) => page.shop.named('get_truelayer_status').length
const waiting = (page: Opened) => textOf(page.find('main [role=status]'))
/** Lets `n` answers arrive: the first after 2 seconds, each of the others 1.5 seconds later. */
const answers = (n: number) => go(2000 + (n - 1) * 1500)
const NOT_CONFIRMED =
  "We could not confirm if the payment was completed yet. We'll continue to wait, and deliver your tickets if payment is confirmed."
const tryAnother = 'Try a different payment method'
const show = async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await go(0)
}

describe('waiting for the bank', () => {
  it('[BNK-05, BNK-07] is titled Payment, with the order summary, a spinner and PLEASE WAIT', async () => {
    const page = await answering(status())
    expect(page.heading()).toBe('Payment')
    expect(textOf(page.find('[data-total]'))).toBe('£55.00')
    expect(waiting(page)).toBe('PLEASE WAIT')
    expect(page.buttons(tryAnother)).toEqual([])
  })

  it('[BNK-11, BNK-12, API-36] polls 2 seconds after load, then every 1.5 seconds', async () => {
    const page = await answering(status())
    await go(1999)
    expect(polls(page)).toBe(0)
    await go(1)
    expect(polls(page)).toBe(1)
    await go(1499)
    expect(polls(page)).toBe(1)
    await go(1)
    expect(polls(page)).toBe(2)
  })

  it('[BNK-13, BNK-14, BNK-15, BNK-16] shows further messages as time passes', async () => {
    const page = await answering(status())
    await answers(3)
    expect(waiting(page)).toBe('PLEASE WAIT')
    await go(1500)
    expect(waiting(page)).toBe('PLEASE WAITWaiting for a response from your bank')
    await go(2 * 1500)
    expect(waiting(page)).toContain('Waiting for a response from your bank')
    await go(1500)
    expect(waiting(page)).toBe('PLEASE WAITAwaiting confirmation of payment')
    await go(2 * 1500)
    expect(page.buttons(tryAnother)).toEqual([])
    await go(1500)
    expect(waiting(page)).toBe("PLEASE WAITIt's taking longer than usual for confirmation of your payment.")
    expect(page.buttons(tryAnother)).toHaveLength(1)
  })

  it('[BNK-17, BNK-18] gives up after more than 60 responses: no spinner, and what happens next', async () => {
    const page = await answering(status())
    await answers(60)
    expect(polls(page)).toBe(60)
    expect(page.has('We could not confirm')).toBe(false)
    await go(1500)
    expect(polls(page)).toBe(61)
    expect(page.alerts('info')).toEqual([NOT_CONFIRMED])
    expect(page.has('PLEASE WAIT')).toBe(false)
    expect(page.buttons(tryAnother)).toHaveLength(1)
  })

  it('after giving up, it asks ever more slowly while it is visible, and follows the payment to its end', async () => {
    let settled = false
    const page = await open({ get_truelayer_status: () => (settled ? PAID : status()) })
    await answers(61)
    await go(4999)
    expect(polls(page)).toBe(61)
    await go(1)
    expect(polls(page)).toBe(62)
    await go(7500)
    expect(polls(page)).toBe(63)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await go(600_000)
    expect(polls(page)).toBe(63)
    hidden.mockReturnValue(false)
    await show()
    expect(polls(page)).toBe(64)
    settled = true
    await go(60_000)
    expect(page.alerts('success')[0]).toContain('Your payment was successful')
  })

  it('a payment that the bank has approved is never offered beside another method once the page has given up', async () => {
    const page = await answering(status({ status: 'approved' }))
    await answers(60)
    expect(page.has('You don’t need to pay again')).toBe(false)
    expect(page.buttons(tryAnother)).toHaveLength(1)
    await go(1500)
    expect(page.alerts('info').join()).toContain('You don’t need to pay again')
    expect(page.buttons(tryAnother)).toEqual([])
  })

  it('a buyer who left the bank’s page undecided can choose another method at once', async () => {
    const page = await open({ get_truelayer_status: status() }, { truelayer_returned_from: null })
    await page.press(page.button(tryAnother))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'payment' }])
  })

  it('[ERR-25] reports a failed poll once, counts it and continues', async () => {
    const page = await open({ get_truelayer_status: failed() })
    await answers(4)
    expect(page.notes()).toEqual(['Unable to get Truelayer status. Please try again later'])
    expect(polls(page)).toBe(4)
    expect(page.has('Waiting for a response from your bank')).toBe(true)
  })

  it('a sale that is no longer this browser’s is reloaded at once, and not waited for', async () => {
    const page = await open({
      get_truelayer_status: failed({ status: 409, code: 'wrong_step', error: 'This page is out of date.' }),
    })
    page.shop.sale.checkout = { ...page.shop.sale.checkout, state: 'basket' }
    await answers(1)
    expect(page.heading()).toBe('Basket')
    expect(page.notes()).toEqual([t['steps.released']])
    await go(60_000)
    expect(polls(page)).toBe(1)
  })

  it('polls at once when the tab becomes visible, and continues from there', async () => {
    const page = await answering(status())
    await go(500)
    await show()
    expect(polls(page)).toBe(1)
    // The sale is not reloaded, because that could skip the end of the payment.
    expect(page.shop.named('get')).toEqual([])
    await go(1499)
    expect(polls(page)).toBe(1)
    await go(1)
    expect(polls(page)).toBe(2)
  })

  it('does not poll again during a request', async () => {
    const page = await open({ get_truelayer_status: () => new Promise(() => {}) })
    await go(2000)
    await show()
    await go(20_000)
    expect(polls(page)).toBe(1)
  })
})

describe('a received payment', () => {
  it('[BNK-19, BNK-20, BNK-21, FLOW-22] shows amount and reference, and continues', async () => {
    const page = await answering(PAID)
    await go(2000)
    const [said] = page.alerts('success')
    expect(said).toContain('Your payment was successful')
    expect(said).toContain('£1,055.50')
    expect(said).toContain('Ref: ORDER-77')
    await go(10_000)
    expect(polls(page)).toBe(1)
    await page.press(page.button('Continue'))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'deliver_tickets' }])
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[BNK-19, BNK-21] stays until the buyer continues, who may have been in another app meanwhile', async () => {
    const page = await answering(PAID)
    await answers(1)
    page.shop.sale.checkout = { ...page.shop.sale.checkout, state: 'deliver_tickets', payment_complete: true }
    await show()
    expect(page.has('Your payment was successful')).toBe(true)
    await page.press(page.button('Continue'))
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[BNK-20] stops the countdown', async () => {
    const page = await open({ get_truelayer_status: PAID }, { seconds_remaining: 3 })
    await go(60_000)
    expect(page.heading()).toBe('Payment')
    expect(page.all('[role=timer]')).toEqual([])
  })

  it('[ANA-01] is recorded once for each analytics property', async () => {
    const gtag = vi.fn()
    vi.stubGlobal('gtag', gtag)
    await open(
      { get_truelayer_status: PAID },
      { sale_reference: 'sale-ana', ga_ua_properties: ['UA-1'], events: [sampleEvent({ ga: 'G-9' })] },
    )
    await go(2000)
    expect(gtag.mock.calls.map(([, name, facts]) => [name, facts.send_to, facts.transaction_id, facts.value])).toEqual([
      ['purchase', 'UA-1', 'sale-ana', 55],
      ['purchase', 'G-9', 'sale-ana', 55],
    ])
  })
})

describe('a failed payment', () => {
  it('[BNK-08, BNK-09, BNK-10] by cancellation at the bank is reported at once without polling', async () => {
    const page = await open({}, { truelayer_returned_from: '0' })
    expect(page.alerts('error')).toEqual(['Your payment was unsuccessfulYou cancelled the payment in the bank portal.'])
    expect(page.buttons(tryAnother)).toHaveLength(1)
    await go(60_000)
    expect(polls(page)).toBe(0)
  })

  it('[BNK-22, BNK-23, BNK-26] shows the reason, and offers another payment method', async () => {
    const page = await answering(refused())
    await go(2000)
    expect(page.alerts('error')).toEqual([
      'Your payment was unsuccessfulYour bank didn’t authorise the payment.If your bank didn’t confirm the payment, you haven’t been charged.',
    ])
    await go(60_000)
    expect(polls(page)).toBe(1)
    await page.press(page.button(tryAnother))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'payment' }])
    expect(page.all('input[type=radio], input[name=postcode]').length).toBeGreaterThan(0)
  })

  it.each(['cancelled', 'rejected', 'expired'])('[BNK-27] %s needs no further explanation', async (word) => {
    const page = await answering(refused({ status: word, truelayer_status_error: 'Why.' }))
    await go(2000)
    expect(page.alerts('error')).toEqual(['Your payment was unsuccessfulWhy.'])
  })

  it('[BNK-24, BNK-25, BNK-06] after the hold expired is reported in the basket', async () => {
    const page = await answering(refused({ checkout_expires_in: 0 }))
    await go(2000)
    expect(page.heading()).toBe('Basket')
    expect(page.alerts('error')).toContain(
      'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again',
    )
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'basket' }])
  })

  it('[BNK-16] a pending payment is reported once, and followed to its end', async () => {
    let settled = false
    const page = await open({
      get_truelayer_status: () => (settled ? PAID : status({ status: 'approved' })),
      update_basket_state: failed({ status: 409, code: 'payment_running', error: 'A payment is being made.' }),
    })
    await answers(10)
    expect(page.alerts('info')).toEqual([])
    await page.press(page.button(tryAnother))
    expect(page.alerts('info').join()).toContain('Your bank has approved this payment')
    expect(page.notes()).toEqual([])
    expect(page.buttons(tryAnother)).toEqual([])
    expect(page.alerts('info')).toHaveLength(1)
    settled = true
    await go(1500)
    expect(page.alerts('success')[0]).toContain('Your payment was successful')
  })

  it('[BNK-16] offers another method while the bank does not respond', async () => {
    const page = await answering(status())
    await answers(10)
    await page.press(page.button(tryAnother))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'payment' }])
    await go(60_000)
    expect(polls(page)).toBe(10)
  })
})
