import type { Endpoint } from './api.ts'
import { invalidParameter, refused, StripeError } from './errors.ts'
import { type Cause, emit, NO_CAUSE } from './events.ts'
import { PAGING, pageOf } from './lists.ts'
import type { PaymentIntent, Reader, ReaderAction } from './objects.ts'
import { metadata, names, object, type Params, requiredText, text } from './params.ts'
import { TEST_CARDS } from './payments/cards.ts'
import { charge } from './payments/charging.ts'
import { findMethod } from './payments/methods.ts'
import { find, type StripeStore, update } from './store.ts'

const SIMULATED = /^simulated-(wpe|s700)$/

/** Registers a simulated reader; the sandbox has no others. */
function register(store: StripeStore, params: Params): Reader {
  const code = requiredText(params, 'registration_code')
  if (!SIMULATED.test(code))
    throw refused('No such reader is registering. Use `simulated-wpe` for a simulated one.', {
      param: 'registration_code',
    })
  const id = store.id('tmr')
  const fields = { device_sw_version: '', ip_address: '0.0.0.0', last_seen_at: store.kernel.now(), location: null }
  return store.readers.put(id, {
    id,
    object: 'terminal.reader',
    action: null,
    created: store.seconds(),
    livemode: false,
    device_type: code === 'simulated-s700' ? 'simulated_stripe_s700' : 'simulated_wisepos_e',
    label: text(params, 'label') ?? id,
    metadata: metadata(params),
    serial_number: id.slice(-10),
    status: 'online',
    ...fields,
  })
}

/** Hands a payment to the reader, which then waits for a card. */
function process(store: StripeStore, id: string, params: Params, cause: Cause): Reader {
  const reader = find(store.readers, 'terminal.reader', id, 'reader')
  const intent = find(store.intents, 'payment_intent', requiredText(params, 'payment_intent'), 'payment_intent', 400)
  if (!intent.payment_method_types.includes('card_present'))
    throw invalidParameter('payment_intent', 'The payment intent must accept the type card_present.')
  if (intent.status !== 'requires_payment_method')
    throw refused(`This PaymentIntent has a status of ${intent.status} and cannot be processed on a reader.`, {
      code: 'intent_invalid_state',
      param: 'payment_intent',
    })
  if (reader.status === 'offline')
    throw refused('Reader is currently offline, please ensure the reader is powered on and connected.', {
      code: 'terminal_reader_offline',
    })
  const isBusy = reader.action?.status === 'in_progress' && paymentOf(reader) !== intent.id
  if (isBusy) throw refused('Reader is currently busy processing another request.', { code: 'terminal_reader_busy' })
  const process_payment_intent = { payment_intent: intent.id, process_config: object(params, 'process_config') ?? {} }
  const updated = update<Reader>(store.readers, reader, {
    action: {
      type: 'process_payment_intent',
      status: 'in_progress',
      failure_code: null,
      failure_message: null,
      process_payment_intent,
    },
  })
  emit(store, 'terminal.reader.action_updated', updated, cause)
  return updated
}

const paymentOf = ({ action }: Reader) => action?.process_payment_intent.payment_intent

function cancelAction(store: StripeStore, id: string): Reader {
  const reader = find(store.readers, 'terminal.reader', id, 'reader')
  return reader.action?.status === 'in_progress' ? update<Reader>(store.readers, reader, { action: null }) : reader
}

/** The simulated customer presents a card. */
export function presentCard(store: StripeStore, id: string, number = '4242424242424242', cause = NO_CAUSE): Reader {
  const reader = find(store.readers, 'terminal.reader', id, 'reader')
  const { action } = reader
  if (action?.status !== 'in_progress')
    throw refused('The reader is not waiting for a card.', { code: 'terminal_reader_timeout' })
  const card = TEST_CARDS.find((testCard) => testCard.number === number)
  if (!card) throw invalidParameter('card_present[number]', 'This is not a published test card.')
  const finish = (changes: Partial<ReaderAction>, event: string) => {
    const after = update<Reader>(store.readers, reader, { action: { ...action, ...changes } })
    emit(store, event, after, cause)
    return after
  }
  const intent = store.intents.get(paymentOf(reader)!) as PaymentIntent
  try {
    const method = findMethod(store, card.pm)
    charge(store, intent, {
      method,
      offSession: false,
      authenticated: true,
      errorOnRequiresAction: true,
      returnUrl: null,
      cause,
    })
    return finish({ status: 'succeeded' }, 'terminal.reader.action_succeeded')
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const { decline_code, code, message } = error.body as { decline_code?: string; code?: string; message: string }
    const failed = { failure_code: decline_code ?? code ?? 'card_declined', failure_message: message }
    return finish({ status: 'failed', ...failed }, 'terminal.reader.action_failed')
  }
}

/** The vendor's calls for server-driven readers. */
export const terminalEndpoints = (store: StripeStore): Endpoint[] => [
  {
    method: 'POST',
    path: '/v1/terminal/readers',
    accepts: names('registration_code label location metadata'),
    run: (c) => register(store, c.params),
  },
  {
    method: 'GET',
    path: '/v1/terminal/readers',
    accepts: { ...PAGING, ...names('device_type location serial_number status') },
    run: (c) => pageOf(store.readers.newestFirst(), c.params, c.path),
  },
  {
    method: 'GET',
    path: '/v1/terminal/readers/:id',
    accepts: {},
    run: (c) => find(store.readers, 'terminal.reader', c.id, 'reader'),
  },
  {
    method: 'POST',
    path: '/v1/terminal/readers/:id/process_payment_intent',
    accepts: names('payment_intent process_config'),
    run: (c) => process(store, c.id, c.params, c.cause),
  },
  {
    method: 'POST',
    path: '/v1/terminal/readers/:id/cancel_action',
    accepts: {},
    run: (c) => cancelAction(store, c.id),
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/terminal/readers/:id/present_payment_method',
    accepts: { ...names('amount_tip type'), card_present: names('number'), interac_present: names('number') },
    run: (c) => presentCard(store, c.id, text(object(c.params, 'card_present') ?? {}, 'number'), c.cause),
  },
]
