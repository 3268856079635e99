import type { Kernel } from '../kernel/context.ts'
import type { Collection } from '../kernel/journal.ts'
import { noSuch } from './errors.ts'
import type {
  ApplicationFee,
  BalanceTransaction,
  Charge,
  Customer,
  Dispute,
  PaymentIntent,
  PaymentMethod,
  Payout,
  Reader,
  Refund,
  SetupIntent,
  StripeEvent,
} from './objects.ts'

/** What the vendor keeps about a card but does not show: which test card it is and how it has been used. */
export interface CardUse {
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

/** The objects of the platform, or of a connected account. */
export function stripeStore(kernel: Kernel, account: string | null = null) {
  const { journal } = kernel
  const id = (prefix: string) => `${prefix}_${kernel.randomId(24)}`
  const collection = <T>(name: string) =>
    journal.collection<T>(`stripe.${account === null ? '' : `${account}.`}${name}`)
  return {
    kernel,
    account,
    id,
    seconds: () => Math.floor(kernel.now() / 1000),
    intents: collection<PaymentIntent>('payment_intents'),
    setupIntents: collection<SetupIntent>('setup_intents'),
    methods: collection<PaymentMethod>('payment_methods'),
    cards: collection<CardUse>('cards'),
    tokens: collection<{ id: string; number: string; exp_month: number; exp_year: number; used: boolean }>(
      'stripe.tokens',
    ),
    customers: collection<Customer>('customers'),
    charges: collection<Charge>('charges'),
    refunds: collection<Refund>('refunds'),
    disputes: collection<Dispute>('disputes'),
    transactions: collection<BalanceTransaction>('balance_transactions'),
    payouts: collection<Payout>('payouts'),
    /** The payout of each balance transaction that was paid out. */
    paidOut: collection<string>('paid_out'),
    planned: collection<true>('planned'),
    events: collection<StripeEvent>('events'),
    readers: collection<Reader>('readers'),
    undelivered: collection<true>('undelivered_events'),
    authentications: collection<Authentication>('authentications'),
    answers: collection<IdempotentAnswer>('idempotency'),
    /** Application fees belong to the platform, so one collection serves all accounts. */
    fees: journal.collection<ApplicationFee>('stripe.application_fees'),
  }
}

export type StripeStore = ReturnType<typeof stripeStore>

/** Returns a stored object. Throws the vendor's error if it doesn't exist. */
export function find<T>(set: Collection<T>, kind: string, id: string, param = 'intent', status = 404): T {
  const found = set.get(id)
  if (!found) throw noSuch(kind, id, param, status)
  return found
}

/** Changes a stored object and returns the new one. */
export function update<T extends { id: string }>(set: Collection<T>, object: T, changes: Partial<T>): T {
  return set.put(object.id, { ...object, ...changes })
}

/** How long the vendor keeps idempotency keys and lists events. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000
const EVENT_LIFETIME_SECONDS = 30 * 24 * 60 * 60

/** Deletes what the vendor would have deleted, so that a sandbox kept for months stays small. */
export function deleteExpired(store: StripeStore): void {
  const now = store.kernel.now()
  for (const answer of store.answers.values()) if (now - answer.at >= KEY_LIFETIME_MS) store.answers.delete(answer.key)
  for (const event of store.events.values())
    if (store.seconds() - event.created >= EVENT_LIFETIME_SECONDS) {
      store.events.delete(event.id)
      store.undelivered.delete(event.id)
    }
}
