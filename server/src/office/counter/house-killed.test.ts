import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { describeOnPostgres } from '../../testing/database/databases.ts'
import { keepSeats } from '../../testing/fixtures/catalogue.ts'
import { poolOf } from '../../testing/fixtures/sale.ts'
import { makeSignal } from '../../testing/signal.ts'
import { useServedCounter } from '../testing/served-counter.ts'

describeOnPostgres('a process killed in the middle of a sale of house seats', () => {
  const counter = useServedCounter()

  /** Whether a statement of the shop waits for a lock. */
  async function waitsForLock(): Promise<void> {
    await expect
      .poll(
        async () =>
          (
            await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`.execute(counter.db())
          ).rows[0]!.count,
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
  }

  it('leaves them kept for the house, and the same form sells them once', async () => {
    const db = counter.db()
    const { ticketId, poolIds, call } = await counter.open({
      pools: [{ seats: ['A1', 'A2', 'A3'] }],
      tickets: [{ name: 'Adult', pool: 0 }],
    })
    const poolId = poolIds[0]!
    await keepSeats(db, poolId, ['A1', 'A2', 'A3'])
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
    const send = () =>
      call('counter_sale', {
        chosen: `${ticketId}x2`,
        seats: seats.map(({ id }) => id).join('-'),
        total: '2200',
        form_key: 'house-seats',
      })

    const [blocked, killed] = [makeSignal(), makeSignal()]
    const blocking = db.transaction().execute(async (tx) => {
      // The tickets are the last of a sale: its seats are opened, held and sold before.
      await sql`lock table tickets in share row exclusive mode`.execute(tx)
      blocked.send()
      await killed.sent
    })
    await blocked.sent
    const sale = send().catch(() => null)
    await waitsForLock()
    await counter.served().kill()
    killed.send()
    await blocking
    expect(await sale).toBeNull()
    expect([await states(), await poolOf(db, poolId)]).toMatchObject([
      ['kept', 'kept', 'kept'],
      { held: 0, sold: 0, kept: 3 },
    ])
    expect(await seatDifferences(db)).toEqual([])

    await counter.served().start()
    expect((await send()).status).toBe(200)
    await send()
    expect([await states(), await poolOf(db, poolId)]).toMatchObject([
      ['sold', 'sold', 'kept'],
      { held: 0, sold: 2, kept: 1 },
    ])
    expect(await seatDifferences(db)).toEqual([])
  }, 60_000)
})
