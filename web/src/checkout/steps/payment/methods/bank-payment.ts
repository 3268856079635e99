import { useEffect, useRef } from 'react'
import { useCheckout, useStore } from '../../../state/context.tsx'
import type { Payment } from '../payment-state.ts'

/**
 * Has the bank transfer prepared as soon as the step opens and it is possible; where that fails the method goes,
 * without a word. In an express checkout nobody is known yet who could transfer anything: there pressing
 * pay does both.
 */
export function useBankPayment(possible: boolean, { remove }: Pick<Payment, 'remove'>) {
  const store = useStore()
  const { express, account } = useCheckout()
  const asked = useRef(false)
  const ask = possible && !(express && account === null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit
  useEffect(() => {
    if (!ask || asked.current) return
    asked.current = true
    void store.call('create_truelayer_payment').then((answer) => {
      if (!answer.ok) remove()
    })
  }, [ask])
}
