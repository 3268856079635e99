import { sum } from '@foyer/domain/money/money.ts'
import { taxWithin } from '@foyer/domain/money/tax.ts'
import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { bought, codesOf, type Deps, pay, vendor } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'

const REGISTERED = { tax_number: 'GB123456789', tax_address: '1 Barn Lane, Wexcombe', tax_bp: 2000 }

describeOnBoth('the tax of an order', (kind) => {
  const opened = useTestDatabase(kind)
  const setUp = (): Deps => testDeps(opened(), { providers: { stripe: vendor.provider } })

  const linesOf = ({ db }: Deps, { saleId }: SaleAt) =>
    db
      .selectFrom('order_lines')
      .select(['line', 'tax_minor', 'refunded_tax_minor'])
      .where('sale_id', '=', saleId)
      .orderBy('line')
      .execute()
  const partsOf = async ({ db }: Deps, { saleId }: SaleAt) =>
    (
      await db
        .selectFrom('order_line_taxes')
        .select(['part', 'rate_bp', 'gross_minor', 'tax_minor', 'refunded_minor', 'refunded_tax_minor'])
        .where('sale_id', '=', saleId)
        .orderBy('part')
        .execute()
    ).map((row) => Object.values(row))

  it('is stored by line and part at the ticket type’s rate, and not for an unregistered organiser', async () => {
    const deps = setUp()
    const plain = await bought(deps, { organiser: { tax_bp: 2000 } })
    expect(await linesOf(deps, plain)).toEqual([{ line: 1, tax_minor: 0, refunded_tax_minor: 0 }])
    expect(await partsOf(deps, plain)).toEqual([])
    const taxed = await saleAt(deps, 'payment', {
      organiser: { ...REGISTERED, fee_tax_bp: 1000 },
      tickets: [{ tax_bp: 500, delivered_by_post: true, delivery_cost_minor: 250 }],
      qty: 2,
    })
    const home = { first_name: 'Ada', last_name: 'Lovelace', address_1: '1 Row', town: 'Leeds', postcode: 'LS1 1AA' }
    await deps.db
      .insertInto('sale_addresses')
      .values({ sale_id: taxed.saleId, kind: 'delivery', country: 'GB', ...home })
      .execute()
    await pay(deps, taxed)
    expect(await linesOf(deps, taxed)).toEqual([{ line: 1, tax_minor: 95 + 18 + 12, refunded_tax_minor: 0 }])
    expect(await partsOf(deps, taxed)).toEqual([
      ['delivery', 500, 250, 12, 0, 0],
      ['fee', 1000, 200, 18, 0, 0],
      ['net', 500, 2000, 95, 0, 0],
    ])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('is calculated on the price paid: reduced by codes and offers, but not by a gift voucher', async () => {
    const deps = setUp()
    const { db } = deps
    const event = await createEvent(db, { organiser: REGISTERED })
    const code = `TAX-${event.eventId}`
    const { id: discountId } = await db
      .insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: 3300 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await bought(deps, { ticketId: event.ticketId, qty: 3, codes: [{ code, discountId }] })
    expect(await partsOf(deps, sale)).toEqual([
      ['fee', 2000, 300, 50, 0, 0],
      ['net', 2000, 2010, 335, 0, 0],
    ])
  })

  it('is fixed by the hold until the payment arrives', async () => {
    const deps = setUp()
    const { db } = deps
    const registered = { ...REGISTERED, fee_tax_bp: 0 }
    const changes = [{ tax_bp: 500, fee_tax_bp: 500 }, { tax_number: null }]
    for (const change of changes) {
      const sale = await saleAt(deps, 'payment', { organiser: registered })
      await db.updateTable('organisers').set(change).where('id', '=', sale.event!.organiserId).execute()
      await db.updateTable('ticket_types').set({ tax_bp: 700 }).where('id', '=', sale.ticketId).execute()
      await pay(deps, sale)
      expect(await partsOf(deps, sale)).toEqual([
        ['fee', 0, 100, 0, 0, 0],
        ['net', 2000, 1000, 167, 0, 0],
      ])
    }
    const before = await saleAt(deps, 'payment')
    await db.updateTable('organisers').set(REGISTERED).where('id', '=', before.event!.organiserId).execute()
    await pay(deps, before)
    expect(await partsOf(deps, before)).toEqual([])
  })

  it('follows the organiser’s rates until the hold, and those of the event’s organiser', async () => {
    const deps = setUp()
    const { db } = deps
    const event = await createEvent(db, { tickets: [{}, { tax_bp: 0 }] })
    const other = await createEvent(db, { organiser: { ...REGISTERED, protection_tax_bp: 1200 } })
    const rates = async () =>
      (
        await db
          .selectFrom('ticket_types')
          .select('tax_rates')
          .where('event_id', '=', event.eventId)
          .orderBy('id')
          .execute()
      ).map(({ tax_rates }) => tax_rates)
    expect(await rates()).toEqual([null, null])
    await db.updateTable('organisers').set(REGISTERED).where('id', '=', event.organiserId).execute()
    expect(await rates()).toEqual([
      { net: 2000, fee: 2000, protection: 0, delivery: 2000 },
      { net: 0, fee: 0, protection: 0, delivery: 0 },
    ])
    await db.updateTable('organisers').set({ delivery_tax_bp: 500 }).where('id', '=', event.organiserId).execute()
    expect((await rates())[0]).toEqual({ net: 2000, fee: 2000, protection: 0, delivery: 500 })
    await db.updateTable('events').set({ organiser_id: other.organiserId }).where('id', '=', event.eventId).execute()
    expect((await rates())[0]).toEqual({ net: 2000, fee: 2000, protection: 1200, delivery: 2000 })
    await db.updateTable('organisers').set({ tax_number: null }).where('id', '=', other.organiserId).execute()
    expect(await rates()).toEqual([null, null])
  })

  it('is refunded proportionally, and to the penny with the last ticket', async () => {
    const deps = setUp()
    const sale = await bought(deps, {
      organiser: REGISTERED,
      qty: 3,
      tickets: [{ price_minor: 999, booking_fee_minor: 55 }],
    })
    const { reference } = sale
    const tax = taxWithin(2997, 2000) + taxWithin(165, 2000)
    expect(await linesOf(deps, sale)).toEqual([{ line: 1, tax_minor: tax, refunded_tax_minor: 0 }])
    expect(await refundOrder(deps, { reference, what: 'amount', amountMinor: 101 })).toMatchObject({ ok: true })
    const [code] = await codesOf(deps, sale)
    expect(await refundOrder(deps, { reference, what: 'tickets', codes: [code!] })).toMatchObject({ ok: true })
    await runDueJobs(deps, WORKERS, 500)
    expect(await ledgerDifferences(deps.db)).toEqual([])
    const parts = await deps.db.selectFrom('order_line_taxes').selectAll().where('sale_id', '=', sale.saleId).execute()
    for (const { gross_minor, refunded_minor, tax_minor, refunded_tax_minor, rate_bp } of parts) {
      expect(refunded_minor).toBeGreaterThan(0)
      expect(tax_minor - refunded_tax_minor).toBe(taxWithin(gross_minor - refunded_minor, rate_bp))
    }
    expect((await linesOf(deps, sale))[0]!.refunded_tax_minor).toBe(sum(parts.map((part) => part.refunded_tax_minor)))
    expect(await refundOrder(deps, { reference, what: 'whole' })).toMatchObject({ whole: true })
    await runDueJobs(deps, WORKERS, 500)
    expect(await linesOf(deps, sale)).toEqual([{ line: 1, tax_minor: tax, refunded_tax_minor: tax }])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('is reconciled with the ledger, which finds every wrong figure', async () => {
    const deps = setUp()
    const { db } = deps
    const sale = await bought(deps, { organiser: REGISTERED })
    await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 300 })
    await runDueJobs(deps, WORKERS, 500)
    const found = async () =>
      (await ledgerDifferences(db)).filter(({ sale_id }) => sale_id === sale.saleId).map(({ what }) => what)
    expect(await found()).toEqual([])
    const net = db.updateTable('order_line_taxes').where('sale_id', '=', sale.saleId).where('part', '=', 'net')
    const plus = (column: 'gross_minor' | 'tax_minor' | 'refunded_minor' | 'refunded_tax_minor', minor: number) =>
      net.set((eb) => ({ [column]: eb(column, '+', minor) })).execute()
    for (const [column, what] of [
      ['gross_minor', 'the taxed amount of a line differs from its net'],
      ['refunded_minor', 'the taxed amount refunded differs from the refund of net'],
      ['tax_minor', 'the tax of net is not the tax within it'],
      ['refunded_tax_minor', 'the tax kept of net is not the tax within what is kept'],
    ] as const) {
      await plus(column, 5)
      expect(await found(), column).toContain(what)
      await plus(column, -5)
    }
    await db.updateTable('order_lines').set({ tax_minor: 1 }).where('sale_id', '=', sale.saleId).execute()
    expect(await found()).toEqual(['the tax of a line differs from its parts'])
    await db.deleteFrom('order_line_taxes').where('sale_id', '=', sale.saleId).where('part', '=', 'net').execute()
    expect(await found()).toContain('a line is taxed in some of its parts only')
    await db.deleteFrom('order_line_taxes').where('sale_id', '=', sale.saleId).execute()
    await db
      .updateTable('order_lines')
      .set({ tax_minor: 0, refunded_tax_minor: 0 })
      .where('sale_id', '=', sale.saleId)
      .execute()
  })
})
