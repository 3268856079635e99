import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS } from '@foyer/contract/errors.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { makeMetrics } from '../metrics.ts'
import { putInBasket } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { stockOf } from '../testing/fixtures/sale.ts'
import { type FaultyShop, faultyShop, retryWhileBusy } from '../testing/processes/faulty-shop.ts'
import type { Reply } from '../testing/shop.ts'

/** What buyers see when the database is in trouble, and that the shop recovers by itself. docs/faults.md has the table. */

let shop: FaultyShop
beforeAll(async () => {
  shop = await faultyShop({ poolSize: 6, connectionTimeoutMs: 3000, statementTimeoutMs: 4500 })
}, 120_000)
afterAll(() => shop.close())

const busy = (reply: Reply) => ({
  status: reply.status,
  code: reply.body.code,
  error: reply.body.error,
  again: reply.raw.headers['retry-after'],
})
const BUSY = { status: 503, code: 'busy', error: ERRORS.busy[1], again: '2' }
const ready = async () => (await shop.app.inject('/readyz')).json()

async function createBasket(ticketId: number) {
  const browser = shop.browser()
  await putInBasket(browser, ticketId)
  return browser
}

/** Locks the counter of a ticket type until `release`. `awaited` resolves once another session waits for the lock. */
async function holdStock(ticketId: number): Promise<{ awaited(): Promise<void>; release(): Promise<void> }> {
  const client = new Client({ connectionString: shop.directUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from stock where ticket_type_id = $1 for update', [ticketId])
  const pid = (client as Client & { processID: number }).processID
  // Not pg_stat_activity: a transaction sees that view as it was at first, without connections that were opened since.
  const waiters = 'select 1 from pg_locks where not granted and $1 = any(pg_blocking_pids(pid))'
  return {
    awaited: async () => {
      while ((await client.query(waiters, [pid])).rowCount === 0) await sleep(5)
    },
    release: () => client.end(),
  }
}

/** Exactly the buyers with a successful reply hold tickets. */
async function expectHeld(ticketId: number, references: unknown[]) {
  const held = await shop.db
    .selectFrom('holds')
    .innerJoin('sales', 'sales.id', 'holds.sale_id')
    .select('sales.reference')
    .where('holds.ticket_type_id', '=', ticketId)
    .execute()
  expect(held.map(({ reference }) => reference).sort()).toEqual([...new Set(references)].sort())
  expect(await stockOf(shop.db, ticketId)).toEqual({ held: held.length, sold: 0 })
}

describe('database faults', () => {
  it('crash and outage during an on-sale: buyers are asked to retry, confirmed reserves hold, nothing is oversold', async () => {
    const capacity = 12
    const { ticketId } = await createEvent(shop.db, { tickets: [{ capacity }] })
    const baskets = await Promise.all(Array.from({ length: 24 }, () => createBasket(ticketId)))
    const pause = () => sleep(40)
    let answered = 0
    const buyers = baskets.map(async (browser, n) => {
      // One after the other, so that the crash comes in between.
      await sleep(n * 10)
      const outcome = await retryWhileBusy(() => browser.call('reserve_tickets'), pause)
      answered++
      return outcome
    })
    while (answered < 3) await sleep(5)
    shop.proxy.disconnect()
    await shop.crash()
    expect(await ready()).toEqual({ ok: false, why: 'database' })
    expect(busy(await baskets[0]!.call('get'))).toEqual(BUSY)
    await sleep(300)
    shop.proxy.reconnect()

    const outcomes = await Promise.all(buyers)
    const busyReplies = outcomes.flatMap((outcome) => outcome.busyReplies)
    expect(busyReplies.length).toBeGreaterThan(0)
    expect(new Set(busyReplies.map((reply) => JSON.stringify(busy(reply))))).toEqual(new Set([JSON.stringify(BUSY)]))
    const replies = outcomes.map(({ reply }) => reply)
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const won = replies.filter(({ body }) => body.reserved === true)
    expect(won).toHaveLength(capacity)
    for (const { body } of replies) if (!body.reserved) expect(body.error).toMatch(/has just sold out\.$/)
    await expectHeld(
      ticketId,
      won.map(({ body }) => body.sale_reference),
    )
    expect(await ready()).toEqual({ ok: true })
  }, 60_000)

  it('slow commits: reserves that wait together share them, and none fails', async () => {
    const { ticketId } = await createEvent(shop.db, { tickets: [{ capacity: 100 }] })
    const baskets: Awaited<ReturnType<typeof createBasket>>[] = []
    for (let n = 0; n < 16; n++) baskets.push(await createBasket(ticketId))
    const commits = async () =>
      Number(
        (await shop.operate(`select count(distinct xmin::text) as n from holds where ticket_type_id = ${ticketId}`))[0]!
          .n,
      )
    shop.proxy.delay(15)
    const replies = await Promise.all(baskets.map((browser) => browser.call('reserve_tickets')))
    shop.proxy.delay(0)
    expect(replies.map(({ body }) => body.reserved)).toEqual(baskets.map(() => true))
    expect(await commits()).toBeLessThan(baskets.length / 2)
    await expectHeld(
      ticketId,
      replies.map(({ body }) => body.sale_reference),
    )
  }, 60_000)

  it('exhausted connections: a long wait ends in a retry message, and service resumes', async () => {
    const { ticketId } = await createEvent(shop.db)
    const browser = await createBasket(ticketId)
    const held = Array.from({ length: 6 }, () => sql`select pg_sleep(3.9)`.execute(shop.db))
    await sleep(50)
    // The connections return after 3.9 s, and a request waits 3 s for one.
    expect(busy(await browser.call('reserve_tickets'))).toEqual(BUSY)
    await Promise.all(held)
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
  }, 60_000)

  it('a blocking lock: a slow statement times out and changes nothing', async () => {
    const { ticketId } = await createEvent(shop.db)
    const browser = await createBasket(ticketId)
    const lock = await holdStock(ticketId)
    expect(busy(await browser.call('reserve_tickets'))).toEqual(BUSY)
    await lock.release()
    await expectHeld(ticketId, [])
    const { body } = await browser.call('reserve_tickets')
    await expectHeld(ticketId, [body.sale_reference])
  }, 60_000)

  it.each([
    ['has a full disk', '53100'],
    ['reports a broken disk', '58030'],
    ['has no memory left', '53200'],
  ])('%s: buyers are asked to retry, and nothing is half done', async (_, state) => {
    const { ticketId } = await createEvent(shop.db)
    const browser = await createBasket(ticketId)
    await shop.operate(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '${state}'; end $$`)
    await shop.operate('create trigger no_room before insert on sale_events for each row execute function no_room()')
    expect(busy(await browser.call('reserve_tickets'))).toEqual(BUSY)
    await expectHeld(ticketId, [])
    await shop.operate('drop trigger no_room on sale_events')
    await shop.operate('drop function no_room')
    expect((await browser.call('reserve_tickets')).body).toMatchObject({ reserved: true })
  })

  it('read-only during a failover: pages work, and buyers who change something are asked to retry', async () => {
    const { ticketId } = await createEvent(shop.db)
    const browser = await createBasket(ticketId)
    await shop.operate('alter database faulty set default_transaction_read_only = on')
    shop.proxy.disconnect()
    shop.proxy.reconnect()
    const { reply } = await retryWhileBusy(
      () => browser.call('get'),
      () => sleep(20),
    )
    expect(reply.body.tickets).toHaveLength(1)
    expect(busy(await browser.call('reserve_tickets'))).toEqual(BUSY)
    await shop.operate(
      'set default_transaction_read_only = off',
      'alter database faulty reset default_transaction_read_only',
    )
    shop.proxy.disconnect()
    shop.proxy.reconnect()
    const again = await retryWhileBusy(
      () => browser.call('reserve_tickets'),
      () => sleep(20),
    )
    expect(again.reply.body).toMatchObject({ reserved: true })
  })
})

describe('a process that is shutting down', () => {
  it('reports not ready, finishes running requests and accepts no new ones', async () => {
    const { ticketId } = await createEvent(shop.db)
    const browser = await createBasket(ticketId)
    const app = await buildApp({ ...shop.deps, metrics: makeMetrics() }, null)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const ask = (path: string, method = 'GET') =>
      fetch(url + path, { method, headers: { cookie: browser.cookie()! } }).then(async (answer) => [
        answer.status,
        await answer.json(),
      ])
    const lock = await holdStock(ticketId)
    const drainAndClose = async () => {
      await lock.awaited()
      app.drain()
      expect(await ask('/readyz')).toEqual([503, { ok: false, why: 'draining' }])
      expect(await ask('/healthz')).toEqual([200, { ok: true }])
      const closed = app.close()
      // A connection is refused both while it closes and afterwards.
      await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), { timeout: 10_000 })
      await lock.release()
      await closed
    }
    const [reserve] = await Promise.all([ask('/ajax/checkout/checkout/reserve_tickets/', 'POST'), drainAndClose()])
    expect(reserve).toMatchObject([200, { reserved: true }])
  })
})
