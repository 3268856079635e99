import type { FastifyInstance } from 'fastify'
import type { Kernel } from './context.ts'
import type { WebhookTarget } from './webhooks.ts'

export type Env = Record<string, string | undefined>
export type ControlBody = Record<string, unknown>

export interface Refused {
  refused: string
}

/** How the sandbox simulates a vendor. Each is the `stand-in.ts` of its folder. */
export interface StandIn<Options, State> {
  title: string
  /** The vendor's settings, from the environment. */
  options(env: Env): Options
  /** Where the vendor's webhooks go, from the environment. Absent for vendors that send none. */
  webhook?(env: Env): WebhookTarget | undefined
  /** Further webhooks of the same vendor, by `part`. */
  webhooks?(env: Env): Record<string, WebhookTarget>
  /** Adds the vendor's calls, scripts and pages to the app. */
  start(app: FastifyInstance, kernel: Kernel, options: Options): State
  /** The vendor's sections of the control page, as HTML. */
  page(state: State): string
  /** The vendor's actions of `POST /control/...`. Undefined when the body is for another vendor. */
  controls?: Record<string, (state: State, body: ControlBody, kernel: Kernel) => object | Refused | undefined>
}

/** Reads a webhook's variables: its address, its secret, and its event types if it isn't for all. Throws without a secret. */
export function webhookTarget(
  vendor: string,
  url: string | undefined,
  secret: string | undefined,
  events?: string | undefined,
): WebhookTarget | undefined {
  if (!url) return undefined
  if (!URL.canParse(url)) throw new Error(`${vendor}: the webhook address is not a URL: ${url}`)
  if (secret === undefined) throw new Error(`${vendor}: a webhook address needs a secret.`)
  return { url, secret, ...(events && { events: events.split(',') }) }
}
