import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildSandbox } from './app.ts'
import type { Notice } from './kernel/webhooks.ts'
import type { SandboxOptions, SandboxState } from './state.ts'

export interface TestSandbox {
  app: FastifyInstance
  state: SandboxState
  /** Port it really listens on: the vendors' own clients speak to it over HTTP. */
  port: number
  url: string
  clock: { now: number }
  /** Everything the shop's webhook address was sent. */
  received: Notice[]
  /** What the shop's webhook address answers. */
  receiver: { status: number }
  close: () => Promise<void>
}

export const START = Date.UTC(2026, 10, 21, 12)

/** A listening sandbox with a clock that stands still, and a shop that takes every webhook. */
export async function testSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const clock = { now: START }
  const received: Notice[] = []
  const receiver = { status: 200 }
  const { app, state } = buildSandbox({
    now: () => clock.now,
    notify: async (notice) => {
      received.push(notice)
      return receiver.status
    },
    runByItself: false,
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

export const aDataFile = () => join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'vendors.jsonl')
