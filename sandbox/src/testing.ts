import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildSandbox } from './app.ts'
import type { WebhookRequest } from './kernel/webhooks.ts'
import type { SandboxOptions, SandboxState } from './state.ts'

export interface TestSandbox {
  app: FastifyInstance
  state: SandboxState
  /** The port it really listens on: the vendors' own clients use HTTP. */
  port: number
  url: string
  clock: { now: number }
  /** Everything sent to the shop's webhook address. */
  received: WebhookRequest[]
  /** The response of the shop's webhook address. */
  receiver: { status: number }
  close: () => Promise<void>
}

export const START = Date.UTC(2026, 10, 21, 12)

/** A listening sandbox with a stopped clock, and a shop that accepts every webhook. */
export async function testSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const clock = { now: START }
  const received: WebhookRequest[] = []
  const receiver = { status: 200 }
  const { app, state } = buildSandbox({
    now: () => clock.now,
    notify: async (request) => {
      received.push(request)
      return receiver.status
    },
    autoRun: false,
    webhookDelayMs: 0,
    ...options,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    app,
    state,
    port,
    url: `http://127.0.0.1:${port}`,
    clock,
    received,
    receiver,
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

export const newDataFile = () => join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'vendors.jsonl')

/** A call of Square's API as one of its merchants, by default the first. */
export async function callSquare(
  { url }: TestSandbox,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token = 'EAAAtest',
) {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'square-version': '2026-09-16' },
    body: body && JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the responses of another server
  return { status: answer.status, body: (await answer.json()) as any }
}
