import { applicationFeeOf } from '../accounts/accounts.ts'
import { invalidParameter, refused, unexpectedState } from '../errors.ts'
import { type Cause, emit } from '../events.ts'
import { amountOf, currencyOf } from '../money.ts'
import { asLastError, type PaymentIntent, type PaymentMethod } from '../objects.ts'
import { type Accepts, flag, integer, list, metadata, names, object, oneOf, type Params, text } from '../params.ts'
import { type Authentication, find, type StripeStore, update } from '../store.ts'
import type { Decline } from './cards.ts'
import { type Confirmation, capture, charge } from './charging.ts'
import { createMethod, findMethod, METHOD_DATA, refuseSpent } from './methods.ts'

const SHIPPING: Accepts = {
  ...names('name phone carrier tracking_number'),
  address: names('city country line1 line2 postal_code state'),
}
const AUTOMATIC: Accepts = { automatic_payment_methods: names('enabled allow_redirects') }

const COMMON = names(
  'allowed_payment_method_types amount_details application_fee_amount capture_method customer customer_account description excluded_payment_method_types hooks metadata payment_details payment_method payment_method_configuration payment_method_options receipt_email setup_future_usage statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
)
const CONFIRMING = names(
  'confirmation_token error_on_requires_action mandate mandate_data off_session radar_options return_url use_stripe_sdk',
)
const METHOD: Accepts = { payment_method_data: METHOD_DATA, shipping: SHIPPING }

/** Parameters by call, as of API version 2026-09-30. */
export const INTENT_ACCEPTS = {
  create: {
    ...COMMON,
    ...CONFIRMING,
    ...METHOD,
    ...AUTOMATIC,
    ...names('amount currency confirm confirmation_method on_behalf_of'),
  },
  update: { ...COMMON, ...METHOD, ...names('amount currency') },
  confirm: {
    ...names(
      'allowed_payment_method_types amount_details amount_to_confirm capture_method excluded_payment_method_types hooks payment_details payment_method payment_method_options receipt_email setup_future_usage',
    ),
    ...CONFIRMING,
    ...METHOD,
  },
  /** Further parameters that Stripe.js sends. */
  browser: names('key client_secret expected_payment_method_type client_attribution_metadata'),
  capture: names(
    'amount_details amount_to_capture application_fee_amount final_capture hooks metadata payment_details statement_descriptor statement_descriptor_suffix transfer_data',
  ),
  cancel: names('cancellation_reason'),
} satisfies Record<string, Accepts>

const UNPAID = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const
const isUnpaid = (intent: PaymentIntent) => (UNPAID as readonly string[]).includes(intent.status)

export function createIntent(store: StripeStore, params: Params, cause: Cause): PaymentIntent {
  const currency = currencyOf(params)
  const amount = amountOf(params, currency)
  const confirm = flag(params, 'confirm') ?? false
  if (!confirm)
    for (const name of ['off_session', 'return_url', 'mandate_data', 'error_on_requires_action'])
      if (name in params)
        throw invalidParameter(
          name,
          `The parameter \`${name}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
        )
  if (text(params, 'statement_descriptor'))
    throw invalidParameter(
      'statement_descriptor',
      'The parameter `statement_descriptor` cannot be passed for card PaymentIntents. Please use `statement_descriptor_suffix` instead.',
    )
  const automatic = object(params, 'automatic_payment_methods')
  const types = list(params, 'allowed_payment_method_types')
  if (automatic && types)
    throw invalidParameter(
      'allowed_payment_method_types',
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
    )
  refuseOtherTypes(types)
  const customer = customerOf(store, params)
  const id = store.id('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: types ?? null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: applicationFeeOf(store, params, amount),
    automatic_payment_methods: types
      ? null
      : { enabled: true, allow_redirects: (automatic && text(automatic, 'allow_redirects')) ?? 'always' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: oneOf(params, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic',
    client_secret: `${id}_secret_${store.kernel.randomId(25)}`,
    confirmation_method: oneOf(params, 'confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    created: store.seconds(),
    currency,
    customer,
    customer_account: null,
    description: text(params, 'description') ?? null,
    excluded_payment_method_types: list(params, 'excluded_payment_method_types') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: metadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: text(params, 'receipt_email') || null,
    review: null,
    setup_future_usage: oneOf(params, 'setup_future_usage', ['off_session', 'on_session']) ?? null,
    shipping: object(params, 'shipping') ?? null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: text(params, 'statement_descriptor_suffix') ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: text(params, 'transfer_group') ?? null,
  }
  const method = givenMethod(store, params, false)
  if (method) refuseUnusable(store, method, customer)
  if (confirm) refuseNoReturnUrl(intent, params, false)
  if (confirm && !method) throw noMethod()
  const created = store.intents.put(
    id,
    method ? { ...intent, payment_method: method.id, status: 'requires_confirmation' } : intent,
  )
  emit(store, 'payment_intent.created', created, cause)
  return confirm ? charge(store, created, confirmation(params, method!, cause)) : created
}

/** The vendor sends no event for an update. */
export function updateIntent(store: StripeStore, id: string, params: Params): PaymentIntent {
  const intent = find(store.intents, 'payment_intent', id)
  const fixed = Object.keys(params).find((name) => name !== 'metadata' && name !== 'description' && name !== 'expand')
  if (fixed && !isUnpaid(intent)) throw cannotUpdate(intent, fixed)
  const currency = 'currency' in params ? currencyOf(params) : intent.currency
  const amount = 'amount' in params ? amountOf(params, currency) : intent.amount
  refuseOtherTypes(list(params, 'allowed_payment_method_types'))
  const customer = customerOf(store, params) ?? intent.customer
  const method = givenMethod(store, params, false)
  if (method) refuseUnusable(store, method, customer)
  // An open challenge confirms the old amount, so the payment has to be confirmed again.
  const invalidated =
    intent.status === 'requires_action' && (amount !== intent.amount || currency !== intent.currency || method)
  if (invalidated) closeChallenges(store, intent.id)
  return update(store.intents, intent, {
    amount,
    currency,
    customer,
    metadata: metadata(params, intent.metadata),
    description: 'description' in params ? text(params, 'description') || null : intent.description,
    receipt_email: 'receipt_email' in params ? text(params, 'receipt_email') || null : intent.receipt_email,
    setup_future_usage:
      'setup_future_usage' in params
        ? (oneOf(params, 'setup_future_usage', ['off_session', 'on_session']) ?? null)
        : intent.setup_future_usage,
    shipping: 'shipping' in params ? (object(params, 'shipping') ?? null) : intent.shipping,
    statement_descriptor_suffix: text(params, 'statement_descriptor_suffix') ?? intent.statement_descriptor_suffix,
    ...(method ? { payment_method: method.id } : {}),
    ...(invalidated ? { next_action: null } : {}),
    ...(invalidated || (method && intent.status === 'requires_payment_method')
      ? { status: 'requires_confirmation' }
      : {}),
    ...(method ? { last_payment_error: null } : {}),
  } as Partial<PaymentIntent>)
}

export function confirmIntent(
  store: StripeStore,
  id: string,
  params: Params,
  cause: Cause,
  publishable: boolean,
): PaymentIntent {
  const intent = find(store.intents, 'payment_intent', id)
  if (intent.status === 'succeeded' || intent.status === 'requires_capture')
    throw unexpectedState({
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      payment_intent: intent,
    })
  if (!isUnpaid(intent))
    throw unexpectedState({
      message: `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${UNPAID.join(', ')}.`,
      payment_intent: intent,
    })
  const expected = integer(params, 'amount_to_confirm')
  if (expected !== undefined && expected !== intent.amount)
    throw invalidParameter(
      'amount_to_confirm',
      'The amount to confirm does not match the amount of the PaymentIntent.',
      'intent_invalid_state',
    )
  refuseNoReturnUrl(intent, params, publishable)
  const method =
    givenMethod(store, params, publishable) ??
    (intent.payment_method ? store.methods.get(intent.payment_method) : undefined)
  if (!method) throw noMethod(intent)
  refuseUnusable(store, method, intent.customer)
  closeChallenges(store, intent.id)
  const saving = oneOf(params, 'setup_future_usage', ['off_session', 'on_session'])
  const ready = update(store.intents, intent, {
    payment_method: method.id,
    ...(saving ? { setup_future_usage: saving } : {}),
    ...('shipping' in params ? { shipping: object(params, 'shipping') ?? null } : {}),
    ...('receipt_email' in params ? { receipt_email: text(params, 'receipt_email') || null } : {}),
  })
  return charge(store, ready, confirmation(params, method, cause))
}

export function cancelIntent(store: StripeStore, id: string, params: Params, cause: Cause): PaymentIntent {
  const intent = find(store.intents, 'payment_intent', id)
  const reason =
    oneOf(params, 'cancellation_reason', ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']) ?? null
  if (!isUnpaid(intent) && intent.status !== 'requires_capture')
    throw unexpectedState({
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
      payment_intent: intent,
    })
  closeChallenges(store, intent.id)
  const canceled = update(store.intents, intent, {
    status: 'canceled',
    canceled_at: store.seconds(),
    cancellation_reason: reason,
    next_action: null,
    amount_capturable: 0,
  })
  emit(store, 'payment_intent.canceled', canceled, cause)
  return canceled
}

export function captureIntent(store: StripeStore, id: string, params: Params, cause: Cause): PaymentIntent {
  const intent = find(store.intents, 'payment_intent', id)
  if (intent.status !== 'requires_capture')
    throw unexpectedState({
      message: `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      payment_intent: intent,
    })
  const amount = integer(params, 'amount_to_capture') ?? intent.amount
  if (amount < 1 || amount > intent.amount)
    throw refused('The amount to capture must be positive and no more than the amount authorized.', {
      param: 'amount_to_capture',
    })
  return capture(store, intent, amount, cause)
}

const AUTHENTICATION_FAILED: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** Records the buyer's answer to the bank's challenge. Returns the intent's resulting state, whatever it is. */
export function answerChallenge(
  store: StripeStore,
  challenge: Authentication,
  passed: boolean,
  cause: Cause,
): PaymentIntent {
  const intent = store.intents.get(challenge.intent)!
  const method = store.methods.get(challenge.paymentMethod)!
  if (!challenge.open || intent.status !== 'requires_action') return intent
  closeChallenges(store, intent.id)
  if (!passed) {
    const failed = update(store.intents, intent, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: {
        ...asLastError(AUTHENTICATION_FAILED, { payment_method: method }),
        type: 'invalid_request_error',
      },
    })
    emit(store, 'payment_intent.payment_failed', failed, cause)
    return failed
  }
  try {
    return charge(store, intent, {
      method,
      offSession: false,
      authenticated: true,
      errorOnRequiresAction: false,
      returnUrl: challenge.returnUrl,
      cause,
    })
  } catch {
    // A decline after 3-D Secure is not an error here: it is in the intent's last_payment_error.
    return store.intents.get(intent.id)!
  }
}

function closeChallenges(store: StripeStore, intent: string): void {
  for (const challenge of store.authentications.values())
    if (challenge.intent === intent && challenge.open) update(store.authentications, challenge, { open: false })
}

function confirmation(params: Params, method: PaymentMethod, cause: Cause): Confirmation {
  const offSession = text(params, 'off_session')
  return {
    method,
    offSession: offSession !== undefined && offSession !== 'false',
    authenticated: false,
    errorOnRequiresAction: flag(params, 'error_on_requires_action') ?? false,
    returnUrl: flag(params, 'use_stripe_sdk') ? null : (text(params, 'return_url') ?? null),
    cause,
  }
}

/** The payment method that a call names or contains. */
export function givenMethod(store: StripeStore, params: Params, publishable: boolean): PaymentMethod | undefined {
  const id = text(params, 'payment_method')
  const data = object(params, 'payment_method_data')
  if (id && data)
    throw invalidParameter(
      'payment_method_data',
      'You may only specify one of these parameters: payment_method, payment_method_data.',
    )
  if (id) return findMethod(store, id)
  return data ? createMethod(store, data, { publishable }) : undefined
}

export function refuseUnusable(store: StripeStore, method: PaymentMethod, customer: string | null): void {
  refuseSpent(store, method)
  if (method.customer && !customer)
    throw refused(
      `The provided PaymentMethod cannot be used. It is attached to a Customer; set \`customer\` to ${method.customer}.`,
      { param: 'payment_method' },
    )
  if (method.customer && method.customer !== customer)
    throw refused('The provided PaymentMethod is attached to another Customer and may not be used with this one.', {
      param: 'payment_method',
    })
}

export function customerOf(store: StripeStore, params: Params): string | null {
  const id = text(params, 'customer')
  return id ? find(store.customers, 'customer', id, 'customer', 400).id : null
}

export function refuseOtherTypes(types: string[] | undefined): void {
  const other = types?.find((type) => type !== 'card' && type !== 'card_present')
  if (other)
    throw invalidParameter(
      'allowed_payment_method_types',
      `The payment method type "${other}" is invalid. This account takes cards only.`,
    )
}

function refuseNoReturnUrl(
  intent: Pick<PaymentIntent, 'automatic_payment_methods'>,
  params: Params,
  publishable: boolean,
): void {
  const mayRedirect =
    intent.automatic_payment_methods?.enabled && intent.automatic_payment_methods.allow_redirects !== 'never'
  const offSession = text(params, 'off_session')
  if (
    mayRedirect &&
    !publishable &&
    !text(params, 'return_url') &&
    (offSession === undefined || offSession === 'false') &&
    flag(params, 'use_stripe_sdk') !== true
  )
    throw refused(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      { param: 'return_url' },
    )
}

const noMethod = (intent?: PaymentIntent) =>
  unexpectedState({
    message:
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    payment_intent: intent,
  })

const cannotUpdate = (intent: PaymentIntent, field: string) =>
  unexpectedState({
    message: `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. You may only update the ${field} of a PaymentIntent with one of the following statuses: ${UNPAID.join(', ')}.`,
    param: field,
    payment_intent: intent,
  })
