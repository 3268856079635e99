import { saleOf } from '@foyer/contract/sale.ts'
import type { Checkout, User } from '@foyer/contract/types.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import type { CheckoutState, CheckoutStore } from './store.ts'

type CheckoutContextValue = {
  store: CheckoutStore
  user: User | null
  /** the server's time when it rendered the page, so that the first render here shows the same seconds */
  renderedAt: number
}

const CheckoutContext = createContext<CheckoutContextValue | null>(null)

export const CheckoutProvider = ({ children, ...value }: CheckoutContextValue & { children: ReactNode }) => (
  <CheckoutContext value={value}>{children}</CheckoutContext>
)

function useCheckoutContext(): CheckoutContextValue {
  const value = useContext(CheckoutContext)
  if (!value) throw new Error('outside of the checkout page')
  return value
}

export const useStore = (): CheckoutStore => useCheckoutContext().store
export const useRenderedAt = (): number => useCheckoutContext().renderedAt
/** Who is signed in; null for a visitor. */
export const useBuyer = (): User | null => useCheckoutContext().user

export function useCheckoutState(): CheckoutState {
  const { store } = useCheckoutContext()
  return useSyncExternalStore(store.subscribe, store.now, store.onServer)
}

/** The sale in the form that the rules of `domain` take. Only for screens that are shown once there is a sale. */
export function useSale(): Sale {
  const checkout = useCheckout()
  return useMemo(() => saleOf(checkout), [checkout])
}

/** The checkout object. Only for screens that are shown once there is one. */
export function useCheckout(): Checkout {
  const { checkout } = useCheckoutState()
  if (!checkout) throw new Error('no checkout yet')
  return checkout
}
