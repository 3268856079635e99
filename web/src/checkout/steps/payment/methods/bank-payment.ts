import { useEffect, useRef } from 'react'
import { useCheckout, useStore } from '../../../state/context.tsx'
import type { Payment } from '../payment-state.ts'

/**
 * Prepares the bank transfer as soon as the step opens, where possible. If that fails, the method is removed without a
 * message. In an express checkout the buyer is not known yet, so pressing Pay prepares it.
 */
export function useBankPayment(possible: boolean, { remove }: Pick<Payment, 'remove'>) {
  const store = useStore()
  const { express, account } = useCheckout()
  const requested = useRef(false)
  const mayRequest = possible && !(express && account === null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    if (!mayRequest || requested.current) return
    requested.current = true
    void store.call('create_truelayer_payment').then((answer) => {
      if (!answer.ok) remove()
    })
  }, [mayRequest])
}
