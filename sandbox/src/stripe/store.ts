import type { Kernel } from '../kernel/context.ts'
import type { Collection } from '../kernel/journal.ts'
import { noSuch } from './errors.ts'
import type {
  BalanceTransaction,
  Charge,
  Customer,
  Dispute,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
  StripeEvent,
} from './objects.ts'

/** What the vendor keeps about a card but does not show: which test card it is and how it has been used. */
export interface CardFacts {
  id: string
  /** Number of a published test card. No other number is ever stored. */
  number: string
  setUp: boolean
  /** Used or detached without a customer: the vendor does not allow it to be used again. */
  spent: boolean
}

/** A bank's challenge for the buyer, open until answered once. */
export interface Authentication {
  id: string
  intent: string
  paymentMethod: string
  returnUrl: string | null
  open: boolean
}

export interface IdempotentAnswer {
  key: string
  at: number
  endpoint: string
  fingerprint: string
  status: number
  body: unknown
}

export function stripeStore(kernel: Kernel) {
  const { journal } = kernel
  const id = (prefix: string) => `${prefix}_${kernel.randomId(24)}`
  return {
    kernel,
    id,
    seconds: () => Math.floor(kernel.now() / 1000),
    intents: journal.collection<PaymentIntent>('stripe.payment_intents'),
    setupIntents: journal.collection<SetupIntent>('stripe.setup_intents'),
    methods: journal.collection<PaymentMethod>('stripe.payment_methods'),
    cards: journal.collection<CardFacts>('stripe.cards'),
    tokens: journal.collection<{ id: string; number: string; exp_month: number; exp_year: number; used: boolean }>(
      'stripe.tokens',
    ),
    customers: journal.collection<Customer>('stripe.customers'),
    charges: journal.collection<Charge>('stripe.charges'),
    refunds: journal.collection<Refund>('stripe.refunds'),
    disputes: journal.collection<Dispute>('stripe.disputes'),
    transactions: journal.collection<BalanceTransaction>('stripe.balance_transactions'),
    events: journal.collection<StripeEvent>('stripe.events'),
    undelivered: journal.collection<true>('stripe.undelivered_events'),
    authentications: journal.collection<Authentication>('stripe.authentications'),
    answers: journal.collection<IdempotentAnswer>('stripe.idempotency'),
  }
}

export type StripeStore = ReturnType<typeof stripeStore>

export function must<T>(set: Collection<T>, kind: string, id: string, param = 'intent', status = 404): T {
  const found = set.get(id)
  if (!found) throw noSuch(kind, id, param, status)
  return found
}

/** Changes a stored object and returns the new one. */
export function change<T extends { id: string }>(set: Collection<T>, object: T, changes: Partial<T>): T {
  return set.put(object.id, { ...object, ...changes })
}

/** How long the vendor keeps idempotency keys and lists events. */
export const REMEMBER_KEY_MS = 24 * 60 * 60 * 1000
const LIST_EVENTS_SECONDS = 30 * 24 * 60 * 60

/** Deletes what the vendor would have deleted, so that a sandbox kept for months stays small. */
export function forgetOld(store: StripeStore): void {
  const now = store.kernel.now()
  for (const answer of store.answers.values()) if (now - answer.at >= REMEMBER_KEY_MS) store.answers.delete(answer.key)
  for (const event of store.events.values())
    if (store.seconds() - event.created >= LIST_EVENTS_SECONDS) {
      store.events.delete(event.id)
      store.undelivered.delete(event.id)
    }
}
