import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel/context.ts'
import { accountEndpoints } from './accounts/accounts.ts'
import { onboarding } from './accounts/onboarding.ts'
import { payoutEndpoints, startPayouts } from './accounts/payouts.ts'
import { allowBrowser, type Call, type Endpoint, stripeApi } from './api.ts'
import { invalidParameter, noSuch } from './errors.ts'
import { emit, startEvents } from './events.ts'
import { PAGING, pageOf } from './lists.ts'
import { stripePages } from './pages.ts'
import { flag, integer, list, metadata, names, object, type Params, requiredText, text } from './params.ts'
import { startCharging } from './payments/charging.ts'
import { CUSTOMER_ACCEPTS, createCustomer, deleteCustomer, updateCustomer } from './payments/customers.ts'
import { answerDispute, closeDispute } from './payments/disputes.ts'
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  INTENT_ACCEPTS,
  updateIntent,
} from './payments/intents.ts'
import {
  attach,
  billingDetails,
  createMethod,
  createToken,
  detach,
  findMethod,
  METHOD_DATA,
} from './payments/methods.ts'
import { createRefund, startRefunds } from './payments/refunds.ts'
import { cancelSetup, confirmSetup, createSetup, SETUP_ACCEPTS, updateSetup } from './payments/setup.ts'
import { deleteExpired, find, type StripeStore, update } from './store.ts'
import { openStores, type Stores } from './stores.ts'
import { terminalEndpoints } from './terminal.ts'

export interface StripeOptions {
  /** The ids of accounts connected to the platform. */
  connectedAccounts?: string[]
}

export type StripeState = StripeStore & { stores: Stores; onboarding: ReturnType<typeof onboarding> }

/** Stripe: its API under `/v1` and `/v2/core`, its script, the script's frame and the bank's 3-D Secure page. */
export function stripe(app: FastifyInstance, kernel: Kernel, options: StripeOptions = {}): StripeState {
  const stores = openStores(kernel)
  for (const id of options.connectedAccounts ?? []) stores.add({ id })
  for (const store of stores.all()) deleteExpired(store)
  startEvents(stores)
  startCharging(stores)
  startRefunds(stores)
  startPayouts(stores)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const all = endpoints(stores.platform, stores)
    stripeApi(scope, stores, all, (store) => endpoints(store, stores))
    for (const path of new Set(all.filter((endpoint) => endpoint.browser).map((endpoint) => endpoint.path)))
      scope.options(path, (request, reply) => {
        allowBrowser(request, reply)
        return reply.code(204).send()
      })
  })
  stripePages(app, stores)
  return { ...stores.platform, stores, onboarding: onboarding(app, stores) }
}

function endpoints(store: StripeStore, stores: Stores): Endpoint[] {
  const { intents, setupIntents, methods, customers, charges, refunds, disputes, transactions, events } = store
  const none = {}
  return [
    ...accountEndpoints(store, stores),
    ...terminalEndpoints(store),
    // Payments
    {
      method: 'POST',
      path: '/v1/payment_intents',
      accepts: INTENT_ACCEPTS.create,
      run: (c) => createIntent(store, c.params, c.cause),
    },
    {
      method: 'GET',
      path: '/v1/payment_intents',
      accepts: { ...PAGING, ...names('customer customer_account') },
      run: (c) => pageOf(intents.newestFirst().filter(where(c.params, 'customer')), c.params, c.path),
    },
    {
      method: 'GET',
      path: '/v1/payment_intents/:id',
      accepts: names('client_secret'),
      browser: true,
      run: (c) => checkSecret(c, find(intents, 'payment_intent', c.id)),
    },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id',
      accepts: INTENT_ACCEPTS.update,
      run: (c) => updateIntent(store, c.id, c.params),
    },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/confirm',
      accepts: { ...INTENT_ACCEPTS.confirm, ...names('client_secret') },
      browser: true,
      run: (c) => {
        checkSecret(c, find(intents, 'payment_intent', c.id))
        return confirmIntent(store, c.id, c.params, c.cause, c.publishable)
      },
    },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/cancel',
      accepts: INTENT_ACCEPTS.cancel,
      run: (c) => cancelIntent(store, c.id, c.params, c.cause),
    },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/capture',
      accepts: INTENT_ACCEPTS.capture,
      run: (c) => captureIntent(store, c.id, c.params, c.cause),
    },

    // Cards saved for later
    {
      method: 'POST',
      path: '/v1/setup_intents',
      accepts: SETUP_ACCEPTS.create,
      run: (c) => createSetup(store, c.params, c.cause),
    },
    {
      method: 'GET',
      path: '/v1/setup_intents',
      accepts: { ...PAGING, ...names('customer payment_method attach_to_self customer_account') },
      run: (c) =>
        pageOf(setupIntents.newestFirst().filter(where(c.params, 'customer', 'payment_method')), c.params, c.path),
    },
    {
      method: 'GET',
      path: '/v1/setup_intents/:id',
      accepts: names('client_secret'),
      browser: true,
      run: (c) => checkSecret(c, find(setupIntents, 'setupintent', c.id)),
    },
    {
      method: 'POST',
      path: '/v1/setup_intents/:id',
      accepts: SETUP_ACCEPTS.update,
      run: (c) => updateSetup(store, c.id, c.params),
    },
    {
      method: 'POST',
      path: '/v1/setup_intents/:id/confirm',
      accepts: { ...SETUP_ACCEPTS.confirm, ...names('client_secret') },
      browser: true,
      run: (c) => {
        checkSecret(c, find(setupIntents, 'setupintent', c.id))
        return confirmSetup(store, c.id, c.params, c.cause, c.publishable)
      },
    },
    {
      method: 'POST',
      path: '/v1/setup_intents/:id/cancel',
      accepts: SETUP_ACCEPTS.cancel,
      run: (c) => cancelSetup(store, c.id, c.params, c.cause),
    },

    // Payment methods
    {
      method: 'POST',
      path: '/v1/tokens',
      accepts: {
        card: names(
          'number exp_month exp_year cvc name address_line1 address_line2 address_city address_state address_zip address_country currency',
        ),
      },
      browser: true,
      run: (c) => createToken(store, c.params, c),
    },
    {
      method: 'POST',
      path: '/v1/payment_methods',
      accepts: { ...METHOD_DATA, ...names('customer payment_method') },
      browser: true,
      run: (c) => createMethod(store, c.params, c),
    },
    {
      method: 'GET',
      path: '/v1/payment_methods',
      accepts: { ...PAGING, ...names('customer customer_account type allow_redisplay') },
      run: (c) => methodsOf(store, text(c.params, 'customer'), c),
    },
    {
      method: 'GET',
      path: '/v1/payment_methods/:id',
      accepts: none,
      run: (c) => findMethod(store, c.id, 'payment_method', 404),
    },
    {
      method: 'POST',
      path: '/v1/payment_methods/:id',
      accepts: { ...METHOD_DATA, card: names('exp_month exp_year networks') },
      run: (c) => updateMethod(store, c),
    },
    {
      method: 'POST',
      path: '/v1/payment_methods/:id/attach',
      accepts: names('customer customer_account'),
      run: (c) =>
        attach(
          store,
          findMethod(store, c.id, 'payment_method', 404),
          find(customers, 'customer', requiredText(c.params, 'customer'), 'customer').id,
          c.cause,
        ),
    },
    {
      method: 'POST',
      path: '/v1/payment_methods/:id/detach',
      accepts: none,
      run: (c) => detach(store, find(methods, 'PaymentMethod', c.id, 'payment_method'), c.cause),
    },

    // Customers
    {
      method: 'POST',
      path: '/v1/customers',
      accepts: CUSTOMER_ACCEPTS.create,
      run: (c) => createCustomer(store, c.params, c.cause),
    },
    {
      method: 'GET',
      path: '/v1/customers',
      accepts: { ...PAGING, ...names('email test_clock') },
      run: (c) => pageOf(customers.newestFirst().filter(where(c.params, 'email')), c.params, c.path),
    },
    { method: 'GET', path: '/v1/customers/:id', accepts: none, run: (c) => find(customers, 'customer', c.id, 'id') },
    {
      method: 'POST',
      path: '/v1/customers/:id',
      accepts: CUSTOMER_ACCEPTS.update,
      run: (c) => updateCustomer(store, c.id, c.params, c.cause),
    },
    { method: 'DELETE', path: '/v1/customers/:id', accepts: none, run: (c) => deleteCustomer(store, c.id, c.cause) },
    {
      method: 'GET',
      path: '/v1/customers/:id/payment_methods',
      accepts: { ...PAGING, ...names('type allow_redisplay') },
      run: (c) => methodsOf(store, c.id, c),
    },
    {
      method: 'GET',
      path: '/v1/customers/:id/payment_methods/:method',
      accepts: none,
      run: (c) => {
        const method = find(methods, 'PaymentMethod', c.route.method!, 'payment_method')
        if (method.customer !== c.id) throw noSuch('PaymentMethod', method.id, 'payment_method')
        return method
      },
    },

    // Charges, refunds, disputes
    {
      method: 'GET',
      path: '/v1/charges',
      accepts: { ...PAGING, ...names('customer payment_intent transfer_group') },
      run: (c) => pageOf(charges.newestFirst().filter(where(c.params, 'customer', 'payment_intent')), c.params, c.path),
    },
    { method: 'GET', path: '/v1/charges/:id', accepts: none, run: (c) => find(charges, 'charge', c.id, 'id') },
    {
      method: 'POST',
      path: '/v1/refunds',
      accepts: names(
        'amount charge currency customer instructions_email metadata origin payment_intent reason refund_application_fee reverse_transfer',
      ),
      run: (c) => createRefund(store, c.params, c.cause),
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      accepts: { ...PAGING, ...names('charge payment_intent') },
      run: (c) => pageOf(refunds.newestFirst().filter(where(c.params, 'charge', 'payment_intent')), c.params, c.path),
    },
    { method: 'GET', path: '/v1/refunds/:id', accepts: none, run: (c) => find(refunds, 'refund', c.id, 'id') },
    {
      method: 'POST',
      path: '/v1/refunds/:id',
      accepts: names('metadata'),
      run: (c) => {
        const refund = find(refunds, 'refund', c.id, 'id')
        return update(refunds, refund, { metadata: metadata(c.params, refund.metadata) })
      },
    },
    {
      method: 'GET',
      path: '/v1/disputes',
      accepts: { ...PAGING, ...names('charge payment_intent') },
      run: (c) => pageOf(disputes.newestFirst().filter(where(c.params, 'charge', 'payment_intent')), c.params, c.path),
    },
    { method: 'GET', path: '/v1/disputes/:id', accepts: none, run: (c) => find(disputes, 'dispute', c.id, 'id') },
    {
      method: 'POST',
      path: '/v1/disputes/:id',
      accepts: names('evidence intended_submission_method metadata submit'),
      run: (c) => answerDispute(store, c),
    },
    {
      method: 'POST',
      path: '/v1/disputes/:id/close',
      accepts: none,
      run: (c) => closeDispute(store, find(disputes, 'dispute', c.id, 'id'), 'lost', c.cause),
    },
    {
      method: 'GET',
      path: '/v1/balance_transactions',
      accepts: { ...PAGING, ...names('currency payout source type') },
      run: (c) =>
        pageOf(
          transactions
            .newestFirst()
            .filter(where(c.params, 'source', 'type', 'currency'))
            .filter(({ id }) => c.params.payout === undefined || store.paidOut.get(id) === c.params.payout),
          c.params,
          c.path,
        ),
    },
    ...payoutEndpoints(store),

    // Events
    {
      method: 'GET',
      path: '/v1/events',
      accepts: { ...PAGING, ...names('type types delivery_success') },
      run: (c) => eventsOf(store, c),
    },
    { method: 'GET', path: '/v1/events/:id', accepts: none, run: (c) => find(events, 'event', c.id, 'id') },
  ]
}

/** Filters objects whose fields equal the given parameters. */
function where(params: Params, ...fields: string[]) {
  const wanted = fields.flatMap((field) => {
    const value = text(params, field)
    return value === undefined ? [] : [[field, value] as const]
  })
  return (item: object) => wanted.every(([field, value]) => (item as Record<string, unknown>)[field] === value)
}

/** A browser must send the intent's client secret. A wrong or missing one throws the same error as an unknown id. */
function checkSecret<T extends { id: string; client_secret: string; object: string }>(call: Call, intent: T): T {
  const secret = text(call.params, 'client_secret')
  if ((call.publishable || secret !== undefined) && secret !== intent.client_secret)
    throw noSuch(intent.object === 'payment_intent' ? 'payment_intent' : 'setupintent', call.id, 'intent')
  delete call.params.client_secret
  return intent
}

function methodsOf(store: StripeStore, customer: string | undefined, call: Call) {
  if (customer) find(store.customers, 'customer', customer, 'customer', 400)
  const type = text(call.params, 'type')
  const attached = store.methods
    .newestFirst()
    .filter((method) => method.customer !== null && method.customer === customer && (!type || method.type === type))
  return pageOf(attached, call.params, call.path)
}

function updateMethod(store: StripeStore, call: Call) {
  const method = find(store.methods, 'PaymentMethod', call.id, 'payment_method')
  const card = object(call.params, 'card') ?? {}
  const updated = update(store.methods, method, {
    metadata: metadata(call.params, method.metadata),
    billing_details: billingDetails(object(call.params, 'billing_details'), method.billing_details),
    card: {
      ...method.card,
      exp_month: integer(card, 'exp_month') ?? method.card.exp_month,
      exp_year: integer(card, 'exp_year') ?? method.card.exp_year,
    },
  })
  emit(store, 'payment_method.updated', updated, call.cause)
  return updated
}

function eventsOf(store: StripeStore, call: Call) {
  const type = text(call.params, 'type')
  const types = list(call.params, 'types') ?? (type ? [type] : undefined)
  if (type && 'types' in call.params)
    throw invalidParameter('types', 'You may only specify one of these parameters: type, types.')
  const delivered = flag(call.params, 'delivery_success')
  const matches = (name: string) =>
    !types || types.some((t) => (t.endsWith('*') ? name.startsWith(t.slice(0, -1)) : t === name))
  const found = store.events
    .newestFirst()
    .filter(
      (event) =>
        matches(event.type) &&
        (delivered === undefined || delivered === (store.undelivered.get(event.id) === undefined)),
    )
  return pageOf(found, call.params, call.path)
}
