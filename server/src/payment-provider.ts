import type { Minor } from '@foyer/domain/money/money.ts'
import type { PaymentsTable } from './db/schema/types.generated.ts'

/** Every provider a payment can be with. The database's own list; an order with nothing to pay is with none. */
export type ProviderName = Exclude<PaymentsTable['provider'], 'free'>

/** What a provider says of a payment right now, in its own account of it. Only this is believed (promise 2). */
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

/** A payment as it stands in a provider's own books, for comparing them with ours. */
export type ListedPayment = ProviderPayment & { refundedMinor: Minor; createdAt: Date }

/** Our side of a call whose answer never came. */
export type LostCall = { idempotencyKey: string; saleReference: string; since: Date }

/**
 * What the shop asks any payment provider. Starting a payment differs from vendor to vendor and stands in the vendor's own
 * file; how it ends is the same for all. Every method throws ProviderDown when the vendor cannot be reached or answers with
 * a fault of its own; calling again with the same key is safe.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  read(providerPaymentId: string): Promise<ProviderPayment>
  /** Stops a payment nobody shall pay any more. It can lose the race: believe the answer. */
  cancel(providerPaymentId: string): Promise<ProviderPayment>
  refund(ask: {
    providerPaymentId: string
    amountMinor: Minor
    currency: string
    idempotencyKey: string
  }): Promise<ProviderRefund>
  /** The state of a refund made before. */
  readRefund(providerRefundId: string, providerPaymentId: string): Promise<ProviderRefund>
  /**
   * Only of vendors whose call to begin a payment may take the money at once: what became of a call whose answer was lost.
   * Null: nothing, and whatever of it may still be on its way has been called off.
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

  constructor(provider: ProviderName, cause: unknown) {
    super(`${provider} did not answer${cause instanceof Error ? `: ${cause.message.slice(0, 200)}` : ''}`, { cause })
    this.provider = provider
  }
}
