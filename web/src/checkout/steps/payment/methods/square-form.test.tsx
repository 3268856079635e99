import type { Checkout } from '@foyer/contract/types.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failed, go, onCheckoutPage, openCheckout, type } from '../../../testing/page.tsx'

onCheckoutPage()

const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: false }
const delivery = {
  selected_user_address_id: 'new',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '12 Mill Lane',
  address_2: '',
  town: 'Leeds',
  postcode: 'LS1 4AP',
  country: '1',
  state: '',
}
const { selected_user_address_id: _, ...BILLING } = delivery
const SQUARE = {
  state: 'payment',
  seconds_remaining: 600,
  account,
  basket_total: 1055.5,
  opoa: { provider: 'square' },
  delivery_address: delivery,
} as const
type Options = NonNullable<Parameters<typeof openCheckout>[1]>

/** Square's script as far as ours talks to it; a test says what a press comes to. */
const card = {
  mounted: [] as {
    appId: string
    locationId: string
    element: HTMLElement
    onPostalCode: (typed: string) => void
  }[],
  asked: [] as unknown[],
  destroyed: 0,
  showed: 0,
  postcodes: [] as string[],
  gives: (() => ({ token: 'cnon:1' })) as () => unknown,
}
const bringSquare = () => vi.stubGlobal('Square', {})
const bringOurs = () =>
  vi.stubGlobal('FoyerSquare', {
    mount: async (options: (typeof card.mounted)[number]) => {
      card.mounted.push(options)
      return {
        tokenize: async (details: unknown) => {
          card.asked.push(details)
          return card.gives()
        },
        setPostalCode: async (postcode: string) => void card.postcodes.push(postcode),
        showProblems: async () => {
          card.showed += 1
        },
        destroy: () => {
          card.destroyed += 1
        },
      }
    },
  })
beforeEach(() =>
  Object.assign(card, {
    mounted: [],
    asked: [],
    destroyed: 0,
    showed: 0,
    postcodes: [],
    gives: () => ({ token: 'cnon:1' }),
  }),
)
afterEach(() => {
  for (const each of document.head.querySelectorAll('script')) each.remove()
})

const BILLED = { set_billing_address: { address: { ...BILLING, country_code: 'GB', id: 5 } as never } }
const PAID = { payment: { status: 'COMPLETED', message: '' } }
const ends = (said: Record<string, unknown>) => ({ ...BILLED, pay_with_square: said as never })
const open = async (script: Options['script'] = BILLED, said: Partial<Checkout> = {}) => {
  bringSquare()
  bringOurs()
  return openCheckout({ ...SQUARE, ...said }, { script })
}
const payButton = 'Pay £1,055.50'
const scripts = () => [...document.head.querySelectorAll('script')].map((each) => new URL(each.src).pathname)

describe('loading Square', () => {
  it('[SQR-01, SQR-02, SQR-03, SQR-04, API-33] loads credentials, then both scripts, then the field', async () => {
    let answer = () => {}
    const page = await openCheckout(SQUARE, {
      script: {
        get_square_credentials: () =>
          new Promise((done) => {
            answer = () =>
              done({ app_id: 'sq-app', location_id: 'sq-place', checkout_js: 'https://squares.example/square.js' })
          }),
      },
    })
    expect(page.shop.named('get_square_credentials')).toEqual([{}])
    expect(page.shop.named('get_token')).toEqual([])
    expect(scripts()).toEqual([])
    answer()
    await go(0)
    expect(scripts()).toEqual(['/square.js', '/ajax/checkout/checkout/javascript-square/'])
    bringSquare()
    await go(10)
    expect(card.mounted).toEqual([])
    bringOurs()
    await go(10)
    expect(card.mounted).toMatchObject([{ appId: 'sq-app', locationId: 'sq-place' }])
    expect(card.mounted[0]!.element.isConnected).toBe(true)
  })

  it('passes the page’s colours to the field, including the background', async () => {
    const { style } = document.documentElement
    style.setProperty('--surface', '#1f1a22')
    style.setProperty('--ink', '#f4eef2')
    await open()
    await go(10)
    style.cssText = ''
    expect(card.mounted).toMatchObject([{ style: { input: { backgroundColor: '#1f1a22', color: '#f4eef2' } } }])
  })

  it('[SQR-05] checks for the scripts every 10 ms', async () => {
    await openCheckout(SQUARE)
    bringSquare()
    bringOurs()
    await go(9)
    expect(card.mounted).toEqual([])
    await go(1)
    expect(card.mounted).toHaveLength(1)
  })

  it('Pay pressed while the field loads waits, and is then pressed once', async () => {
    const page = await openCheckout(SQUARE, { script: BILLED })
    await page.press(page.button(payButton))
    expect(page.button(payButton).getAttribute('aria-busy')).toBe('true')
    await page.press(page.button(payButton))
    expect(page.shop.named('pay_with_square')).toEqual([])
    bringSquare()
    bringOurs()
    await go(10)
    await go(0)
    expect(page.shop.named('set_billing_address')).toHaveLength(1)
  })

  it('[SQR-02] does not request credentials it already has', async () => {
    const page = await open(BILLED, { bank_transfer_configured: true })
    const [bank, square] = page.all('input[type=radio]')
    await page.press(square!)
    await page.press(bank!)
    expect(card.destroyed).toBe(1)
    await page.press(square!)
    expect(card.mounted).toHaveLength(2)
    expect(page.shop.named('get_square_credentials')).toHaveLength(1)
  })

  it('[ERR-21, PAY-24] without credentials shows an error and no form', async () => {
    const page = await open({ get_square_credentials: failed() })
    expect(page.notes()).toEqual(['Unable to get Square credentials. Please try again later'])
    expect(page.alerts('error')).toEqual(['The payment form didn’t load. Please try again.Try again'])
    expect(page.buttons(/^Pay /)).toEqual([])
  })

  it('[PAY-24] a script that does not load within 20 seconds is a set-up error', async () => {
    const page = await openCheckout(SQUARE)
    await go(20_000)
    expect(page.alerts('error')).toEqual(['The payment form didn’t load. Please try again.Try again'])
  })
})

describe('paying with Square', () => {
  it("[SQR-06, API-41, PAY-15, FLOW-22] gets a token with the holder's address and the amount, pays, and moves on", async () => {
    const page = await open(ends(PAID))
    await page.press(page.button(payButton))
    expect(card.asked).toEqual([
      {
        amount: '1055.50',
        currencyCode: 'GBP',
        billingContact: {
          givenName: 'Ada',
          familyName: 'Lovelace',
          email: 'ada@example.org',
          addressLines: ['12 Mill Lane'],
          city: 'Leeds',
          postalCode: 'LS1 4AP',
          countryCode: 'GB',
        },
      },
    ])
    expect(page.shop.named('pay_with_square')).toEqual([
      {
        ...Object.fromEntries(Object.entries(BILLING).map(([name, value]) => [`billing_address_data[${name}]`, value])),
        'billing_address_data[contact_number]': '',
        'billing_address_data[token]': 'cnon:1',
      },
    ])
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[FLOW-22] moves on by itself when the page was offline for a moment after the payment', async () => {
    const page = await open({ ...ends(PAID), update_basket_state: failed({ status: 0 }) })
    await page.press(page.button(payButton))
    expect(page.heading()).toBe('Confirming Payment')
    page.shop.script.update_basket_state = undefined
    await go(3000)
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[PAY-03, PAY-16] disables everything else meanwhile', async () => {
    const page = await open({ ...BILLED, pay_with_square: () => new Promise(() => {}) })
    await page.press(page.button(payButton))
    expect(page.heading()).toBe('Confirming Payment')
    expect(page.buttons(/^Pay /)).toEqual([])
    expect(page.find<HTMLFieldSetElement>('#billing_address').disabled).toBe(true)
  })

  it('[SQR-08, SQR-09, PAY-26] shows the message of an incomplete response, and can pay again with a new token', async () => {
    const page = await open(ends({ payment: { status: 'FAILED', message: 'Your card was declined.' } }))
    await page.press(page.button(payButton))
    expect(page.alerts('error')).toEqual(['Your card was declined.'])
    card.gives = () => ({ token: 'cnon:2' })
    page.shop.script.pay_with_square = PAID as never
    await page.press(page.button(payButton))
    expect(page.shop.named('pay_with_square')).toMatchObject([
      { 'billing_address_data[token]': 'cnon:1' },
      { 'billing_address_data[token]': 'cnon:2' },
    ])
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[SQR-07] shows an address error at the address', async () => {
    const page = await open(
      ends({ addressError: 'We were unable to find your address. Please try a different address' }),
    )
    await page.press(page.button(payButton))
    const address = page.find('#billing_address')
    expect(page.errorOf(address)).toBe('We were unable to find your address. Please try a different address')
    expect(page.buttons(payButton)).toHaveLength(1)
    await page.press(page.field('Same as delivery'))
    expect(page.errorOf(page.find('#billing_address'))).toBe('')
  })

  it('[ERR-30] reports a failed call, and asks the server whether it succeeded', async () => {
    const page = await open({ ...BILLED, pay_with_square: failed({ status: 0 }) })
    await page.press(page.button(payButton))
    expect(page.alerts('error')).toEqual(['Unable to pay. Please try again later'])
    expect(page.shop.named('get')).toHaveLength(1)
    expect(page.buttons(payButton)).toHaveLength(1)
  })

  it('polls a payment with an unknown outcome until it is known', async () => {
    const page = await open(ends({ payment: { status: 'PENDING', message: 'We do not know yet.' } }))
    await page.press(page.button(payButton))
    expect(page.alerts('error')).toEqual(['We do not know yet.'])
    page.shop.sale.checkout = { ...page.shop.sale.checkout, state: 'deliver_tickets', payment_complete: true }
    await go(5000)
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('an error of its field prevents the payment', async () => {
    const page = await open()
    card.gives = () => ({ token: null, message: 'Enter a valid card number.' })
    await page.press(page.button(payButton))
    expect(page.alerts('error')).toEqual(['Enter a valid card number.'])
    expect(page.shop.named('pay_with_square')).toEqual([])
  })

  it('a script that throws does not prevent another attempt', async () => {
    const page = await open()
    card.gives = () => {
      throw new Error('not attached')
    }
    await page.press(page.button(payButton))
    expect(page.alerts('error')).toEqual(['Unable to pay. Please try again later'])
    expect(page.buttons(payButton)).toHaveLength(1)
  })
})

describe('the form', () => {
  it('[PAY-09, PAY-15] is the card, then the address, then Pay, all inside the open method', async () => {
    const page = await open(BILLED, { bank_transfer_configured: true, delivery_address: null })
    const [, square] = page.all('input[type=radio]')
    expect(page.buttons(payButton)).toEqual([])
    await page.press(square!)
    const inOrder = [square!, card.mounted[0]!.element, page.field('Address line 1'), page.button(payButton)]
    for (const [at, element] of inOrder.slice(1).entries())
      expect(inOrder[at]!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(square!.closest('[class*=option]')!.contains(page.button(payButton))).toBe(true)
  })
})

describe('the billing address', () => {
  it('is the delivery address unless changed', async () => {
    const page = await open(ends(PAID))
    expect(page.field('Same as delivery').checked).toBe(true)
    expect(page.fields('Address line 1')).toEqual([])
    await page.press(page.field('Same as delivery'))
    type(page.field('Address line 1'), '1 Other Road')
    type(page.field('Town or city'), 'York')
    type(page.field('Postcode or zip code'), 'YO1 7HH')
    await page.press(page.button(payButton))
    expect(page.shop.named('set_billing_address')).toMatchObject([
      { 'address[address_1]': '1 Other Road', 'address[town]': 'York', 'address[first_name]': 'Ada' },
    ])
    expect(card.asked).toMatchObject([{ billingContact: { city: 'York', addressLines: ['1 Other Road'] } }])
  })

  it('takes the postcode from the card’s field', async () => {
    const page = await open(ends(PAID))
    expect(card.mounted).toMatchObject([{ postalCode: 'LS1 4AP' }])
    await page.press(page.field('Same as delivery'))
    type(page.field('Postcode or zip code'), 'YO1 7HH')
    expect(card.postcodes.at(-1)).toBe('YO1 7HH')
  })

  it('takes a postcode that is typed into the card’s field, and doesn’t write it back there', async () => {
    const page = await open(ends(PAID), { delivery_address: null })
    await act(async () => card.mounted[0]!.onPostalCode('YO1'))
    expect(page.field('Postcode or zip code').value).toBe('YO1')
    expect(card.postcodes).toEqual([])
    type(page.field('Postcode or zip code'), 'YO1 7HH')
    expect(card.postcodes).toEqual(['YO1 7HH'])
  })

  it('[PAY-29] is required in full without a delivery address', async () => {
    const page = await open(ends(PAID), { delivery_address: null })
    expect(page.fields('Same as delivery')).toEqual([])
    expect(page.field('Address line 1').getAttribute('autocomplete')).toBe('billing address-line1')
    await page.press(page.button(payButton))
    expect(page.errorOf(page.field('Address line 1'))).toBe('Please complete your address')
    expect(page.has('There is a problem')).toBe(true)
    expect(card.asked).toEqual([])
    expect(card.showed, 'the card’s field says what is missing in it').toBe(1)
    type(page.field('Address line 1'), '1 Other Road')
    expect(page.errorOf(page.field('Address line 1'))).toBe('')
  })

  it('[PAY-29] lists every missing field at once', async () => {
    const page = await open(ends(PAID), { delivery_address: null })
    type(page.field('First name'), '')
    await page.press(page.button(payButton))
    const errorAt = (label: string) => page.errorOf(page.field(label))
    expect([errorAt('First name'), errorAt('Address line 1'), errorAt('Town or city')]).toEqual([
      'Please complete your address',
      'Enter your address line 1',
      'Enter your town or city',
    ])
    expect(errorAt('Postcode or zip code')).toBe('Enter your postcode or zip code')
    type(page.field('Town or city'), 'York')
    expect(errorAt('Town or city')).toBe('')
    expect(errorAt('Address line 1')).toBe('Enter your address line 1')
  })

  it('[ERR-28] takes no payment if it is not found', async () => {
    const page = await open({ set_billing_address: { address: null } })
    await page.press(page.button(payButton))
    expect(page.alerts('error')).toEqual(['We were unable to find your address. Please try a different address'])
    expect(card.asked).toEqual([])
  })

  it('[ERR-29] returns to the basket with the text of a server error', async () => {
    const page = await open({ set_billing_address: failed({ error: 'Something went wrong on our side.' }) })
    await page.press(page.button(payButton))
    expect(page.heading()).toBe('Basket')
    expect(page.alerts('error')).toEqual(['Something went wrong on our side.'])
  })
})
