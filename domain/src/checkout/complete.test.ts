import { describe, expect, it } from 'vitest'
import { EMPTY_ADDRESS } from '../delivery/address.ts'
import type { Question } from '../questions/question.ts'
import { type CompleteFacts, firstIncompleteBeforePayment, isComplete } from './complete.ts'
import type { StepFacts } from './steps.ts'
import { isStoredStep, STEPS, type StoredStep } from './steps.ts'

const ADDRESS = {
  ...EMPTY_ADDRESS,
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 1AA',
}
const QUESTION: Question = {
  id: 5,
  ticketTypeId: 1,
  sharedId: 'diet',
  html: 'Diet?',
  type: 'text',
  isMandatory: true,
  isOncePerCheckout: false,
  options: [],
}
const DONE: CompleteFacts = {
  isHeld: true,
  hasCustomer: true,
  needsPostalAddress: true,
  deliveryAddress: ADDRESS,
  vouchers: [],
  voucherFrom: '',
  voucherTo: '',
  lines: [{ ticketTypeId: 1, qty: 2 }],
  questionsBefore: [QUESTION],
  questionsAfter: [{ ...QUESTION, id: 6 }],
  answers: { '1_5_0': 'none', '1_5_1': 'none', '1_6_0': 'none', '1_6_1': 'none' },
  isPaid: true,
  isDelivered: true,
}
const NOTHING: CompleteFacts = {
  ...DONE,
  isHeld: false,
  hasCustomer: false,
  deliveryAddress: null,
  answers: {},
  isPaid: false,
  isDelivered: false,
}
const stored = STEPS.filter(isStoredStep)

describe('completing a step', () => {
  it('is possible for every step when all data is present', () =>
    expect(stored.filter((step) => !isComplete(step, DONE))).toEqual([]))

  it('is possible only for steps without requirements when nothing is present', () =>
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
    ['reserve', { isHeld: false }],
    ['captcha', { isHeld: false }],
    ['login', { hasCustomer: false }],
    ['delivery_address', { deliveryAddress: null }],
    ['delivery_address', { deliveryAddress: { ...ADDRESS, town: ' ' } }],
    ['delivery_address', { vouchers: [{}], voucherFrom: 'Ada' }],
    ['ticket_questions_before', { answers: { ...DONE.answers, '1_5_1': '' } }],
    ['ticket_questions_after', { answers: { ...DONE.answers, '1_6_0': '  ' } }],
    ['payment', { isPaid: false }],
    ['awaiting_truelayer', { isPaid: false }],
    ['deliver_tickets', { isDelivered: false }],
  ])('%s is not possible with %j', (step, facts) => expect(isComplete(step, { ...DONE, ...facts })).toBe(false))

  it('with gift vouchers only requires names but no address', () =>
    expect(
      isComplete('delivery_address', {
        ...DONE,
        needsPostalAddress: false,
        deliveryAddress: null,
        vouchers: [{}],
        voucherFrom: 'Ada',
        voucherTo: 'Bob',
      }),
    ).toBe(true))

  it('[ADR-14] requires delivery address, sender and recipient for gift vouchers', () =>
    expect(
      isComplete('delivery_address', {
        ...DONE,
        vouchers: [{}],
        voucherFrom: 'Ada',
        voucherTo: 'Bob',
      }),
    ).toBe(true))
})

describe('the last check before payment', () => {
  const STEP_FACTS: StepFacts = {
    organisers: [{ charityId: null }],
    isExpress: false,
    donationMinor: 0,
    marketingPreferences: null,
    needsDeliveryAddress: true,
    questionsBefore: [QUESTION],
    questionsAfter: [],
    hasWaivers: false,
    hasAfterSaleMessages: false,
  }
  const sale = (facts: Partial<StepFacts & CompleteFacts> = {}) =>
    ({ ...DONE, ...STEP_FACTS, isPaid: false, ...facts }) as StepFacts & CompleteFacts

  it('finds nothing when everything is present', () => expect(firstIncompleteBeforePayment(sale())).toBeNull())

  it('finds the first incomplete step', () => {
    expect(firstIncompleteBeforePayment(sale({ isHeld: false, hasCustomer: false }))).toBe('reserve')
    expect(firstIncompleteBeforePayment(sale({ hasCustomer: false, deliveryAddress: null }))).toBe('login')
    expect(firstIncompleteBeforePayment(sale({ deliveryAddress: null, answers: {} }))).toBe('delivery_address')
    expect(firstIncompleteBeforePayment(sale({ answers: {} }))).toBe('ticket_questions_before')
  })

  it('ignores steps the sale does not have', () => {
    expect(firstIncompleteBeforePayment(sale({ needsDeliveryAddress: false, deliveryAddress: null }))).toBeNull()
    expect(firstIncompleteBeforePayment(sale({ isExpress: true, hasCustomer: false, answers: {} }))).toBeNull()
  })
})

describe('required questions', () => {
  it('[QUE-11] must be answered for every ticket type', () => {
    const questions = [QUESTION, { ...QUESTION, id: 7, ticketTypeId: 2 }]
    const lines = [
      { ticketTypeId: 1, qty: 1 },
      { ticketTypeId: 2, qty: 1 },
    ]
    for (const [step, facts] of [
      ['ticket_questions_before', { ...DONE, lines, questionsBefore: questions }],
      ['ticket_questions_after', { ...DONE, lines, questionsAfter: questions }],
    ] as const) {
      expect(isComplete(step, { ...facts, answers: { '1_5_0': 'none', '2_7_0': 'none' } })).toBe(true)
      expect(isComplete(step, { ...facts, answers: { '1_5_0': 'none' } })).toBe(false)
      expect(isComplete(step, { ...facts, answers: { '2_7_0': 'none' } })).toBe(false)
    }
  })
})

describe('an address', () => {
  const without = { ...DONE, deliveryAddress: null }

  it('[ADR-14] is required unless nothing is posted', () => {
    expect(isComplete('delivery_address', without)).toBe(false)
    expect(isComplete('delivery_address', { ...without, needsPostalAddress: true })).toBe(false)
    expect(isComplete('delivery_address', { ...without, needsPostalAddress: false })).toBe(true)
    expect(isComplete('delivery_address', { ...DONE, deliveryAddress: EMPTY_ADDRESS })).toBe(false)
  })
})
