import type { Checkout } from '@foyer/contract/types.ts'
import { describe, expect, it, vi } from 'vitest'
import { writeDraft } from '../../../drafts/draft-storage.ts'
import { sampleUser } from '../../testing/checkout.ts'
import { failed, go, onCheckoutPage, openCheckout, textOf, type } from '../../testing/page.tsx'

onCheckoutPage()

const LOGIN = { state: 'login', seconds_remaining: 600 } as const
type Options = Parameters<typeof openCheckout>[1]
const open = (said: Partial<Checkout> = {}, options?: Options) => openCheckout({ ...LOGIN, ...said }, options)
type Opened = Awaited<ReturnType<typeof open>>

const sendCode = async (page: Opened, email = 'ada@example.org') => {
  type(page.field('Email address'), email)
  await page.press(page.button('Email me a code'))
}
const verify = async (page: Opened, code = '123456') => {
  type(page.field('6-digit code'), code)
  await page.press(page.button('Verify'))
}

describe('the account step', () => {
  it('[ACC-01, ACC-02] is titled Account and first checks who is signed in', async () => {
    const page = await open({}, { script: { get_user: () => new Promise(() => {}) } })
    expect(page.heading()).toBe('Account')
    expect(textOf(page.find('main [role=status]'))).toBe('Loading')
  })

  it('[ACC-04, ROLE-05] asks a visitor for the email address', async () => {
    const page = await open({ init_guest_email: 'known@example.org' })
    expect(page.field('Email address').value).toBe('known@example.org')
    expect(page.field('Email address').type).toBe('email')
    expect(page.field('Email address').getAttribute('autocomplete')).toBe('email')
  })

  it('keeps the same field while the buyer types', async () => {
    const page = await open()
    const field = page.field('Email address')
    for (const text of ['a', 'ad', 'ada']) type(field, text)
    expect(page.field('Email address')).toBe(field)
    expect(field.value).toBe('ada')
  })

  it('[ACC-03, ACC-05, ACC-06, ROLE-03] shows a signed-in user their name', async () => {
    const page = await open({}, { user: sampleUser() })
    expect(page.has('Ada Lovelace')).toBe(true)
    expect(page.has('ada@example.org')).toBe(true)
    expect(page.buttons('Not you? Sign out')).toHaveLength(1)
    await page.press(page.button('Continue as Ada Lovelace'))
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'payment' }])
    expect(page.heading()).toBe('Payment')
  })

  it('has "Continue as" before signing out', async () => {
    const page = await open({}, { user: sampleUser() })
    const names = page.all('main button').map(textOf)
    expect(names.indexOf('Continue as Ada Lovelace')).toBeGreaterThanOrEqual(0)
    expect(names.indexOf('Not you? Sign out')).toBe(names.indexOf('Continue as Ada Lovelace') + 1)
  })

  it('[ACC-07] signing out returns to the email field', async () => {
    const page = await open({}, { user: sampleUser() })
    await page.press(page.button('Not you? Sign out'))
    expect(page.shop.named('logout_of_sale')).toEqual([{}])
    expect(page.field('Email address').value).toBe('')
    expect(page.has('Ada Lovelace')).toBe(false)
  })

  it('signing out deletes what was typed for this sale, because the next person may use the same tab', async () => {
    const page = await open({}, { user: sampleUser() })
    writeDraft('sale-abc', 'delivery_address', { address1: '12 Analytical Row' })
    writeDraft('sale-abc', 'login', { sentTo: 'ada@example.org' })
    await page.press(page.button('Not you? Sign out'))
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toMatch(/Analytical|ada@/)
  })

  describe('what the last customer typed in this tab', () => {
    const ADDRESS = { address1: '12 Analytical Row' }
    const typed = () => JSON.stringify(Object.entries(sessionStorage))
    /** One customer proves their address and types an address of delivery; the page is then opened again. */
    const asFirst = async () => {
      const page = await open({}, { script: { check_one_time_code: { has_account: false } } })
      await sendCode(page)
      await verify(page)
      writeDraft('sale-abc', 'delivery_address', ADDRESS)
    }

    it('is deleted when someone else proves their address', async () => {
      await asFirst()
      const page = await open({}, { script: { check_one_time_code: { has_account: false } } })
      await page.press(page.button('Use a different email address'))
      await sendCode(page, 'grace@example.org')
      await verify(page)
      expect(typed()).not.toMatch(/Analytical|ada@/)
    })

    it('is deleted before someone else continues as their account', async () => {
      await asFirst()
      const page = await open({}, { user: sampleUser({ email: 'grace@example.org' }) })
      await page.press(page.button(/^Continue as/))
      expect(typed()).not.toMatch(/Analytical|ada@/)
    })

    it('stays when the same customer proves their address again', async () => {
      await asFirst()
      const page = await open({}, { script: { check_one_time_code: { has_account: false } } })
      await page.press(page.button('Use a different email address'))
      await sendCode(page, 'Ada@Example.org')
      await verify(page)
      expect(typed()).toContain('Analytical')
    })
  })

  describe('after another tab', () => {
    const becomeVisible = async () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
      document.dispatchEvent(new Event('visibilitychange'))
      await go(0)
    }

    it('[ACC-02] signed out, the step no longer offers to continue as the account', async () => {
      const page = await open({}, { user: sampleUser() })
      page.shop.script.get_user = { user: null }
      await becomeVisible()
      expect(page.buttons('Continue as Ada Lovelace')).toEqual([])
      expect(page.fields('Email address')).toHaveLength(1)
    })

    it('[ACC-02, ACC-03] signed in as somebody else, the step names who the tickets will be for', async () => {
      const page = await open({}, { user: sampleUser() })
      page.shop.script.get_user = { user: sampleUser({ id: 78, full_name: 'Grace Hopper' }) }
      await becomeVisible()
      expect(page.buttons('Continue as Ada Lovelace')).toEqual([])
      expect(page.buttons('Continue as Grace Hopper')).toHaveLength(1)
    })

    it('[ACC-02] signed out at a later step, the buyer is asked for the email address', async () => {
      const page = await open({ state: 'marketing_preferences' }, { user: sampleUser() })
      page.shop.script.get_user = { user: null }
      page.shop.sale.checkout = { ...page.shop.sale.checkout, state: 'login' }
      await becomeVisible()
      expect(page.heading()).toBe('Account')
      expect(page.fields('Email address')).toHaveLength(1)
    })

    it('an outage changes nothing', async () => {
      const page = await open({}, { user: sampleUser() })
      page.shop.script.get_user = failed({ status: 0 })
      await becomeVisible()
      expect(page.buttons('Continue as Ada Lovelace')).toHaveLength(1)
    })
  })

  it('[ERR-11] reports a failed sign-out', async () => {
    const page = await open({}, { user: sampleUser(), script: { logout_of_sale: failed() } })
    await page.press(page.button('Not you? Sign out'))
    expect(page.notes()).toEqual(['Unable to log out. Please refresh the page'])
    expect(page.has('Ada Lovelace')).toBe(true)
  })

  it.each(['', 'ada', 'ada@home', 'ada @example.org'])('[ACC-14, ACC-15] refuses the email %j', async (email) => {
    const page = await open()
    await sendCode(page, email)
    expect(page.errorOf(page.field('Email address'))).toBe('Please type a valid email address')
    expect(page.shop.named('send_one_time_code')).toEqual([])
  })

  it('[ACC-08, ACC-10, ROLE-06] sends the code and asks for it', async () => {
    const page = await open()
    await sendCode(page, ' ada@example.org ')
    expect(page.shop.named('send_one_time_code')).toEqual([{ email: 'ada@example.org' }])
    expect(page.has('ada@example.org')).toBe(true)
    expect(page.field('6-digit code').getAttribute('autocomplete')).toBe('one-time-code')
  })

  it('[ERR-10] reports a code that was not sent in a notification and at the field', async () => {
    const page = await open(
      {},
      { script: { send_one_time_code: failed({ status: 429, error: 'Please wait 20 seconds.' }) } },
    )
    await sendCode(page)
    expect(page.notes()).toEqual(['Unable to send the code. Please try again later'])
    expect(page.errorOf(page.field('Email address'))).toBe('Please wait 20 seconds.')
    page.shop.script.send_one_time_code = undefined
    await page.press(page.button('Email me a code'))
    expect(page.notes()).toEqual([])
  })

  it('[ACC-09] goes back to the email, which is still filled in', async () => {
    const page = await open()
    await sendCode(page)
    await page.press(page.button('Check or change email address, or re-send code'))
    expect(page.field('Email address').value).toBe('ada@example.org')
    expect(document.activeElement).toBe(page.field('Email address'))
  })

  it('[ACC-09, ACC-10] an emailed code can be entered after a reload or a look at the address', async () => {
    await sendCode(await open())
    const page = await open()
    expect(page.fields('6-digit code')).toHaveLength(1)
    await page.press(page.button('Check or change email address, or re-send code'))
    expect(page.has('You can request another code in 30 seconds.')).toBe(true)
    await go(29_000)
    expect(page.has('You can request another code in 1 second.')).toBe(true)
    await go(1000)
    expect(page.has('You can have another code sent')).toBe(false)
    await page.press(page.button('I already have a code'))
    type(page.find('input[name=code]'), '123456')
    await page.press(page.button('Verify'))
    expect(page.shop.named('check_one_time_code')).toMatchObject([{ email: 'ada@example.org', code: '123456' }])
  })

  it('does not ask for an expired code after a reload', async () => {
    await sendCode(await open())
    await go(15 * 60_000)
    expect((await open()).fields('6-digit code')).toEqual([])
  })

  it.each(['code_just_sent', 'too_many_codes'])(
    'shows the code field for a code sent by another tab: %s',
    async (code) => {
      const page = await open(
        {},
        { script: { send_one_time_code: failed({ status: 429, code, error: 'We have just sent you a code.' }) } },
      )
      await sendCode(page)
      expect(page.errorOf(page.field('Email address'))).toBe('We have just sent you a code.')
      await page.press(page.button('I already have a code'))
      await verify(page)
      expect(page.shop.named('check_one_time_code')).toMatchObject([{ email: 'ada@example.org', code: '123456' }])
    },
  )

  it('[ACC-18, ACC-19, ACC-20] accepts six digits, ignoring other characters', async () => {
    const page = await open()
    await sendCode(page)
    type(page.field('6-digit code'), '12 3-4a5')
    expect(page.field('6-digit code').value).toBe('12345')
    expect(page.button('Verify').disabled).toBe(true)
    type(page.field('6-digit code'), '123 4567')
    expect(page.field('6-digit code').value).toBe('123456')
    expect(page.button('Verify').disabled).toBe(false)
  })

  it('[ACC-11] refreshes the account and moves on', async () => {
    const page = await open({}, { script: { check_one_time_code: { has_account: true } } })
    await sendCode(page)
    page.shop.script.get_user = { user: sampleUser() }
    await verify(page)
    expect(page.shop.named('check_one_time_code')).toEqual([
      { email: 'ada@example.org', code: '123456', context: 'checkout' },
    ])
    const calls = page.shop.names()
    expect(calls.lastIndexOf('get_user')).toBeGreaterThan(calls.indexOf('check_one_time_code'))
    expect(page.heading()).toBe('Payment')
  })

  it('[ACC-11, FLOW-12] the account’s data decide the next step', async () => {
    const page = await open({}, { script: { check_one_time_code: { has_account: true } } })
    await sendCode(page)
    page.shop.sale.checkout = {
      ...page.shop.sale.checkout,
      marketing_preferences: { ct_subscribed: false, event_subscribed: true, basket_organisers: [] },
    }
    await verify(page)
    expect(page.heading()).toBe('Keep updated')
  })

  it('after a right code, a move that fails leaves the account to continue with, not the used code', async () => {
    const page = await open({}, { script: { check_one_time_code: { has_account: true } } })
    await sendCode(page)
    Object.assign(page.shop.script, { get_user: { user: sampleUser() }, update_basket_state: failed({ status: 0 }) })
    await verify(page)
    expect(page.notes()).toEqual(['Unable to update the Basket state. Please try again later'])
    expect(page.fields('6-digit code')).toEqual([])
    page.shop.script.update_basket_state = undefined
    await page.press(page.button('Continue as Ada Lovelace'))
    expect(page.heading()).toBe('Payment')
  })

  it('a basket opened on another device meanwhile is shown, and not reserved without being asked', async () => {
    const page = await open({}, { script: { check_one_time_code: { has_account: true } } })
    await sendCode(page)
    page.shop.sale.checkout = { ...page.shop.sale.checkout, state: 'basket', seconds_remaining: 0 }
    await verify(page)
    expect(page.heading()).toBe('Basket')
    expect(page.shop.names()).not.toContain('update_basket_state')
  })

  it('[ACC-11, FLOW-12] a reload that began before the code was checked does not decide the next step', async () => {
    const page = await open({}, { script: { check_one_time_code: { has_account: true } } })
    await sendCode(page)
    const before = page.shop.sale.checkout
    let late = () => {}
    page.shop.script.get = () =>
      new Promise((done) => {
        late = () => done(before)
      })
    // The buyer returns from the mail with the code.
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    delete page.shop.script.get
    page.shop.sale.checkout = {
      ...before,
      marketing_preferences: { ct_subscribed: false, event_subscribed: true, basket_organisers: [] },
    }
    await verify(page)
    late()
    await go(0)
    expect(page.heading()).toBe('Keep updated')
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'marketing_preferences' }])
  })

  it('[ACC-12, ACC-13, ROLE-02, ROLE-07] without an account, asks for a guest’s name and saves it to the sale', async () => {
    const page = await open({}, { script: { check_one_time_code: { has_account: false } } })
    await sendCode(page)
    await verify(page)
    const name = page.field('Full name')
    expect(document.activeElement).toBe(name)
    type(name, 'Ada King Lovelace')
    await page.press(page.button('Continue'))
    expect(page.shop.named('save_guest_to_sale')).toEqual([{ email: 'ada@example.org', fullname: 'Ada King Lovelace' }])
    expect(page.heading()).toBe('Payment')
  })

  describe('a guest who reloads the page before giving a name', () => {
    const asGuest = { script: { check_one_time_code: { has_account: false } } }
    const reloaded = async (said: Partial<Checkout> = {}, options: Options = {}) => {
      const first = await open({}, asGuest)
      await sendCode(first)
      await verify(first)
      return open(said, options)
    }

    it('[ACC-12, ACC-13] is asked for the name, not for the address and another code', async () => {
      const page = await reloaded()
      expect(page.fields('Email address')).toEqual([])
      type(page.find('input[name=fullName]'), 'Ada King Lovelace')
      await page.press(page.button('Continue'))
      expect(page.shop.named('save_guest_to_sale')).toEqual([
        { email: 'ada@example.org', fullname: 'Ada King Lovelace' },
      ])
      expect(page.shop.named('send_one_time_code')).toEqual([])
    })

    it('can choose another address, also after another reload', async () => {
      const page = await reloaded()
      await page.press(page.button('Use a different email address'))
      expect(page.field('Email address').value).toBe('ada@example.org')
      expect((await open()).fields('Full name')).toEqual([])
    })

    it('is not asked for it once the sale has its guest, or by someone who has signed in', async () => {
      const guest = { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: true }
      expect((await reloaded({ account: guest })).fields('Full name')).toEqual([])
      expect((await open({}, { user: sampleUser() })).buttons('Continue as Ada Lovelace')).toHaveLength(1)
    })

    it('learns that the confirmation has ended, and can ask for another code', async () => {
      const ended = failed({ status: 401, code: 'email_not_proved', error: 'Please confirm your email address.' })
      const page = await reloaded({}, { script: { save_guest_to_sale: ended } })
      type(page.find('input[name=fullName]'), 'Ada Lovelace')
      await page.press(page.button('Continue'))
      expect(page.has('Please confirm your email address.')).toBe(true)
      await page.press(page.button('Use a different email address'))
      await sendCode(page)
      expect(page.shop.named('send_one_time_code')).toEqual([{ email: 'ada@example.org' }])
    })
  })

  it.each(['', 'Ada', '  Ada  '])('[ACC-16, ACC-17] refuses the full name %j', async (typed) => {
    const page = await open({}, { script: { check_one_time_code: { has_account: false } } })
    await sendCode(page)
    await verify(page)
    type(page.field('Full name'), typed)
    await page.press(page.button('Continue'))
    expect(page.errorOf(page.field('Full name'))).toBe('Please type both your first and last name(s)')
    expect(page.shop.named('save_guest_to_sale')).toEqual([])
  })

  it('[API-17] shows at the name why a guest could not be saved', async () => {
    const page = await open(
      {},
      {
        script: {
          check_one_time_code: { has_account: false },
          save_guest_to_sale: failed({ status: 401, error: 'Please confirm your email address.' }),
        },
      },
    )
    await sendCode(page)
    await verify(page)
    type(page.field('Full name'), 'Ada Lovelace')
    await page.press(page.button('Continue'))
    expect(page.errorOf(page.field('Full name'))).toBe('Please confirm your email address.')
  })

  it('[ACC-22, API-20] a wrong code shows a message and an empty, focused field', async () => {
    const page = await open(
      {},
      {
        script: {
          check_one_time_code: failed({
            status: 400,
            error: 'x',
            body: { type: 'one_time_code', message: 'That is not it.' },
          }),
        },
      },
    )
    await sendCode(page)
    await verify(page)
    const field = page.field('6-digit code')
    expect(page.errorOf(field)).toBe('That is not it.')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
  })

  it('[ACC-23, API-20] a reserving error returns to the basket with its message', async () => {
    const page = await open(
      {},
      {
        script: {
          check_one_time_code: failed({
            status: 400,
            error: 'x',
            body: { type: 'reserving', message: 'You already have 6 of these.' },
          }),
        },
      },
    )
    await sendCode(page)
    await verify(page)
    await go(0)
    expect(page.heading()).toBe('Basket')
    expect(page.alerts('error')).toEqual(['You already have 6 of these.'])
    expect(page.shop.named('update_basket_state')).toEqual([{ state: 'basket' }])
  })

  it('a returning guest need not confirm the address again', async () => {
    const page = await open({ account: { full_name: 'Ada Lovelace', email: 'ada@example.org', is_guest: true } })
    await page.press(page.button('Continue as Ada Lovelace'))
    expect(page.heading()).toBe('Payment')
  })
})
