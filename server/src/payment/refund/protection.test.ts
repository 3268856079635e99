import { sum } from '@foyer/domain/money/money.ts'
import { describe, expect, it } from 'vitest'
import { eventPage } from '../../catalogue/read/event-page.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { lockSale } from '../../sale/sale.ts'
import { currentSnapshot } from '../../sale/session/current.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { linesOf } from './book-refund.ts'
import { pay, vendor } from './bought.testing.ts'
import { worthOf } from './order.ts'

describe('refund protection', () => {
  const shop = useShop('embedded', { providers: { stripe: vendor.provider } })
  const PROTECTED = { refund_protection_bp: 700 }
  const chooseAndReserve = async ({ saleId }: SaleAt) => {
    const { db, clock } = shop()
    await db.updateTable('sales').set({ refund_protection: true }).where('id', '=', saleId).execute()
    const [held] = await holdAll(db, [{ saleId, userId: null }], 900, clock.now())
    expect(held).toMatchObject({ kind: 'held' })
    await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', saleId).execute()
  }
  const totalsOf = async (sale: SaleAt) => (await currentSnapshot(sale.ctx()))!.totals

  it('[RFP-01] [RFP-08] is not offered for a programme that is non-refundable, or for what is free', async () => {
    const programme = await createEvent(shop().db, {
      ...PROTECTED,
      tickets: [{ non_refundable: true }, { price_minor: 0, booking_fee_minor: 0 }],
    })
    const browser = shop().browser()
    for (const ticket_id of programme.ticketIds) {
      await browser.call('add_to_basket', { ticket_id, quantity: 2 })
      await browser.call('update_refund_protection', { refund_protection: '1' })
    }
    expect(await browser.checkout()).toMatchObject({
      has_refund_protection: false,
      refund_protection: 0,
      refund_protection_cost: 0,
      basket_total: 22,
      // The event has it; its tickets in this basket don't.
      events: [{ refund_protection: true }],
    })
    const isMentioned = async () =>
      (await eventPage(shop().db, programme.slug, shop().clock.now()))!.event.refund_protection
    expect(await isMentioned()).toBe(false)
    await shop()
      .db.updateTable('ticket_types')
      .set({ price_minor: 1 })
      .where('event_id', '=', programme.eventId)
      .execute()
    expect(await isMentioned()).toBe(true)
  })

  it('costs its rate of what comes back if every covered ticket is returned, to the penny in the order', async () => {
    const { deps, db } = shop()
    const covered = await createEvent(db, {
      ...PROTECTED,
      tickets: [
        { price_minor: 2345, booking_fee_minor: 199 },
        { price_minor: 1800, non_refundable: true },
        { price_minor: 999, booking_fee_minor: 0, extra: true },
      ],
    })
    const plain = await createEvent(db, { organiser_id: covered.organiserId })
    await db
      .insertInto('offers')
      .values({
        organiser_id: covered.organiserId,
        title: 'Groups',
        kind: 'percent',
        min_qty: 5,
        percent_bp: 1234,
      })
      .execute()
    const { id: discountId } = await db
      .insertInto('discount_codes')
      .values({ code: 'PROTECT', kind: 'amount', amount_minor: 777, currency: 'GBP' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await saleAt(deps, 'basket', {
      ticketId: covered.ticketId,
      qty: 3,
      codes: [{ code: 'PROTECT', discountId }],
    })
    for (const [ticket_type_id, qty] of [
      [covered.ticketIds[1]!, 2],
      [covered.ticketIds[2]!, 1],
      [plain.ticketId, 2],
    ] as const)
      await db
        .insertInto('sale_lines')
        .values({ sale_id: sale.saleId, ticket_type_id, qty, added_at: deps.clock.now() })
        .execute()
    await chooseAndReserve(sale)
    // What an organiser changes now doesn't change what this buyer was shown.
    await db.updateTable('ticket_types').set({ non_refundable: true }).where('id', '=', covered.ticketId).execute()
    const shown = await totalsOf(sale)
    await pay(deps, sale)

    const lines = await inTx(db, async (tx) => (await linesOf(tx, await lockSale(tx, sale.saleId))).lines)
    const isCovered = ({ ticket_type_id }: (typeof lines)[number]) =>
      ticket_type_id === covered.ticketIds[0] || ticket_type_id === covered.ticketIds[2]
    const priceBack = (line: (typeof lines)[number]) => worthOf(line, line.qty).net
    expect(lines.filter(isCovered)).toHaveLength(2)
    for (const line of lines)
      expect(line.protection_minor).toBe(isCovered(line) ? Math.round(priceBack(line) * 0.07) : 0)
    const total = sum(lines.map(({ protection_minor }) => protection_minor))
    expect(shown).toMatchObject({ hasRefundProtection: true, refundProtectionMinor: total })
    expect(sum(lines.filter(isCovered).map(priceBack))).toBeGreaterThan(0)
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('a sale that was reserved under earlier terms pays what it was shown', async () => {
    const { deps, db } = shop()
    const sale = await saleAt(deps, 'basket', PROTECTED)
    await chooseAndReserve(sale)
    expect((await totalsOf(sale)).totalMinor).toBe(1100 + 70)
    const terms = JSON.stringify({ protectionBp: { [sale.ticketId]: 700 } })
    await db.updateTable('sales').set({ terms }).where('id', '=', sale.saleId).execute()
    expect((await totalsOf(sale)).totalMinor).toBe(1100 + 77)
    await pay(deps, sale)
    expect(await sale.payments()).toMatchObject([{ outcome: 'fulfilled', amount_minor: 1100 + 77 }])
    expect((await totalsOf(sale)).totalMinor).toBe(1100 + 77)
  })
})
