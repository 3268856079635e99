import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/connection/open.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import { enqueue, LOCK_SECONDS } from '../../jobs/jobs.ts'
import { createPaidSale } from '../../testing/fixtures/paid-sale.ts'
import { openMailProcess } from '../../testing/processes/mail-process.ts'
import { openShop } from '../../testing/shop.ts'
import { deliveryJob } from './deliver.ts'

/** More than are taken at a time, so that every kill leaves some untouched. */
const ORDERS = 40
/** How many emails a mail server is sent at a time. */
const AT_ONCE = 4

let shop: Awaited<ReturnType<typeof openShop>>
let other: Awaited<ReturnType<typeof openDatabase>>
let sender: Awaited<ReturnType<typeof openMailProcess>>

beforeAll(async () => {
  shop = await openShop('postgres')
  other = await openDatabase({ databaseUrl: shop.databaseUrl!, dataDir: '', onConnectionLost: () => {} })
  sender = await openMailProcess(shop)
}, 60_000)

afterAll(async () => {
  await sender.close()
  await other.close()
  await shop.close()
})

/** A lock of another transaction, until it is released. */
async function lock(take: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((locked, failed) => {
    ended = inTx(other.db, async (tx) => {
      // It is held while a process starts, which takes long on a busy machine.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await take(tx)
      locked()
      await released
    })
    ended.catch(failed)
  })
  return () => {
    release()
    return ended
  }
}

const lockMails = (tx: Tx) => sql`lock table mails in share row exclusive mode`.execute(tx)
const lockTakenJobs = (tx: Tx) =>
  sql`select from jobs where kind = 'deliver_sale' and locked_until is not null and done_at is null for update`.execute(
    tx,
  )

async function count(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return (await query.execute(shop.db)).rows[0]!.n
}
const waiting = (onTable: string) =>
  count(sql<{ n: number }>`
    select count(*)::int as n from pg_locks join pg_stat_activity using (pid)
    where not granted and pg_stat_activity.query like ${`%${onTable}%`}`)
const jobs = (where: 'taken' | 'done') =>
  count(sql<{ n: number }>`
    select count(*)::int as n from jobs where kind = 'deliver_sale' and ${
      where === 'done' ? sql`done_at is not null` : sql`done_at is null and locked_until is not null`
    }`)

/** What each order has: its tickets, emails of its wallet, and entries in its history. */
async function delivered() {
  const { rows } = await sql<{ tickets: number; mails: number; history: number; marked: boolean }>`
    select (select count(*)::int from tickets where sale_id = sales.id) as tickets,
      (select count(*)::int from mails where sale_id = sales.id) as mails,
      (select count(*)::int from sale_events where sale_id = sales.id and kind like '%_delivered') as history,
      wallet_delivered_at is not null as marked
    from sales order by id`.execute(shop.db)
  return rows
}
const NOTHING = { tickets: 0, mails: 0, history: 0, marked: false }
const ONCE = { tickets: 2, mails: 1, history: 2, marked: true }

it('deliveries whose process is killed in a batch, before its jobs are done and while emails leave, reach everyone once', async () => {
  const { db, clock, deps } = shop
  const { emails, start, kill, until } = sender
  const now = clock.now()
  const recipients: string[] = []
  for (let n = 0; n < ORDERS; n++) {
    const { saleId, email } = await createPaidSale(deps)
    recipients.push(email)
    await inTx(db, (tx) => enqueue(tx, deliveryJob(saleId, { now, runAt: now, after: 'paid' })))
  }

  // Killed while the batch waits to write its emails: nothing of it is there.
  const releaseMails = await lock(lockMails)
  await start()
  await until(async () => (await waiting('mails')) > 0)
  const taken = await jobs('taken')
  expect(taken).toBeGreaterThan(1)
  await kill()
  await sql`select pg_terminate_backend(pid) from pg_locks where not granted`.execute(db)
  await releaseMails()
  expect(await delivered()).toEqual(Array.from({ length: ORDERS }, () => NOTHING))

  // Killed after the batch is committed and before its jobs are marked done: it is made again when they are taken again.
  clock.advance(LOCK_SECONDS + 1)
  const releaseMailsAgain = await lock(lockMails)
  await start()
  await until(async () => (await waiting('mails')) > 0)
  const releaseJobs = await lock(lockTakenJobs)
  await releaseMailsAgain()
  await until(async () => (await delivered()).some(({ marked }) => marked) && (await waiting('jobs')) > 0)
  await kill()
  await sql`select pg_terminate_backend(pid) from pg_locks where not granted`.execute(db)
  await releaseJobs()
  expect(await jobs('done')).toBeLessThan(ORDERS)
  const half = await delivered()
  expect(half.every(({ marked, ...rest }) => (marked ? rest.tickets === 2 : rest.tickets === 0))).toBe(true)
  expect(half.filter(({ marked }) => marked).length).toBeGreaterThan(1)

  // Killed while emails leave.
  clock.advance(LOCK_SECONDS + 1)
  await start()
  await until(() => emails.length >= ORDERS / 4)
  await kill()
  expect(emails.length).toBeLessThan(ORDERS)

  clock.advance(LOCK_SECONDS + 1)
  await start()
  await until(
    async () =>
      (await count(sql<{ n: number }>`
    select count(*)::int as n from jobs where kind in ('deliver_sale', 'send_mail') and done_at is null`)) === 0,
  )
  expect(await delivered()).toEqual(Array.from({ length: ORDERS }, () => ONCE))
  const byRecipient = groupBy(emails, ({ to }) => to)
  expect([...byRecipient.keys()].sort()).toEqual(recipients.sort())
  // The mail server may have taken emails in the moment of a kill: they are sent again under the same id, which mail programs show once.
  for (const sent of byRecipient.values()) expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
  expect(emails.length - ORDERS).toBeLessThanOrEqual(2 * AT_ONCE)
}, 300_000)
