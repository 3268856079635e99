import type { Checkout } from '@foyer/contract/types.ts'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { failed, go, onCheckoutPage, openCheckout, textOf, type } from '../../../testing/page.tsx'

onCheckoutPage()

const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: false }
const BANK = { state: 'payment', seconds_remaining: 600, account, bank_transfer_configured: true } as const
/** Too much for a card, so only the bank transfer is offered. */
const ALONE = { ...BANK, basket_total: 2200 } as const
type Options = NonNullable<Parameters<typeof openCheckout>[1]>
const open = (said: Partial<Checkout>, script?: Options['script']) => openCheckout(said, { script })
type Opened = Awaited<ReturnType<typeof open>>

const methods = (page: Opened) => page.all('fieldset label').map(textOf)
/** Where the browser was sent. */
const leaving = () => vi.spyOn(location, 'assign').mockImplementation(() => {})
const payButton = 'Pay £2,200.00'

describe('the choice of methods', () => {
  it('[PAY-06, PAY-08, PAY-09] one is open at a time, with its form inside', async () => {
    const page = await open(BANK)
    expect(methods(page)).toEqual(['Instant Bank Transfer', 'Credit or Debit Card'])
    const [bank, card] = page.all<HTMLInputElement>('input[type=radio]')
    expect([bank!.checked, card!.checked]).toEqual([false, false])
    await page.press(bank!)
    expect(page.has('You’ll be taken to your bank to approve the payment.')).toBe(true)
    expect(page.fields('Postcode')).toEqual([])
    await page.press(card!)
    expect([bank!.checked, card!.checked]).toEqual([false, true])
    expect(page.has('You’ll be taken to your bank to approve the payment.')).toBe(false)
    expect(page.fields('Postcode')).toHaveLength(1)
  })

  it('[PAY-08] a card that could not be set up after the buyer chose the bank does not hide it', async () => {
    let fail = () => {}
    const get_token = () =>
      new Promise<ReturnType<typeof failed>>((done) => {
        fail = () => done(failed())
      })
    const page = await open(BANK, { get_token })
    const [bank, card] = page.all<HTMLInputElement>('input[type=radio]')
    await page.press(card!)
    await page.press(bank!)
    fail()
    await go(0)
    expect(page.has('You’ll be taken to your bank to approve the payment.')).toBe(true)
    expect(page.notes()).toEqual([])
  })

  it.each([
    ['GBP', null, true],
    ['EUR', null, true],
    ['USD', null, false],
    ['GBP', 'stripe', false],
    ['GBP', 'square', true],
  ] as const)('[BNK-01, BNK-02, PAY-06] in %s with the provider %s: %s', async (code, provider, offered) => {
    const page = await open({ ...BANK, currency: { symbol: '£', code }, opoa: provider && { provider } })
    expect(page.has('Instant Bank Transfer')).toBe(offered)
  })

  it('[PAY-14, PAY-15] the step’s button is shown for the bank, with the amount', async () => {
    const page = await open({ ...BANK, basket_total: 1055.5 })
    expect(page.buttons(/^Pay /)).toEqual([])
    const [bank, card] = page.all('input[type=radio]')
    await page.press(bank!)
    expect(page.buttons('Pay £1,055.50').map((each) => each.getAttribute('form'))).toEqual(['payment_form'])
    await page.press(card!)
    // The card has a button of its own, in its form.
    expect(page.buttons(/^Pay /).map((each) => each.getAttribute('form'))).toEqual([null])
  })
})

describe('bank transfer', () => {
  it('[API-35] is prepared once when the step opens, if available', async () => {
    const page = await open(BANK)
    expect(page.shop.named('create_truelayer_payment')).toEqual([{}])
    expect((await open({ ...BANK, bank_transfer_configured: false })).shop.named('create_truelayer_payment')).toEqual(
      [],
    )
    expect((await open({ ...BANK, basket_total: 0 })).shop.named('create_truelayer_payment')).toEqual([])
  })

  it('[BNK-03] is hidden silently if that fails', async () => {
    const page = await open(BANK, { create_truelayer_payment: failed({ error: 'No.' }) })
    expect(page.has('Instant Bank Transfer')).toBe(false)
    expect(page.has('Credit or Debit Card')).toBe(true)
    expect(page.notes()).toEqual([])
    expect(page.alerts('error')).toEqual([])
  })

  it('[PAY-24, ERR-26] shows an error with a retry if no method is left', async () => {
    const page = await open(ALONE, { create_truelayer_payment: failed() })
    expect(page.alerts('error')).toEqual([
      'There was an error with taking you to Truelayer. Please try again.Try again',
    ])
    expect(page.buttons(/^Pay /)).toEqual([])
  })

  it('[BNK-04, API-34, PAY-03, PAY-16] stores the step and redirects to the bank', async () => {
    const went = leaving()
    const page = await open(ALONE)
    page.shop.calls.length = 0
    await page.press(page.button(payButton))
    expect(page.shop.calls).toEqual([
      ['pay_with_truelayer', { contact_number: '' }],
      ['update_basket_state', { state: 'awaiting_truelayer' }],
    ])
    expect(went).toHaveBeenCalledExactlyOnceWith('https://bank.example/approve')
    expect(page.heading()).toBe('Confirming Payment')
    expect(page.buttons(/^Pay /)).toEqual([])
  })

  it('[ERR-26, PAY-26, PAY-27] reports a failed start, and payment can be retried', async () => {
    const went = leaving()
    const page = await open(ALONE, { pay_with_truelayer: failed() })
    await page.press(page.button(payButton))
    expect(page.alerts('error')).toEqual(['There was an error with taking you to Truelayer. Please try again.'])
    expect(page.heading()).toBe('Payment')
    expect(went).not.toHaveBeenCalled()
    page.shop.script.pay_with_truelayer = undefined
    await page.press(page.button(payButton))
    expect(page.alerts('error')).toEqual([])
    expect(went).toHaveBeenCalledOnce()
  })

  it('[ERR-19] does not redirect if the step cannot be stored', async () => {
    const went = leaving()
    const page = await open(ALONE, { update_basket_state: failed() })
    await page.press(page.button(payButton))
    expect(page.notes()).toEqual(['Unable to update the Basket state. Please try again later'])
    expect(went).not.toHaveBeenCalled()
    expect(page.heading()).toBe('Payment')
  })

  it('[PAY-17, PAY-18, API-34] sends the required phone number, and does not start without it', async () => {
    leaving()
    const page = await open({ ...ALONE, has_require_phone_number: true })
    await page.press(page.button(payButton))
    expect(page.errorOf(page.field('Contact number'))).toBe('Type a valid phone number')
    expect(page.shop.named('pay_with_truelayer')).toEqual([])
    type(page.field('Contact number'), '0113 496 0000')
    expect(page.errorOf(page.field('Contact number'))).toBe('')
    await page.press(page.button(payButton))
    expect(page.shop.named('pay_with_truelayer')).toEqual([{ contact_number: '0113 496 0000' }])
  })

  it('an expired hold returns to the basket', async () => {
    const page = await open(ALONE, {
      pay_with_truelayer: failed({ status: 409, code: 'hold_expired', error: 'Over.' }),
    })
    await page.press(page.button(payButton))
    expect(page.heading()).toBe('Basket')
    expect(page.has('Your checkout time expired.')).toBe(true)
  })

  it('a page restored by the back button can pay again', async () => {
    leaving()
    const page = await open(ALONE)
    await page.press(page.button(payButton))
    page.shop.sale.checkout = { ...page.shop.sale.checkout, state: 'payment' }
    await act(async () => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    })
    expect(page.heading()).toBe('Payment')
    expect(page.buttons(payButton)).toHaveLength(1)
  })
})
