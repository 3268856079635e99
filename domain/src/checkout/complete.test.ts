import { describe, expect, it } from 'vitest'
import { EMPTY_ADDRESS } from '../delivery/address.ts'
import type { Question } from '../questions/steps.ts'
import { type CompleteFacts, firstIncompleteBeforePayment, isComplete } from './complete.ts'
import { isStoredStep, STEPS, type StepFacts, type StoredStep } from './steps.ts'

const ADDRESS = {
  ...EMPTY_ADDRESS,
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 1AA',
}
const QUESTION: Question = {
  id: 5,
  ticket_id: 1,
  osq_id: 'diet',
  question: 'Diet?',
  type: 'text',
  mandatory: '1',
  once_per_checkout: '0',
  prepopulated_array: [],
}
const DONE: CompleteFacts = {
  seconds_remaining: 600,
  account: { email: 'ada@example.com' },
  delivery_address: ADDRESS,
  gift_vouchers: [],
  gift_voucher_from: '',
  gift_voucher_to: '',
  tickets: [{ ticket_id: 1, qty: 2 }],
  before_payment_questions: [QUESTION],
  after_payment_questions: [{ ...QUESTION, id: 6 }],
  answers: { '1_5_0': 'none', '1_5_1': 'none', '1_6_0': 'none', '1_6_1': 'none' },
  payment_complete: true,
  delivered: true,
}
const NOTHING: CompleteFacts = {
  ...DONE,
  seconds_remaining: 0,
  account: null,
  delivery_address: null,
  answers: {},
  payment_complete: false,
  delivered: false,
}
const stored = STEPS.filter(isStoredStep)

describe('whether a step may be left', () => {
  it('every step may when all is done', () => expect(stored.filter((step) => !isComplete(step, DONE))).toEqual([]))

  it('only steps that ask for nothing may when nothing is', () =>
    expect(stored.filter((step) => isComplete(step, NOTHING)).sort()).toEqual(
      [
        'basket',
        'marketing_preferences',
        'donation',
        'gift_aid',
        'after_sale_messages',
        'waiver',
        'order_completed',
      ].sort(),
    ))

  it.each<[StoredStep, Partial<CompleteFacts>]>([
    ['reserve', { seconds_remaining: 0 }],
    ['captcha', { seconds_remaining: 0 }],
    ['login', { account: null }],
    ['delivery_address', { delivery_address: null }],
    ['delivery_address', { delivery_address: { ...ADDRESS, town: ' ' } }],
    ['delivery_address', { gift_vouchers: [{}], gift_voucher_from: 'Ada' }],
    ['ticket_questions_before', { answers: { ...DONE.answers, '1_5_1': '' } }],
    ['ticket_questions_after', { answers: { ...DONE.answers, '1_6_0': '  ' } }],
    ['payment', { payment_complete: false }],
    ['awaiting_truelayer', { payment_complete: false }],
    ['deliver_tickets', { delivered: false }],
  ])('%s may not with %j', (step, facts) => expect(isComplete(step, { ...DONE, ...facts })).toBe(false))

  it('[ADR-14] delivery address with from and to for gift vouchers', () =>
    expect(
      isComplete('delivery_address', {
        ...DONE,
        gift_vouchers: [{}],
        gift_voucher_from: 'Ada',
        gift_voucher_to: 'Bob',
      }),
    ).toBe(true))
})

describe('the last check before payment', () => {
  const STEP_FACTS: StepFacts = {
    organisers: [{ charity: null }],
    express: false,
    donation_amount: null,
    marketing_preferences: null,
    require_delivery_address: true,
    before_payment_questions: [QUESTION],
    after_payment_questions: [],
    has_waivers: false,
    after_sale_messages: [],
  }
  const sale = (facts: Partial<StepFacts & CompleteFacts> = {}) =>
    ({ ...DONE, ...STEP_FACTS, payment_complete: false, ...facts }) as StepFacts & CompleteFacts

  it('finds nothing when all is done', () => expect(firstIncompleteBeforePayment(sale())).toBeNull())

  it('finds the first step that is not', () => {
    expect(firstIncompleteBeforePayment(sale({ seconds_remaining: 0, account: null }))).toBe('reserve')
    expect(firstIncompleteBeforePayment(sale({ account: null, delivery_address: null }))).toBe('login')
    expect(firstIncompleteBeforePayment(sale({ delivery_address: null, answers: {} }))).toBe('delivery_address')
    expect(firstIncompleteBeforePayment(sale({ answers: {} }))).toBe('ticket_questions_before')
  })

  it('asks for no step the sale does not show', () => {
    expect(firstIncompleteBeforePayment(sale({ require_delivery_address: false, delivery_address: null }))).toBeNull()
    expect(firstIncompleteBeforePayment(sale({ express: true, account: null, answers: {} }))).toBeNull()
  })
})

describe('required questions', () => {
  it('[QUE-11] are answered for every ticket type before their step is complete', () => {
    const questions = [QUESTION, { ...QUESTION, id: 7, ticket_id: 2 }]
    const tickets = [
      { ticket_id: 1, qty: 1 },
      { ticket_id: 2, qty: 1 },
    ]
    for (const [step, facts] of [
      ['ticket_questions_before', { ...DONE, tickets, before_payment_questions: questions }],
      ['ticket_questions_after', { ...DONE, tickets, after_payment_questions: questions }],
    ] as const) {
      expect(isComplete(step, { ...facts, answers: { '1_5_0': 'none', '2_7_0': 'none' } })).toBe(true)
      expect(isComplete(step, { ...facts, answers: { '1_5_0': 'none' } })).toBe(false)
      expect(isComplete(step, { ...facts, answers: { '2_7_0': 'none' } })).toBe(false)
    }
  })
})

describe('an address', () => {
  const without = { ...DONE, delivery_address: null }

  it('[ADR-14] is needed unless nothing goes by post', () => {
    expect(isComplete('delivery_address', without)).toBe(false)
    expect(isComplete('delivery_address', { ...without, require_postal_address: true })).toBe(false)
    expect(isComplete('delivery_address', { ...without, require_postal_address: false })).toBe(true)
    expect(isComplete('delivery_address', { ...DONE, delivery_address: EMPTY_ADDRESS })).toBe(false)
  })
})
