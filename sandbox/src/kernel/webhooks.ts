import http from 'node:http'
import https from 'node:https'
import type { Journal } from './journal.ts'
import { delayMs, type Switches } from './switches.ts'
import type { Timeline } from './timeline.ts'
import type { Vendor } from './vendors.ts'

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Posts one webhook and returns the receiver's status, or 0 without a response. */
export type Notify = (request: WebhookRequest) => Promise<number>

export interface WebhookTarget {
  url: string
  /** Stripe: the `whsec_...`. Square: the signature key. TrueLayer signs with its own key pair and needs none. */
  secret: string
  /** The event types that it was registered for; all types if absent. */
  events?: readonly string[]
}

export interface Delivery {
  vendor: Vendor
  eventId: string
  type: string
  at: number
  attempt: number
  status: number | 'dropped' | 'no target'
}

interface Job {
  vendor: Vendor
  eventId: string
  type: string
  body: string
  attempt: number
  part?: string
}

const keyOf = (vendor: Vendor, part: string | undefined) => (part === undefined ? vendor : `${vendor}/${part}`)

type Signer = (body: string, target: WebhookTarget) => Record<string, string>

export interface Webhooks {
  /** `part` selects one of a vendor's webhooks, such as the one for connected accounts or for another merchant. */
  target(vendor: Vendor, part?: string): WebhookTarget | undefined
  setTarget(vendor: Vendor, target: WebhookTarget, part?: string): void
  signWith(vendor: Vendor, signer: Signer): void
  /** Called after every attempt, so that a vendor can show an event as delivered. */
  onResult(vendor: Vendor, listener: (eventId: string, delivered: boolean) => void): void
  /** `body` is only built if the shop has a webhook for the event. */
  send(vendor: Vendor, event: { id: string; type: string; body: () => string }, part?: string): void
  log(): Delivery[]
}

// The vendors retry for days. The first intervals are short, so that a demo or a test sees the second attempt.
export const RETRY_AFTER_MS = [1_000, 3_000, 10_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000, 43_200_000]
const LOG_LENGTH = 500
const TIMEOUT_MS = 10_000

/** Whether a webhook gets events of this type. */
export const isRegistered = (target: WebhookTarget | undefined, type: string): boolean =>
  target !== undefined && (target.events === undefined || target.events.includes(type))

export function webhooks(deps: {
  journal: Journal
  timeline: Timeline
  switches: Switches
  now: () => number
  notify: Notify
  delayMs: number
}): Webhooks {
  const { timeline, switches, now, notify } = deps
  const targets = deps.journal.collection<WebhookTarget>('webhook targets')
  const signers = new Map<Vendor, Signer>()
  const listeners = new Map<Vendor, (eventId: string, delivered: boolean) => void>()
  const log: Delivery[] = []

  const record = (job: Omit<Job, 'body'>, status: Delivery['status']) => {
    log.push({
      vendor: job.vendor,
      eventId: job.eventId,
      type: job.type,
      at: now(),
      attempt: job.attempt + 1,
      status,
    })
    if (log.length > LOG_LENGTH) log.shift()
  }

  timeline.on<Job>('webhook', async (job) => {
    const target = targets.get(keyOf(job.vendor, job.part))
    if (!target) return record(job, 'no target')
    const headers = signers.get(job.vendor)?.(job.body, target) ?? {}
    const status = await notify({
      url: target.url,
      headers: { 'content-type': 'application/json', ...headers },
      body: job.body,
    }).catch(() => 0)
    record(job, status)
    const delivered = status >= 200 && status < 300
    listeners.get(job.vendor)?.(job.eventId, delivered)
    const gap = RETRY_AFTER_MS[job.attempt]
    if (!delivered && gap !== undefined)
      timeline.schedule(now() + gap, 'webhook', { ...job, attempt: job.attempt + 1 } satisfies Job)
  })

  return {
    target: (vendor, part) => targets.get(keyOf(vendor, part)),
    setTarget: (vendor, target, part) => void targets.put(keyOf(vendor, part), target),
    signWith: (vendor, signer) => void signers.set(vendor, signer),
    onResult: (vendor, listener) => void listeners.set(vendor, listener),
    send(vendor, event, part) {
      const found = { vendor, eventId: event.id, type: event.type, attempt: 0, ...(part !== undefined && { part }) }
      if (!isRegistered(targets.get(keyOf(vendor, part)), event.type)) return record(found, 'no target')
      if (switches.take(vendor, 'webhook_drop') !== undefined) return record(found, 'dropped')
      const job: Job = { ...found, body: event.body() }
      const delay = switches.take(vendor, 'webhook_reorder')
      const at = now() + deps.delayMs + (delay === undefined ? 0 : delayMs('webhook_reorder', delay))
      timeline.schedule(at, 'webhook', job)
      if (switches.take(vendor, 'webhook_duplicate') !== undefined) timeline.schedule(at, 'webhook', job)
    },
    log: () => [...log],
  }
}

const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }

/** Doesn't follow redirects. Node's own client takes a third of the processor time that `fetch` does. */
export const postWebhook: Notify = ({ url, headers, body }) =>
  new Promise((resolve, reject) => {
    const { protocol } = new URL(url)
    const { request } = protocol === 'https:' ? https : http
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, ...length },
        agent: agents[protocol as keyof typeof agents],
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
        answer.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
