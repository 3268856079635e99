import { type AddressFields, isAddress, missingVoucherNames } from '../delivery/address.ts'
import { type AskedTicket, missingAnswers, type Question, questionSteps } from '../questions/steps.ts'
import { pathToPayment, type StepFacts, type StoredStep } from './steps.ts'

/** What the steps have to show for themselves: a part of the checkout object, and one fact only the server knows. */
export type CompleteFacts = {
  /** Above 0 only while there is a live hold. */
  seconds_remaining: number
  account: object | null
  delivery_address: AddressFields | null
  require_postal_address?: boolean
  gift_vouchers: readonly unknown[]
  gift_voucher_from: string
  gift_voucher_to: string
  tickets: readonly AskedTicket[]
  before_payment_questions: readonly Question[]
  after_payment_questions: readonly Question[]
  answers: Readonly<Record<string, string>>
  payment_complete: boolean
  /** The tickets are in the wallet. */
  delivered: boolean
}

type Complete = (facts: CompleteFacts) => boolean

const isHeld: Complete = (facts) => facts.seconds_remaining > 0
const isPaid: Complete = (facts) => facts.payment_complete
const isAnswered = (questions: readonly Question[], { tickets, answers }: CompleteFacts) =>
  questionSteps(questions, tickets).every((step) => missingAnswers(step, answers).length === 0)

/** What a step needs before "continue" may leave it. A step that is not named here needs nothing. */
const COMPLETE: Partial<Record<StoredStep, Complete>> = {
  captcha: isHeld,
  reserve: isHeld,
  login: (facts) => facts.account !== null,
  delivery_address: (facts) =>
    (facts.require_postal_address === false ||
      (facts.delivery_address !== null && isAddress(facts.delivery_address))) &&
    missingVoucherNames(facts).length === 0,
  ticket_questions_before: (facts) => isAnswered(facts.before_payment_questions, facts),
  payment: isPaid,
  awaiting_truelayer: isPaid,
  deliver_tickets: (facts) => facts.delivered,
  ticket_questions_after: (facts) => isAnswered(facts.after_payment_questions, facts),
}

export const isComplete = (step: StoredStep, facts: CompleteFacts): boolean => COMPLETE[step]?.(facts) ?? true

/** The first step that should have been done before the payment and is not; null when the buyer may pay. */
export function firstIncompleteBeforePayment(facts: StepFacts & CompleteFacts): StoredStep | null {
  const before: StoredStep[] = ['reserve', ...pathToPayment(facts).filter((step) => step !== 'payment')]
  return before.find((step) => !isComplete(step, facts)) ?? null
}
