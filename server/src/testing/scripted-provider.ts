import type { PaymentProvider, PaymentTruth, ProviderName, RefundTruth } from '../payment-provider.ts'
import { ProviderDown } from '../payment-provider.ts'

/** Somebody else's server at the edge, saying what the test tells it to. */
export function scriptedProvider(name: ProviderName) {
  const payments = new Map<string, PaymentTruth>()
  const refunds = new Map<string, RefundTruth & { amountMinor: number; payment: string }>()
  const script = {
    down: false,
    /** Does what it is asked, and the answer never arrives. */
    answerLost: false,
    refundStatus: 'succeeded' as RefundTruth['status'],
    /** What a cancel finds: some payments have been paid a moment before. */
    cancelTo: 'cancelled' as PaymentTruth['status'],
  }
  const answering = async <T>(answer: () => T): Promise<T> => {
    if (script.down) throw new ProviderDown(name, new Error('off'))
    const answered = answer()
    if (script.answerLost) throw new ProviderDown(name, new Error('lost'))
    return answered
  }
  const truthOf = (id: string): PaymentTruth => {
    const truth = payments.get(id)
    if (!truth) throw new ProviderDown(name, new Error(`nobody knows ${id}`))
    return truth
  }
  const provider: PaymentProvider = {
    name,
    read: (id) => answering(() => truthOf(id)),
    cancel: (id) =>
      answering(() => {
        const truth = truthOf(id)
        const after = truth.status === 'open' ? { ...truth, status: script.cancelTo } : truth
        payments.set(id, after)
        return after
      }),
    refund: ({ providerPaymentId, amountMinor, idempotencyKey }) =>
      answering(() => {
        const id = `re-${idempotencyKey}`
        const known = refunds.get(id)
        if (known) return known
        const refund = {
          providerRefundId: id,
          status: script.refundStatus,
          failureText: null,
          amountMinor,
          payment: providerPaymentId,
        }
        refunds.set(id, refund)
        return refund
      }),
    readRefund: (id) => answering(() => refunds.get(id)!),
  }
  return {
    provider,
    script,
    payments,
    refunds,
    /** What the vendor says of a payment from now on. */
    says: (id: string, truth: Partial<PaymentTruth>) => {
      const before = payments.get(id) ?? {
        providerPaymentId: id,
        status: 'open' as const,
        amountMinor: 0,
        currency: 'GBP',
        saleReference: null,
        failure: null,
      }
      payments.set(id, { ...before, ...truth })
    },
  }
}

export type ScriptedProvider = ReturnType<typeof scriptedProvider>
