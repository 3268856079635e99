import type { Minor } from '../money/money.ts'
import type { MarketingPreferences } from '../people/marketing-preferences.ts'

/**
 * The order of the checkout, defined only here: the browser uses it to find the next step, the server to check whether a move
 * is allowed.
 */

/** `determining` exists only in the browser: it lasts until the first response and is never stored. */
export const STEPS = [
  'determining',
  'basket',
  'captcha',
  'reserve',
  'login',
  'marketing_preferences',
  'donation',
  'gift_aid',
  'delivery_address',
  'ticket_questions_before',
  'payment',
  'deliver_tickets',
  'awaiting_truelayer',
  'ticket_questions_after',
  'after_sale_messages',
  'waiver',
  'order_completed',
] as const
export type Step = (typeof STEPS)[number]
export type StoredStep = Exclude<Step, 'determining'>

export const isStoredStep = (name: string): name is StoredStep =>
  name !== 'determining' && (STEPS as readonly string[]).includes(name)

/** The part of a sale that its steps depend on. */
export type StepFacts = {
  isExpress: boolean
  donationMinor: Minor
  marketingPreferences: MarketingPreferences | null
  needsDeliveryAddress: boolean
  hasWaivers: boolean
  hasAfterSaleMessages: boolean
  organisers: readonly { charityId: number | null }[]
  questionsBefore: readonly unknown[]
  questionsAfter: readonly unknown[]
}

type Needed = (sale: StepFacts) => boolean

/** There is a list the buyer has not joined yet, or one joined in this sale that the buyer can still leave. */
const hasMarketingToAsk: Needed = ({ marketingPreferences: preferences }) =>
  preferences !== null &&
  (!preferences.newsletter ||
    !preferences.eventNews ||
    preferences.organisers.some((organiser) => !organiser.subscribed) ||
    preferences.canRevoke)

/** Steps that only some sales need. A step that is not listed here is always needed. */
const NEEDED: Partial<Record<Step, Needed>> = {
  donation: (sale) => sale.organisers.some((organiser) => organiser.charityId !== null),
  gift_aid: (sale) => sale.donationMinor > 0,
  marketing_preferences: hasMarketingToAsk,
  delivery_address: (sale) => sale.needsDeliveryAddress,
  ticket_questions_before: (sale) => sale.questionsBefore.length > 0,
  ticket_questions_after: (sale) => sale.questionsAfter.length > 0,
  waiver: (sale) => sale.hasWaivers,
  after_sale_messages: (sale) => sale.hasAfterSaleMessages,
}

const isExpress: Needed = (sale) => sale.isExpress

type Follower = Step | readonly [Step, Needed]

/** What can follow each step, in order of preference: the first one needed is next. */
const AFTER: Record<Step, readonly Follower[]> = {
  determining: [],
  basket: ['reserve'],
  captcha: ['donation', ['payment', isExpress], 'login'],
  reserve: ['donation', ['payment', isExpress], 'login'],
  donation: ['gift_aid', 'login'],
  gift_aid: ['login'],
  login: ['marketing_preferences', 'delivery_address', 'ticket_questions_before', 'payment'],
  marketing_preferences: ['delivery_address', 'ticket_questions_before', 'payment'],
  delivery_address: ['ticket_questions_before', 'payment'],
  ticket_questions_before: ['payment'],
  payment: ['deliver_tickets'],
  awaiting_truelayer: ['deliver_tickets'],
  deliver_tickets: ['ticket_questions_after', 'waiver', 'after_sale_messages', 'order_completed'],
  ticket_questions_after: ['waiver', 'after_sale_messages', 'order_completed'],
  waiver: ['after_sale_messages', 'order_completed'],
  after_sale_messages: ['order_completed'],
  order_completed: [],
}

/** Moves besides "continue": to the captcha, to the bank, and back from the bank to choose another method. */
const DETOURS: Partial<Record<Step, readonly Step[]>> = {
  reserve: ['captcha'],
  payment: ['awaiting_truelayer'],
  awaiting_truelayer: ['payment'],
}

/** The step that "continue" leads to from `step`; null at the end. */
export function nextStep(step: Step, sale: StepFacts): StoredStep | null {
  for (const follower of AFTER[step]) {
    const [name, needed] = typeof follower === 'string' ? [follower, NEEDED[follower]] : follower
    if (needed === undefined || needed(sale)) return name as StoredStep
  }
  return null
}

/** The steps of this sale from the reserve to the payment, for "Step n of m" and the way back. */
export function pathToPayment(sale: StepFacts): StoredStep[] {
  const path: StoredStep[] = []
  for (let step = nextStep('reserve', sale); step !== null; step = nextStep(step, sale)) {
    path.push(step)
    if (step === 'payment') break
  }
  return path
}

/**
 * Whether a buyer can go from one step to another: continue, a detour, back to an earlier step, back to the basket, or stay.
 * An unpaid sale can always return to the basket. What happens to its hold is decided elsewhere.
 */
export function isMoveAllowed(from: StoredStep, to: StoredStep, sale: StepFacts): boolean {
  if (from === to || nextStep(from, sale) === to || DETOURS[from]?.includes(to)) return true
  if (to === 'basket') return !isPaidStep(from)
  const path = pathToPayment(sale)
  const at = path.indexOf(from)
  return path.slice(0, Math.max(at, 0)).includes(to)
}

const PAID = new Set<Step>([
  'deliver_tickets',
  'ticket_questions_after',
  'waiver',
  'after_sale_messages',
  'order_completed',
])
const BEFORE_ACCOUNT = new Set<Step>(['determining', 'basket', 'captcha', 'reserve', 'donation', 'gift_aid'])
const UNTIMED = new Set<Step>(['determining', 'basket', 'reserve', 'captcha'])
const IGNORES_ZERO = new Set<Step>([
  'determining',
  'order_completed',
  'after_sale_messages',
  'basket',
  'awaiting_truelayer',
])

/** Steps before the account step in this table: the customer is not known yet. */
export const isBeforeAccount = (step: Step): boolean => BEFORE_ACCOUNT.has(step)

/** Steps after the payment: only a paid sale can be in one, and it never goes back. */
export const isPaidStep = (step: Step): boolean => PAID.has(step)

/** Whether the countdown runs in this step. It also stops once the sale is paid. */
export const isTimed = (step: Step): boolean => !UNTIMED.has(step)

/** Whether the countdown reaching zero sends the buyer back to the basket. */
export const endsAtZero = (step: Step): boolean => !IGNORES_ZERO.has(step)

/** Whether the order summary of this step shows the countdown. */
export const showsCountdown = (step: Step): boolean =>
  isTimed(step) && !isPaidStep(step) && step !== 'awaiting_truelayer'
