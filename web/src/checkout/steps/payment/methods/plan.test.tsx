import type { Checkout, SavedPaymentMethod } from '@foyer/contract/types.ts'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failed, go, onCheckoutPage, openCheckout, textOf, type } from '../../../testing/page.tsx'

onCheckoutPage()

const account = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: false }
const OPTIONS = {
  '1': { label: 'Pay in full', schedule: [{ uk_due: '01/09/2027', value: 90 }] },
  '3': {
    label: 'Three payments',
    schedule: [
      { uk_due: '01/09/2027', value: 30 },
      { uk_due: '01/10/2027', value: 30 },
      { uk_due: '01/11/2027', value: 30.5 },
    ],
  },
  '6': {
    label: 'Six payments',
    schedule: [
      { uk_due: '01/09/2027', value: 15 },
      { uk_due: '02/10/2027', value: 15 },
    ],
  },
}
const PLAN = {
  state: 'payment',
  seconds_remaining: 600,
  account,
  basket_total: 90.5,
  payment_plan_schedule_options: OPTIONS,
} as const
type Options = NonNullable<Parameters<typeof openCheckout>[1]>

const sampleCard = (said: Partial<SavedPaymentMethod> = {}): SavedPaymentMethod => ({
  payment_method_id: 'pm_visa',
  card_type: 'visa',
  last4digits: '4242',
  expiry: '12/30',
  is_default: false,
  ...said,
})

/** The provider's script as far as a plan talks to it. */
const provider = {
  groups: [] as Record<string, unknown>[],
  mounted: 0,
  broken: () => {},
  checks: {} as { error?: { message?: string } },
  makes: {} as Record<string, unknown>,
  made: [] as Record<string, unknown>[],
}
const METHOD = {
  id: 'pm_new',
  card: { brand: 'mastercard', last4: '4444', exp_month: 4, exp_year: 2031, funding: 'debit' },
}
beforeEach(() => {
  Object.assign(provider, { groups: [], mounted: 0, checks: {}, makes: { paymentMethod: METHOD }, made: [] })
  vi.stubGlobal('Stripe', () => ({
    elements: (options: Record<string, unknown>) => {
      provider.groups.push(options)
      return {
        create: () => ({
          on: (event: string, hear: () => void) => {
            if (event === 'loaderror') provider.broken = hear
          },
          mount: () => {
            provider.mounted += 1
          },
          destroy: () => {
            provider.mounted -= 1
          },
        }),
        getElement: () => null,
        submit: async () => provider.checks,
      }
    },
    createPaymentMethod: async (options: Record<string, unknown>) => {
      provider.made.push(options)
      return provider.makes
    },
  }))
})

const saved = (...opoa_users: SavedPaymentMethod[]) => ({
  get_opoa_users: { opoa_users, full_name: 'Ada King Lovelace', public_key: 'pk_plan' },
})
const SUCCESS = { pay_with_instalment: { status: 'success', payment_plan_remaining: 60.5 } } as const
const open = async (script: Options['script'] = {}, said: Partial<Checkout> = {}) => {
  const page = await openCheckout({ ...PLAN, ...said }, { script })
  const plan = page.all<HTMLInputElement>('input[type=radio]').find(({ value }) => value === 'plan')!
  await page.press(plan)
  return page
}
type Opened = Awaited<ReturnType<typeof open>>
const AGREE = /^Pay £[\d.]+ today$/
const agree = async (page: Opened, number = '0113 496 0000') => {
  type(page.field('Contact number'), number)
  await page.press(page.button(AGREE))
}
const radio = (page: Opened, value: string) => page.find<HTMLInputElement>(`input[type=radio][value="${value}"]`)
const sent = (page: Opened) => page.shop.named('pay_with_instalment')

describe('choosing a plan', () => {
  it.each([
    [OPTIONS, 'GBP', true],
    [{ '1': OPTIONS['1'] }, 'GBP', false],
    [null, 'GBP', false],
    [OPTIONS, 'EUR', false],
  ] as const)('[PAY-07] is offered if there is a choice', async (options, code, offered) => {
    const page = await openCheckout({
      ...PLAN,
      payment_plan_schedule_options: options,
      currency: { symbol: '£', code },
    })
    expect(page.has('Set up a payment plan')).toBe(offered)
  })

  it('[PAY-13] is never preselected', async () => {
    const page = await openCheckout({ ...PLAN, basket_total: 3000 })
    expect(page.all('input[type=radio]')).toHaveLength(1)
    expect(page.buttons(AGREE)).toEqual([])
  })

  it('[INS-01] lists every option but the single payment, with dates and amounts', async () => {
    const page = await open()
    expect(page.has('Pay in full')).toBe(false)
    expect(page.has('Three payments')).toBe(true)
    expect(page.has('Six payments')).toBe(true)
    const schedule = () => page.all('dl[class*=schedule] > div').map((row) => [...row.children].map(textOf))
    expect(schedule()).toEqual([
      ['Today', '£30.00'],
      ['Fri 1 Oct 2027', '£30.00'],
      ['Mon 1 Nov 2027', '£30.50'],
    ])
    await page.press(radio(page, '6'))
    expect(schedule()[1]).toEqual(['Sat 2 Oct 2027', '£15.00'])
  })

  it('shows the terms the buyer agrees to', async () => {
    const page = await open()
    expect(page.has('You agree to these payments being taken from this card on the dates shown.')).toBe(true)
  })

  it('[PAY-15] has its own button', async () => {
    const page = await open()
    expect(page.buttons(/^Pay /)).toHaveLength(1)
    expect(page.button(AGREE).type).toBe('submit')
  })
})

describe('the card of a plan', () => {
  it('[API-42, ENT-35] lists saved cards with their expiry, the default preselected', async () => {
    const page = await open(
      saved(
        sampleCard(),
        sampleCard({
          payment_method_id: 'pm_amex',
          card_type: 'amex',
          last4digits: '0005',
          expiry: '01/29',
          is_default: true,
        }),
      ),
    )
    expect(page.has('Visa ending 4242, expires 12/30')).toBe(true)
    expect(page.has('Amex ending 0005, expires 01/29')).toBe(true)
    expect(radio(page, 'pm_amex').checked).toBe(true)
    expect(provider.mounted).toBe(0)
  })

  it('[API-43] names a saved card without a new one', async () => {
    const page = await open({ ...saved(sampleCard()), ...SUCCESS })
    await agree(page)
    expect(sent(page)).toEqual([
      { instalment_option: '3', contact_number: '0113 496 0000', selected_payment_method_id: 'pm_visa' },
    ])
  })

  it('[INS-03, INS-04, INS-05, API-44] sets up a new one in pounds, card only, for later use, and sends its details', async () => {
    const page = await open({ ...saved(), ...SUCCESS })
    await go(0)
    expect(provider.groups).toMatchObject([
      {
        mode: 'setup',
        currency: 'gbp',
        allowedPaymentMethodTypes: ['card'],
        setupFutureUsage: 'off_session',
        paymentMethodCreation: 'manual',
      },
    ])
    await page.press(page.field('Make this my default card'))
    await agree(page)
    expect(provider.made).toMatchObject([
      { params: { billing_details: { name: 'Ada King Lovelace', email: 'ada@example.org' } } },
    ])
    expect(sent(page)).toEqual([
      {
        instalment_option: '3',
        contact_number: '0113 496 0000',
        'new_payment_method[id]': 'pm_new',
        'new_payment_method[brand]': 'mastercard',
        'new_payment_method[last4]': '4444',
        'new_payment_method[month]': '4',
        'new_payment_method[year]': '2031',
        'new_payment_method[funding]': 'debit',
        'new_payment_method[make_default_payment_method]': '1',
      },
    ])
    // A plan needs no payment prepared for the whole sum.
    expect(page.shop.named('get_token')).toEqual([])
  })

  describe('a saved card, some time after sign-in', () => {
    const proving = async (script: Options['script'] = {}) => {
      let isProved = false
      const page = await open({
        ...saved(sampleCard()),
        pay_with_instalment: () =>
          isProved
            ? SUCCESS.pay_with_instalment
            : failed({ status: 401, error: 'Again, please.', code: 'proof_too_old' }),
        check_one_time_code: () => {
          isProved = true
          return { has_account: true }
        },
        ...script,
      })
      await agree(page)
      return page
    }
    const verify = async (page: Opened) => {
      type(page.field('6-digit code'), '123456')
      await page.press(page.button('Verify'))
    }

    it('asks for a code in the payment step and continues with it', async () => {
      const page = await proving()
      expect(page.has('It’s been a while since you signed in.')).toBe(true)
      expect(page.alerts('error')).toEqual([])
      expect(page.buttons(AGREE)).toEqual([])
      expect(page.shop.named('send_one_time_code')).toEqual([{ email: 'ada@example.org' }])
      await verify(page)
      expect(page.shop.named('check_one_time_code')).toEqual([
        { email: 'ada@example.org', code: '123456', context: 'checkout' },
      ])
      expect(sent(page)).toHaveLength(2)
      expect(page.heading()).not.toBe('Payment')
    })

    it('says why no code was sent, and accepts the previous one', async () => {
      const page = await proving({ send_one_time_code: failed({ status: 429, error: 'Please wait 20 seconds.' }) })
      expect(page.has('Please wait 20 seconds.')).toBe(true)
      await verify(page)
      expect(sent(page)).toHaveLength(2)
    })

    it('reports an expired hold', async () => {
      const over = failed({ status: 400, body: { type: 'reserving', message: 'Your checkout time expired.' } })
      const page = await proving({ check_one_time_code: over })
      await verify(page)
      expect(page.has('Your checkout time expired.')).toBe(true)
      expect(sent(page)).toHaveLength(1)
    })

    it('asks for no code for a new card', async () => {
      const page = await proving()
      await page.press(radio(page, 'new'))
      expect(page.has('It’s been a while since you signed in.')).toBe(false)
      expect(page.buttons(AGREE)).toHaveLength(1)
    })
  })

  it('a new card can be used instead of a saved one', async () => {
    const page = await open({ ...saved(sampleCard()), ...SUCCESS })
    await page.press(radio(page, 'new'))
    expect(provider.mounted).toBe(1)
    await page.press(radio(page, 'pm_visa'))
    expect(provider.mounted).toBe(0)
    await page.press(radio(page, 'new'))
    await agree(page)
    expect(sent(page)).toMatchObject([{ 'new_payment_method[id]': 'pm_new' }])
  })

  it('an error of its fields prevents the plan from starting', async () => {
    const page = await open()
    provider.checks = { error: { message: 'Your card number is incomplete.' } }
    await agree(page)
    expect(page.alerts('error')).toEqual(['Your card number is incomplete.'])
    provider.checks = {}
    provider.makes = { error: { message: 'Your card was declined.' } }
    await agree(page)
    expect(page.alerts('error')).toEqual(['Your card was declined.'])
    expect(sent(page)).toEqual([])
  })

  it('[PAY-08] saved cards that could not be loaded after the buyer chose the card do not hide it or end its payment', async () => {
    let fail = () => {}
    const get_opoa_users = () =>
      new Promise<ReturnType<typeof failed>>((done) => {
        fail = () => done(failed())
      })
    const page = await open({ get_opoa_users })
    await page.press(radio(page, 'card'))
    await go(0)
    type(page.field('Postcode'), 'LS1 4AP')
    page.shop.script.set_billing_address = () => new Promise(() => {})
    await page.press(page.button(/^Pay £[\d.]+$/))
    expect(page.heading()).toBe('Confirming Payment')
    fail()
    await go(0)
    expect(page.heading()).toBe('Confirming Payment')
    expect(page.fields('Postcode')).toHaveLength(1)
  })

  it('[PAY-24] a set-up error is shown if the provider’s script refuses to make the fields', async () => {
    vi.stubGlobal('Stripe', () => {
      throw new Error('IntegrationError')
    })
    expect((await open()).alerts('error')).toHaveLength(1)
  })

  it('[PAY-24] a set-up error is shown if the provider’s fields fail to render', async () => {
    const page = await open()
    await go(0)
    await act(async () => provider.broken())
    expect(page.alerts('error')).toEqual(['The payment form didn’t load. Please try again.Try again'])
    expect(page.buttons(AGREE)).toEqual([])
  })
})

describe('agreeing to a plan', () => {
  it.each(['', '12345'])('[INS-02, PAY-22] requires a phone number in any sale: %j', async (number) => {
    const page = await open(SUCCESS)
    await agree(page, number)
    expect(page.errorOf(page.field('Contact number'))).toBe('Type a valid phone number')
    expect(sent(page)).toEqual([])
  })

  it('[INS-02] asks for it once, even if the sale requires it', async () => {
    expect((await open({}, { has_require_phone_number: true })).fields('Contact number')).toHaveLength(1)
  })

  it('[INS-06, FLOW-22] success: shows the remaining amount, then the next step', async () => {
    const page = await open({
      pay_with_instalment: (_, sale) => {
        sale.checkout = { ...sale.checkout, payment_complete: true, payment_plan_remaining: 60.5 }
        return SUCCESS.pay_with_instalment
      },
    })
    await agree(page)
    expect(page.heading()).toBe('Setting up your payment plan')
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'deliver_tickets' }])
  })

  it('[INS-06] success: goes on by itself when the page was offline for a moment after it', async () => {
    const page = await open({ ...SUCCESS, update_basket_state: failed({ status: 0 }) })
    await agree(page)
    expect(page.heading()).toBe('Confirming Payment')
    page.shop.script.update_basket_state = undefined
    page.shop.sale.checkout = { ...page.shop.sale.checkout, payment_plan_remaining: 60.5 }
    await go(3000)
    expect(page.heading()).toBe('Setting up your payment plan')
  })

  it('[INS-06] shows the note on the next step before the sale is reloaded', async () => {
    const page = await open({ pay_with_instalment: { status: 'success' }, get: failed() })
    await agree(page)
    expect(page.has('You’ll get your tickets after your final payment.')).toBe(true)
  })

  it('[INS-07, PAY-03] redirect_to_url: navigates there', async () => {
    const went = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const page = await open({ pay_with_instalment: { status: 'redirect_to_url', url: 'https://bank.example/3ds' } })
    await agree(page)
    expect(went).toHaveBeenCalledExactlyOnceWith('https://bank.example/3ds')
    expect(page.heading()).toBe('Confirming Payment')
  })

  it('[INS-08, PAY-26, PAY-27] unsuccessful: reports it, and it can be retried', async () => {
    const page = await open({ pay_with_instalment: { status: 'unsuccessful' } })
    await agree(page)
    expect(page.alerts('error')).toEqual(['There was an error with your payment. Please try again.'])
    expect(page.button(AGREE).disabled).toBe(false)
  })

  it('[INS-08] a failed call too, and the server is asked whether it succeeded', async () => {
    const page = await open({ pay_with_instalment: failed({ status: 0 }) })
    await agree(page)
    expect(page.alerts('error')).toEqual(['There was an error with your payment. Please try again.'])
    expect(page.shop.named('get')).toHaveLength(1)
  })
})
