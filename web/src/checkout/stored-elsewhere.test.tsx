import type { Checkout } from '@foyer/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { click, type, unmount } from '../testing/render.tsx'
import { sampleCharity, sampleVoucher } from './testing/checkout.ts'
import { go, onCheckoutPage, openCheckout } from './testing/page.tsx'

onCheckoutPage()

const HELD = { seconds_remaining: 600 }
const ADDRESS = {
  selected_user_address_id: 'new' as const,
  first_name: 'Ada',
  last_name: 'King',
  address_1: '1 Ockham Park',
  address_2: '',
  town: 'Ripley',
  postcode: 'GU23 6NQ',
  country: '1',
  state: '',
}
const QUESTION = {
  id: 7,
  ticket_id: 1,
  osq_id: 'hear',
  question: 'How did you hear of us?',
  type: 'text' as const,
  mandatory: '0' as const,
  once_per_checkout: '1' as const,
  prepopulated_array: [],
}
const consents = (eventNews: boolean) => ({
  ct_subscribed: false,
  event_subscribed: false,
  basket_organisers: [],
  revocable: { ct_subscribed: false, event_subscribed: eventNews, organisers: [] },
})
const charity = sampleCharity()

type Opened = Awaited<ReturnType<typeof openCheckout>>
type Form = {
  open: Partial<Checkout>
  /** the label of a field, what is typed there, and what another window stores */
  field: string
  typed: string | boolean
  elsewhere: Partial<Checkout>
  shown: string | boolean
}

/** Every form of the checkout whose values the server stores. */
const FORMS: Record<string, Form> = {
  donation: {
    open: { state: 'donation', charity },
    field: 'Other amount',
    typed: '7',
    elsewhere: { donation_amount: 12 },
    shown: '12.00',
  },
  gift_aid: {
    open: { state: 'gift_aid', charity, donation_amount: 10 },
    field: 'Yes, add Gift Aid to my donation',
    typed: false,
    elsewhere: { is_gift_aid: true },
    shown: true,
  },
  marketing_preferences: {
    open: { state: 'marketing_preferences', marketing_preferences: consents(false) },
    field: 'Send me the newsletter',
    typed: true,
    elsewhere: { marketing_preferences: consents(true) },
    shown: false,
  },
  delivery_address: {
    open: { state: 'delivery_address', require_delivery_address: true, gift_vouchers: [sampleVoucher()] },
    field: 'Town or city',
    typed: 'Leeds',
    elsewhere: { delivery_address: ADDRESS },
    shown: 'Ripley',
  },
  gift_voucher: {
    open: { state: 'delivery_address', require_delivery_address: true, gift_vouchers: [sampleVoucher()] },
    field: 'to',
    typed: 'Mary',
    elsewhere: { gift_voucher_to: 'Grace' },
    shown: 'Grace',
  },
  ticket_questions_before: {
    open: { state: 'ticket_questions_before', before_payment_questions: [QUESTION] },
    field: 'How did you hear of us?',
    typed: 'A friend',
    elsewhere: { answers: { '1_7': 'A poster' } },
    shown: 'A poster',
  },
  payment: {
    open: { state: 'payment', has_require_phone_number: true },
    field: 'Contact number',
    typed: '0113 496 0000',
    elsewhere: { contact_number: '020 7946 0000' },
    shown: '020 7946 0000',
  },
}

describe.each(Object.entries(FORMS))('%s', (_, { open, field, typed, elsewhere, shown }) => {
  const show = (changed: Partial<Checkout> = {}) => {
    unmount()
    return openCheckout({ ...HELD, ...open, ...changed })
  }
  const shownIn = (page: Opened) => {
    const found = page.field(field)
    return found.type === 'checkbox' ? found.checked : found.value
  }
  const enter = async (page: Opened) => {
    if (typeof typed === 'string') type(page.field(field), typed)
    else
      do {
        click(page.field(field))
        await go(0)
      } while (shownIn(page) !== typed)
    await go(0)
  }

  it('keeps what was typed over a reload', async () => {
    await enter(await show())
    expect(shownIn(await show())).toBe(typed)
  })

  it('shows what another window has stored since', async () => {
    await enter(await show())
    expect(shownIn(await show(elsewhere))).toBe(shown)
  })
})
