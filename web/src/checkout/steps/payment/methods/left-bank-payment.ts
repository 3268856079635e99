import { useEffect } from 'react'
import { useCheckout, useStore } from '../../../state/context.tsx'

const POLL_MS = 5000

/**
 * A buyer who chose another method may still approve the payment at the bank. The page polls until that payment has an
 * outcome, then shows the current step of the sale.
 */
export function useLeftBankPayment(): void {
  const store = useStore()
  const { bank_payment_open } = useCheckout()
  useEffect(() => {
    if (!bank_payment_open) return
    const timer = setInterval(() => void store.reload({ quiet: true, explain: true }), POLL_MS)
    return () => clearInterval(timer)
  }, [store, bank_payment_open])
}
