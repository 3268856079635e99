import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putInBasket } from '../testing/fixtures/buyers.ts'
import { createEvent } from '../testing/fixtures/catalogue.ts'
import { type FaultyShop, faultyShop, retryWhileBusy } from '../testing/processes/faulty-shop.ts'

/** The network drops database connections without an error on either side, as firewalls and failing hosts do. */

const POOL = 6

let shop: FaultyShop
beforeAll(async () => {
  shop = await faultyShop({ poolSize: POOL, connectionTimeoutMs: 20_000, statementTimeoutMs: 60_000 })
}, 120_000)
afterAll(() => shop.close())

const readyz = async () => (await shop.app.inject('/readyz')).json()

/** Opens every connection of the pool, so that the watchdog covers them. */
async function openAll() {
  await Promise.all(Array.from({ length: POOL }, () => sql`select pg_sleep(0.05)`.execute(shop.db)))
  await shop.deps.pingDatabase()
}

describe('connections dropped silently by the network', () => {
  it('are replaced while idle: the next buyers are served and the shop is ready', async () => {
    const { ticketId } = await createEvent(shop.db, { tickets: [{ capacity: 100 }] })
    await openAll()
    shop.proxy.freeze()
    expect(await readyz()).toEqual({ ok: true })
    const buyers = await Promise.all(
      Array.from({ length: POOL * 2 }, async () => {
        const browser = shop.browser()
        await putInBasket(browser, ticketId)
        return browser.call('reserve_tickets')
      }),
    )
    expect(buyers.map(({ body }) => body.reserved)).toEqual(buyers.map(() => true))
  }, 60_000)

  it('are replaced while queries wait on them: buyers are asked to retry, and then served', async () => {
    const { ticketId } = await createEvent(shop.db, { tickets: [{ capacity: 100 }] })
    const browser = shop.browser()
    await putInBasket(browser, ticketId)
    await openAll()
    const waiting = Array.from({ length: POOL }, () => sql`select pg_sleep(1)`.execute(shop.db))
    const settled = Promise.allSettled(waiting)
    await sleep(50)
    shop.proxy.freeze()
    const { reply } = await retryWhileBusy(
      () => browser.call('reserve_tickets'),
      () => sleep(20),
    )
    expect(reply.body).toMatchObject({ reserved: true })
    expect((await settled).map(({ status }) => status)).toEqual(Array(POOL).fill('rejected'))
    expect(shop.connections().waiting).toBe(0)
  }, 60_000)

  it('do not block the probes, even when new connections are dropped too', async () => {
    await openAll()
    const restoreNetwork = shop.proxy.blackHole()
    expect((await shop.app.inject('/healthz')).statusCode).toBe(200)
    expect(await readyz()).toEqual({ ok: false, why: 'database' })
    expect((await shop.app.inject('/metrics')).body).toContain('foyer_database_up 0')
    restoreNetwork()
    const isReady = async () => (await readyz()).ok
    while (!(await isReady())) await sleep(50)
  }, 60_000)
})

describe('connections that closed with an error', () => {
  it('are replaced, and the watchdog leaves the new ones open', async () => {
    await openAll()
    shop.proxy.disconnect()
    shop.proxy.reconnect()
    await sleep(100)
    const slow = sql`select pg_sleep(1)`.execute(shop.db)
    await sleep(100)
    await shop.deps.pingDatabase()
    await expect(slow).resolves.toBeDefined()
  }, 60_000)
})
