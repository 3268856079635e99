import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildSandbox } from '@foyer/sandbox/app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.ts'
import { freePort } from '../../free-port.ts'
import { type TestDb, testDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { confirmCard } from '../../testing/vendors/card.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'

/** The server as a process of its own, killed without warning while buyers pay; the vendors live on. */
const SECRET = 'a secret for tests, of 32 letters or more'
const folder = mkdtempSync(join(tmpdir(), 'foyer-killed-'))

let database: TestDb
let port: number
let server: ChildProcess | undefined
let env: NodeJS.ProcessEnv
let sandbox: ReturnType<typeof buildSandbox>
let vendorUrl: string
let deps: ReturnType<typeof testDeps>

beforeAll(async () => {
  database = await testDatabase('postgres')
  port = await freePort()
  sandbox = buildSandbox({
    webhooks: { stripe: { url: `http://127.0.0.1:${port}/webhooks/stripe`, secret: 'whsec_killed' } },
  })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  vendorUrl = `http://127.0.0.1:${(sandbox.app.server.address() as { port: number }).port}`
  const key = generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  env = {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.databaseUrl,
    DATA_DIR: folder,
    SESSION_SECRET: SECRET,
    DEMO: 'false',
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: 'sk_test_killed',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_killed',
    STRIPE_WEBHOOK_SECRET: 'whsec_killed',
    STRIPE_API_URL: vendorUrl,
    SQUARE_ACCESS_TOKEN: 'x',
    SQUARE_APP_ID: 'x',
    SQUARE_LOCATION_ID: 'x',
    SQUARE_WEBHOOK_KEY: 'x',
    SQUARE_API_URL: vendorUrl,
    TRUELAYER_CLIENT_ID: 'x',
    TRUELAYER_CLIENT_SECRET: 'x',
    TRUELAYER_KEY_ID: 'x',
    TRUELAYER_PRIVATE_KEY: String(key),
    TRUELAYER_MERCHANT_ACCOUNT_ID: 'x',
    TRUELAYER_AUTH_URL: vendorUrl,
    TRUELAYER_API_URL: vendorUrl,
  }
  // This application has the server's clock, so that rows created here are current there.
  deps = { ...testDeps(database, { env: { SESSION_SECRET: SECRET } }), clock: systemClock as never }
  await start()
}, 90_000)

afterAll(async () => {
  await kill()
  sandbox.app.server.closeAllConnections()
  await sandbox.app.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const program = await programFile('payment/test-programs/serve.ts')
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'], env })
  server = child
  let complaints = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}. ${complaints}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('Foyer is open')) resolve()
    })
  })
  child.removeAllListeners('exit')
}

async function kill(): Promise<void> {
  const child = server
  server = undefined
  if (!child || child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

async function token(sale: SaleAt): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/ajax/checkout/stripe/get_token/`, {
    method: 'POST',
    headers: { cookie: sale.cookie },
  })
  return ((await answer.json()) as { client_secret: string }).client_secret
}

async function payAtVendor(client_secret: string): Promise<void> {
  const { body } = await confirmCard(vendorUrl, { public_key: 'pk_test_killed', client_secret })
  expect(body.status).toBe('succeeded')
}

/** Waits up to two minutes: a payment whose only webhook was lost with the process is asked about after one. */
async function until<T>(what: () => Promise<T | null | undefined | false>): Promise<T> {
  for (let tried = 0; tried < 1200; tried++) {
    const found = await what()
    if (found) return found
    await sleep(100)
  }
  throw new Error('it never came')
}

describe('killing the server during a payment', () => {
  it('before the bank has responded: the payment is found after the restart', async () => {
    const sale = await saleAt(deps, 'payment', { startsAt: new Date(Date.now() + 90 * 86_400_000) })
    const secret = await token(sale)
    await kill()
    await payAtVendor(secret)
    expect((await sale.read()).paid_at).toBeNull()
    await start()
    await until(async () => (await sale.read()).paid_at)
    expect(await sale.history()).toEqual(['reserved', 'paid'])
    expect(await stockOf(database.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
  }, 120_000)

  it('repeatedly at any moment: every order is paid and delivered once, and the books agree', async () => {
    const sales: SaleAt[] = []
    for (let i = 0; i < 4; i++)
      sales.push(await saleAt(deps, 'payment', { startsAt: new Date(Date.now() + 90 * 86_400_000) }))
    const secrets = await Promise.all(sales.map(token))
    for (const [i, secret] of secrets.entries()) {
      await payAtVendor(secret)
      if (i % 2 === 1) {
        // The webhook of this payment is on its way in at this moment.
        await sleep(15 * i)
        await kill()
        await start()
      }
    }
    for (const sale of sales) {
      await until(async () => (await sale.read()).wallet_delivered_at)
      expect((await sale.payments()).map((payment) => payment.outcome)).toEqual(['fulfilled'])
      expect((await sale.mails()).map((mail) => mail.kind)).toEqual(['wallet'])
      expect(await stockOf(database.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
    }
    expect(await ledgerDifferences(database.db)).toEqual([])
  }, 300_000)
})
