import type { FastifyInstance } from 'fastify'
import type { Kernel } from './context.ts'
import type { WebhookTarget } from './webhooks.ts'

export type Env = Record<string, string | undefined>
export type ControlBody = Record<string, unknown>

export interface Refused {
  refused: string
}

/** What the sandbox needs to know of a vendor to play it. Each is the `stand-in.ts` of its folder. */
export interface StandIn<Options, State> {
  title: string
  /** Its settings from the environment. */
  options(env: Env): Options
  /** Where its webhooks go, from the environment; absent for vendors that send none. */
  webhook?(env: Env): WebhookTarget | undefined
  /** Adds its calls, scripts and pages to the app. */
  start(app: FastifyInstance, kernel: Kernel, options: Options): State
  /** Its sections of the page for people, as HTML. */
  page(state: State): string
  /** Calls of `POST /control/...` that are about this vendor; undefined when the body is about another one. */
  controls?: Record<string, (state: State, body: ControlBody, kernel: Kernel) => object | Refused | undefined>
}

/** Reads the two variables of a webhook address. Throws when only the address is set. */
export function webhookTarget(
  vendor: string,
  url: string | undefined,
  secret: string | undefined,
): WebhookTarget | undefined {
  if (!url) return undefined
  if (!URL.canParse(url)) throw new Error(`${vendor}: the webhook address is no address: ${url}`)
  if (secret === undefined) throw new Error(`${vendor}: a webhook address needs its secret too.`)
  return { url, secret }
}
