import type { Minor } from '@foyer/domain/money/money.ts'

export type ProviderName = 'stripe' | 'square' | 'truelayer'

/** What a provider says of a payment right now, in its own account of it. Only this is believed (promise 2). */
export type PaymentTruth = {
  providerPaymentId: string
  /** `open` can still be paid, `processing` is with a bank, the last three are final but for refunds. */
  status: 'open' | 'processing' | 'paid' | 'failed' | 'cancelled'
  amountMinor: Minor
  currency: string
  /** The sale reference the payment was made for, as the provider kept it. */
  saleReference: string | null
  failure: { code: string; text: string } | null
}

export type RefundTruth = {
  providerRefundId: string
  status: 'pending' | 'succeeded' | 'failed'
  failureText: string | null
}

/**
 * What the shop asks any payment provider. Starting a payment differs from vendor to vendor and stands in the vendor's own
 * file; how it ends is the same for all. Every method throws ProviderDown when the vendor cannot be reached or answers with
 * a fault of its own; calling again with the same key is safe.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  read(providerPaymentId: string): Promise<PaymentTruth>
  /** Stops a payment nobody shall pay any more. It can lose the race: believe the answer. */
  cancel(providerPaymentId: string): Promise<PaymentTruth>
  refund(ask: {
    providerPaymentId: string
    amountMinor: Minor
    currency: string
    idempotencyKey: string
  }): Promise<RefundTruth>
  /** The state of a refund made before. */
  readRefund(providerRefundId: string, providerPaymentId: string): Promise<RefundTruth>
}

export type Providers = Partial<Record<ProviderName, PaymentProvider>>

export class ProviderDown extends Error {
  readonly provider: ProviderName

  constructor(provider: ProviderName, cause: unknown) {
    super(`${provider} did not answer`, { cause })
    this.provider = provider
  }
}
