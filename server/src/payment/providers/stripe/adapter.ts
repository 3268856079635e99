import Stripe from 'stripe'
import { keyOf } from '../../keys.ts'
import {
  type CardCharge,
  type CardFacts,
  type Cardholder,
  type CardsOnFile,
  type Confirmed,
  isSavedFault,
  type ListedRefund,
  type PaidCard,
  type PaymentProvider,
  ProviderDown,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderTraits,
} from '../../provider/provider.ts'
import { stripeOnboarding } from './onboarding.ts'
import { stripePayouts } from './payouts.ts'
import { stripeReaders } from './readers.ts'
import { isLiveKey, type StripeSettings } from './settings.ts'

/** Buyers give up after this; the provider responds in well under a second. */
const TIMEOUT_MS = 20_000

const STATUS: Record<string, ProviderPayment['status']> = {
  succeeded: 'paid',
  processing: 'processing',
  requires_capture: 'processing',
  canceled: 'cancelled',
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
}

/** Texts of these errors are written for buyers. For all others the shop has its own texts. */
const FOR_BUYERS = new Set(['card_error', 'validation_error'])
/** Classified as an invalid request, although its text is written for the buyer. */
const ALSO_FOR_BUYERS = new Set(['payment_intent_authentication_failure', 'setup_intent_authentication_failure'])

function readProviderPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const error = intent.last_payment_error
  const card = paidCardOf(intent)
  const cardholder = cardholderOf(intent)
  return {
    providerPaymentId: intent.id,
    // The provider may add states; an unknown one is not paid.
    status: STATUS[intent.status] ?? 'open',
    amountMinor: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    saleReference: intent.metadata.sale_reference ?? null,
    failure: error
      ? {
          code: error.decline_code ?? error.code ?? error.type,
          text: FOR_BUYERS.has(error.type) || ALSO_FOR_BUYERS.has(error.code ?? '') ? (error.message ?? '') : '',
        }
      : null,
    ...(card && { card }),
    ...(cardholder && { cardholder }),
  }
}

/** What a read or confirmed intent contains besides its own fields. */
const WITH_CARD = { expand: ['latest_charge'] }

/** The card of a paid intent, at a reader too. Undefined if the charge was not expanded, or not paid by card. */
function paidCardOf({ status, latest_charge: charge }: Stripe.PaymentIntent): PaidCard | undefined {
  if (status !== 'succeeded' || charge === null || typeof charge === 'string') return undefined
  const details = charge.payment_method_details
  const card = details?.card ?? details?.card_present
  return card?.last4 ? { brand: card.brand ?? '', last4: card.last4 } : undefined
}

/** https://docs.stripe.com/api/charges/object, `three_d_secure`: only these two results move the liability to the bank. */
function cardholderOf({ latest_charge: charge }: Stripe.PaymentIntent): Cardholder | undefined {
  if (charge === null || typeof charge === 'string') return undefined
  const secure = charge.payment_method_details?.card?.three_d_secure
  if (secure?.result === 'attempt_acknowledged') return 'attempted'
  if (secure?.result !== 'authenticated') return undefined
  return secure.authentication_flow === 'challenge' ? 'confirmed' : 'recognised'
}

/** How the vendor's status of a refund reads here. Any other is still on its way. */
const REFUND_STATUS: Record<string, ProviderRefund['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  providerRefundId: refund.id,
  status: REFUND_STATUS[refund.status ?? ''] ?? 'pending',
  failureText: refund.failure_reason ?? null,
})

const cardOf = (method: Stripe.PaymentMethod): CardFacts | null =>
  method.card
    ? {
        provider_method_id: method.id,
        brand: method.card.brand,
        last4: method.card.last4,
        exp_month: method.card.exp_month,
        exp_year: method.card.exp_year,
        funding: method.card.funding,
      }
    : null

/** The return path after the bank's challenge, as the documents define it. */
export const CARD_RETURN = '/do/checkout/stripe_auth/'

export const stripeTraits = ({ scriptUrl, apiUrl }: StripeSettings): ProviderTraits => ({
  keepsHoldMs: 60 * 60_000,
  // The form's scripts and frames, including those that the provider documents for its own script.
  pageSources: [
    { source: new URL(scriptUrl).origin, reason: 'Stripe.js, which draws the card fields in frames of its own' },
    { source: new URL(apiUrl).origin, reason: 'Stripe.js sends the card to Stripe’s API' },
    ...(scriptUrl.startsWith('https://js.stripe.com')
      ? [
          { source: 'https://*.js.stripe.com', reason: 'Stripe.js loads its frames from here' },
          { source: 'https://hooks.stripe.com', reason: 'the frame of 3-D Secure' },
        ]
      : []),
  ],
  cardScriptUrl: scriptUrl,
})

/** Stripe's API through its SDK. The sandbox differs only in its URL. */
export function stripeProvider(config: StripeSettings, now: () => Date = () => new Date()) {
  const { hostname, port, protocol } = new URL(config.apiUrl)
  const stripe = new Stripe(config.secretKey, {
    host: hostname,
    ...(port && { port: Number(port) }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    ...(config.account && { stripeAccount: config.account }),
  })

  async function withStripeErrors<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw down(error)
    }
  }

  const provider: PaymentProvider = {
    name: 'stripe',
    ...stripeTraits(config),
    read: (id) =>
      withStripeErrors(async () => readProviderPayment(await stripe.paymentIntents.retrieve(id, WITH_CARD))),
    async cancel(id) {
      try {
        return readProviderPayment(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }))
      } catch (error) {
        // It may have been paid or cancelled just before; its current state is the result.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return provider.read(id)
        throw down(error)
      }
    },
    refund: ({ providerPaymentId, amountMinor, idempotencyKey, reference, returnsPlatformFee }) =>
      withStripeErrors(async () =>
        refundOf(
          await stripe.refunds.create(
            {
              payment_intent: providerPaymentId,
              amount: amountMinor,
              metadata: { reference },
              ...(returnsPlatformFee && { refund_application_fee: true }),
            },
            { idempotencyKey },
          ),
        ),
      ),
    listRefunds: (id) =>
      withStripeErrors(async () => {
        const refunds: ListedRefund[] = []
        for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 100 }))
          refunds.push({
            ...refundOf(refund),
            amountMinor: refund.amount,
            reference: refund.metadata?.reference ?? null,
          })
        return refunds
      }),
    readRefund: (id) => withStripeErrors(async () => refundOf(await stripe.refunds.retrieve(id))),
    async check() {
      try {
        const account = await stripe.accounts.retrieve(config.account!)
        return account.charges_enabled
          ? { ready: true, name: account.business_profile?.name ?? '' }
          : { ready: false, why: 'not_ready' }
      } catch (error) {
        if (error instanceof Stripe.errors.StripePermissionError || isUnknown(error))
          return { ready: false, why: 'refused' }
        throw down(error)
      }
    },
    async *list(since) {
      let after: string | undefined
      for (;;) {
        const page = await withStripeErrors(() =>
          stripe.paymentIntents.list({
            created: { gte: Math.floor(since.getTime() / 1000) },
            limit: 100,
            expand: ['data.latest_charge'],
            ...(after && { starting_after: after }),
          }),
        )
        for (const intent of page.data)
          yield {
            ...readProviderPayment(intent),
            refundedMinor: (intent.latest_charge as Stripe.Charge | null)?.amount_refunded ?? 0,
            createdAt: new Date(intent.created * 1000),
          }
        if (!page.has_more) return
        after = page.data.at(-1)!.id
      }
    },
  }

  provider.payouts = (since) => stripePayouts(stripe, withStripeErrors, since)

  const cardsOnFile: CardsOnFile = {
    publishableKey: config.publishableKey,
    scriptUrl: config.scriptUrl,
    account: config.account ?? null,
    returnPath: CARD_RETURN,
    async createCustomer({ id, email, name, installation }) {
      const customer = { email, name, metadata: { user_id: String(id), installation } }
      const create = (idempotencyKey: string) =>
        withStripeErrors(async () => (await stripe.customers.create(customer, { idempotencyKey })).id)
      const key = keyOf(installation, 'customer', id, email, name)
      try {
        return await create(key)
      } catch (error) {
        if (!isSavedFault(error)) throw error
        const { data } = await withStripeErrors(() => stripe.customers.list({ email, limit: 100 }))
        const existing = data.find(
          ({ metadata }) => metadata.user_id === String(id) && metadata.installation === installation,
        )
        return existing?.id ?? create(keyOf(key, now().getTime()))
      }
    },
    async readCard(methodId: string, customerId: string | null): Promise<CardFacts | null> {
      try {
        const method = await stripe.paymentMethods.retrieve(methodId)
        const owner = typeof method.customer === 'string' ? method.customer : (method.customer?.id ?? null)
        return owner === null || owner === customerId ? cardOf(method) : null
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
        throw down(error)
      }
    },
    createCharge: (ask: CardCharge) =>
      withStripeErrors(
        async () =>
          (
            await stripe.paymentIntents.create(
              {
                amount: ask.amountMinor,
                currency: ask.currency.toLowerCase(),
                allowed_payment_method_types: ['card'],
                customer: ask.customerId,
                payment_method: ask.methodId,
                ...(ask.platformFeeMinor && { application_fee_amount: ask.platformFeeMinor }),
                metadata: { sale_reference: ask.saleReference },
                ...(ask.keepsCard && { setup_future_usage: 'off_session' as const }),
              },
              { idempotencyKey: ask.idempotencyKey },
            )
          ).id,
      ),
    async confirmCharge(id, how): Promise<Confirmed> {
      try {
        const intent = await stripe.paymentIntents.confirm(
          id,
          {
            payment_method: how.methodId,
            ...WITH_CARD,
            ...('returnUrl' in how ? { return_url: how.returnUrl } : { off_session: true }),
          },
          { idempotencyKey: how.idempotencyKey },
        )
        return { reported: readProviderPayment(intent), redirectUrl: intent.next_action?.redirect_to_url?.url ?? null }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
          return { reported: await provider.read(id), redirectUrl: null }
        throw down(error)
      }
    },
    createSetup: (customerId: string) =>
      withStripeErrors(async () => {
        const intent = await stripe.setupIntents.create({
          customer: customerId,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
        })
        return { id: intent.id, clientSecret: intent.client_secret! }
      }),
    async readSetup(setupId: string, customerId: string): Promise<CardFacts | null> {
      try {
        const intent = await stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] })
        if (intent.status !== 'succeeded' || intent.customer !== customerId) return null
        return cardOf(intent.payment_method as Stripe.PaymentMethod)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
        throw down(error)
      }
    },
    async forgetCard(methodId: string): Promise<void> {
      try {
        await stripe.paymentMethods.detach(methodId)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw down(error)
      }
    },
  }

  return {
    ...provider,
    cardsOnFile,
    cardReaders: stripeReaders(stripe, down),
    onboarding: stripeOnboarding(stripe, withStripeErrors),
    publishableKey: config.publishableKey,
    account: config.account ?? null,
    /** Creates the intent of a payment. The same key again returns the same intent. Amounts in minor units. */
    createIntent: (
      ask: Pick<CardCharge, 'amountMinor' | 'currency' | 'saleReference' | 'idempotencyKey' | 'platformFeeMinor'>,
    ) =>
      withStripeErrors(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: ask.amountMinor,
            currency: ask.currency.toLowerCase(),
            allowed_payment_method_types: ['card'],
            metadata: { sale_reference: ask.saleReference },
            ...(ask.platformFeeMinor && { application_fee_amount: ask.platformFeeMinor }),
          },
          { idempotencyKey: ask.idempotencyKey },
        )
        return { id: intent.id, clientSecret: intent.client_secret! }
      }),
    clientSecret: (id: string) =>
      withStripeErrors(async () => (await stripe.paymentIntents.retrieve(id)).client_secret!),

    /**
     * The event of a webhook with a valid signature; null if it is forged, stale or from the other mode (test or live). Events
     * of connected accounts arrive at a webhook with a secret of its own, and only there.
     */
    event(rawBody: Buffer, signature: string, { connected = false } = {}): Stripe.Event | null {
      const secret = connected ? config.connectWebhookSecret : config.webhookSecret
      if (secret === undefined) return null
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature, secret, undefined, undefined, now().getTime())
        if (event.livemode !== isLiveKey(config) || !isEvent(event)) return null
        // guard: connected-events-apart
        return (typeof event.account === 'string') === connected ? event : null
      } catch {
        return null
      }
    },
  }
}

const isEvent = ({ id, type, data }: Partial<Stripe.Event>): boolean =>
  typeof id === 'string' && typeof type === 'string' && typeof data?.object === 'object' && data.object !== null

const isUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404

/** 409: a call with this key is still running, so its result is not known yet. */
const down = (error: unknown): ProviderDown =>
  new ProviderDown('stripe', nameless(error), {
    answered: error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500,
  })

/** The SDK's errors contain the whole request and response. Class, code and request id are enough to find them. */
function nameless(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error instanceof Error ? error : new Error('unknown')
  return new Error([error.type, error.code, error.requestId].filter(Boolean).join(' '))
}

export type StripeProvider = ReturnType<typeof stripeProvider>
