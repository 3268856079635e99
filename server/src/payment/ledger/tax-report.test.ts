import { sum } from '@foyer/domain/money/money.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { run } from '../cli/tax.ts'
import { bought, vendor } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'
import { ledgerDifferences } from './ledger.ts'
import { type TaxReportRow, taxReport } from './tax-report.ts'

const REGISTERED = { tax_number: 'GB123456789', tax_bp: 2000 }
const LONG_AGO = new Date('2000-01-01')
const FAR_AHEAD = new Date('2200-01-01')

/** The tax of an organiser's sales by the ledger and by the order lines, after refunds. */
const booksOf = async (db: ReturnType<typeof testDeps>['db'], organiserId: number) =>
  (
    await sql<{ ledger: number; lines: number; tax: number }>`select
      (select -sum(amount_minor)::bigint from ledger_entries where organiser_id = ${organiserId} and account in
        ('tickets', 'offers', 'discounts', 'booking_fees', 'refund_protection', 'delivery', 'rounding')) as ledger,
      (select sum(net_minor + fee_minor + protection_minor + delivery_minor + rounding_minor - refunded_net_minor
        - refunded_fee_minor - refunded_protection_minor - refunded_delivery_minor - refunded_rounding_minor)::bigint
        from order_lines where organiser_id = ${organiserId}) as lines,
      (select sum(tax_minor - refunded_tax_minor)::bigint from order_lines where organiser_id = ${organiserId}) as tax`.execute(
      db,
    )
  ).rows[0]!

describeOnBoth('the tax report', (kind) => {
  const opened = useTestDatabase(kind)

  it('matches order lines and ledger for any sales and refunds at any rate', async () => {
    const orders = fc.array(
      fc.record({
        price: fc.integer({ min: 101, max: 5000 }),
        fee: fc.integer({ min: 0, max: 300 }),
        rate: fc.constantFrom(null, 0, 500, 1750),
        feeRate: fc.constantFrom(null, 2000, 0),
        qty: fc.integer({ min: 1, max: 3 }),
        back: fc.constantFrom('nothing', 'all', 'a part'),
        part: fc.integer({ min: 1, max: 99 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    let n = 0
    await fc.assert(
      fc.asyncProperty(orders, async (sold) => {
        const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
        const { db } = deps
        const name = `Report ${kind} ${++n}`
        let organiserId: number | undefined
        for (const { price, fee, rate, feeRate, qty, back, part } of sold) {
          const sale = await bought(deps, {
            ...(organiserId === undefined
              ? { organiser: { ...REGISTERED, name, fee_tax_bp: feeRate } }
              : { organiser_id: organiserId }),
            tickets: [{ price_minor: price, booking_fee_minor: fee, tax_bp: rate }],
            qty,
          })
          organiserId ??= sale.event!.organiserId
          const { reference } = sale
          const ask: Parameters<typeof refundOrder>[1] =
            back === 'a part' ? { reference, what: 'amount', amountMinor: part } : { reference, what: 'whole' }
          if (back !== 'nothing') expect(await refundOrder(deps, ask)).toMatchObject({ ok: true })
        }
        const own = (await taxReport(db, LONG_AGO, FAR_AHEAD)).filter(({ organiser }) => organiser === name)
        const total = (of: (row: TaxReportRow) => number) => sum(own.map(of))
        const net = total(({ grossMinor, refundedMinor }) => grossMinor - refundedMinor)
        const books = await booksOf(db, organiserId!)
        expect({ ledger: net, lines: net, tax: total((row) => row.taxMinor - row.refundedTaxMinor) }).toEqual(books)
        expect(new Set(own.map(({ rateBp }) => rateBp)).size).toBe(own.length)
        expect(await ledgerDifferences(db)).toEqual([])
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  it('counts a refund on its own date, whenever the order was paid', async () => {
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const name = `Later ${kind}`
    const sold = deps.clock.now()
    const sale = await bought(deps, { organiser: { ...REGISTERED, name } })
    deps.clock.advance(40 * 86_400)
    const between = deps.clock.now()
    await refundOrder(deps, { reference: sale.reference, what: 'whole' })
    deps.clock.advance(60)
    const of = async (from: Date, to: Date) =>
      (await taxReport(deps.db, from, to)).filter(({ organiser }) => organiser === name)
    const none = { grossMinor: 0, taxMinor: 0, refundedMinor: 0, refundedTaxMinor: 0 }
    const row = { organiser: name, currency: 'GBP', rateBp: 2000, ...none }
    // The price and the fee are rounded separately.
    const [whole, tax] = [1100, 167 + 17]
    expect(await of(sold, between)).toEqual([{ ...row, grossMinor: whole, taxMinor: tax }])
    expect(await of(between, deps.clock.now())).toEqual([{ ...row, refundedMinor: whole, refundedTaxMinor: tax }])
    expect(await of(LONG_AGO, sold)).toEqual([])
  })
})

describeOnPostgres('the tax command', () => {
  const opened = useTestDatabase('postgres')

  it('prints a table of organisers, and refuses invalid dates', async () => {
    const database = opened()
    const deps = testDeps(database, { providers: { stripe: vendor.provider } })
    await bought(deps, { organiser: { ...REGISTERED, name: 'Old Barn' }, qty: 2 })
    const output: string[] = []
    const say = (text: string) => void output.push(text)
    const env = { DATABASE_URL: database.databaseUrl }
    const day = deps.clock.now().toISOString().slice(0, 10)
    expect(await run([day, day], env, say)).toBe(0)
    expect(output.map((line) => line.split(/\s{2,}/))).toEqual([
      ['Organiser', 'Currency', 'Rate', 'Net', 'Tax', 'Gross', 'Refunded', 'Tax refunded'],
      ['Old Barn', 'GBP', '20%', '18.34', '3.66', '22.00', '0.00', '0.00'],
    ])
    for (const args of [[], [day], ['2027-02-30', day], [day, '2020-01-01'], ['today', day]])
      expect(await run(args, env, say)).toBe(2)
    expect(output.at(-1)).toContain('Usage: npm run tax -- FROM TO')
  })
})
