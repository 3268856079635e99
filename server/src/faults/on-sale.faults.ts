import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { stockOf } from '../testing/fixtures/sale.ts'
import { type FaultyShop, faultyShop } from '../testing/processes/faulty-shop.ts'
import { through } from '../testing/processes/proxy.ts'

/**
 * `npm run faults`: an on-sale over HTTP with two processes of the built shop and a separate PostgreSQL, with one fault after
 * the other while buyers arrive. Prints what happened; docs/faults.md has the results.
 */

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
let database: FaultyShop
const servers: Server[] = []

type Server = { url: string; child: ChildProcess; log: string }

beforeAll(async () => {
  if (!existsSync(MAIN)) throw new Error('npm run build first: this runs the built shop')
  database = await faultyShop()
  for (let n = 0; n < 2; n++) servers.push(await serve(await freePort()))
}, 300_000)
afterAll(async () => {
  for (const server of servers) await end(server, 'SIGKILL')
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const key = generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey.export({ type: 'pkcs8', format: 'pem' })

async function serve(port: number): Promise<Server> {
  const unreachable = 'http://127.0.0.1:9'
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_URL: through(database.proxy, database.directUrl),
    DATA_DIR: folder,
    SESSION_SECRET: 'a secret for tests, of 32 letters or more',
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    RESERVES_PER_ADDRESS: '1000000',
    PLACES_PERCENT_PER_ADDRESS: '1000000',
    STRIPE_SECRET_KEY: 'x',
    STRIPE_PUBLISHABLE_KEY: 'x',
    STRIPE_WEBHOOK_SECRET: 'x',
    STRIPE_API_URL: unreachable,
    SQUARE_ACCESS_TOKEN: 'x',
    SQUARE_APP_ID: 'x',
    SQUARE_LOCATION_ID: 'x',
    SQUARE_WEBHOOK_KEY: 'x',
    SQUARE_API_URL: unreachable,
    TRUELAYER_CLIENT_ID: 'x',
    TRUELAYER_CLIENT_SECRET: 'x',
    TRUELAYER_KEY_ID: 'x',
    TRUELAYER_PRIVATE_KEY: String(key),
    TRUELAYER_MERCHANT_ACCOUNT_ID: 'x',
    TRUELAYER_AUTH_URL: unreachable,
    TRUELAYER_API_URL: unreachable,
  }
  const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'pipe'], env })
  const server = { url: `http://127.0.0.1:${port}`, child, log: '' }
  child.stderr!.on('data', (chunk: Buffer) => {
    server.log += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code}. ${server.log}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('Foyer is open')) resolve()
    })
  })
  child.removeAllListeners('exit')
  return server
}

async function end({ child }: Server, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exited
  return child.exitCode
}

const restart = async (n: number) => {
  const { port } = new URL(servers[n]!.url)
  servers[n] = await serve(Number(port))
}

type AnswerCounts = Record<string, number>

/** A persistent buyer: tries the next process when one does not respond, and retries after a 503. */
async function buy(ticketId: number, n: number, answers: AnswerCounts): Promise<Record<string, unknown>> {
  let cookie = ''
  let serverIndex = n
  const ask = async (name: 'add_to_basket' | 'reserve_tickets', body: Record<string, string>) => {
    for (let tries = 0; tries < 500; tries++) {
      const server = servers[serverIndex % servers.length]!
      try {
        const answer = await fetch(server.url + PATHS[name][1], {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(body),
        })
        cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
        answers[answer.status] = (answers[answer.status] ?? 0) + 1
        const reply = (await answer.json()) as Record<string, unknown>
        if (answer.status !== 503) return reply
      } catch {
        // The process is down or died during the call: try the next one.
        answers['no answer'] = (answers['no answer'] ?? 0) + 1
        serverIndex++
      }
      await sleep(100)
    }
    throw new Error('gave up')
  }
  await ask('add_to_basket', { ticket_id: String(ticketId), quantity: '1' })
  return ask('reserve_tickets', {})
}

describe('an on-sale with faults', () => {
  it('two processes, one killed, one stopped, and the database crashed: nothing is lost or sold twice', async () => {
    const capacity = 90
    const { ticketId } = await createEvent(database.db, {
      tickets: [{ capacity }],
      startsAt: new Date('2099-01-01T20:00:00Z'),
    })
    const answers: AnswerCounts = {}
    const replies: Record<string, unknown>[] = []
    const waiting = Array.from({ length: 200 }, (_, n) => n)
    const lanes = Array.from({ length: 16 }, async () => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) replies.push(await buy(ticketId, n, answers))
    })
    const rows: Record<string, unknown>[] = []
    const fault = async (what: string, after: number, inject: () => Promise<unknown>) => {
      while (replies.length < after) await sleep(5)
      const before = { ...answers }
      const started = performance.now()
      await inject()
      const reached = replies.length
      while (replies.length < reached + 3 && waiting.length > 0) await sleep(5)
      const since = Object.fromEntries(Object.entries(answers).map(([k, v]) => [k, v - (before[k] ?? 0)]))
      rows.push({ what, 'started again and selling, ms': Math.round(performance.now() - started), ...since })
    }
    await fault('a process killed (kill -9), started again', 20, async () => {
      await end(servers[0]!, 'SIGKILL')
      await restart(0)
    })
    await fault('PostgreSQL crashed and away for 2 s', 60, async () => {
      database.proxy.disconnect()
      await database.crash()
      await sleep(2000)
      database.proxy.reconnect()
    })
    await fault('a process told to stop (SIGTERM), started again', 110, async () => {
      expect(await end(servers[1]!, 'SIGTERM')).toBe(0)
      await restart(1)
    })
    await Promise.all(lanes)
    console.table(rows)
    console.table(answers)

    const won = replies.filter(({ reserved }) => reserved === true)
    expect(won).toHaveLength(capacity)
    expect(replies.filter(({ error }) => String(error).endsWith('has just sold out.'))).toHaveLength(200 - capacity)
    expect(Object.keys(answers).sort()).toEqual(expect.arrayContaining(['200']))
    expect(answers[500]).toBeUndefined()
    const { held, sold } = await stockOf(database.db, ticketId)
    expect({ held, sold }).toEqual({ held: capacity, sold: 0 })
    const holds = await database.db
      .selectFrom('holds')
      .innerJoin('sales', 'sales.id', 'holds.sale_id')
      .select('sales.reference')
      .where('ticket_type_id', '=', ticketId)
      .execute()
    expect(new Set(holds.map(({ reference }) => reference))).toEqual(
      new Set(won.map(({ sale_reference }) => sale_reference)),
    )
  }, 300_000)

  it('reserves per second on a slow disk', async () => {
    const rows: Record<string, unknown>[] = []
    for (const ms of [0, 5, 20, 100]) {
      const { ticketId } = await createEvent(database.db, {
        tickets: [{ capacity: 10_000 }],
        startsAt: new Date('2099-01-01T20:00:00Z'),
      })
      const answers: AnswerCounts = {}
      database.proxy.delay(ms)
      const started = performance.now()
      let held = 0
      const lanes = Array.from({ length: 32 }, async (_, n) => {
        while (performance.now() - started < 6000) if ((await buy(ticketId, n, answers)).reserved) held++
      })
      await Promise.all(lanes)
      database.proxy.delay(0)
      const seconds = (performance.now() - started) / 1000
      rows.push({ 'each answer later by ms': ms, 'baskets reserved a second': Math.round(held / seconds), ...answers })
      expect((await stockOf(database.db, ticketId)).held).toBe(held)
      expect(Object.keys(answers)).toEqual(['200'])
    }
    console.table(rows)
  }, 300_000)
})
