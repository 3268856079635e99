import type { Kernel } from '../kernel/context.ts'
import { invalidAccount } from './errors.ts'
import { type StripeStore, stripeStore } from './store.ts'

/** A connected account. Objects of one account don't exist in another. */
export interface ConnectedAccount {
  id: string
  object: 'account'
  charges_enabled: boolean
  business_profile: { name: string }
}

/** The stores of the platform and of each connected account. */
export interface Stores {
  platform: StripeStore
  /** Throws for an account that is not connected. */
  of(account: string | undefined): StripeStore
  all(): StripeStore[]
  add(account: { id: string; name?: string; chargesEnabled?: boolean }): ConnectedAccount
  accounts(): ConnectedAccount[]
}

export function openStores(kernel: Kernel): Stores {
  const accounts = kernel.journal.collection<ConnectedAccount>('stripe.accounts')
  const platform = stripeStore(kernel)
  const opened = new Map<string, StripeStore>()
  const of = (account: string | undefined): StripeStore => {
    if (account === undefined) return platform
    if (!accounts.get(account)) throw invalidAccount(account)
    const store = opened.get(account) ?? stripeStore(kernel, account)
    opened.set(account, store)
    return store
  }
  return {
    platform,
    of,
    all: () => [platform, ...accounts.values().map(({ id }) => of(id))],
    add: ({ id, name = 'Connected account', chargesEnabled = true }) =>
      accounts.put(id, { id, object: 'account', charges_enabled: chargesEnabled, business_profile: { name } }),
    accounts: () => accounts.values(),
  }
}
