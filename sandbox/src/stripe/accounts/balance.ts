import type { BalanceTransaction } from '../objects.ts'
import type { StripeStore } from '../store.ts'
import { planPayout } from './payout-day.ts'

/** The vendor's fee on a charge: 1.5 % and 20 minor units, rounded. */
const feeOf = (amount: number) => Math.round(amount * 0.015) + 20

/** How long money is in the balance before it is paid out. */
const PAYOUT_DELAY_SECONDS = 7 * 86_400

export function record(
  store: StripeStore,
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'payout',
  source: string,
  amount: number,
  currency: string,
): BalanceTransaction {
  const fee = type === 'charge' ? feeOf(amount) : 0
  const id = store.id('txn')
  const availableOn = store.seconds() + (type === 'payout' ? 0 : PAYOUT_DELAY_SECONDS)
  if (type !== 'payout') planPayout(store, availableOn)
  return store.transactions.put(id, {
    id,
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
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
