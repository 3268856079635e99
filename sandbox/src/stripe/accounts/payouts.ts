import type { Endpoint } from '../api.ts'
import { emit } from '../events.ts'
import { PAGING, pageOf } from '../lists.ts'
import type { Payout } from '../objects.ts'
import { names, text } from '../params.ts'
import { find, type StripeStore } from '../store.ts'
import type { Stores } from '../stores.ts'
import { record } from './balance.ts'
import { planPayout } from './payout-day.ts'

/**
 * Pays out the balance of a currency, net of fees. Null when it isn't positive, for example after refunds, which then wait
 * for the next payments. `early` includes what the vendor would hold for some days.
 */
export function payOut(store: StripeStore, currency: string, { early = false } = {}): Payout | null {
  const now = store.seconds()
  const included = store.transactions
    .values()
    .filter(
      (transaction) =>
        transaction.currency === currency &&
        !store.paidOut.get(transaction.id) &&
        (early || transaction.available_on <= now),
    )
  const amount = included.reduce((total, { net }) => total + net, 0)
  if (amount <= 0) return null
  const id = store.id('po')
  const transaction = record(store, 'payout', id, -amount, currency)
  for (const entry of [...included, transaction]) store.paidOut.put(entry.id, id)
  const payout = store.payouts.put(id, {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now,
    automatic: true,
    balance_transaction: transaction.id,
    created: now,
    currency,
    description: 'STRIPE PAYOUT',
    destination: 'ba_sandbox',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  })
  emit(store, 'payout.created', payout)
  emit(store, 'payout.paid', payout)
  return payout
}

export function startPayouts({ platform, of }: Stores): void {
  platform.kernel.timeline.on<{ account: string | null }>('stripe.payout', ({ account }) => {
    const store = of(account ?? undefined)
    store.planned.delete('payout')
    const unpaid = () => store.transactions.values().filter(({ id }) => !store.paidOut.get(id))
    for (const currency of new Set(unpaid().map((entry) => entry.currency))) payOut(store, currency)
    const [next] = unpaid()
      .map((entry) => entry.available_on)
      .sort((a, b) => a - b)
    if (next !== undefined) planPayout(store, Math.max(next, store.seconds()))
  })
}

export const payoutEndpoints = (store: StripeStore): Endpoint[] => [
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    accepts: {},
    run: (c) => find(store.transactions, 'balance transaction', c.id, 'id'),
  },
  {
    method: 'GET',
    path: '/v1/payouts',
    accepts: { ...PAGING, ...names('arrival_date destination status') },
    run: (c) => {
      const status = text(c.params, 'status')
      const found = store.payouts.newestFirst().filter((payout) => status === undefined || payout.status === status)
      return pageOf(found, c.params, c.path)
    },
  },
  { method: 'GET', path: '/v1/payouts/:id', accepts: {}, run: (c) => find(store.payouts, 'payout', c.id, 'id') },
]
