import Stripe from 'stripe'
import type { CardReaders } from '../../provider/provider.ts'

const REFUSED: Record<string, 'busy' | 'offline' | 'ended'> = {
  terminal_reader_busy: 'busy',
  terminal_reader_offline: 'offline',
  terminal_reader_timeout: 'offline',
  intent_invalid_state: 'ended',
}

/** Stripe Terminal, driven from the server. `down` turns what is thrown into an outage. */
export const stripeReaders = (stripe: Stripe, down: (error: unknown) => Error): CardReaders => ({
  async createPayment({ amountMinor, currency, saleReference, idempotencyKey, platformFeeMinor }) {
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount: amountMinor,
          currency: currency.toLowerCase(),
          allowed_payment_method_types: ['card_present'],
          capture_method: 'automatic',
          metadata: { sale_reference: saleReference },
          ...(platformFeeMinor && { application_fee_amount: platformFeeMinor }),
        },
        { idempotencyKey },
      )
      return intent.id
    } catch (error) {
      throw down(error)
    }
  },
  async start(readerId, payment_intent) {
    try {
      await stripe.terminal.readers.processPaymentIntent(readerId, { payment_intent })
      return 'started'
    } catch (error) {
      const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined
      const refused = code === undefined ? undefined : REFUSED[code]
      if (refused === undefined) throw down(error)
      return refused
    }
  },
  async stop(readerId) {
    try {
      await stripe.terminal.readers.cancelAction(readerId)
    } catch (error) {
      // It has just read a card, or is switched off. The payment itself has the outcome.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw down(error)
    }
  },
  async read(readerId) {
    try {
      const reader = await stripe.terminal.readers.retrieve(readerId)
      if ('deleted' in reader) return null
      const { action } = reader
      const intent = action?.process_payment_intent?.payment_intent
      return {
        name: reader.label,
        isOnline: reader.status === 'online',
        waitingFor:
          action?.status === 'in_progress' ? (typeof intent === 'string' ? intent : (intent?.id ?? null)) : null,
        failure: action?.status === 'failed' ? (action.failure_message ?? action.failure_code ?? '') : null,
      }
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
      throw down(error)
    }
  },
})
