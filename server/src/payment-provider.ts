import type { Minor } from '@foyer/domain/money/money.ts'
import type { PaymentsTable } from './db/schema/types.generated.ts'

/** Every provider a payment can be with. The database's own list; an order with nothing to pay is with none. */
export type ProviderName = Exclude<PaymentsTable['provider'], 'free'>

/** What a provider says of a payment right now, as it reports it itself. Only this is believed. */
export type ProviderPayment = {
  providerPaymentId: string
  /** `open` can still be paid, `processing` is with a bank, the last three are final but for refunds. */
  status: 'open' | 'processing' | 'paid' | 'failed' | 'cancelled'
  amountMinor: Minor
  currency: string
  /** The sale reference the payment was made for, as the provider kept it. */
  saleReference: string | null
  failure: { code: string; text: string } | null
}

export type ProviderRefund = {
  providerRefundId: string
  status: 'pending' | 'succeeded' | 'failed'
  failureText: string | null
}

/** A refund as the provider lists it; `reference` is what it was sent with, null when it was made elsewhere. */
export type ListedRefund = ProviderRefund & { amountMinor: Minor; reference: string | null }

/** A payment as it stands in a provider's own books, for comparing them with ours. */
export type ListedPayment = ProviderPayment & { refundedMinor: Minor; createdAt: Date }

/** Our side of a call whose answer never came. */
export type LostCall = { idempotencyKey: string; saleReference: string; since: Date }

/** What of a card may be kept: enough to tell it from another, nothing to pay with elsewhere. As the vendor says it. */
export type CardFacts = {
  provider_method_id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  funding: string
}

/** A payment with a card that is kept for the shop to charge again without the buyer. */
export type CardCharge = {
  amountMinor: Minor
  currency: string
  saleReference: string
  customerId: string
  methodId: string
  idempotencyKey: string
  /** The first payment; it keeps the card, and the buyer agrees to that here. */
  keepsCard: boolean
}

/** How a charge ended: what the payment is now, and where the buyer must go if the bank asks for them. */
export type Confirmed = { reported: ProviderPayment; redirectUrl: string | null }

/** A vendor that keeps buyers' cards and charges them later: what payment plans and saved cards are built on. */
export interface CardsOnFile {
  readonly publishableKey: string
  readonly scriptUrl: string
  /** Where the vendor sends a buyer whose bank asked for them, without the shop's origin. */
  readonly returnPath: string
  /** The vendor's record of a buyer; the same user is the same record. */
  createCustomer(user: { id: number; email: string; name: string; installation: string }): Promise<string>
  /** Null for an id that is no card, or that belongs to another customer than this one. */
  readCard(methodId: string, customerId: string | null): Promise<CardFacts | null>
  /** Begins a payment without charging anything yet, so that its id is known before money can move. */
  createCharge(charge: CardCharge): Promise<string>
  /**
   * Charges it. With the buyer there (`returnUrl`) the bank may ask for them; without, a bank that would ask declines. A
   * decline is an answer, not an error.
   */
  confirmCharge(
    providerPaymentId: string,
    how: { idempotencyKey: string; methodId: string } & ({ returnUrl: string } | { offSession: true }),
  ): Promise<Confirmed>
  /** For saving a card in the account settings, without a payment. */
  createSetup(customerId: string): Promise<{ id: string; clientSecret: string }>
  /** The card a set-up has kept for this customer; null while it has not succeeded, and for any other customer's. */
  readSetup(setupId: string, customerId: string): Promise<CardFacts | null>
  /** The vendor forgets a card. Safe to repeat. */
  forgetCard(methodId: string): Promise<void>
}

/**
 * What the shop asks any payment provider. Starting a payment differs from vendor to vendor and stands in the vendor's own
 * folder; how it ends is the same for all. Every method throws ProviderDown when the vendor cannot be reached or answers
 * with a fault of its own; calling again with the same key is safe.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  /**
   * How long a payment that is with a bank or the vendor keeps its hold beyond the end, counted from when it went there.
   * The result nearly always comes within seconds; after this the tickets go back on sale, and money that comes all the
   * same is fulfilled if they are still there and returned if not.
   */
  readonly keepsHoldMs: number
  /** Origins whose scripts and frames a page that takes payments lets in. */
  readonly pageSources: readonly string[]
  /** The vendor's script for card forms. */
  readonly cardScriptUrl?: string
  /** A charge needs the card holder's whole address; otherwise a postcode is enough. */
  readonly needsWholeAddress?: boolean
  /** Whether bank transfers are taken in this currency; absent for vendors of cards. */
  takesBankTransfers?(currency: string): boolean
  readonly cardsOnFile?: CardsOnFile
  read(providerPaymentId: string): Promise<ProviderPayment>
  /** Stops a payment that must not be paid any more. It can lose the race: believe the answer. */
  cancel(providerPaymentId: string): Promise<ProviderPayment>
  /** `reference` is kept with the refund and comes back in `listRefunds`. */
  refund(ask: {
    providerPaymentId: string
    amountMinor: Minor
    currency: string
    idempotencyKey: string
    reference: string
  }): Promise<ProviderRefund>
  /** Every refund of a payment, whoever made it. To be asked before a refund is sent again: keys are forgotten. */
  listRefunds(providerPaymentId: string): Promise<ListedRefund[]>
  /** The state of a refund made before. */
  readRefund(providerRefundId: string, providerPaymentId: string): Promise<ProviderRefund>
  /**
   * Only of vendors whose call to begin a payment may take the money at once: what became of a call whose answer was lost.
   * Null: nothing, and whatever of it may still be on its way has been cancelled.
   */
  resolveLost?(call: LostCall): Promise<ProviderPayment | null>
  /** Deletes a saved card at the vendor. Safe to repeat. Only of vendors that save cards. */
  forgetCard?(providerMethodId: string): Promise<void>
  /** Every payment made since then, oldest or newest first. Absent where the vendor has no such list. */
  list?(since: Date): AsyncIterable<ListedPayment>
}

export type Providers = Partial<Record<ProviderName, PaymentProvider>>

export class ProviderDown extends Error {
  readonly provider: ProviderName
  /**
   * The vendor answered with a fault of its own. The call is over, done or not, and a vendor that saves its answers would
   * give this one again under the same key.
   */
  readonly answered: boolean

  constructor(provider: ProviderName, cause: unknown, { answered = false } = {}) {
    super(`${provider} did not answer${cause instanceof Error ? `: ${cause.message.slice(0, 200)}` : ''}`, { cause })
    this.provider = provider
    this.answered = answered
  }
}

/** Whether asking again needs another key. */
export const isSavedFault = (error: unknown): boolean => error instanceof ProviderDown && error.answered
