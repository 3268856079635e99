import { useEffect } from 'react'
import { useCheckout, useStore } from '../../../state/context.tsx'

const LOOK_EVERY_MS = 5000

/**
 * A buyer who left their bank for another way to pay may approve the payment there after all. The page looks until that
 * payment has an end, and follows the sale to where it then is.
 */
export function useLeftBankPayment(): void {
  const store = useStore()
  const { bank_payment_open } = useCheckout()
  useEffect(() => {
    if (!bank_payment_open) return
    const timer = setInterval(() => void store.reload({ quiet: true, tell: true }), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [store, bank_payment_open])
}
