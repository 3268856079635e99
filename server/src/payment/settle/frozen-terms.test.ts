import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { saveSaleAddress } from '../../sale/address.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { releaseHold, sweepHolds } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import { currentSnapshot } from '../../sale/session/current.ts'
import { plansOf } from '../../sale/terms/plans.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { HOME, type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'

describeOnBoth('the terms of a hold', (kind) => {
  const opened = useTestDatabase(kind)

  /** An organiser that uses everything it can edit, and a buyer who has reserved two tickets. */
  async function createOrganiser() {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { db } = deps
    const event = await createEvent(db, {
      startsAt: new Date('2027-09-01T18:00:00Z'),
      refund_protection_bp: 500,
      tickets: [{ delivered_by_post: true, delivery_cost_minor: 250 }],
      plans: [1, 3],
    })
    const charity = await db
      .insertInto('charities')
      .values({
        slug: `charity-${event.eventId}`,
        name: 'Charity',
        donation_checkout_title: 'Give',
        booking_fee_bp: 500,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('organisers').set({ charity_id: charity.id }).where('id', '=', event.organiserId).execute()
    await db
      .insertInto('offers')
      .values({ organiser_id: event.organiserId, title: 'Two', kind: 'percent', min_qty: 2, percent_bp: 1000 })
      .execute()
    const code = `TERMS-${event.eventId}`
    const { id: discountId } = await db
      .insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: 5000 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const reserve = async (sale: SaleAt) => {
      const [held] = await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
      expect(held).toMatchObject({ kind: 'held' })
      await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
    }
    const sale = await saleAt(deps, 'basket', { ticketId: event.ticketId, qty: 2, codes: [{ code, discountId }] })
    await db
      .updateTable('sales')
      .set({ refund_protection: true, donation_minor: 1000, donation_fee_minor: 50, donation_charity_id: charity.id })
      .where('id', '=', sale.saleId)
      .execute()
    await saveSaleAddress(db, sale.saleId, 'delivery', HOME)
    await reserve(sale)
    const begin = () => beginPayment(deps, vendor, sale)
    const type = () => db.updateTable('ticket_types').where('id', '=', event.ticketId)
    const offer = () => db.updateTable('offers').where('organiser_id', '=', event.organiserId)
    const EDITS: Record<string, () => { execute(): Promise<unknown> }> = {
      price: () => type().set({ price_minor: 9900 }),
      'booking fee': () => type().set({ booking_fee_minor: 1 }),
      postage: () => type().set({ delivery_cost_minor: 999 }),
      'no postage': () => type().set({ delivered_by_post: false }),
      offer: () => offer().set({ percent_bp: 9000 }),
      'no offer': () => db.deleteFrom('offers').where('organiser_id', '=', event.organiserId),
      'another offer': () =>
        db
          .insertInto('offers')
          .values({ organiser_id: event.organiserId, title: 'More', kind: 'cheapest_free', min_qty: 2 }),
      'refund protection': () =>
        db.updateTable('events').set({ refund_protection_bp: 2500 }).where('id', '=', event.eventId),
      'no refund protection': () =>
        db.updateTable('events').set({ refund_protection_bp: null }).where('id', '=', event.eventId),
      'percent of a code': () => db.updateTable('discount_codes').set({ percent_bp: 100 }).where('id', '=', discountId),
      'reach of a code': () =>
        db
          .updateTable('discount_codes')
          .set({ kind: 'amount', percent_bp: null, amount_minor: 5, currency: 'GBP' })
          .where('id', '=', discountId),
      'donation fee': () =>
        db
          .updateTable('charities')
          .set({ base_fee_minor: 100, booking_fee_bp: 900, booking_fee_includes_vat: true, booking_fee_vat_bp: 2000 })
          .where('id', '=', charity.id),
      'no charity': () => db.updateTable('organisers').set({ charity_id: null }).where('id', '=', event.organiserId),
      'payment plans': () => db.deleteFrom('plan_options').where('event_id', '=', event.eventId),
    }
    const editAll = async () => {
      for (const edit of Object.values(EDITS)) await edit().execute()
    }
    const shown = async () => {
      const snapshot = (await currentSnapshot(sale.ctx()))!
      return { ...snapshot.totals, plans: await plansOf(db, snapshot, deps.clock.now()) }
    }
    return { deps, db, sale, vendor, event, EDITS, editAll, begin, reserve, shown }
  }

  it('stay as shown whatever an organiser edits, and the payment uses them', async () => {
    const { sale, EDITS, begin, shown, db } = await createOrganiser()
    const before = await shown()
    expect(before).toMatchObject({ hasRefundProtection: true, deliveryMinor: 250, offersMinor: 200 })
    expect(before.discountOfLine).toEqual([900])
    expect(before.plans.map(({ key }) => key)).toEqual(['1', '3'])
    const payment = await begin()
    for (const [what, edit] of Object.entries(EDITS)) {
      await edit().execute()
      expect(await shown(), what).toEqual(before)
    }
    expect(await payment.pay()).toMatchObject({ outcome: 'fulfilled', amount_minor: before.totalMinor })
    const { plans: _, ...paid } = await shown()
    expect(paid, 'and so does the order').toEqual({ ...before, plans: undefined })
    expect(await sale.lines()).toMatchObject([{ price_minor: 1000, booking_fee_minor: 100 }])
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('are live again once the hold has expired', async () => {
    const { deps, sale, editAll, shown } = await createOrganiser()
    const { totalMinor } = await shown()
    await editAll()
    await inTx(deps.db, async (tx) => releaseHold(tx, await lockSale(tx, sale.saleId), 'edited', deps.clock.now()))
    const after = await shown()
    expect(after.totalMinor).not.toBe(totalMinor)
    expect(after).toMatchObject({ ticketsMinor: 2 * 9900, deliveryMinor: 0, hasRefundProtection: false, plans: [] })
  })

  it('apply to a late payment after the hold has expired', async () => {
    const { deps, sale, editAll, begin, shown } = await createOrganiser()
    const { totalMinor } = await shown()
    const payment = await begin()
    await editAll()
    deps.clock.advance(901)
    await sweepHolds(deps)
    expect((await sale.read()).held_until).toBeNull()
    expect(await payment.pay()).toMatchObject({ outcome: 'fulfilled', amount_minor: totalMinor })
    expect((await shown()).totalMinor).toBe(totalMinor)
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('of an earlier payment are kept for it, even after another reserve at new terms', async () => {
    const { deps, sale, editAll, begin, reserve, shown } = await createOrganiser()
    const { totalMinor } = await shown()
    const earlier = await begin()
    await inTx(deps.db, async (tx) => releaseHold(tx, await lockSale(tx, sale.saleId), 'edited', deps.clock.now()))
    await editAll()
    deps.clock.advance(1)
    await reserve(sale)
    expect((await shown()).totalMinor).not.toBe(totalMinor)
    expect(await earlier.pay()).toMatchObject({ outcome: 'fulfilled', amount_minor: totalMinor })
    expect((await shown()).totalMinor).toBe(totalMinor)
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('of an earlier payment begun by a previous version are unknown: it is refunded', async () => {
    const { deps, db, sale, editAll, begin, reserve } = await createOrganiser()
    const earlier = await begin()
    await db.updateTable('payments').set({ terms: null }).where('id', '=', earlier.paymentId).execute()
    await inTx(deps.db, async (tx) => releaseHold(tx, await lockSale(tx, sale.saleId), 'edited', deps.clock.now()))
    await editAll()
    deps.clock.advance(1)
    await reserve(sale)
    expect(await earlier.pay()).toMatchObject({ status: 'paid', outcome: 'refunded' })
    expect((await sale.read()).held_until).not.toBeNull()
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('of an earlier payment do not buy another basket: it is refunded, and the new hold is unchanged', async () => {
    const { deps, sale, editAll, begin, reserve, shown, db } = await createOrganiser()
    const earlier = await begin()
    await inTx(db, async (tx) => releaseHold(tx, await lockSale(tx, sale.saleId), 'edited', deps.clock.now()))
    await db.updateTable('sale_lines').set({ qty: 3 }).where('sale_id', '=', sale.saleId).execute()
    await editAll()
    deps.clock.advance(1)
    await reserve(sale)
    const before = await shown()
    expect(await earlier.pay()).toMatchObject({ outcome: 'refunded' })
    expect(await shown()).toEqual(before)
    const { uses } = await db.selectFrom('discount_codes').select('uses').executeTakeFirstOrThrow()
    expect(uses).toBe(1)
  })

  it('of a hold made by the previous version are live, and a payment stores those it began with', async () => {
    const { sale, editAll, begin, shown, db } = await createOrganiser()
    await db.updateTable('sales').set({ terms: null, terms_from: null }).where('id', '=', sale.saleId).execute()
    const { totalMinor } = await shown()
    const payment = await begin()
    await editAll()
    expect((await shown()).totalMinor).not.toBe(totalMinor)
    expect(await payment.pay()).toMatchObject({ outcome: 'fulfilled' })
    expect((await shown()).totalMinor).toBe(totalMinor)
  })
})
