import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { testClock } from './clock.ts'
import { describeOnBoth, testDatabase, useTestDatabase } from './database/databases.ts'

describe('test clock', () => {
  it('advances only on request', () => {
    const clock = testClock('2026-01-01T00:00:00Z')
    const before = clock.now()
    clock.advance(90.5)
    expect(clock.now().toISOString()).toBe('2026-01-01T00:01:30.500Z')
    expect(before.toISOString()).toBe('2026-01-01T00:00:00.000Z')
    clock.set('2027-01-01T00:00:00Z')
    expect(clock.now().getUTCFullYear()).toBe(2027)
    expect(() => clock.set('tomorrow')).toThrow('Not a time')
  })
})

describe('seeded random', () => {
  it('repeats for the same seed only, within its range', () => {
    const draw = (seed: number) => {
      const random = seededRandom(seed)
      return [...Array.from({ length: 200 }, () => random.int(10)), ...random.bytes(20)]
    }
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    expect(new Set(draw(1).slice(0, 200))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
  })
})

describeOnBoth('test databases', (kind) => {
  const database = useTestDatabase(kind)

  it('are migrated and isolated', async () => {
    const other = await testDatabase(kind)
    await sql`insert into settings (key, value) values ('here', '1')`.execute(database().db)
    const count = sql<{ n: number }>`select count(*) as n from settings where key = 'here'`
    expect((await count.execute(database().db)).rows).toEqual([{ n: 1 }])
    expect((await count.execute(other.db)).rows).toEqual([{ n: 0 }])
    await other.close()
  })
})

describe('a closed embedded database', () => {
  const insert = sql<{
    id: number
  }>`insert into jobs (kind, key, run_at, created_at) values ('nothing', '1', now(), now()) returning id`

  it('comes back to the next test as new: without rows, numbers from 1, and what migrations left', async () => {
    const first = await testDatabase('embedded')
    expect((await insert.execute(first.db)).rows).toEqual([{ id: 1 }])
    await sql`update money_sums_state set until_id = 7`.execute(first.db)
    await first.close()
    await expect(insert.execute(first.db)).rejects.toThrow()

    const next = await testDatabase('embedded')
    expect((await sql`select from jobs`.execute(next.db)).rows).toEqual([])
    expect((await insert.execute(next.db)).rows).toEqual([{ id: 1 }])
    expect((await sql`select until_id from money_sums_state`.execute(next.db)).rows).toEqual([{ until_id: 0 }])
    const sized = sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples <> -1`
    expect((await sized.execute(next.db)).rows).toEqual([])
    await next.close()
  })

  it('is not used again when its tables were changed', async () => {
    const first = await testDatabase('embedded')
    await sql`alter table settings add column colour text`.execute(first.db)
    await first.close()

    const next = await testDatabase('embedded')
    await expect(sql`select colour from settings`.execute(next.db)).rejects.toThrow('colour')
    await next.close()
  })
})
