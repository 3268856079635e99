/**
 * The order of the checkout (document B, 4.1). This table is the only code that knows it: the browser asks where to go,
 * the server asks whether a move is allowed.
 */

/** FLOW-01. `determining` is the browser's alone: it lasts until the first answer and is never stored. */
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

/** What the order depends on: a part of the checkout object, under the names it has on the wire. */
export type StepFacts = {
  organisers: readonly { charity: unknown }[]
  express: boolean
  donation_amount: number | null
  marketing_preferences: {
    ct_subscribed: boolean
    event_subscribed: boolean
    basket_organisers: readonly { organiser_subscribed: boolean }[]
    revocable?: { ct_subscribed: boolean; event_subscribed: boolean; organisers: readonly number[] }
  } | null
  require_delivery_address: boolean
  before_payment_questions: readonly unknown[]
  after_payment_questions: readonly unknown[]
  has_waivers: boolean
  after_sale_messages: readonly unknown[]
}

type Needed = (facts: StepFacts) => boolean

/** Something is left to ask, or was agreed to in this sale and can still be taken back. */
const hasMarketingToAsk: Needed = ({ marketing_preferences: p }) =>
  p !== null &&
  (!p.ct_subscribed ||
    !p.event_subscribed ||
    p.basket_organisers.some((organiser) => !organiser.organiser_subscribed) ||
    (p.revocable !== undefined &&
      (p.revocable.ct_subscribed || p.revocable.event_subscribed || p.revocable.organisers.length > 0)))

/** Steps that only some sales need. A step that is not named here is always needed. */
const NEEDED: Partial<Record<Step, Needed>> = {
  donation: (facts) => facts.organisers.some((organiser) => Boolean(organiser.charity)),
  gift_aid: (facts) => (facts.donation_amount ?? 0) > 0,
  marketing_preferences: hasMarketingToAsk,
  delivery_address: (facts) => facts.require_delivery_address,
  ticket_questions_before: (facts) => facts.before_payment_questions.length > 0,
  ticket_questions_after: (facts) => facts.after_payment_questions.length > 0,
  waiver: (facts) => facts.has_waivers,
  after_sale_messages: (facts) => facts.after_sale_messages.length > 0,
}

const isExpress: Needed = (facts) => facts.express

type Follower = Step | readonly [Step, Needed]

/** What may follow each step, in order of preference: the first one needed is next. */
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

/** Moves beside "continue": a captcha is asked for, the buyer goes to the bank and comes back for another method. */
const DETOURS: Partial<Record<Step, readonly Step[]>> = {
  reserve: ['captcha'],
  payment: ['awaiting_truelayer'],
  awaiting_truelayer: ['payment'],
}

/** The step that "continue" leads to from `step`; null at the end (FLOW-05..33). */
export function nextStep(step: Step, facts: StepFacts): StoredStep | null {
  for (const follower of AFTER[step]) {
    const [name, needed] = typeof follower === 'string' ? [follower, NEEDED[follower]] : follower
    if (needed === undefined || needed(facts)) return name as StoredStep
  }
  return null
}

/** The steps this sale goes through from the reserve to the payment, for "Step n of m" and the way back. */
export function pathToPayment(facts: StepFacts): StoredStep[] {
  const path: StoredStep[] = []
  for (let step = nextStep('reserve', facts); step !== null; step = nextStep(step, facts)) {
    path.push(step)
    if (step === 'payment') break
  }
  return path
}

/**
 * Whether a buyer in `from` may be in `to` next: continue, a detour, back to a step already passed, back to the basket, or
 * stay (OPEN-13). The basket is where an unpaid sale can always return to: by Edit basket (FLOW-35), at zero (CLK-05),
 * when a reserve did not work (RSV-17, RSV-18). What becomes of its hold is not decided here.
 */
export function isMoveAllowed(from: StoredStep, to: StoredStep, facts: StepFacts): boolean {
  if (from === to || nextStep(from, facts) === to || DETOURS[from]?.includes(to)) return true
  if (to === 'basket') return !isPaidStep(from)
  const path = pathToPayment(facts)
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
const UNTIMED = new Set<Step>(['determining', 'basket', 'reserve', 'captcha'])
const IGNORES_ZERO = new Set<Step>([
  'determining',
  'order_completed',
  'after_sale_messages',
  'basket',
  'awaiting_truelayer',
])

/** Steps that lie behind the payment: only a paid sale may be in one, and it never goes back (OPEN-13). */
export const isPaidStep = (step: Step): boolean => PAID.has(step)

/** CLK-01: whether the countdown runs in this step. It also stops once the sale is paid (CLK-09). */
export const isTimed = (step: Step): boolean => !UNTIMED.has(step)

/** CLK-08: whether the countdown reaching zero sends the buyer back to the basket. */
export const endsAtZero = (step: Step): boolean => !IGNORES_ZERO.has(step)

/** CLK-04, OPEN-48: whether the order summary of this step shows the countdown. */
export const showsCountdown = (step: Step): boolean =>
  isTimed(step) && !isPaidStep(step) && step !== 'awaiting_truelayer'
