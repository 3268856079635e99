import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { seatDifferences } from '../../sale/hold/seat-differences.ts'
import { describeOnPostgres } from '../../testing/database/databases.ts'
import { keepSeats } from '../../testing/fixtures/catalogue.ts'
import { poolOf } from '../../testing/fixtures/sale.ts'
import { makeSignal } from '../../testing/signal.ts'
import { useServedCounter } from '../testing/served-counter.ts'

describeOnPostgres('a process killed in the middle of a sale or a release of house seats', () => {
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

  /** Calls the shop, and kills its process while the call waits for a lock on this table. */
  async function killWhileBlocked(table: string, call: () => Promise<Response>): Promise<void> {
    const [blocked, killed] = [makeSignal(), makeSignal()]
    const blocking = counter
      .db()
      .transaction()
      .execute(async (tx) => {
        await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
        blocked.send()
        await killed.sent
      })
    await blocked.sent
    const answer = call().catch(() => null)
    await waitsForLock()
    await counter.served().kill()
    killed.send()
    await blocking
    expect(await answer).toBeNull()
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

    // The tickets are the last of a sale: its seats are opened, held and sold before.
    await killWhileBlocked('tickets', send)
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

  it('releases none of them, and the same form releases each once', async () => {
    const db = counter.db()
    const { eventId, poolIds, call } = await counter.open({
      pools: [{ seats: ['A1', 'A2', 'A3'] }],
      tickets: [{ name: 'Adult', pool: 0 }],
    })
    const poolId = poolIds[0]!
    const allocation_id = String(await keepSeats(db, poolId, ['A1', 'A2']))
    const statesOf = async () =>
      (await db.selectFrom('seats').select('status').where('pool_id', '=', poolId).orderBy('label').execute()).map(
        ({ status }) => status,
      )
    const release = () =>
      call('release_seats', { event_id: String(eventId), allocation_id, all: '1', form_key: 'release-seats' })
    // The pool is the last of a release: the allocation has ended and its seats are free before.
    await killWhileBlocked('pools', release)
    expect([await statesOf(), await poolOf(db, poolId)]).toMatchObject([['kept', 'kept', 'free'], { kept: 2 }])
    expect(await seatDifferences(db)).toEqual([])

    await counter.served().start()
    expect((await release()).status).toBe(200)
    expect((await release()).status).toBe(200)
    expect([await statesOf(), await poolOf(db, poolId)]).toMatchObject([['free', 'free', 'free'], { kept: 0 }])
    expect(await seatDifferences(db)).toEqual([])
  }, 60_000)
})
