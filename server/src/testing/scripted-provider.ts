import type { PaymentProvider, ProviderName, ProviderPayment, ProviderRefund } from '../payment-provider.ts'
import { ProviderDown } from '../payment-provider.ts'

/** Somebody else's server at the edge, saying what the test tells it to. */
export function scriptedProvider(name: ProviderName) {
  const payments = new Map<string, ProviderPayment>()
  const refunds = new Map<string, ProviderRefund & { amountMinor: number; payment: string }>()
  const script = {
    down: false,
    /** Does what it is asked, and the answer never arrives. */
    answerLost: false,
    refundStatus: 'succeeded' as ProviderRefund['status'],
    /** What a cancel finds: some payments have been paid a moment before. */
    cancelTo: 'cancelled' as ProviderPayment['status'],
  }
  const answering = async <T>(answer: () => T): Promise<T> => {
    if (script.down) throw new ProviderDown(name, new Error('off'))
    const answered = answer()
    if (script.answerLost) throw new ProviderDown(name, new Error('lost'))
    return answered
  }
  const readProviderPayment = (id: string): ProviderPayment => {
    const reported = payments.get(id)
    if (!reported) throw new ProviderDown(name, new Error(`nobody knows ${id}`))
    return reported
  }
  const provider: PaymentProvider = {
    name,
    keepsHoldMs: 60 * 60_000,
    pageSources: [],
    read: (id) => answering(() => readProviderPayment(id)),
    cancel: (id) =>
      answering(() => {
        const reported = readProviderPayment(id)
        const after = reported.status === 'open' ? { ...reported, status: script.cancelTo } : reported
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
    says: (id: string, reported: Partial<ProviderPayment>) => {
      const before = payments.get(id) ?? {
        providerPaymentId: id,
        status: 'open' as const,
        amountMinor: 0,
        currency: 'GBP',
        saleReference: null,
        failure: null,
      }
      payments.set(id, { ...before, ...reported })
    },
  }
}

export type ScriptedProvider = ReturnType<typeof scriptedProvider>
