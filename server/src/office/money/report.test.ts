import { MONEY_GROUPS } from '@foyer/contract/calls/office/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sumUntil } from '../../payment/ledger/sums.testing.ts'
import { sumDifferences, sumLedger } from '../../payment/ledger/sums.ts'
import { runModel } from '../../payment/model/run.ts'
import { type TestDb, testDatabase } from '../../testing/database/databases.ts'
import { leftOf, paidOf } from './paid.ts'
import { type Labels, moneyReport, type Scope, sumOf } from './report.ts'

const LABELS: Labels = {
  donations: '#donations',
  vouchers: '#vouchers',
  other: '#other',
  noCode: '#none',
  channel: (name) => name,
}
const LONG_AGO = new Date('2000-01-01')
const FAR_AHEAD = new Date('2200-01-01')

const USUAL_SEEDS = [2, 6]
/** REPORT_SEED=1,2,3 repeats those histories. */
const SEEDS = process.env.REPORT_SEED?.split(',').map(Number) ?? USUAL_SEEDS

describe('reports of random sales', () => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await testDatabase('postgres')
  })
  afterEach(() => opened.close())

  it.for(SEEDS)(
    'seed %i: every grouping matches the ledger and the order lines to the penny',
    { timeout: 120_000 },
    async (seed, context) => {
      const { broken } = await runModel(opened, { seed, steps: 120, neighbours: true })
      expect(broken).toEqual([])
      const { db } = opened
      const organisers = await db.selectFrom('organisers').select('id').execute()
      let rowCount = 0
      for (const { id: organiserId } of organisers) {
        const scope: Scope = { organiserId, eventIds: null, from: LONG_AGO, to: FAR_AHEAD }
        const { rows } = await sql<{ ledger: number; lines: number; half: Date }>`select
          (select coalesce(-sum(amount_minor), 0)::bigint from ledger_entries where organiser_id = ${organiserId} and account in
            ('tickets', 'offers', 'discounts', 'booking_fees', 'refund_protection', 'delivery', 'donation', 'donation_fee',
             'gift_vouchers_sold', 'gift_vouchers_redeemed', 'rounding')) as ledger,
          (select coalesce(sum(net_minor + fee_minor + protection_minor + delivery_minor + rounding_minor - voucher_minor
            - refunded_net_minor - refunded_fee_minor - refunded_protection_minor - refunded_delivery_minor
            - refunded_rounding_minor + refunded_voucher_minor), 0)::bigint
            from order_lines where organiser_id = ${organiserId}) as lines,
          (select percentile_disc(0.5) within group (order by at) from ledger_entries where organiser_id = ${organiserId}) as half`.execute(
          db,
        )
        const { ledger, lines, half } = rows[0]!
        expect([organiserId, Number(lines)]).toEqual([organiserId, Number(ledger)])
        const whole = await moneyReport(db, scope, 'event', LABELS)
        rowCount += whole.length
        const total = sumOf(whole)
        expect(total.total).toBe(Number(ledger))
        expect(whole.map(({ key }) => key)).toEqual([...new Set(whole.map(({ key }) => key))])
        for (const by of MONEY_GROUPS)
          expect([by, sumOf(await moneyReport(db, scope, by, LABELS))]).toEqual([by, total])
        // Two consecutive periods add up to the whole period.
        if (half !== null) {
          const parts = [
            ...(await moneyReport(db, { ...scope, to: half }, 'event', LABELS)),
            ...(await moneyReport(db, { ...scope, from: half }, 'event', LABELS)),
          ]
          expect(sumOf(parts)).toEqual(total)
        }
        // Single events, and what belongs to no event, also add up to the whole.
        const events = await db.selectFrom('events').select('id').where('organiser_id', '=', organiserId).execute()
        const ofEvents = await moneyReport(db, { ...scope, eventIds: events.map(({ id }) => id) }, 'event', LABELS)
        const ofNone = whole.filter(({ key }) => ['donations', 'vouchers', 'other'].includes(key))
        expect(sumOf([...ofEvents, ...ofNone])).toEqual(total)
        // What was paid is what was earned.
        const received = [...(await paidOf(db, scope)).values()].flatMap(({ ways, beside }) => [
          ...ways.filter(({ way }) => way !== 'voucher').map(leftOf),
          ...beside.filter(({ account }) => account !== 'platform_fees').map(({ minor }) => minor),
        ])
        expect(sum(received)).toBe(Number(ledger))
      }
      // The same once the ledger is summed, with some of its entries or all.
      const reports = async () => {
        const all: unknown[] = []
        for (const { id: organiserId } of organisers) {
          const scope: Scope = { organiserId, eventIds: null, from: LONG_AGO, to: FAR_AHEAD }
          all.push(await paidOf(db, scope))
          for (const by of MONEY_GROUPS) all.push(await moneyReport(db, scope, by, LABELS))
        }
        return all
      }
      const fromEntries = await reports()
      const ids = await sql<{ half: number; last: number }>`
        select percentile_disc(0.5) within group (order by id) as half, max(id) as last from ledger_entries`.execute(db)
      const { half: halfId, last: lastId } = ids.rows[0]!
      await sumLedger({ db })
      await sql`update money_sums_state set seen_id = ${halfId ?? 0}`.execute(db)
      await sumLedger({ db }, 40)
      expect(await reports()).toEqual(fromEntries)
      await sumUntil(db, lastId ?? 0, 40)
      expect(await reports()).toEqual(fromEntries)
      expect(await sumDifferences(db, { slice: 30 })).toEqual([])
      // Some seeds sell nothing, and their reports are empty. The seeds of every run sell.
      if (rowCount === 0 && !USUAL_SEEDS.includes(seed)) context.skip(`seed ${seed} sells nothing`)
      expect(rowCount).toBeGreaterThan(0)
    },
  )
})
