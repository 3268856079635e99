import { money } from '../../kernel/html.ts'
import { refundFee } from '../accounts/accounts.ts'
import { record } from '../accounts/balance.ts'
import { invalidInteger, invalidParameter, missingParameter, refused } from '../errors.ts'
import { type Cause, emit, NO_CAUSE } from '../events.ts'
import type { Charge, Refund } from '../objects.ts'
import { flag, integer, metadata, oneOf, type Params, text } from '../params.ts'
import { find, type StripeStore, update } from '../store.ts'
import type { Stores } from '../stores.ts'
import { testCardOf } from './methods.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const
const BANK_DELAY_MS = 5_000

export function createRefund(store: StripeStore, params: Params, cause: Cause): Refund {
  const charge = chargeToRefund(store, params)
  const reason = oneOf(params, 'reason', REASONS) ?? null
  const remaining = charge.amount_captured - charge.amount_refunded
  if (charge.refunded || remaining === 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const dispute = store.disputes.values().find((d) => d.charge === charge.id && d.status !== 'won')
  if (dispute)
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  const amount = integer(params, 'amount') ?? remaining
  if (amount < 1) throw invalidInteger('amount', String(amount))
  if (amount > remaining)
    throw refused(
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(remaining, charge.currency)})`,
      { param: 'amount' },
    )

  const behaviour = behaviourOf(store, charge)
  const id = store.id('re')
  const refund = store.refunds.put(id, {
    id,
    object: 'refund',
    amount,
    balance_transaction: record(store, 'refund', id, -amount, charge.currency).id,
    charge: charge.id,
    created: store.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: metadata(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behaviour === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  })
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  const after = update(store.charges, charge, {
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === remaining,
  })
  if (flag(params, 'refund_application_fee')) refundFee(store, after)
  emit(store, 'refund.created', refund, cause)
  emit(store, 'charge.refunded', after, cause, before)
  if (behaviour !== 'plain')
    store.kernel.timeline.schedule(store.kernel.now() + BANK_DELAY_MS, 'stripe.refund', {
      refund: id,
      behaviour,
      account: store.account,
    })
  return refund
}

function chargeToRefund(store: StripeStore, params: Params): Charge {
  const chargeId = text(params, 'charge')
  if (chargeId) return find(store.charges, 'charge', chargeId, 'charge')
  const intentId = text(params, 'payment_intent')
  if (!intentId) throw missingParameter('payment_intent')
  const intent = find(store.intents, 'payment_intent', intentId, 'payment_intent')
  const charge = intent.latest_charge ? store.charges.get(intent.latest_charge) : undefined
  if (!charge?.paid || !charge.captured)
    throw invalidParameter(
      'payment_intent',
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    )
  return charge
}

function behaviourOf(store: StripeStore, charge: Charge): 'plain' | 'pending' | 'fails' {
  if (store.kernel.switches.take('stripe', 'refund_fail') !== undefined) return 'fails'
  const method = charge.payment_method ? store.methods.get(charge.payment_method) : undefined
  return (method && testCardOf(store, method).refund) ?? 'plain'
}

export function startRefunds({ platform, of }: Stores): void {
  platform.kernel.timeline.on<{ refund: string; behaviour: 'pending' | 'fails'; account?: string | null }>(
    'stripe.refund',
    ({ refund: id, behaviour, account }) => {
      const store = of(account ?? undefined)
      const refund = store.refunds.get(id)
      if (!refund) return
      if (behaviour === 'pending')
        return emitAll(store, update(store.refunds, refund, { status: 'succeeded' }), [
          'refund.updated',
          'charge.refund.updated',
        ])
      fail(store, refund)
    },
  )
}

/** The bank returns a refund: the shop has the money again, and has to refund in another way. */
function fail(store: StripeStore, refund: Refund): void {
  const failed = update(store.refunds, refund, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: record(store, 'refund_failure', refund.id, refund.amount, refund.currency).id,
  })
  const charge = store.charges.get(refund.charge)
  if (charge)
    update(store.charges, charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  emitAll(store, failed, ['refund.updated', 'refund.failed', 'charge.refund.updated'])
}

const emitAll = (store: StripeStore, refund: Refund, types: string[]): void => {
  for (const type of types) emit(store, type, refund, NO_CAUSE)
}
