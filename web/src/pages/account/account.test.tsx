import type { PaymentPlan, SavedPaymentMethod } from '@foyer/contract/types.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { buttonNamed, pressAndWait, submit } from '../../testing/interact.ts'
import { render, textOf, type } from '../../testing/render.tsx'
import { sampleShell, sampleUser } from '../../testing/shell.ts'
import { notifications } from '../../ui/feedback/notify.ts'
import { page } from './page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
  for (const { id } of notifications.now()) notifications.remove(id)
})

const sampleCard = (said: Partial<SavedPaymentMethod> = {}): SavedPaymentMethod => ({
  payment_method_id: 'pm_1',
  card_type: 'visa',
  last4digits: '4242',
  expiry: '12/30',
  is_default: true,
  ...said,
})
const OTHER = sampleCard({ payment_method_id: 'pm_2', card_type: 'mastercard', last4digits: '4444', is_default: false })
const samplePlan = (said: Partial<PaymentPlan> = {}): PaymentPlan => ({
  sale_reference: 'sale-1',
  title: 'Harbour Lights',
  status: 'active',
  nice_ends: null,
  currency: { symbol: '£', code: 'GBP' },
  remaining: 60,
  card: sampleCard(),
  payments: [
    { seq: 1, nice_due: '01/09/2027', value: 30, status: 'paid', can_pay: false },
    { seq: 2, nice_due: '01/10/2027', value: 30, status: 'failed', can_pay: true },
    { seq: 3, nice_due: '01/11/2027', value: 30, status: 'due', can_pay: true },
  ],
  ...said,
})

/** A reply whose body has its own `status`. */
const answered = (body: object, status = 200) => ({ status, body })

const { Body } = page
const open = (cards: SavedPaymentMethod[] = [sampleCard(), OTHER], plans: PaymentPlan[] = [samplePlan()]) =>
  render(<Body data={{ cards, plans }} shell={sampleShell({ user: sampleUser() })} />)
const shownTexts = () => notifications.now().map(({ text }) => text)
const payments = (box: HTMLElement) => [...box.querySelectorAll('ol li')].map((row) => [...row.children].map(textOf))
const payNow = (box: HTMLElement) => buttonNamed(box, 'Pay £30.00 due on 01/10/2027 now')

describe('a payment plan', () => {
  it('[DONE-12] shows its schedule, the state of each payment, and its card', () => {
    const { box } = open()
    expect(box.textContent).toContain('Harbour Lights')
    expect(box.textContent).toContain('£60.00 still to pay')
    expect(payments(box)).toEqual([
      ['01/09/2027', '£30.00', 'Paid'],
      ['01/10/2027', '£30.00', 'Failed', 'Pay now'],
      ['01/11/2027', '£30.00', 'Upcoming'],
    ])
    expect(box.querySelector('select')!.selectedOptions[0]!.textContent).toBe('Visa ending 4242, expires 12/30')
  })

  it('[DONE-12] can be paid by another card from now on', async () => {
    const sent = answerCalls({ 'set_plan_card/': { plans: [samplePlan({ card: OTHER })] } })
    const { box } = open()
    const select = box.querySelector('select')!
    await act(async () => {
      select.value = 'pm_2'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await pressAndWait(buttonNamed(box, 'Use this card'))
    expect(sent.map(({ form }) => form)).toEqual([{ sale_reference: 'sale-1', payment_method_id: 'pm_2' }])
    expect(shownTexts()).toEqual(['We’ll use this card for your remaining payments.'])
    expect(() => buttonNamed(box, 'Use this card')).toThrow()
  })

  it('shows the deadline of an overdue payment', () => {
    const { box } = open([sampleCard()], [samplePlan({ status: 'overdue', nice_ends: '20/10/2027' })])
    expect(box.textContent).toContain('Please pay by 20/10/2027, or your order will be cancelled.')
  })

  it('has no actions once ended', () => {
    const { box } = open([sampleCard()], [samplePlan({ status: 'completed', remaining: 0, payments: [] })])
    expect(box.textContent).toContain('Paid in full')
    expect(box.querySelector('select')).toBeNull()
    expect(box.textContent).not.toContain('still to pay')
  })
})

describe('paying an instalment now', () => {
  beforeEach(() => {
    // Dialogs in happy-dom open without the top layer.
    HTMLDialogElement.prototype.showModal = HTMLDialogElement.prototype.show
  })
  /** Opens the question, whose dialog is a script of its own. */
  const asked = async (box: HTMLElement) => {
    await pressAndWait(payNow(box))
    await vi.waitFor(async () => {
      await act(async () => {})
      buttonNamed(box, 'Pay £30.00')
    })
  }
  const confirmed = async (box: HTMLElement) => {
    await asked(box)
    await pressAndWait(buttonNamed(box, 'Pay £30.00'))
  }

  it('charges the plan’s card and shows the new state', async () => {
    const paid = samplePlan({
      remaining: 30,
      payments: [{ ...samplePlan().payments[1]!, status: 'paid', can_pay: false }],
    })
    const sent = answerCalls({
      'pay_instalment/': answered({ status: 'success' }),
      'get_payment_settings/': { cards: [sampleCard()], plans: [paid] },
    })
    const { box } = open()
    await asked(box)
    expect(sent, 'asks first').toEqual([])
    expect(box.textContent).toContain(
      'We’ll take the Harbour Lights payment due on 01/10/2027 from this card today: Visa ending 4242',
    )
    await pressAndWait(buttonNamed(box, 'Not now'))
    expect(sent).toEqual([])
    await confirmed(box)
    expect(sent[0]!.form).toEqual({ sale_reference: 'sale-1', seq: '2', payment_method_id: 'pm_1' })
    expect(shownTexts()).toEqual(['Thank you. We’ve received your payment.'])
    expect(payments(box)).toEqual([['01/10/2027', '£30.00', 'Paid']])
  })

  it('redirects to 3-D Secure', async () => {
    const went = vi.spyOn(location, 'assign').mockImplementation(() => {})
    answerCalls({ 'pay_instalment/': answered({ status: 'redirect_to_url', url: 'https://bank.example/3ds' }) })
    const { box } = open()
    await confirmed(box)
    const button = buttonNamed(box, 'Pay £30.00')
    expect(went).toHaveBeenCalledExactlyOnceWith('https://bank.example/3ds')
    expect(button.disabled).toBe(true)
  })

  it('asks for a code if the buyer signed in too long ago', async () => {
    const went = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const again = answered({ error: 'Again, please.', code: 'proof_too_old' }, 401)
    answerCalls({
      'pay_instalment/': again,
      'get_payment_settings/': { cards: [sampleCard()], plans: [samplePlan()] },
      'set_plan_card/': again,
    })
    await confirmed(open().box)
    expect(went).toHaveBeenCalledExactlyOnceWith('/signin/?next=%2Faccount%2Fsettings%2F&again=1')
    expect(shownTexts()).toEqual([])
  })

  it.each([
    [answered({ status: 'unsuccessful' }), 'There was an error with your payment. Please try again.'],
    [answered({ error: 'Already paid.', code: 'already_paid' }, 409), 'Already paid.'],
  ])('reports a failure', async (answer, words) => {
    answerCalls({
      'pay_instalment/': answer,
      'get_payment_settings/': { cards: [sampleCard()], plans: [samplePlan()] },
    })
    const { box } = open()
    await confirmed(box)
    expect(shownTexts()).toEqual([words])
    expect(payNow(box).disabled).toBe(false)
  })
})

describe('saved cards', () => {
  const stripe = { asked: [] as Record<string, unknown>[], ends: {} as Record<string, unknown> }
  beforeEach(() => {
    Object.assign(stripe, { asked: [], ends: { setupIntent: { id: 'seti_1' } } })
    const field = { on: () => {}, mount: () => {}, destroy: () => {} }
    vi.stubGlobal('Stripe', () => ({
      elements: () => ({ create: () => field, submit: async () => ({}) }),
      confirmSetup: async (options: Record<string, unknown>) => {
        stripe.asked.push(options)
        return stripe.ends
      },
    }))
  })
  const SETUP = { public_key: 'pk', client_secret: 'seti_secret', card_script_url: 'https://cards.example/s.js' }

  it('are listed with the default one, and can be removed', async () => {
    const sent = answerCalls({ 'remove_card/': { cards: [sampleCard()] } })
    const { box } = open()
    expect([...box.querySelectorAll('ul li')].map((row) => [...row.children].map(textOf))).toEqual([
      ['Visa ending 4242, expires 12/30', 'Default', 'Remove'],
      ['Mastercard ending 4444, expires 12/30', 'Remove'],
    ])
    await pressAndWait(buttonNamed(box, 'Remove Mastercard ending 4444, expires 12/30'))
    expect(sent[0]!.form).toEqual({ payment_method_id: 'pm_2' })
    expect(box.querySelectorAll('ul li')).toHaveLength(1)
  })

  it('cannot be removed while a plan needs one, and says so', async () => {
    answerCalls({ 'remove_card/': { status: 409, body: { error: 'A payment plan is paid by this card.' } } })
    const { box } = open()
    await pressAndWait(buttonNamed(box, 'Remove Visa ending 4242, expires 12/30'))
    expect(shownTexts()).toEqual(['A payment plan is paid by this card.'])
    expect(box.querySelectorAll('ul li')).toHaveLength(2)
  })

  it('[DONE-12] another one is entered in the provider’s fields and saved', async () => {
    const sent = answerCalls({ 'start_saving_card/': SETUP, 'save_card/': { cards: [sampleCard(), OTHER] } })
    const { box } = open([sampleCard()])
    await pressAndWait(buttonNamed(box, 'Add a card'))
    await pressAndWait(box.querySelector<HTMLInputElement>('#make_default_payment_method')!)
    await submit(box.querySelector('form')!)
    expect(stripe.asked).toMatchObject([
      { redirect: 'if_required', confirmParams: { return_url: `${location.origin}/account/settings/?make_default=1` } },
    ])
    expect(sent.at(-1)!.form).toEqual({ setup_intent: 'seti_1', make_default_payment_method: '1' })
    expect(shownTexts()).toEqual(['Your card has been saved.'])
    expect(box.querySelectorAll('ul li')).toHaveLength(2)
    expect(box.querySelector('[aria-labelledby="cards"] form')).toBeNull()
  })

  it('a declined one is not saved', async () => {
    const sent = answerCalls({ 'start_saving_card/': SETUP })
    stripe.ends = { error: { message: 'Your card was declined.' } }
    const { box } = open([sampleCard()])
    await pressAndWait(buttonNamed(box, 'Add a card'))
    await submit(box.querySelector('form')!)
    expect(textOf(box.querySelector('[role=alert]'))).toBe('Your card was declined.')
    expect(sent).toHaveLength(1)
    await submit(box.querySelector('form')!)
    expect(stripe.asked).toHaveLength(2)
  })

  it.each([
    ['', '0'],
    ['make_default=1&', '1'],
  ])(
    'one confirmed by the buyer’s bank is saved on return, %s as ticked, and its secret is removed from the address',
    async (ticked, isDefault) => {
      const sent = answerCalls({ 'save_card/': { cards: [sampleCard(), OTHER] } })
      history.replaceState(
        null,
        '',
        `/account/settings/?${ticked}setup_intent=seti_2&setup_intent_client_secret=s&redirect_status=succeeded`,
      )
      const { box } = open([sampleCard()])
      await act(async () => {})
      expect(sent.map(({ form }) => form)).toEqual([{ setup_intent: 'seti_2', make_default_payment_method: isDefault }])
      expect(location.search).toBe('')
      expect(box.querySelectorAll('ul li')).toHaveLength(2)
    },
  )
})

it('asks a signed-out visitor for a code first', () => {
  const { box } = render(<Body data={null} shell={sampleShell()} />)
  expect(textOf(box.querySelector('h1'))).toBe('Account settings')
  expect(box.querySelector('input[type=email]')).not.toBeNull()
})

describe('account data', () => {
  const deleteForm = (box: HTMLElement) => box.querySelector('details form')!

  it('can be downloaded by one link', () => {
    const { box } = open()
    const link = [...box.querySelectorAll('a')].find((a) => a.textContent === 'Download your data')!
    expect(link.getAttribute('href')).toBe('/account/personal-data.json')
    // With it, a browser would save the sign-in page that an old proof leads to.
    expect(link.hasAttribute('download')).toBe(false)
  })

  it('is erased after the address is typed; a refusal is shown at the field', async () => {
    const sent = answerCalls({
      'erase_account/': { status: 409, body: { error: 'You still have tickets.', code: 'erase_tickets_ahead' } },
    })
    const { box } = open()
    type(deleteForm(box).querySelector('input')!, 'ada@example.org')
    await submit(deleteForm(box) as HTMLFormElement)
    expect(sent).toMatchObject([{ form: { email: 'ada@example.org' } }])
    expect(box.textContent).toContain('You still have tickets.')
  })

  it('includes what was typed in the checkout in this tab', async () => {
    answerCalls({ 'erase_account/': { success: true } })
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    sessionStorage.setItem('foyer.draft.REF.delivery_address', '{"town":"Leeds"}')
    const { box } = open()
    type(deleteForm(box).querySelector('input')!, 'ada@example.org')
    await submit(deleteForm(box) as HTMLFormElement)
    expect(sessionStorage).toHaveLength(0)
    assign.mockRestore()
  })

  it('requires sign-in if the confirmation is too old', async () => {
    answerCalls({ 'erase_account/': { status: 401, body: { error: 'Again, please.', code: 'proof_too_old' } } })
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const { box } = open()
    type(deleteForm(box).querySelector('input')!, 'ada@example.org')
    await submit(deleteForm(box) as HTMLFormElement)
    expect(assign).toHaveBeenCalledWith('/signin/?next=%2Faccount%2Fsettings%2F&again=1')
    assign.mockRestore()
  })
})

describe('signed-in browsers', () => {
  const signIns = [
    { device: 'Firefox, Linux', nice_last_seen: 'Sun 1 Nov 2026, 9:00am', is_this: true },
    { device: '', nice_last_seen: 'Sat 31 Oct 2026, 9:00am', is_this: false },
  ]
  const shown = () =>
    render(<Body data={{ cards: [], plans: [], sign_ins: signIns }} shell={sampleShell({ user: sampleUser() })} />).box
  const rows = (box: HTMLElement) => [...box.querySelectorAll('[aria-labelledby="sign-ins"] li')].map(textOf)

  it('are listed, and all but this one can be signed out', async () => {
    const sent = answerCalls({ 'sign_out_elsewhere/': { success: true } })
    const box = shown()
    expect(rows(box)).toEqual(['Firefox, LinuxThis browser', 'Another browserLast used Sat 31 Oct 2026, 9:00am'])
    await pressAndWait(buttonNamed(box, 'Sign out everywhere else'))
    expect(sent).toHaveLength(1)
    expect(rows(box)).toEqual(['Firefox, LinuxThis browser'])
    expect(box.textContent).not.toContain('Sign out everywhere else')
    expect(shownTexts()).toEqual(['You’re signed out everywhere else.'])
  })

  it('stay listed if that failed', async () => {
    answerCalls({ 'sign_out_elsewhere/': answered({ error: 'Not now.' }, 503) })
    const box = shown()
    await pressAndWait(buttonNamed(box, 'Sign out everywhere else'))
    expect(rows(box)).toHaveLength(2)
    expect(shownTexts()).toHaveLength(1)
  })
})
