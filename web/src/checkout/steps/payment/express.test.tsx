import type { Checkout } from '@foyer/contract/types.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeDraft } from '../../../drafts/draft-storage.ts'
import { blur } from '../../../testing/render.tsx'
import { sampleOrganiser, sampleUser } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, type } from '../../testing/page.tsx'

onCheckoutPage()

const EXPRESS = { state: 'payment', seconds_remaining: 600, express: true, basket_total: 50 } as const
const ORGANISERS = [
  {
    id: 3,
    name: 'Northern Strings',
    organiser_subscribed: false,
    marketing_signup_message: 'Strings may write to me.',
  },
  { id: 4, name: 'Jazz Barn', organiser_subscribed: false, marketing_signup_message: 'Late nights by email, please.' },
]
const asked = (said: Partial<NonNullable<Checkout['marketing_preferences']>> = {}) => ({
  marketing_preferences: { ct_subscribed: false, event_subscribed: true, basket_organisers: ORGANISERS, ...said },
})
type Options = NonNullable<Parameters<typeof openCheckout>[1]>
const open = (said: Partial<Checkout> = {}, options: Options = {}) =>
  openCheckout({ ...EXPRESS, ...asked(), ...said }, options)
type Opened = Awaited<ReturnType<typeof open>>
const openFree = (said: Partial<Checkout> = {}, options: Options = {}) => open({ basket_total: 0, ...said }, options)
const openBank = (said: Partial<Checkout> = {}, options: Options = {}) =>
  open({ bank_transfer_configured: true, ...said }, options)

const fillIn = (page: Opened, fullname = 'Ada Lovelace', email = 'ada@example.org') => {
  type(page.field('Full name'), fullname)
  type(page.field('Email address'), email)
}
const claim = (page: Opened) => page.press(page.button('Claim your tickets'))

const confirmed = vi.fn()
const made = vi.fn()
const elements = {
  update: () => {},
  submit: async () => ({}),
  getElement: () => ({ destroy: () => {} }),
  create: () => ({ on: () => {}, mount: () => {}, destroy: () => {} }),
}
beforeEach(() => {
  confirmed.mockReset().mockReturnValue(new Promise(() => {}))
  made.mockReset().mockReturnValue(elements)
  vi.stubGlobal('Stripe', () => ({ elements: made, confirmPayment: confirmed }))
})
afterEach(() => vi.restoreAllMocks())

describe('the express form', () => {
  it('[EXP-01, EXP-03, EXP-04, EXP-05, PAY-02] asks for name, email and phone number beside the methods', async () => {
    const page = await open()
    expect(page.heading()).toBe('Complete purchase')
    const name = page.field('Full name')
    const email = page.field('Email address')
    expect([name.getAttribute('autocomplete'), email.getAttribute('autocomplete'), email.type]).toEqual([
      'name',
      'email',
      'email',
    ])
    expect(page.has('Type your full name')).toBe(true)
    expect(page.has('Type your email address')).toBe(true)
    expect(page.field('Contact number (optional)').required).toBe(false)
    expect(page.has('Credit or Debit Card')).toBe(true)
  })

  it('after a donation, shows the name and email that the account step has asked for', async () => {
    const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: true }
    const page = await open({ account, organisers: [sampleOrganiser({ charity: 8 })] })
    expect(page.fields('Full name')).toEqual([])
    expect(page.fields('Email address')).toEqual([])
    expect(page.has('Ada Lovelace')).toBe(true)
    expect(page.has('ada@example.org')).toBe(true)
    expect((await open({ account })).fields('Email address')).toHaveLength(1)
  })

  it('free tickets: the browser asks before the page is left while they are claimed', async () => {
    const page = await openFree(
      { account: { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: true } },
      { script: { claim_free_tickets: () => new Promise(() => {}) } },
    )
    expect(page.heading()).not.toBe('')
    const leave = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leave)
    expect(leave.defaultPrevented).toBe(true)
  })

  it('[EXP-02] the link back to the basket mentions the discount code', async () => {
    expect((await open()).buttons('Edit basket or add discount code')).toHaveLength(1)
  })

  it('[EXP-06, EXP-07] has an unticked box per organiser with its own text, and one for the newsletter', async () => {
    const page = await open()
    const boxes = page.all<HTMLInputElement>('main input[type=checkbox]')
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false])
    expect(page.field('Strings may write to me.')).toBeTruthy()
    expect(page.field('Late nights by email, please.')).toBeTruthy()
    expect(page.field('Send me the newsletter')).toBeTruthy()
  })

  it('does not ask for consent already given', async () => {
    const [first, second] = ORGANISERS
    const page = await openFree(
      asked({ ct_subscribed: true, basket_organisers: [{ ...first!, organiser_subscribed: true }, second!] }),
    )
    expect(page.all('main input[type=checkbox]')).toHaveLength(1)
    fillIn(page)
    await claim(page)
    expect(page.shop.named('set_account_details')).toMatchObject([
      { ct_subscribed: '1', 'organiser_subscribed_marketing[3]': '1', 'organiser_subscribed_marketing[4]': '0' },
    ])
  })

  it('is filled in for a known buyer', async () => {
    const page = await open({}, { user: sampleUser() })
    expect(page.field('Full name').value).toBe('Ada Lovelace')
    expect(page.field('Email address').value).toBe('ada@example.org')
  })
})

describe('validation of the express form', () => {
  it.each([
    ['Ada', 'ada@example.org', 'Full name', 'Please type both your first and last name(s)'],
    ['Ada Lovelace', 'ada@', 'Email address', 'Please type a valid email address'],
  ])('[EXP-08, EXP-09] refuses %j <%s>', async (fullname, email, field, words) => {
    const page = await openFree()
    fillIn(page, fullname, email)
    await claim(page)
    expect(page.errorOf(page.field(field))).toBe(words)
    expect(page.shop.named('set_account_details')).toEqual([])
    expect(document.title).toMatch(/^Error: /)
  })

  it('[EXP-05, PAY-22] a phone number is optional, but must be valid', async () => {
    const page = await openFree()
    fillIn(page)
    type(page.field('Contact number (optional)'), '12')
    await claim(page)
    expect(page.errorOf(page.field('Contact number (optional)'))).toBe('Type a valid phone number')
    type(page.field('Contact number (optional)'), '')
    await claim(page)
    expect(page.shop.named('set_account_details')).toHaveLength(1)
  })

  it('[PAY-17, PAY-18] a phone number is required if the sale requires one', async () => {
    const page = await openFree({ has_require_phone_number: true })
    fillIn(page)
    await claim(page)
    expect(page.errorOf(page.field('Contact number'))).toBe('Type a valid phone number')
  })

  it('validates on leaving a field, not while first typing, and clears the error once valid', async () => {
    const page = await open()
    const email = page.field('Email address')
    email.focus()
    type(email, 'ada@')
    expect(page.errorOf(email)).toBe('')
    blur(email)
    expect(page.errorOf(email)).toBe('Please type a valid email address')
    expect(page.has('There is a problem')).toBe(false)
    type(email, 'ada@example.org')
    expect(page.errorOf(email)).toBe('')
  })

  it('shows the server’s errors at their fields', async () => {
    const page = await openFree(
      {},
      {
        script: {
          set_account_details: failed({ status: 400, code: 'bad_email', error: 'Please type a valid email address' }),
        },
      },
    )
    fillIn(page)
    await claim(page)
    expect(page.errorOf(page.field('Email address'))).toBe('Please type a valid email address')
    expect(page.shop.named('claim_free_tickets')).toEqual([])
  })
})

describe('express payment', () => {
  it('free tickets of a known buyer: a phone number that was left half typed is asked for again', async () => {
    writeDraft('sale-abc', 'payment', { typed: { contactNumber: '12' } })
    const page = await openFree(
      { account: { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: true } },
      {
        script: {
          claim_free_tickets: ({ contact_number }: { contact_number?: string }) =>
            contact_number === '12'
              ? failed({ status: 400, code: 'bad_phone', error: 'Type a valid phone number' })
              : { success: true },
        },
      },
    )
    expect(page.errorOf(page.field('Contact number (optional)'))).toBe('Type a valid phone number')
    expect(page.notes()).toEqual([])
    type(page.field('Contact number (optional)'), '020 7946 0000')
    await claim(page)
    expect(page.shop.named('claim_free_tickets').at(-1)).toMatchObject({ contact_number: '020 7946 0000' })
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[EXP-01, API-40, FRE-01, ENT-33] free tickets: submits the form, then the details, then the claim', async () => {
    const page = await openFree()
    expect(page.heading()).toBe('Complete purchase')
    expect(page.shop.named('claim_free_tickets')).toEqual([])
    fillIn(page)
    type(page.field('Contact number (optional)'), '020 7946 0000')
    await page.press(page.field('Late nights by email, please.'))
    page.shop.calls.length = 0
    await claim(page)
    expect(page.shop.calls.slice(0, 2)).toEqual([
      [
        'set_account_details',
        {
          fullname: 'Ada Lovelace',
          email: 'ada@example.org',
          contact_number: '020 7946 0000',
          ct_subscribed: '0',
          'organiser_subscribed_marketing[3]': '0',
          'organiser_subscribed_marketing[4]': '1',
        },
      ],
      ['claim_free_tickets', { email: 'ada@example.org', contact_number: '020 7946 0000' }],
    ])
    expect(page.heading()).toBe('Delivering your tickets')
  })

  it('[EXP-01, BNK-04] bank: sends the details before the bank payment is created', async () => {
    vi.spyOn(location, 'assign').mockImplementation(() => {})
    const page = await openBank()
    // The buyer isn't known yet, so nobody can transfer anything.
    expect(page.shop.named('create_truelayer_payment')).toEqual([])
    await page.press(page.all('input[type=radio]')[0]!)
    await page.press(page.button('Pay £50.00'))
    expect(page.errorOf(page.field('Full name'))).toBe('Please type both your first and last name(s)')
    fillIn(page)
    page.shop.calls.length = 0
    await page.press(page.button('Pay £50.00'))
    expect(page.shop.names()).toEqual(['set_account_details', 'pay_with_truelayer', 'update_basket_state'])
  })

  it('[EXP-01, CRD-04, API-40] card: the fields are there at once; Pay sends the details with the ticked boxes, then requests the token', async () => {
    const page = await open()
    await go(0)
    expect(made).toHaveBeenCalledWith(expect.objectContaining({ mode: 'payment', amount: 5000, currency: 'gbp' }))
    expect(page.shop.named('get_token')).toEqual([])
    await page.press(page.button('Pay £50.00'))
    expect(page.errorOf(page.field('Full name'))).toBe('Please type both your first and last name(s)')
    expect(page.errorOf(page.field('Postcode'))).toBe('Type your postcode or zip code')
    fillIn(page)
    await page.press(page.field('Send me the newsletter'))
    type(page.field('Postcode'), 'LS1 4AP')
    page.shop.calls.length = 0
    await page.press(page.button('Pay £50.00'))
    expect(page.shop.names()).toEqual(['set_account_details', 'get_token'])
    expect(page.shop.named('set_account_details')).toMatchObject([
      { email: 'ada@example.org', 'address[postcode]': 'LS1 4AP', ct_subscribed: '1' },
    ])
    // The number and the postcode have gone with the details.
    expect(page.shop.named('set_billing_address')).toEqual([])
    expect(confirmed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ clientSecret: 'pi_1_secret_2' }))
  })

  it('takes no payment if there is no token', async () => {
    const page = await open({}, { script: { get_token: failed() } })
    fillIn(page)
    type(page.field('Postcode'), 'LS1 4AP')
    await page.press(page.button('Pay £50.00'))
    expect(page.alerts('error')).toEqual(['Unable to get Stripe token. Please try again later'])
    expect(confirmed).not.toHaveBeenCalled()
    expect(page.buttons('Pay £50.00')).toHaveLength(1)
  })

  it('takes no payment if the details cannot be stored', async () => {
    const page = await openBank({}, { script: { set_account_details: failed() } })
    await page.press(page.all('input[type=radio]')[0]!)
    fillIn(page)
    await page.press(page.button('Pay £50.00'))
    expect(page.alerts('error')).toEqual(['An unknown error occured. Please try again, or contact support.'])
    expect(page.shop.named('pay_with_truelayer')).toEqual([])
    expect(page.buttons('Pay £50.00')).toHaveLength(1)
  })
})
