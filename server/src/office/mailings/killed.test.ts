import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../free-port.ts'
import { LOCK_SECONDS } from '../../jobs/jobs.ts'
import { openShop } from '../../testing/shop.ts'
import { createMailingOrganiser } from './mailings.testing.ts'

const PROGRAM = fileURLToPath(new URL('../../payment/test-programs/serve.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'foyer-mailing-'))
const PEOPLE = 80
const KILLS = 2

/** What the mail server took: the recipient and the Message-ID of each email. */
const got: { to: string; messageId: string }[] = []
let shop: Awaited<ReturnType<typeof openShop>>
let mailServer: SMTPServer
let sender: ChildProcess | undefined

beforeAll(async () => {
  shop = await openShop('postgres')
  mailServer = new SMTPServer({
    ...{ authOptional: true, hideSTARTTLS: true, logger: false },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [, messageId = ''] = /^message-id: (\S+)/im.exec(Buffer.concat(chunks).toString()) ?? []
        got.push({ to: session.envelope.rcptTo[0]!.address, messageId })
        done()
      })
    },
  })
  mailServer.on('error', () => {})
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
}, 60_000)

afterAll(async () => {
  await kill()
  await new Promise<void>((resolve) => mailServer.close(resolve))
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const { port } = mailServer.server.address() as AddressInfo
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: folder, DEMO: 'false', LOG_LEVEL: 'error' },
      ...{ PORT: String(await freePort()), PUBLIC_URL: shop.deps.config.publicUrl },
      ...{ DATABASE_URL: shop.databaseUrl, SESSION_SECRET: shop.deps.config.sessionSecret },
      ...{ SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_REQUIRE_TLS: 'false' },
      CLOCK_START: String(shop.clock.now().getTime()),
    },
  })
  sender = child
  let complaints = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}. ${complaints}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => line.includes('Foyer is open') && resolve())
  })
  child.removeAllListeners('exit')
}

async function kill(): Promise<void> {
  const child = sender
  sender = undefined
  if (!child || child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let tried = 0; tried < 3000; tried++) {
    if (await what()) return
    await sleep(10)
  }
  throw new Error(`it never came: ${got.length} emails`)
}

it('a mailing whose process is killed twice reaches everyone exactly once', async () => {
  const { db, clock } = shop
  const organiser = await createMailingOrganiser(shop)
  const order = await organiser.addOrder()
  await sql`
    with sale as (
      insert into sales (reference, currency, guest_email, guest_name, paid_at, total_minor, state, created_at, updated_at)
      select 'killed-' || n, 'GBP', 'p' || n || '@example.org', 'P', paid_at, total_minor, state, created_at, updated_at
      from sales, generate_series(2, ${PEOPLE}) n where id = ${order.orderId} returning id, guest_email, paid_at, total_minor
    ), bought as (
      insert into orders (sale_id, number, name, email, phone, currency, total_minor, paid_at)
      select id, 'K' || id, 'P', guest_email, '', 'GBP', total_minor, paid_at from sale
    )
    insert into order_lines (sale_id, line, kind, organiser_id, event_id, date_id, ticket_type_id, qty, list_minor, net_minor, fee_minor, paid_at)
    select sale.id, 1, kind, organiser_id, event_id, date_id, ticket_type_id, qty, list_minor, net_minor, fee_minor, line.paid_at
    from sale, order_lines line where line.sale_id = ${order.orderId}`.execute(db)
  const manager = await organiser.as()
  const mailing = await manager.write()
  expect((await manager.send(mailing)).body).toMatchObject({ success: true })

  for (let kills = 1; kills <= KILLS; kills++) {
    await start()
    const before = got.length
    await until(() => got.length >= before + 25)
    await kill()
    expect(got.length).toBeLessThan(PEOPLE)
  }
  // What was being sent at that moment is tried again when its process counts as dead.
  clock.advance(LOCK_SECONDS + 1)
  await start()
  await until(async () => (await manager.see(mailing)).state === 'done')

  const ids = groupBy(got, ({ to }) => to)
  expect(ids.size).toBe(PEOPLE)
  // The mail server may have taken an email in the moment of the kill: it gets the same one again, which mail programs show once.
  for (const sent of ids.values()) expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
  expect(got.length - PEOPLE).toBeLessThanOrEqual(KILLS)
  expect(await manager.see(mailing)).toMatchObject({ people: PEOPLE, sent: PEOPLE, refused: 0, left_out: 0 })
}, 300_000)
