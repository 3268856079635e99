import { OFFICE_PATHS } from '@foyer/contract/office/paths.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { testClock } from '../../testing/clock.ts'
import { describeOnPostgres, type TestDb, testDatabase } from '../../testing/database/databases.ts'
import { poolOf } from '../../testing/fixtures/sale.ts'
import { programFile } from '../../testing/processes/bundled.ts'
import { openServedShop, type ServedShop } from '../../testing/processes/served.ts'
import { openCounter, openShift } from '../testing/counter.ts'

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

describeOnPostgres('a process killed in the middle of a sale of house seats', () => {
  const clock = testClock()
  let database: TestDb
  let shop: ServedShop
  let app: FastifyInstance
  beforeAll(async () => {
    const program = await programFile('payment/test-programs/serve.ts')
    database = await testDatabase('postgres')
    shop = await openServedShop(database, { program, processes: 1, clock })
    // Signs the cookie of a session.
    app = await buildApp(shop.deps, null)
  }, 60_000)
  afterAll(async () => {
    await app?.close()
    await shop?.close()
    await database?.close()
  })

  /** Whether a statement of the shop waits for a lock. */
  async function waitsForLock(): Promise<void> {
    await expect
      .poll(
        async () =>
          (
            await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
          ).rows[0]!.count,
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
  }

  it('leaves them kept for the house, and the same form sells them once', async () => {
    const { db } = database
    const house = { app: app as never, db, clock }
    const { organiserId, staffId, ticketId, poolIds, browser } = await openCounter(house, {
      pools: [{ seats: ['A1', 'A2', 'A3'] }],
      tickets: [{ name: 'Adult', pool: 0 }],
    })
    await openShift(house, { organiserId, staffId })
    const poolId = poolIds[0]!
    await db.updateTable('seats').set({ status: 'kept', kept_reason: 'Press' }).where('pool_id', '=', poolId).execute()
    await db.updateTable('pools').set({ kept: 3 }).where('id', '=', poolId).execute()
    const seats = await db
      .selectFrom('seats')
      .select('id')
      .where('pool_id', '=', poolId)
      .where('label', 'in', ['A1', 'A2'])
      .execute()
    const states = async () =>
      (await db.selectFrom('seats').select('status').where('pool_id', '=', poolId).orderBy('label').execute()).map(
        ({ status }) => status,
      )
    const [method, path] = OFFICE_PATHS.counter_sale
    const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
    const body = new URLSearchParams({
      organiser_id: String(organiserId),
      chosen: `${ticketId}x2`,
      seats: seats.map(({ id }) => id).join('-'),
      total: '2200',
      form_key: 'house-seats',
    })
    const served = shop.servers[0]!
    const send = () => fetch(served.url + path, { method, headers: { cookie }, body })

    const [blocked, killed] = [signal(), signal()]
    const blocking = db.transaction().execute(async (tx) => {
      // The tickets are the last of a sale: its seats are opened, held and sold before.
      await sql`lock table tickets in share row exclusive mode`.execute(tx)
      blocked.give()
      await killed.given
    })
    await blocked.given
    const sale = send().catch(() => null)
    await waitsForLock()
    await served.kill()
    killed.give()
    await blocking
    expect(await sale).toBeNull()
    expect([await states(), await poolOf(db, poolId)]).toMatchObject([
      ['kept', 'kept', 'kept'],
      { held: 0, sold: 0, kept: 3 },
    ])
    expect(await seatDifferences(db)).toEqual([])

    await served.start()
    expect((await send()).status).toBe(200)
    await send()
    expect([await states(), await poolOf(db, poolId)]).toMatchObject([
      ['sold', 'sold', 'kept'],
      { held: 0, sold: 2, kept: 1 },
    ])
    expect(await seatDifferences(db)).toEqual([])
  }, 60_000)
})
