import { createHmac } from 'node:crypto'
import { isRegistered } from '../kernel/webhooks.ts'
import type { StripeEvent } from './objects.ts'
import type { StripeStore } from './store.ts'
import type { Stores } from './stores.ts'

export const API_VERSION = '2026-10-28.endive'

export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
}

/** Stores the event and sends it to the shop's webhook address. The snapshot never changes afterwards. */
export function emit(
  store: StripeStore,
  type: string,
  object: object,
  cause: Cause = NO_CAUSE,
  before?: Record<string, unknown>,
): void {
  const event: StripeEvent = {
    id: store.id('evt'),
    object: 'event',
    ...(store.account === null ? {} : { account: store.account }),
    api_version: API_VERSION,
    created: store.seconds(),
    data: { object: structuredClone(object), ...(before ? { previous_attributes: before } : {}) },
    livemode: false,
    pending_webhooks: isUnregistered(store, type) ? 0 : 1,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  }
  store.events.put(event.id, event)
  if (!isUnregistered(store, type)) store.undelivered.put(event.id, true)
  sendEvent(store, event)
}

const partOf = ({ account }: StripeStore) => (account === null ? undefined : 'connect')

/** Whether the shop has a webhook, and didn't register it for this type of event. */
const isUnregistered = (store: StripeStore, type: string): boolean => {
  const target = store.kernel.webhooks.target('stripe', partOf(store))
  return target !== undefined && !isRegistered(target, type)
}

/** Events of connected accounts go to the webhook that was registered for them. */
export const sendEvent = (store: StripeStore, event: StripeEvent): void =>
  store.kernel.webhooks.send(
    'stripe',
    { id: event.id, type: event.type, body: () => JSON.stringify(event, null, 2) },
    partOf(store),
  )

/** For events caused by time or by the vendor itself rather than by a request. */
export const NO_CAUSE: Cause = { requestId: null, idempotencyKey: null }

/** `Stripe-Signature: t=<unix seconds>,v1=<hex>` over `${t}.${body}`. */
export function signature(body: string, secret: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex')
  return `t=${seconds},v1=${v1}`
}

export function startEvents({ platform, all }: Stores): void {
  const { webhooks } = platform.kernel
  webhooks.signWith('stripe', (body, target) => ({
    'stripe-signature': signature(body, target.secret, platform.seconds()),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  }))
  webhooks.onResult('stripe', (eventId, delivered) => {
    if (!delivered) return
    const store = all().find(({ events }) => events.get(eventId))
    if (!store) return
    store.undelivered.delete(eventId)
    const event = store.events.get(eventId)
    if (event?.pending_webhooks) store.events.put(eventId, { ...event, pending_webhooks: 0 })
  })
}
