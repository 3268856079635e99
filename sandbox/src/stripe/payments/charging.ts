import { delayMs } from '../../kernel/switches.ts'
import { takeFee } from '../accounts/accounts.ts'
import { record } from '../accounts/balance.ts'
import { StripeError } from '../errors.ts'
import { type Cause, emit, NO_CAUSE } from '../events.ts'
import { asLastError, type Charge, type PaymentIntent, type PaymentMethod } from '../objects.ts'
import { type StripeStore, update } from '../store.ts'
import type { Stores } from '../stores.ts'
import { bankAnswerFor, type CardAnswer, DECLINES, type Decline } from './cards.ts'
import { openDispute } from './disputes.ts'
import { cardUseOf, saveForCustomer, testCardOf } from './methods.ts'

export interface Confirmation {
  method: PaymentMethod
  offSession: boolean
  /** The buyer has just passed the bank's challenge for this payment. */
  authenticated: boolean
  errorOnRequiresAction: boolean
  returnUrl: string | null
  cause: Cause
}

/** Sends the payment to the bank and moves the intent to the next state. Throws a decline as a 402. */
export function charge(store: StripeStore, before: PaymentIntent, confirmation: Confirmation): PaymentIntent {
  const intent = update(store.intents, before, {
    payment_method: confirmation.method.id,
    last_payment_error: null,
    next_action: null,
  })
  const answer = bankAnswer(store, intent, confirmation)
  if (answer.kind === 'declined') throw decline(store, intent, confirmation, answer.decline)
  if (answer.kind === 'ok') return settleOrWait(store, intent, confirmation)
  if (confirmation.errorOnRequiresAction) throw decline(store, intent, confirmation, DECLINES.authentication_required!)
  return requireAction(store, intent, confirmation)
}

function bankAnswer(store: StripeStore, intent: PaymentIntent, confirmation: Confirmation): CardAnswer {
  const forced = store.kernel.switches.take('stripe', 'decline')
  if (forced !== undefined) return { kind: 'declined', decline: DECLINES[forced] ?? DECLINES.generic_decline! }
  return bankAnswerFor(testCardOf(store, confirmation.method), {
    offSession: confirmation.offSession,
    setUp: cardUseOf(store, confirmation.method).setUp && confirmation.method.customer === intent.customer,
    authenticated: confirmation.authenticated,
    savingOnly: false,
  })
}

function requireAction(store: StripeStore, intent: PaymentIntent, confirmation: Confirmation): PaymentIntent {
  const id = store.id('tdsrc')
  store.authentications.put(id, {
    id,
    intent: intent.id,
    paymentMethod: confirmation.method.id,
    returnUrl: confirmation.returnUrl,
    open: true,
  })
  const waiting = update(store.intents, intent, {
    status: 'requires_action',
    next_action: nextAction(store, id, confirmation.returnUrl),
  })
  emit(store, 'payment_intent.requires_action', waiting, confirmation.cause)
  return waiting
}

/** Where the bank's challenge is shown. Without a return address, only the vendor's own script can show it. */
export function nextAction(store: StripeStore, authentication: string, returnUrl: string | null) {
  const url = `${store.kernel.publicUrl()}/stripe/3ds/${authentication}`
  return returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
}

/** Sets the intent back to needing a card, with the reason, and returns the same as a card error. */
export function decline(
  store: StripeStore,
  intent: PaymentIntent,
  confirmation: Confirmation,
  reason: Decline,
): StripeError {
  const failed = store.charges.put(...entryOf(newCharge(store, intent, confirmation.method, { decline: reason })))
  const after = update(store.intents, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: failed.id,
    last_payment_error: asLastError(reason, { charge: failed.id, payment_method: confirmation.method }),
  })
  emit(store, 'charge.failed', failed, confirmation.cause)
  emit(store, 'payment_intent.payment_failed', after, confirmation.cause)
  return new StripeError(402, {
    type: 'card_error',
    ...reason,
    charge: failed.id,
    payment_intent: after,
    payment_method: confirmation.method,
  })
}

function settleOrWait(store: StripeStore, intent: PaymentIntent, confirmation: Confirmation): PaymentIntent {
  const late = store.kernel.switches.take('stripe', 'settle_late')
  if (late === undefined) return settle(store, intent, confirmation)
  const processing = update(store.intents, intent, { status: 'processing' })
  store.kernel.timeline.schedule(store.kernel.now() + delayMs('settle_late', late), 'stripe.settle', {
    intent: intent.id,
    account: store.account,
    authenticated: confirmation.authenticated,
  })
  emit(store, 'payment_intent.processing', processing, confirmation.cause)
  return processing
}

type Settled = Pick<Confirmation, 'method' | 'authenticated' | 'cause'>

function settle(store: StripeStore, intent: PaymentIntent, { method, authenticated, cause }: Settled): PaymentIntent {
  const manual = intent.capture_method === 'manual'
  const paid = store.charges.put(...entryOf(newCharge(store, intent, method, { authenticated })))
  const after = update(store.intents, intent, {
    status: manual ? 'requires_capture' : 'succeeded',
    amount_received: manual ? 0 : intent.amount,
    amount_capturable: manual ? intent.amount : 0,
    latest_charge: paid.id,
    last_payment_error: null,
    next_action: null,
  })
  keepForLater(store, after, method, cause)
  emit(store, 'charge.succeeded', paid, cause)
  emit(store, manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', after, cause)
  const dispute = testCardOf(store, method).dispute
  if (dispute && !manual) openDispute(store, paid, dispute)
  return after
}

function keepForLater(store: StripeStore, intent: PaymentIntent, method: PaymentMethod, cause: Cause): void {
  const cardUse = cardUseOf(store, method)
  if (intent.setup_future_usage && intent.customer) {
    saveForCustomer(store, method, intent.customer, cause)
    if (intent.setup_future_usage === 'off_session') update(store.cards, cardUse, { setUp: true })
  } else if (!method.customer) update(store.cards, cardUse, { spent: true })
}

/** Captures an amount authorised with `capture_method=manual`. */
export function capture(store: StripeStore, intent: PaymentIntent, amount: number, cause: Cause): PaymentIntent {
  const authorised = store.charges.get(intent.latest_charge!)!
  const transaction = record(store, 'charge', authorised.id, amount, intent.currency)
  const captured = update(store.charges, authorised, {
    captured: true,
    amount_captured: amount,
    balance_transaction: transaction.id,
  })
  const after = update(store.intents, intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 })
  emit(store, 'charge.captured', captured, cause)
  emit(store, 'payment_intent.succeeded', after, cause)
  return after
}

export function startCharging({ platform, of }: Stores): void {
  platform.kernel.timeline.on<{ intent: string; account?: string | null; authenticated?: boolean }>(
    'stripe.settle',
    ({ intent: id, account, authenticated = false }) => {
      const store = of(account ?? undefined)
      const intent = store.intents.get(id)
      const method = intent?.payment_method ? store.methods.get(intent.payment_method) : undefined
      if (intent?.status === 'processing' && method) settle(store, intent, { method, authenticated, cause: NO_CAUSE })
    },
  )
}

const entryOf = (object: Charge): [string, Charge] => [object.id, object]

/** What a charge says about a challenge that the buyer passed. */
const PASSED = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: '5f2d5a60-4b0a-4f31-9b3e-0d2a6c1f0a11',
  version: '2.2.0',
}

/** A card held against a reader. Its details have a different name from those of a typed card. */
const presentedAtReader = ({ card }: PaymentMethod) => ({
  type: 'card_present',
  card_present: { ...card, network: card.brand, read_method: 'contactless_emv', emv_auth_data: null },
})

function newCharge(
  store: StripeStore,
  intent: PaymentIntent,
  method: PaymentMethod,
  { decline, authenticated = false }: { decline?: Decline; authenticated?: boolean },
): Charge {
  const id = store.id('ch')
  const captured = !decline && intent.capture_method !== 'manual'
  const fee = intent.application_fee_amount
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: captured && fee !== null ? takeFee(store, { id, currency: intent.currency }, fee) : null,
    application_fee_amount: fee,
    balance_transaction: captured ? record(store, 'charge', id, intent.amount, intent.currency).id : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured,
    created: store.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline
      ? {
          advice_code: decline.decline_code === 'insufficient_funds' ? 'try_again_later' : 'do_not_try_again',
          network_advice_code: null,
          network_decline_code: '05',
          network_status: 'declined_by_network',
          reason: decline.decline_code ?? decline.code,
          risk_level: 'normal',
          risk_score: 12,
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        }
      : {
          advice_code: null,
          network_advice_code: null,
          network_decline_code: null,
          network_status: 'approved_by_network',
          reason: null,
          risk_level: 'normal',
          risk_score: 12,
          seller_message: 'Payment complete.',
          type: 'authorized',
        },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: intent.payment_method_types.includes('card_present')
      ? presentedAtReader(method)
      : {
          type: 'card',
          card: {
            ...method.card,
            amount_authorized: decline ? null : intent.amount,
            authorization_code: decline ? null : '123456',
            checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
            extended_authorization: { status: 'disabled' },
            incremental_authorization: { status: 'unavailable' },
            installments: null,
            mandate: null,
            multicapture: { status: 'unavailable' },
            network: method.card.brand,
            network_token: { used: false },
            network_transaction_id: null,
            overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
            three_d_secure: authenticated ? PASSED : null,
            transaction_link_id: null,
          },
        },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}
