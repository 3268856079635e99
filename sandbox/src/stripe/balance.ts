import type { BalanceTransaction } from './objects.ts'
import type { StripeStore } from './store.ts'

/** The vendor's fee on a charge: 1.5 % and 20 minor units, rounded. */
const feeOf = (amount: number) => Math.round(amount * 0.015) + 20

export function record(
  store: StripeStore,
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment',
  source: string,
  amount: number,
  currency: string,
): BalanceTransaction {
  const fee = type === 'charge' ? feeOf(amount) : 0
  const id = store.id('txn')
  return store.transactions.put(id, {
    id,
    object: 'balance_transaction',
    amount,
    available_on: store.seconds() + 7 * 86_400,
    balance_type: 'payments',
    created: store.seconds(),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }]
      : [],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'pending',
    type,
  })
}
