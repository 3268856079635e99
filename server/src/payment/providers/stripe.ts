import Stripe from 'stripe'
import type { StripeConfig } from '../../config.ts'
import { type PaymentProvider, type PaymentTruth, ProviderDown, type RefundTruth } from '../provider.ts'

/** Longer than this and the buyer has given up; the sandbox and the vendor answer in well under a second. */
const TIMEOUT_MS = 20_000

const STATUS: Record<string, PaymentTruth['status']> = {
  succeeded: 'paid',
  processing: 'processing',
  requires_capture: 'processing',
  canceled: 'cancelled',
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
}

/** A decline's own words are for the buyer; every other fault of the card provider is ours to put into words. */
const FOR_BUYERS = new Set(['card_error', 'validation_error'])

function truthOf(intent: Stripe.PaymentIntent): PaymentTruth {
  const error = intent.last_payment_error
  return {
    providerPaymentId: intent.id,
    // The vendor may add states; one we do not know is not paid yet.
    status: STATUS[intent.status] ?? 'open',
    amountMinor: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    saleReference: intent.metadata.sale_reference ?? null,
    failure: error
      ? {
          code: error.decline_code ?? error.code ?? error.type,
          text: FOR_BUYERS.has(error.type) ? (error.message ?? '') : '',
        }
      : null,
  }
}

const refundOf = (refund: Stripe.Refund): RefundTruth => ({
  providerRefundId: refund.id,
  status:
    refund.status === 'succeeded'
      ? 'succeeded'
      : ['failed', 'canceled'].includes(refund.status ?? '')
        ? 'failed'
        : 'pending',
  failureText: refund.failure_reason ?? null,
})

/** The card provider by its own SDK; against the sandbox only the address differs. */
export function stripeProvider(config: StripeConfig) {
  const { hostname, port, protocol } = new URL(config.apiUrl)
  const stripe = new Stripe(config.secretKey, {
    host: hostname,
    ...(port && { port: Number(port) }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
  })

  async function asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw new ProviderDown('stripe', error)
    }
  }

  const provider: PaymentProvider = {
    name: 'stripe',
    read: (id) => asked(async () => truthOf(await stripe.paymentIntents.retrieve(id))),
    async cancel(id) {
      try {
        return truthOf(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }))
      } catch (error) {
        // It may have been paid, or cancelled, a moment before: what it is now is the answer.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return provider.read(id)
        throw new ProviderDown('stripe', error)
      }
    },
    refund: ({ providerPaymentId, amountMinor, idempotencyKey }) =>
      asked(async () =>
        refundOf(
          await stripe.refunds.create({ payment_intent: providerPaymentId, amount: amountMinor }, { idempotencyKey }),
        ),
      ),
    readRefund: (id) => asked(async () => refundOf(await stripe.refunds.retrieve(id))),
  }

  return {
    ...provider,
    publishableKey: config.publishableKey,
    /** The intent of one payment; the same key again is the same intent. Amount in minor units. */
    createIntent: (ask: { amountMinor: number; currency: string; saleReference: string; idempotencyKey: string }) =>
      asked(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: ask.amountMinor,
            currency: ask.currency.toLowerCase(),
            allowed_payment_method_types: ['card'],
            metadata: { sale_reference: ask.saleReference },
          },
          { idempotencyKey: ask.idempotencyKey },
        )
        return { id: intent.id, clientSecret: intent.client_secret! }
      }),
    clientSecret: (id: string) => asked(async () => (await stripe.paymentIntents.retrieve(id)).client_secret!),
    /** The event of a webhook whose signature is right; null for a forged or stale one. */
    event(rawBody: Buffer, signature: string): Stripe.Event | null {
      try {
        return stripe.webhooks.constructEvent(rawBody, signature, config.webhookSecret)
      } catch {
        return null
      }
    },
  }
}

export type StripeProvider = ReturnType<typeof stripeProvider>
