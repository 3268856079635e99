import { checkout as t } from '@foyer/contract/messages.ts'
import type { Checkout } from '@foyer/contract/types.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleOrganiser, sampleUser } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, type } from '../../testing/page.tsx'

onCheckoutPage()

const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: false }
const PAYMENT = { state: 'payment', seconds_remaining: 600, account, basket_total: 1055.5 } as const
type Options = Parameters<typeof openCheckout>[1]
const open = (said: Partial<Checkout> = {}, options?: Options) => openCheckout({ ...PAYMENT, ...said }, options)
type Opened = Awaited<ReturnType<typeof open>>

/** The provider's script as far as the shop talks to it; a test says how a payment ends. */
const provider = {
  key: '',
  elements: [] as Record<string, unknown>[],
  mounted: null as HTMLElement | null,
  ready: () => {},
  broken: () => {},
  submitted: 0,
  confirmed: [] as Record<string, unknown>[],
  checks: {} as { error?: { message?: string } },
  ends: (() => new Promise(() => {})) as () => Promise<{ error: { type?: string; message?: string } }>,
}

const script = () => {
  const field = {
    on: (event: string, hear: () => void) => {
      if (event === 'ready') provider.ready = hear
      if (event === 'loaderror') provider.broken = hear
    },
    mount: (place: HTMLElement) => {
      provider.mounted = place
    },
    destroy: () => {
      provider.mounted = null
    },
  }
  return (key: string) => {
    provider.key = key
    return {
      elements: (options: Record<string, unknown>) => {
        provider.elements.push(options)
        return {
          create: () => field,
          getElement: () => field,
          update: () => {},
          submit: async () => {
            provider.submitted += 1
            return provider.checks
          },
        }
      },
      confirmPayment: (options: Record<string, unknown>) => {
        provider.confirmed.push(options)
        return provider.ends()
      },
    }
  }
}
const bring = () => vi.stubGlobal('Stripe', script())

beforeEach(() => {
  Object.assign(provider, {
    key: '',
    elements: [],
    mounted: null,
    submitted: 0,
    confirmed: [],
    checks: {},
    ends: () => new Promise(() => {}),
  })
})
afterEach(() => {
  for (const each of document.head.querySelectorAll('script')) each.remove()
})

const payButton = (page: Opened) => page.button('Pay £1,055.50')
const pay = async (page: Opened, postcode = 'LS1 4AP') => {
  type(page.field('Postcode'), postcode)
  await page.press(payButton(page))
}
const declined = (message?: string) => {
  provider.ends = async () => ({ error: { message } })
}

describe('the payment step', () => {
  it('[PAY-01, PAY-02, PAY-05] has its title, the order summary and the countdown', async () => {
    bring()
    const page = await open()
    expect(page.heading()).toBe('Payment')
    expect(page.find('[role=timer]').textContent).toContain('10:00')
    expect((await open({ express: true })).heading()).toBe('Complete purchase')
  })

  it('[PAY-13, PAY-09, PAY-12] opens a single method at once', async () => {
    bring()
    const page = await open()
    expect(page.has('Credit or Debit Card')).toBe(true)
    expect(page.all('input[type=radio]')).toEqual([])
    expect(page.fields('Postcode')).toHaveLength(1)
  })

  it.each([
    [1999.99, 'GBP', true],
    [2000, 'GBP', false],
    [2000, 'EUR', true],
  ] as const)('[PAY-10] at %s %s cards are offered: %s', async (basket_total, code, offered) => {
    bring()
    const page = await open({ basket_total, currency: { symbol: '£', code } })
    expect(page.has('Credit or Debit Card')).toBe(offered)
  })

  it('[PAY-11, PAY-12] express and a Stripe provider offer cards at any amount', async () => {
    bring()
    expect((await open({ basket_total: 5000, express: true })).has('Credit or Debit Card')).toBe(true)
    expect((await open({ basket_total: 5000, opoa: { provider: 'stripe' } })).has('Credit or Debit Card')).toBe(true)
  })

  it('[PAY-25, ROLE-10] a SaaS organiser without a provider cannot be paid', async () => {
    const page = await open({ organisers: [sampleOrganiser({ is_saas: true })] })
    expect(page.alerts('error')).toEqual([
      'We currently are unable to take payments for this basket as the payment integration has not yet been configured by Northern Strings',
    ])
    expect(page.buttons(/^Pay /)).toEqual([])
    expect(page.shop.named('get_token')).toEqual([])
  })

  it('[PAY-23] shows why the previous payment failed', async () => {
    bring()
    const page = await open({}, { script: { get_payment_error: { payment_error: 'Your card was declined.' } } })
    expect(page.alerts('error')).toEqual(['Your card was declined.'])
    expect(page.shop.named('get_payment_error')).toHaveLength(1)
  })

  it('[NAV-05] links the terms above the button', async () => {
    bring()
    const page = await open()
    expect(page.link('terms and conditions').getAttribute('href')).toBe(
      '/legal-information/purchase-terms-and-conditions/',
    )
  })
})

describe('the contact number', () => {
  it('[PAY-17, PAY-19, PAY-20] is requested if the sale requires it', async () => {
    bring()
    const page = await open({ has_require_phone_number: true })
    const field = page.field('Contact number')
    expect(field.inputMode).toBe('numeric')
    expect(field.getAttribute('autocomplete')).toBe('tel')
    expect(
      page.has('Please supply a contact number in case we need to contact you regarding a change to your booking'),
    ).toBe(true)
    expect((await open()).fields('Contact number')).toEqual([])
  })

  it.each(['', '12345', 'call me maybe'])('[PAY-18, PAY-21, PAY-22] refuses %j', async (number) => {
    bring()
    const page = await open({ has_require_phone_number: true })
    type(page.field('Contact number'), number)
    await pay(page)
    expect(page.errorOf(page.field('Contact number'))).toBe('Type a valid phone number')
    expect(provider.confirmed).toEqual([])
  })

  it('[PAY-18, PAY-21, API-39] is sent with the postcode before the token is requested', async () => {
    bring()
    const page = await open(
      { has_require_phone_number: true },
      { script: { set_billing_address: { address: {} as never } } },
    )
    expect(page.shop.named('get_token')).toEqual([])
    type(page.field('Contact number'), '+44 113 496 0000')
    await pay(page)
    expect(page.shop.named('set_billing_address')).toEqual([
      { 'address[postcode]': 'LS1 4AP', contact_number: '+44 113 496 0000' },
    ])
    expect(page.shop.names().filter((name) => name === 'set_billing_address' || name === 'get_token')).toEqual([
      'set_billing_address',
      'get_token',
    ])
    expect(provider.confirmed).toHaveLength(1)
  })
})

describe('card', () => {
  const BILLED = { set_billing_address: { address: {} as never } }

  it('[CRD-01, CRD-02, CRD-03, CRD-04] requests a token, loads the sale’s script, and checks for it every second', async () => {
    const page = await open()
    expect(page.shop.named('get_token')).toHaveLength(1)
    expect(document.head.querySelectorAll('script[src="https://cards.example/script.js"]')).toHaveLength(1)
    bring()
    await go(999)
    expect(provider.mounted).toBeNull()
    await go(1)
    expect(provider.key).toBe('pk_test')
    expect(provider.elements).toMatchObject([{ clientSecret: 'pi_1_secret_2' }])
    expect(provider.mounted).not.toBeNull()
  })

  it('[PAY-24] a script that does not load within 20 seconds is a set-up error that hides the form', async () => {
    const page = await open()
    await go(20_000)
    expect(page.alerts('error')).toEqual([expect.stringContaining('The payment form didn’t load. Please try again.')])
    expect(page.fields('Postcode')).toEqual([])
    expect(page.buttons('Try again')).toHaveLength(1)
  })

  it('[ERR-27, PAY-24] without a token shows an error and no form', async () => {
    bring()
    const page = await open({}, { script: { get_token: failed() } })
    expect(page.notes()).toEqual(['Unable to get Stripe token. Please try again later'])
    expect(page.fields('Postcode')).toEqual([])
  })

  it('[PAY-24] a script that refuses to make the fields is a set-up error', async () => {
    vi.stubGlobal('Stripe', () => {
      throw new Error('IntegrationError')
    })
    const page = await open()
    expect(page.alerts('error')).toHaveLength(1)
    expect(page.fields('Postcode')).toEqual([])
  })

  it('[PAY-24] fields that fail to render are a set-up error', async () => {
    bring()
    const page = await open()
    await act(async () => provider.broken())
    expect(page.fields('Postcode')).toEqual([])
  })

  it('asks for the postcode after the card', async () => {
    bring()
    const page = await open()
    await vi.waitFor(() => expect(provider.mounted).not.toBeNull())
    const place = provider.mounted!.compareDocumentPosition(page.field('Postcode'))
    expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('[PAY-28] requires the postcode', async () => {
    bring()
    const page = await open()
    await pay(page, '  ')
    expect(page.errorOf(page.field('Postcode'))).toBe('Type your postcode or zip code')
    expect(provider.submitted, 'the card’s fields say what is missing in them').toBe(1)
    expect(page.shop.named('set_billing_address')).toEqual([])
    expect(provider.confirmed).toEqual([])
  })

  it('[CRD-05, CRD-06, PAY-03, FLOW-22] validates its fields, saves the postcode, and confirms with the return address', async () => {
    bring()
    const page = await open({}, { script: BILLED })
    await pay(page)
    expect(provider.submitted).toBe(1)
    expect(page.shop.named('set_billing_address')).toEqual([{ 'address[postcode]': 'LS1 4AP', contact_number: '' }])
    expect(provider.confirmed).toMatchObject([
      { confirmParams: { return_url: `${location.origin}/do/checkout/stripe_auth/` } },
    ])
    expect(page.heading()).toBe('Confirming Payment')
    expect(page.button('Confirming Payment').disabled).toBe(true)
  })

  it("[CRD-07, PAY-23, PAY-26, PAY-27] a decline shows the provider's message, and the buyer can retry", async () => {
    bring()
    const page = await open({}, { script: BILLED })
    declined('Your card has insufficient funds.')
    await pay(page)
    expect(page.alerts('error')).toEqual(['Your card has insufficient funds.'])
    expect(page.heading()).toBe('Payment')
    expect(payButton(page).disabled).toBe(false)
    provider.ends = () => new Promise(() => {})
    await page.press(payButton(page))
    expect(page.alerts('error')).toEqual([])
    expect(page.shop.named('set_billing_address')).toHaveLength(1)
  })

  it('after a decline, says that nothing was charged and how long the tickets are held', async () => {
    bring()
    const page = await open({}, { script: BILLED })
    provider.ends = async () => ({ error: { type: 'card_error', message: 'Your card was declined.' } })
    await pay(page)
    expect(page.alerts('error')[0]).toMatch(
      /^Your card was declined\.You haven’t been charged\. Your tickets are still held for (10|9) minutes\.$/,
    )
  })

  it('clears the card’s error when another method is chosen', async () => {
    bring()
    const page = await open({ bank_transfer_configured: true }, { script: BILLED })
    await page.press(page.field('Credit or Debit Card'))
    declined('Your card has insufficient funds.')
    await pay(page)
    expect(page.alerts('error')).toEqual(['Your card has insufficient funds.'])
    await page.press(page.field('Instant Bank Transfer'))
    expect(page.alerts('error')).toEqual([])
  })

  it('reopens the chosen method after a failed 3-D Secure redirect', async () => {
    bring()
    const change = { bank_transfer_configured: true }
    const before = await open(change, { script: BILLED })
    await before.press(before.field('Credit or Debit Card'))
    await pay(before)
    const why = 'We are unable to authenticate your payment method.'
    const page = await open(change, { script: { ...BILLED, get_payment_error: { payment_error: why } } })
    expect(page.alerts('error')).toEqual([why])
    expect(page.field('Credit or Debit Card').checked).toBe(true)
    expect(page.field('Postcode').value).toBe('LS1 4AP')
    expect(payButton(page).disabled).toBe(false)
  })

  it('replaces the form by a message if the total is too small for a card', async () => {
    bring()
    const page = await open({ basket_total: 0.12 }, { script: BILLED })
    expect(page.alerts('warning')).toEqual([
      'Card payments must be at least £0.30, and £0.12 is less. Add something to your basket, add a donation or remove a code.',
    ])
    expect(page.has('Postcode')).toBe(false)
  })

  it('tells the slower of two tabs that the order is already paid', async () => {
    bring()
    const page = await open({}, { script: BILLED })
    provider.ends = async () => ({
      error: {
        code: 'payment_intent_unexpected_state',
        message: 'This PaymentIntent is in a terminal state and cannot be used to initialize Elements.',
      },
    })
    await pay(page)
    expect(page.alerts('error')).toEqual([t['payment.elsewhere']])
    expect(page.has('PaymentIntent')).toBe(false)
    expect(page.shop.named('get')).toHaveLength(1)
  })

  it('[CRD-07] a decline without a message uses our own', async () => {
    bring()
    const page = await open({}, { script: BILLED })
    declined()
    await pay(page)
    expect(page.alerts('error')).toEqual(['There was an error with taking you to Stripe. Please try again.'])
  })

  it('an error of its fields prevents the payment', async () => {
    bring()
    const page = await open({}, { script: BILLED })
    provider.checks = { error: { message: 'Your card number is incomplete.' } }
    await pay(page)
    expect(page.alerts('error')).toEqual(['Your card number is incomplete.'])
    expect(provider.confirmed).toEqual([])
    expect(page.shop.named('set_billing_address')).toEqual([])
  })

  it('[ERR-28] an address that is not found', async () => {
    bring()
    const page = await open({}, { script: { set_billing_address: { address: null } } })
    await pay(page)
    expect(page.alerts('error')).toEqual(['We were unable to find your address. Please try a different address'])
    expect(provider.confirmed).toEqual([])
  })

  it('[ERR-29] a server error for it returns to the basket with its text', async () => {
    bring()
    const page = await open(
      {},
      { script: { set_billing_address: failed({ error: 'Something went wrong on our side.' }) } },
    )
    await pay(page)
    expect(page.heading()).toBe('Basket')
    expect(page.alerts('error')).toEqual(['Something went wrong on our side.'])
  })

  it('pays once however often Pay is pressed before the fields are there', async () => {
    const page = await open({}, { script: BILLED })
    type(page.field('Postcode'), 'LS1 4AP')
    for (const _ of [1, 2, 3]) await page.press(payButton(page))
    bring()
    await go(1000)
    expect(provider.confirmed).toHaveLength(1)
  })

  it('does not reload during a payment', async () => {
    bring()
    const page = await open({}, { script: BILLED })
    await pay(page)
    const before = page.shop.names().length
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(page.shop.names()).toHaveLength(before)
  })
})

describe('nothing to pay', () => {
  const FREE = { basket_total: 0 }

  it('[FRE-01, FRE-03, PAY-04] is claimed automatically, with its own title and text', async () => {
    const page = await open(FREE, { script: { claim_free_tickets: () => new Promise(() => {}) } })
    expect(page.heading()).toBe('Claiming free tickets')
    expect(page.has('Your free tickets are being claimed')).toBe(true)
    expect(page.shop.named('claim_free_tickets')).toEqual([{ email: 'ada@example.org' }])
    expect(page.shop.named('get_token')).toEqual([])
  })

  it('[FRE-02, FLOW-22] goes on when it is', async () => {
    const page = await open(FREE)
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'deliver_tickets' }])
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[FRE-02] goes on by itself when the page was offline for a moment after the claim', async () => {
    const page = await open(FREE, { script: { update_basket_state: failed({ status: 0 }) } })
    expect(page.notes()).toEqual(['Unable to update the Basket state. Please try again later'])
    page.shop.script.update_basket_state = undefined
    await go(3000)
    expect(page.heading()).toBe('Delivering your tickets')
    expect(page.notes()).toEqual([])
    expect(page.shop.named('claim_free_tickets')).toHaveLength(1)
  })

  it('[ERR-31] a failure is reported and can be retried', async () => {
    const page = await open(FREE, { script: { claim_free_tickets: failed() } })
    expect(page.notes()).toEqual(['Unable to claim free tickets. Please try again later'])
    expect(page.heading()).toBe('Payment')
    page.shop.script.claim_free_tickets = undefined
    await page.press(page.button('Try again'))
    expect(page.shop.named('claim_free_tickets')).toHaveLength(2)
    expect(page.notes()).toEqual([])
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[PAY-17, PAY-18] asks for a required phone number first', async () => {
    const page = await open({ ...FREE, has_require_phone_number: true }, { user: sampleUser() })
    expect(page.shop.named('claim_free_tickets')).toEqual([])
    await page.press(page.button('Claim your tickets'))
    expect(page.errorOf(page.field('Contact number'))).toBe('Type a valid phone number')
    type(page.field('Contact number'), '0113 496 0000')
    await page.press(page.button('Claim your tickets'))
    expect(page.shop.named('claim_free_tickets')).toHaveLength(1)
  })
})
