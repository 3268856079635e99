import { StripeError, unexpectedState } from '../errors.ts'
import { type Cause, emit } from '../events.ts'
import { asLastError, type PaymentMethod, type SetupIntent } from '../objects.ts'
import { type Accepts, flag, list, metadata, names, oneOf, type Params, text } from '../params.ts'
import { type Authentication, find, type StripeStore, update } from '../store.ts'
import { bankAnswerFor, type CardAnswer, DECLINES, type Decline } from './cards.ts'
import { nextAction } from './charging.ts'
import { customerOf, givenMethod, refuseOtherTypes, refuseUnusable } from './intents.ts'
import { cardUseOf, METHOD_DATA, saveForCustomer, testCardOf } from './methods.ts'

const COMMON = names(
  'allowed_payment_method_types attach_to_self customer customer_account description excluded_payment_method_types flow_directions metadata payment_method payment_method_configuration payment_method_options',
)
const METHOD: Accepts = { payment_method_data: METHOD_DATA }
const CONFIRMING = names('confirmation_token mandate_data return_url use_stripe_sdk')

export const SETUP_ACCEPTS = {
  create: {
    ...COMMON,
    ...METHOD,
    ...CONFIRMING,
    ...names('confirm on_behalf_of single_use usage'),
    automatic_payment_methods: names('enabled allow_redirects'),
  },
  update: { ...COMMON, ...METHOD },
  confirm: { ...names('allowed_payment_method_types payment_method payment_method_options'), ...CONFIRMING, ...METHOD },
  cancel: names('cancellation_reason'),
} satisfies Record<string, Accepts>

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function createSetup(store: StripeStore, params: Params, cause: Cause): SetupIntent {
  const types = list(params, 'allowed_payment_method_types')
  refuseOtherTypes(types)
  const method = givenMethod(store, params, false)
  const customer = customerOf(store, params)
  if (method) refuseUnusable(store, method, customer)
  const id = store.id('seti')
  const created = store.setupIntents.put(id, {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types ?? null,
    application: null,
    automatic_payment_methods: types ? null : { enabled: true, allow_redirects: 'always' },
    cancellation_reason: null,
    client_secret: `${id}_secret_${store.kernel.randomId(25)}`,
    created: store.seconds(),
    customer,
    customer_account: null,
    description: text(params, 'description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: { enabled: false },
    mandate: null,
    metadata: metadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types ?? ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: oneOf(params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
  })
  emit(store, 'setup_intent.created', created, cause)
  return flag(params, 'confirm') ? save(store, created, method, params, cause) : created
}

export function updateSetup(store: StripeStore, id: string, params: Params): SetupIntent {
  const intent = openIntent(store, id, 'update')
  const method = givenMethod(store, params, false)
  const customer = customerOf(store, params) ?? intent.customer
  if (method) refuseUnusable(store, method, customer)
  return update(store.setupIntents, intent, {
    customer,
    metadata: metadata(params, intent.metadata),
    description: 'description' in params ? text(params, 'description') || null : intent.description,
    ...(method ? { payment_method: method.id, status: 'requires_confirmation' } : {}),
  } as Partial<SetupIntent>)
}

export function confirmSetup(store: StripeStore, id: string, params: Params, cause: Cause, publishable: boolean) {
  const intent = openIntent(store, id, 'confirm')
  const method =
    givenMethod(store, params, publishable) ??
    (intent.payment_method ? store.methods.get(intent.payment_method) : undefined)
  if (method) refuseUnusable(store, method, intent.customer)
  return save(store, intent, method, params, cause)
}

export function cancelSetup(store: StripeStore, id: string, params: Params, cause: Cause): SetupIntent {
  const intent = openIntent(store, id, 'cancel')
  closeChallenges(store, id)
  const canceled = update(store.setupIntents, intent, {
    status: 'canceled',
    next_action: null,
    cancellation_reason:
      oneOf(params, 'cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']) ?? null,
  })
  emit(store, 'setup_intent.canceled', canceled, cause)
  return canceled
}

function openIntent(store: StripeStore, id: string, verb: string): SetupIntent {
  const intent = find(store.setupIntents, 'setupintent', id)
  if (!OPEN.includes(intent.status))
    throw unexpectedState(
      {
        message: `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
        setup_intent: intent,
      },
      'setup_intent',
    )
  return intent
}

function save(
  store: StripeStore,
  intent: SetupIntent,
  method: PaymentMethod | undefined,
  params: Params,
  cause: Cause,
): SetupIntent {
  if (!method)
    throw unexpectedState(
      { message: "You cannot confirm this SetupIntent because it's missing a payment method.", setup_intent: intent },
      'setup_intent',
    )
  closeChallenges(store, intent.id)
  const answer = bankAnswer(store, method, false)
  if (answer.kind === 'declined') throw refuse(store, intent, method, answer.decline, cause)
  if (answer.kind === 'ok') return finish(store, intent, method, cause)
  const returnUrl = flag(params, 'use_stripe_sdk') ? null : (text(params, 'return_url') ?? null)
  const id = store.id('tdsrc')
  store.authentications.put(id, { id, intent: intent.id, paymentMethod: method.id, returnUrl, open: true })
  const waiting = update(store.setupIntents, intent, {
    status: 'requires_action',
    payment_method: method.id,
    next_action: nextAction(store, id, returnUrl),
  })
  emit(store, 'setup_intent.requires_action', waiting, cause)
  return waiting
}

function bankAnswer(store: StripeStore, method: PaymentMethod, authenticated: boolean): CardAnswer {
  const forced = store.kernel.switches.take('stripe', 'decline')
  if (forced !== undefined) return { kind: 'declined', decline: DECLINES[forced] ?? DECLINES.generic_decline! }
  const card = testCardOf(store, method)
  // An "unless set up" card is challenged while it is saved, an "on session" card isn't.
  const behaviour = card.authentication === 'on_session' ? { ...card, authentication: undefined } : card
  return bankAnswerFor(behaviour, {
    offSession: false,
    setUp: cardUseOf(store, method).setUp,
    authenticated,
    savingOnly: true,
  })
}

function finish(store: StripeStore, intent: SetupIntent, method: PaymentMethod, cause: Cause): SetupIntent {
  if (intent.customer) saveForCustomer(store, method, intent.customer, cause)
  update(store.cards, cardUseOf(store, method), { setUp: intent.usage === 'off_session' })
  const done = update(store.setupIntents, intent, {
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  })
  emit(store, 'setup_intent.succeeded', done, cause)
  return done
}

function refuse(
  store: StripeStore,
  intent: SetupIntent,
  method: PaymentMethod,
  decline: Decline,
  cause: Cause,
  type = 'card_error',
): StripeError {
  const failed = update(store.setupIntents, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { ...asLastError(decline, { payment_method: method }), type },
  })
  emit(store, 'setup_intent.setup_failed', failed, cause)
  return new StripeError(402, { type: 'card_error', ...decline, setup_intent: failed, payment_method: method })
}

export function answerSetupChallenge(
  store: StripeStore,
  challenge: Authentication,
  passed: boolean,
  cause: Cause,
): SetupIntent {
  const intent = store.setupIntents.get(challenge.intent)!
  const method = store.methods.get(challenge.paymentMethod)!
  if (!challenge.open || intent.status !== 'requires_action') return intent
  closeChallenges(store, intent.id)
  const answer = passed ? bankAnswer(store, method, true) : undefined
  if (answer?.kind === 'ok') return finish(store, intent, method, cause)
  if (answer?.kind === 'declined') refuse(store, intent, method, answer.decline, cause)
  else
    refuse(
      store,
      intent,
      method,
      {
        code: 'setup_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      },
      cause,
      'invalid_request_error',
    )
  return store.setupIntents.get(intent.id)!
}

function closeChallenges(store: StripeStore, intent: string): void {
  for (const challenge of store.authentications.values())
    if (challenge.intent === intent && challenge.open) update(store.authentications, challenge, { open: false })
}
