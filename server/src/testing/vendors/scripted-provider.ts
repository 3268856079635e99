import type {
  ListedRefund,
  PaymentProvider,
  ProviderName,
  ProviderPayment,
  ProviderRefund,
} from '../../payment/provider/provider.ts'
import { ProviderDown } from '../../payment/provider/provider.ts'

/** A payment provider that returns what the test sets. */
export function scriptedProvider(name: ProviderName) {
  const payments = new Map<string, ProviderPayment>()
  const refunds = new Map<string, ListedRefund & { payment: string }>()
  /** Responses saved under an idempotency key, errors included. */
  const saved = new Map<string, { amountMinor: number; refund: string | null; fault: boolean }>()
  let made = 0
  const script = {
    down: false,
    /** Performs the call, but its response never arrives. */
    answerLost: false,
    /** Performs the call, then responds 500, and does so again under the same key. */
    faultAfter: false,
    /** Answers 400 to a refund of more than is left, and saves that, instead of making a refund that fails. */
    refusesExcess: false,
    refundStatus: 'succeeded' as ProviderRefund['status'],
    /** The result of a cancel: some payments were paid just before. */
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
  /** A refund made by hand leaves less for ours, as at a real vendor. */
  const isTooMuch = (payment: string, amountMinor: number) => {
    const existing = [...refunds.values()].filter((refund) => refund.payment === payment && refund.status !== 'failed')
    const left = existing.reduce((rest, refund) => rest - refund.amountMinor, payments.get(payment)?.amountMinor ?? 0)
    return amountMinor > left && existing.some((refund) => refund.reference === null)
  }
  const makeRefund = (payment: string, amountMinor: number, reference: string | null) => {
    const providerRefundId = `${payment}-refund-${++made}`
    const status = isTooMuch(payment, amountMinor) ? 'failed' : script.refundStatus
    const refund = { providerRefundId, status, failureText: null, amountMinor, payment, reference }
    refunds.set(providerRefundId, refund)
    return refund
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
    refund: ({ providerPaymentId, amountMinor, idempotencyKey, reference }) =>
      answering(() => {
        const before = saved.get(idempotencyKey)
        if (before?.fault) throw new ProviderDown(name, new Error('HTTP 500'), { answered: true })
        if (before && before.amountMinor !== amountMinor)
          throw new ProviderDown(name, new Error('the key was used with other parameters'))
        if (before?.refund) return refunds.get(before.refund)!
        if (before || (script.refusesExcess && isTooMuch(providerPaymentId, amountMinor))) {
          saved.set(idempotencyKey, { amountMinor, refund: null, fault: false })
          throw new ProviderDown(name, new Error('HTTP 400, more than is left'))
        }
        const refund = makeRefund(providerPaymentId, amountMinor, reference)
        saved.set(idempotencyKey, { amountMinor, refund: refund.providerRefundId, fault: script.faultAfter })
        if (script.faultAfter) throw new ProviderDown(name, new Error('HTTP 500'), { answered: true })
        return refund
      }),
    listRefunds: (id) => answering(() => [...refunds.values()].filter(({ payment }) => payment === id)),
    readRefund: (id) => answering(() => refunds.get(id)!),
  }
  return {
    provider,
    script,
    payments,
    refunds,
    /** A day later: vendors have deleted their idempotency keys. */
    forgetKeys: () => saved.clear(),
    /** A refund made in the vendor's own dashboard. */
    refundByHand: (payment: string, amountMinor: number) => makeRefund(payment, amountMinor, null),
    /** Sets what the vendor reports of a payment from now on. */
    report: (id: string, reported: Partial<ProviderPayment>) => {
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
