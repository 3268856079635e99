import { isAddress, missingVoucherNames } from '../delivery/address.ts'
import type { Question } from '../questions/question.ts'
import { type AskedTicket, missingAnswers, questionSteps } from '../questions/steps.ts'
import type { Sale } from '../sale/sale.ts'
import type { StoredStep } from './steps.ts'
import { pathToPayment, type StepFacts } from './steps.ts'

/** The part of a sale that shows whether its steps are done, plus a fact that only the server has. */
export type CompleteFacts = Pick<
  Sale,
  | 'isHeld'
  | 'isPaid'
  | 'hasCustomer'
  | 'needsPostalAddress'
  | 'deliveryAddress'
  | 'voucherFrom'
  | 'voucherTo'
  | 'questionsBefore'
  | 'questionsAfter'
  | 'answers'
> & {
  lines: readonly AskedTicket[]
  vouchers: readonly unknown[]
  /** The tickets are in the wallet. */
  isDelivered: boolean
}

type Complete = (sale: CompleteFacts) => boolean

const isHeld: Complete = (sale) => sale.isHeld
const isPaid: Complete = (sale) => sale.isPaid
const areAnswered = (questions: readonly Question[], { lines, answers }: CompleteFacts) =>
  questionSteps(questions, lines).every((step) => missingAnswers(step, answers).length === 0)

/** What each step requires before the buyer can continue. A step that is not listed requires nothing. */
const COMPLETE: Partial<Record<StoredStep, Complete>> = {
  captcha: isHeld,
  reserve: isHeld,
  login: (sale) => sale.hasCustomer,
  delivery_address: (sale) =>
    (!sale.needsPostalAddress || (sale.deliveryAddress !== null && isAddress(sale.deliveryAddress))) &&
    missingVoucherNames(sale).length === 0,
  ticket_questions_before: (sale) => areAnswered(sale.questionsBefore, sale),
  payment: isPaid,
  awaiting_truelayer: isPaid,
  deliver_tickets: (sale) => sale.isDelivered,
  ticket_questions_after: (sale) => areAnswered(sale.questionsAfter, sale),
}

export const isComplete = (step: StoredStep, sale: CompleteFacts): boolean => COMPLETE[step]?.(sale) ?? true

/** The first step before the payment that is not done; null when the buyer can pay. */
export function firstIncompleteBeforePayment(sale: StepFacts & CompleteFacts): StoredStep | null {
  const before: StoredStep[] = ['reserve', ...pathToPayment(sale).filter((step) => step !== 'payment')]
  return before.find((step) => !isComplete(step, sale)) ?? null
}
