import { randomBytes } from 'node:crypto'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { control } from './control/routes.ts'
import { hcaptcha } from './hcaptcha/routes.ts'
import type { Kernel } from './kernel/context.ts'
import { openJournal } from './kernel/journal.ts'
import { type Switches, switches, type Vendor } from './kernel/switches.ts'
import { timeline } from './kernel/timeline.ts'
import { type Notify, notifyByFetch, type Webhooks, type WebhookTarget, webhooks } from './kernel/webhooks.ts'
import type { SquareLife } from './square/payments.ts'
import { type SquareOptions, square } from './square/routes.ts'
import { stripe } from './stripe/routes.ts'
import type { StripeStore } from './stripe/store.ts'
import { type TrueLayer, type TrueLayerOptions, trueLayer } from './truelayer/routes.ts'
import { type Twilio, type TwilioOptions, twilio } from './twilio/routes.ts'

export interface SandboxOptions {
  /** Epoch milliseconds. The vendors' clock; a test may move it. */
  now?: () => number
  /** `length` random letters and digits. */
  randomId?: (length: number) => string
  /** Posts one webhook and answers the receiver's status, 0 for none. */
  notify?: Notify
  /** Keeps every record, so that the vendors remember after a restart. Memory only when absent. */
  dataFile?: string
  /** The address browsers reach the sandbox at; by default the one it listens on. */
  publicUrl?: string
  /** Whether time moves things by itself; without it only `state.tick()` does. Default true. */
  runByItself?: boolean
  /** How long after the fact a webhook leaves. Default 20 ms, so that the answer of the call usually comes first. */
  webhookDelayMs?: number
  webhooks?: Partial<Record<Vendor, WebhookTarget>>
  square?: SquareOptions
  truelayer?: TrueLayerOptions
  twilio?: TwilioOptions
}

export interface SandboxState {
  /** Runs everything due by the sandbox's clock: bank steps, late settlements, webhooks and their retries. */
  tick: () => Promise<void>
  switches: Switches
  webhooks: Webhooks
  publicUrl: () => string
  stripe: StripeStore
  square: SquareLife
  truelayer: TrueLayer
  twilio: Twilio
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const MAX_BODY = 1024 * 1024

const random = (length: number) => Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** Other people's servers in one app: their calls, their browser scripts, their pages, their webhooks. */
export function buildSandbox(options: SandboxOptions = {}): { app: FastifyInstance; state: SandboxState } {
  const now = options.now ?? Date.now
  const journal = openJournal(options.dataFile)
  const time = timeline(journal, now)
  const switched = switches(journal)
  const notices = webhooks({
    journal,
    timeline: time,
    switches: switched,
    now,
    notify: options.notify ?? notifyByFetch,
    delayMs: options.webhookDelayMs ?? 20,
  })
  for (const [vendor, target] of Object.entries(options.webhooks ?? {})) notices.setTarget(vendor as Vendor, target)

  const app = Fastify({ bodyLimit: MAX_BODY, logger: false })
  const kernel: Kernel = {
    now,
    randomId: options.randomId ?? random,
    journal,
    timeline: time,
    switches: switched,
    webhooks: notices,
    publicUrl: () => options.publicUrl ?? listeningAt(app),
  }
  app.register(formbody)
  const stripeState = stripe(app, kernel)
  const squareState = square(app, kernel, options.square)
  const trueLayerState = trueLayer(app, kernel, options.truelayer)
  hcaptcha(app, kernel)
  const twilioState = twilio(app, kernel, options.twilio)

  app.addHook('onReady', async () => {
    if (options.runByItself !== false) time.runByItself()
  })
  app.addHook('onClose', async () => time.stop())

  const state: SandboxState = {
    tick: time.tick,
    switches: switched,
    webhooks: notices,
    publicUrl: kernel.publicUrl,
    stripe: stripeState,
    square: squareState,
    truelayer: trueLayerState,
    twilio: twilioState,
  }
  control(app, state)
  return { app, state }
}

function listeningAt(app: FastifyInstance): string {
  const address = app.server.address()
  return address && typeof address === 'object' ? `http://localhost:${address.port}` : 'http://localhost'
}
