import { randomBytes } from 'node:crypto'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { control } from './control/routes.ts'
import type { Kernel } from './kernel/context.ts'
import { openJournal } from './kernel/journal.ts'
import { switches } from './kernel/switches.ts'
import { timeline } from './kernel/timeline.ts'
import type { Vendor } from './kernel/vendors.ts'
import { postWebhook, webhooks } from './kernel/webhooks.ts'
import { startAll } from './stand-ins.ts'
import type { SandboxOptions, SandboxState } from './state.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const MAX_BODY = 1024 * 1024

/** Random bytes are fetched many at a time, because each fetch has its own cost. */
let bytes = randomBytes(0)
let used = 0

function random(length: number): string {
  if (used + length > bytes.length) [bytes, used] = [randomBytes(Math.max(4096, length)), 0]
  let text = ''
  for (const byte of bytes.subarray(used, used + length)) text += LETTERS[byte % LETTERS.length]
  used += length
  return text
}

/** The vendors' servers in one app: their calls, browser scripts, pages and webhooks. */
export function buildSandbox(options: SandboxOptions = {}): { app: FastifyInstance; state: SandboxState } {
  const systemNow = options.now ?? Date.now
  let clockOffset = 0
  const now = () => systemNow() + clockOffset
  const journal = openJournal(options.dataFile)
  const schedule = timeline(journal, now)
  const faults = switches(journal)
  const sender = webhooks({
    journal,
    timeline: schedule,
    switches: faults,
    now,
    notify: options.notify ?? postWebhook,
    delayMs: options.webhookDelayMs ?? 20,
  })
  for (const [name, target] of Object.entries(options.webhooks ?? {})) {
    const [vendor, part] = name.split('/')
    if (target) sender.setTarget(vendor as Vendor, target, part)
  }

  const app = Fastify({ bodyLimit: MAX_BODY, logger: false })
  const kernel: Kernel = {
    now,
    randomId: options.randomId ?? random,
    journal,
    timeline: schedule,
    switches: faults,
    webhooks: sender,
    publicUrl: () => options.publicUrl ?? listeningAt(app),
  }
  app.register(formbody)
  const vendors = startAll(app, kernel, options)

  app.addHook('onReady', async () => {
    if (options.autoRun !== false) schedule.autoRun()
  })
  app.addHook('onClose', async () => schedule.stop())

  const state: SandboxState = {
    tick: schedule.tick,
    setClock: (at) => {
      clockOffset = at === null ? 0 : at - systemNow()
    },
    switches: faults,
    webhooks: sender,
    publicUrl: kernel.publicUrl,
    ...vendors,
  }
  control(app, kernel, state)
  return { app, state }
}

function listeningAt(app: FastifyInstance): string {
  const address = app.server.address()
  return address && typeof address === 'object' ? `http://localhost:${address.port}` : 'http://localhost'
}
