import { checkout as t } from '@foyer/contract/messages.ts'
import {
  afterBankError,
  bankWait,
  isCancelledReturn,
  pollDelay,
  showsAdditionalMessage,
} from '@foyer/domain/payment/bank-wait.ts'
import { useEffect, useState } from 'react'
import { recordSale } from '../../analytics/analytics.ts'
import { useCheckout, useStore } from '../../state/context.tsx'

export type BankPayment =
  /** `approved`: the bank has approved the payment, and the money is on its way */
  | { kind: 'processing'; retries: number; approved: boolean }
  | { kind: 'completed'; reference: string; total: number }
  | { kind: 'error'; text: string; additional: boolean }

/** Polls the buyer's bank transfer until it has an outcome; after giving up only while the page is visible. */
export function useBankPayment(): { payment: BankPayment; follow: () => void } {
  const store = useStore()
  const { truelayer_returned_from } = useCheckout()
  const [payment, setPayment] = useState<BankPayment>(() =>
    isCancelledReturn(truelayer_returned_from)
      ? { kind: 'error', text: t['error.bankPaymentCancelled'], additional: false }
      : { kind: 'processing', retries: 0, approved: false },
  )
  const isProcessing = payment.kind === 'processing'
  const isOpen = payment.kind !== 'error'

  // Nothing is reloaded until the payment has ended and the buyer has seen how: a reload could skip its outcome.
  useEffect(() => {
    store.setPaying(isOpen)
    return () => store.setPaying(false)
  }, [store, isOpen])

  useEffect(() => {
    if (!isProcessing) return
    let unmounted = false
    let polling = false
    let retries = 0
    let reported = false
    let timer = setTimeout(poll, pollDelay(0))

    async function poll() {
      if (polling) return
      clearTimeout(timer)
      polling = true
      const answer = await store.call('get_truelayer_status')
      polling = false
      if (unmounted) return
      // Signed out, or another basket, in another tab: further polls would be refused too, so the sale itself is reloaded.
      if (!answer.ok && answer.code === 'wrong_step' && !reported) {
        reported = true
        store.setPaying(false)
        await store.handleStaleState(answer)
        if (unmounted) return
        store.setPaying(true)
        return pollAgain()
      }
      if (!answer.ok) {
        // Reported once, and counted like a response without an outcome.
        if (!reported) store.notify.error(t['error.getTruelayerStatus'])
        reported = true
        return pollAgain()
      }
      store.notify.withdraw?.(t['error.getTruelayerStatus'])
      const { truelayer_status: status } = answer.reply
      if (status.payment_completed) {
        store.setPaymentComplete()
        const { checkout } = store.now()
        if (checkout) recordSale(checkout)
        setPayment({ kind: 'completed', reference: status.reference, total: status.total })
      } else if (status.truelayer_status_error === null) pollAgain(status.status === 'approved')
      else if (afterBankError(status.checkout_expires_in) === 'basket') {
        store.setPaying(false)
        store.setReservingError(t['error.bankPaymentExpired'])
        await store.backToBasket()
      } else
        setPayment({
          kind: 'error',
          text: status.truelayer_status_error,
          additional: showsAdditionalMessage(status.status),
        })
    }
    function pollAgain(approved = false) {
      retries += 1
      setPayment({ kind: 'processing', retries, approved })
      const isSlow = bankWait(retries).giveUp
      timer = setTimeout(() => (isSlow && document.hidden ? undefined : poll()), pollDelay(retries))
    }
    // Phones sleep, and banks have their own apps: check as soon as the buyer returns.
    const onPageShow = () => {
      if (document.visibilityState === 'visible') void poll()
    }
    document.addEventListener('visibilitychange', onPageShow)
    return () => {
      unmounted = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onPageShow)
    }
  }, [store, isProcessing])

  return { payment, follow: () => setPayment({ kind: 'processing', retries: 0, approved: true }) }
}
