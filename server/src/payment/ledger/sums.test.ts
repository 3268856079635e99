import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { moneyReport, sumOf } from '../../office/money/report.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { bought, type Deps, vendor } from '../refund/bought.testing.ts'
import { reportDifferences } from './compare.ts'
import { book } from './ledger.ts'
import { sumUntil } from './sums.testing.ts'
import { type SumDifference, sumDifferences, sumLedger } from './sums.ts'

const LABELS = { donations: '', vouchers: '', other: '', noCode: '', channel: (name: string) => name }

/** What each organiser earned, by day. */
async function earned({ db }: Deps) {
  const organisers = await db.selectFrom('organisers').select('id').orderBy('id').execute()
  const all = []
  for (const { id: organiserId } of organisers) {
    const scope = { organiserId, eventIds: null, from: new Date('2000-01-01'), to: new Date('2200-01-01') }
    const rows = await moneyReport(db, scope, 'day', LABELS)
    all.push({ organiserId, days: rows.map(({ key }) => key), total: sumOf(rows).total })
  }
  return all
}

const summedUntil = async ({ db }: Deps) =>
  (await db.selectFrom('money_sums_state').select('until_id').executeTakeFirstOrThrow()).until_id
const lastEntry = async ({ db }: Deps) =>
  (
    await db
      .selectFrom('ledger_entries')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id

describeOnBoth('the sums of the ledger', (kind) => {
  const opened = useTestDatabase(kind)
  const shop = () => testDeps(opened(), { providers: { stripe: vendor.provider } })

  it('contain every entry once, however often they are made, and reports stay the same', async () => {
    const deps = shop()
    await bought(deps)
    const before = await earned(deps)
    expect(before.some(({ total }) => total > 0)).toBe(true)
    await sumUntil(deps.db, await lastEntry(deps))
    for (let run = 0; run < 2; run++) await sumLedger(deps)
    expect(await earned(deps)).toEqual(before)
    deps.clock.advance(86_400)
    await bought(deps)
    const both = await earned(deps)
    expect(both).not.toEqual(before)
    await sumUntil(deps.db, await lastEntry(deps), 2)
    expect(await earned(deps)).toEqual(both)
    expect(await sumDifferences(deps.db)).toEqual([])
  })

  it('that differ from the ledger are reported and made again, and reports are right at once', async () => {
    const deps = shop()
    await bought(deps)
    const right = await earned(deps)
    await sumUntil(deps.db, await lastEntry(deps))
    await sql`update money_sums set tickets = tickets + 5`.execute(deps.db)
    const rows = await deps.db
      .selectFrom('money_sums')
      .select((eb) => ['organiser_id', eb.fn.countAll().as('count')])
      .groupBy('organiser_id')
      .execute()
    const byPlace = (differences: SumDifference[]) => differences.toSorted((a, b) => (a.where < b.where ? -1 : 1))
    expect(byPlace(await sumDifferences(deps.db))).toEqual(
      byPlace(
        rows.map(({ organiser_id, count }) => ({
          where: `organiser ${organiser_id} GBP tickets`,
          minor: 5 * Number(count),
        })),
      ),
    )
    expect(await earned(deps)).not.toEqual(right)
    expect(await reportDifferences(deps)).toBe(rows.length)
    expect(await earned(deps)).toEqual(right)
    await sumUntil(deps.db, await lastEntry(deps))
    expect(await earned(deps)).toEqual(right)
    expect(await reportDifferences(deps)).toBe(0)
  })

  it('go on in a database that was restored, whose transactions have lower numbers', async () => {
    const deps = shop()
    const before = await summedUntil(deps)
    await bought(deps)
    await sumLedger(deps)
    await sql`update money_sums_state set seen_xid = seen_xid + 1000000`.execute(deps.db)
    await sumLedger(deps)
    expect(await summedUntil(deps)).toBe(before)
    await sumUntil(deps.db, await lastEntry(deps))
  })
})

describe('the sums of the ledger, on PostgreSQL', () => {
  const opened = useTestDatabase('postgres')

  it('wait for a transaction that commits after one with a higher id', async () => {
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { db } = deps
    const { saleId } = await bought(deps)
    const { organiser_id: organiserId } = await db.selectFrom('events').select('organiser_id').executeTakeFirstOrThrow()
    const before = (await earned(deps)).find((row) => row.organiserId === organiserId)!.total
    const amounts = [
      { account: 'tickets', minor: -700, organiserId },
      { account: 'receivable', minor: 700, organiserId },
    ] as const
    const entry = { saleId, movement: 'sale', amounts, currency: 'GBP', at: deps.clock.now() }
    const slow = await db.startTransaction().execute()
    await book(slow as never, entry)
    const fast = await db.startTransaction().execute()
    await book(fast as never, entry)
    await fast.commit().execute()
    for (let run = 0; run < 3; run++) await sumLedger(deps)
    await slow.commit().execute()
    await sumUntil(deps.db, await lastEntry(deps))
    for (let run = 0; run < 2; run++) await sumLedger(deps)
    expect((await earned(deps)).find((row) => row.organiserId === organiserId)!.total).toBe(before + 1400)
    expect(await sumDifferences(db)).toEqual([])
  })
})
