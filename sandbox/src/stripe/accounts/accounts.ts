import type { Endpoint } from '../api.ts'
import { invalidAccount, invalidParameter } from '../errors.ts'
import { emit, NO_CAUSE } from '../events.ts'
import { PAGING, pageOf } from '../lists.ts'
import type { ApplicationFee, Charge } from '../objects.ts'
import { integer, names, type Params } from '../params.ts'
import { find, type StripeStore, stripeStore, update } from '../store.ts'
import type { Stores } from '../stores.ts'

/** The application fee of a direct charge. Only charges of connected accounts can have one. */
export function applicationFeeOf(store: StripeStore, params: Params, amount: number): number | null {
  const fee = integer(params, 'application_fee_amount')
  if (fee === undefined) return null
  if (store.account === null)
    throw invalidParameter(
      'application_fee_amount',
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
    )
  if (fee < 1 || fee > amount)
    throw invalidParameter('application_fee_amount', 'The application fee cannot be larger than the amount.')
  return fee
}

/** Transfers the application fee of a charge to the platform. Returns the fee's id. */
export function takeFee(store: StripeStore, charge: Pick<Charge, 'id' | 'currency'>, amount: number): string {
  const id = store.id('fee')
  const fee = store.fees.put(id, {
    id,
    object: 'application_fee',
    account: store.account!,
    amount,
    amount_refunded: 0,
    charge: charge.id,
    created: store.seconds(),
    currency: charge.currency,
    livemode: false,
    refunded: false,
  })
  emit(stripeStore(store.kernel), 'application_fee.created', fee, NO_CAUSE)
  return id
}

/** Refunds the application fee to the account in proportion to the refunded part of the charge. */
export function refundFee(store: StripeStore, charge: Charge): void {
  const fee = store.fees.values().find((each) => each.charge === charge.id)
  if (!fee) return
  const amount_refunded = Math.round((fee.amount * charge.amount_refunded) / charge.amount)
  update<ApplicationFee>(store.fees, fee, { amount_refunded, refunded: amount_refunded === fee.amount })
}

/** The endpoints for accounts and application fees. */
export const accountEndpoints = (store: StripeStore, stores: Stores): Endpoint[] => [
  {
    method: 'GET',
    path: '/v1/accounts/:id',
    accepts: {},
    run: (c) => {
      const found = stores.accounts().find(({ id }) => id === c.id)
      if (!found || (store.account !== null && store.account !== c.id)) throw invalidAccount(c.id)
      return found
    },
  },
  {
    method: 'GET',
    path: '/v1/application_fees',
    accepts: { ...PAGING, ...names('charge') },
    run: (c) => pageOf(store.account === null ? store.fees.newestFirst() : [], c.params, c.path),
  },
  {
    method: 'GET',
    path: '/v1/application_fees/:id',
    accepts: {},
    run: (c) => find(store.fees, 'application fee', c.id, 'id'),
  },
]
