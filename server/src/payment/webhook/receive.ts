import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { command } from '../../db/transaction/batch.ts'
import { inTx, sendWithCommit, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, enqueueQuery } from '../../jobs/jobs.ts'
import { ProviderDown, type ProviderName } from '../../payment-provider.ts'
import { record } from '../../sale/sale.ts'
import type { SquareProvider } from '../providers/square/adapter.ts'
import type { StripeProvider } from '../providers/stripe/adapter.ts'
import type { TrueLayerProvider } from '../providers/truelayer/adapter.ts'

/** A buyer's bank takes money back on its own; recorded as the vendor tells it. */
export type DisputeEvent = { id: string; amountMinor: number; reason: string; status: string; at: Date }

export type ProviderEvent = {
  eventId: string
  kind: string
  providerPaymentId: string | null
  /** The refund it is about, by the vendor's id. */
  providerRefundId?: string | null
  dispute?: DisputeEvent | null
}

/**
 * A signed notice: kept once by its id, and what it is about is asked of the provider by a job. The notice itself is never
 * believed beyond that, so late, double, out-of-order and replayed ones do no harm. Only a dispute is taken as it is told:
 * it moves no money of ours.
 */
export async function receiveEvent(deps: Deps, provider: ProviderName, notice: ProviderEvent): Promise<void> {
  // PostgreSQL takes no NUL in a text, and no vendor writes one: such a notice is about nothing of ours.
  if (JSON.stringify(notice).includes('\\u0000')) return
  const now = deps.clock.now()
  await inTx<void>(deps.db, async (tx) => {
    const fresh = await tx
      .insertInto('payment_notices')
      .values({
        provider,
        event_id: notice.eventId,
        kind: notice.kind,
        provider_payment_id: notice.providerPaymentId,
        received_at: now,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .returning((eb) =>
        jsonObjectFrom(
          eb
            .selectFrom('payments')
            .select(['id', 'sale_id'])
            .where('provider', '=', provider)
            .where('provider_payment_id', '=', notice.providerPaymentId),
        ).as('payment'),
      )
      .executeTakeFirst()
    const payment = fresh?.payment
    if (!payment) return
    if (notice.dispute) await recordDispute(tx, payment, notice.dispute, now)
    const refund = notice.providerRefundId
      ? await tx
          .selectFrom('refunds')
          .select('id')
          .where('payment_id', '=', payment.id)
          .where('provider_refund_id', '=', notice.providerRefundId)
          .executeTakeFirst()
      : undefined
    if (refund)
      await enqueue(tx, {
        kind: 'refund',
        key: `${refund.id}:${notice.eventId}`,
        payload: { refund_id: refund.id, told: true },
        runAt: now,
        now,
      })
    const settling = enqueueQuery(tx, {
      kind: 'settle_payment',
      key: `${payment.id}:${notice.eventId}`,
      payload: { payment_id: payment.id },
      runAt: now,
      now,
    })
    sendWithCommit(tx, command(settling))
    return undefined
  })
}

/** The newest word on a dispute counts, in whatever order the words come. */
async function recordDispute(
  tx: Tx,
  payment: { id: number; sale_id: number },
  dispute: DisputeEvent,
  now: Date,
): Promise<void> {
  const known = await tx
    .selectFrom('disputes')
    .selectAll()
    .where('provider_dispute_id', '=', dispute.id)
    .forUpdate()
    .executeTakeFirst()
  if (known && known.updated_at > dispute.at) return
  const told = {
    amount_minor: dispute.amountMinor,
    reason: dispute.reason,
    status: dispute.status,
    updated_at: dispute.at,
  }
  await tx
    .insertInto('disputes')
    .values({ payment_id: payment.id, provider_dispute_id: dispute.id, opened_at: dispute.at, ...told })
    .onConflict((conflict) => conflict.column('provider_dispute_id').doUpdateSet(told))
    .execute()
  if (!known) await record(tx, payment.sale_id, 'disputed', now, { reason: dispute.reason })
}

/** The first value of a header, as Fastify hands them out. */
const headersOf = (request: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )

export function stripeWebhook(app: FastifyInstance, deps: Deps, stripe: StripeProvider): void {
  app.post('/webhooks/stripe', async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const event =
      Buffer.isBuffer(request.body) && typeof signature === 'string' && stripe.event(request.body, signature)
    if (!event) return reply.code(400).send({ error: 'signature' })
    const object = event.data.object as unknown as {
      object: string
      id: string
      payment_intent?: string | { id: string } | null
      amount?: number
      reason?: string
      status?: string
    }
    const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
    await receiveEvent(deps, 'stripe', {
      eventId: event.id,
      kind: event.type,
      providerPaymentId: (typeof intent === 'string' ? intent : intent?.id) ?? null,
      providerRefundId: object.object === 'refund' ? object.id : null,
      dispute:
        object.object === 'dispute'
          ? {
              id: object.id,
              amountMinor: object.amount ?? 0,
              reason: object.reason ?? '',
              status: object.status ?? '',
              at: new Date(event.created * 1000),
            }
          : null,
    })
    return reply.send({ received: true })
  })
}

type SquareEvent = {
  event_id?: string
  type?: string
  created_at?: string
  data?: {
    object?: {
      payment?: { id: string }
      refund?: { id: string; payment_id: string }
      dispute?: {
        id?: string
        dispute_id?: string
        amount_money?: { amount: number }
        reason?: string
        state?: string
        disputed_payment?: { payment_id?: string }
      }
    }
  }
}

export function squareWebhook(app: FastifyInstance, deps: Deps, square: SquareProvider): void {
  // Byte for byte the address that is registered, whatever a proxy made of the request's.
  const registered = `${deps.config.publicUrl}/webhooks/square`
  app.post('/webhooks/square', async (request, reply) => {
    const signature = request.headers['x-square-hmacsha256-signature']
    const raw = Buffer.isBuffer(request.body) ? request.body : null
    if (!raw || typeof signature !== 'string' || !square.isSigned(raw, signature, registered))
      return reply.code(400).send({ error: 'signature' })
    const event = parsed<SquareEvent>(raw)
    if (!event?.event_id || !event.type) return reply.code(400).send({ error: 'event' })
    const { payment, refund, dispute } = event.data?.object ?? {}
    const disputeId = dispute?.id ?? dispute?.dispute_id
    await receiveEvent(deps, 'square', {
      eventId: event.event_id,
      kind: event.type,
      providerPaymentId: payment?.id ?? refund?.payment_id ?? dispute?.disputed_payment?.payment_id ?? null,
      providerRefundId: refund?.id ?? null,
      dispute:
        dispute && disputeId
          ? {
              id: disputeId,
              amountMinor: dispute.amount_money?.amount ?? 0,
              reason: dispute.reason ?? '',
              status: dispute.state ?? '',
              at: new Date(event.created_at ?? deps.clock.now()),
            }
          : null,
    })
    return reply.send({ received: true })
  })
}

export function trueLayerWebhook(app: FastifyInstance, deps: Deps, trueLayer: TrueLayerProvider): void {
  app.post('/webhooks/truelayer', async (request, reply) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : null
    try {
      const signed =
        raw !== null &&
        (await trueLayer.isSigned({ path: '/webhooks/truelayer', headers: headersOf(request), rawBody: raw }))
      if (!signed) return reply.code(401).send({ error: 'signature' })
    } catch (error) {
      // Their keys could not be had: they will tell us again.
      if (error instanceof ProviderDown) return reply.code(503).send({ error: 'keys' })
      throw error
    }
    const event = parsed<{ event_id?: string; type?: string; payment_id?: string; refund_id?: string }>(raw!)
    if (!event?.event_id || !event.type) return reply.code(400).send({ error: 'event' })
    await receiveEvent(deps, 'truelayer', {
      eventId: event.event_id,
      kind: event.type,
      providerPaymentId: event.payment_id ?? null,
      providerRefundId: event.refund_id ?? null,
    })
    return reply.send({ received: true })
  })
}

function parsed<T>(raw: Buffer): T | null {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as T) : null
  } catch {
    return null
  }
}
