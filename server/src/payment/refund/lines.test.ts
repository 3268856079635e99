import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { recordDispute } from '../webhook/dispute.ts'
import { linesOf } from './book-refund.ts'
import { bought, pay, vendor } from './bought.testing.ts'
import { recordOfUse, refundLines } from './lines.ts'
import { refundOrder } from './order.ts'

describeOnBoth('a refund of whole lines', (kind) => {
  const opened = useTestDatabase(kind)
  const setUp = () => {
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const payAndDeliver = async (sale: SaleAt) => {
      await pay(deps, sale)
      deps.clock.advance(30)
      await runDueJobs(deps, WORKERS, 500)
    }
    const expectBalanced = async () => expect(await ledgerDifferences(deps.db)).toEqual([])
    return { deps, db: deps.db, payAndDeliver, expectBalanced }
  }

  it('voids an organiser’s gift vouchers unless one was spent, and leaves the other organiser’s', async () => {
    const { deps, db, payAndDeliver, expectBalanced } = setUp()
    const [first, second] = [await createEvent(db), await createEvent(db)]
    const sale = await saleAt(deps, 'basket', { ticketId: first.ticketId })
    const addVoucher = async (organiserId: number) => {
      const { id } = await db
        .insertInto('gift_voucher_designs')
        .values({
          organiser_id: organiserId,
          slug: `lines-${kind}-${organiserId}`,
          name: 'A night out',
          currency: 'GBP',
          values_minor: [1000],
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('sale_vouchers')
        .values({ sale_id: sale.saleId, design_id: id, value_minor: 1000, qty: 1, added_at: deps.clock.now() })
        .execute()
      return {
        read: () => db.selectFrom('issued_vouchers').selectAll().where('design_id', '=', id).executeTakeFirstOrThrow(),
        setBalance: (balance_minor: number) =>
          db.updateTable('issued_vouchers').set({ balance_minor }).where('design_id', '=', id).execute(),
      }
    }
    const [voucher, other] = [await addVoucher(first.organiserId), await addVoucher(second.organiserId)]
    await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
    await db
      .updateTable('sales')
      .set({ state: 'payment', gift_voucher_from: 'Ada', gift_voucher_to: 'Grace' })
      .where('id', '=', sale.saleId)
      .execute()
    await payAndDeliver(sale)
    const { reference } = sale

    await other.setBalance(999)
    expect(await refundOrder(deps, { reference, what: 'lines', organiserId: second.organiserId })).toMatchObject({
      code: 'voucher_spent',
    })
    const refunded = { ok: true, currency: 'GBP' }
    expect(await refundOrder(deps, { reference, what: 'lines', organiserId: first.organiserId })).toEqual({
      ...refunded,
      amountMinor: 2100,
      tickets: 1,
      whole: false,
    })
    expect(await voucher.read()).toMatchObject({ voided_at: expect.any(Date) })
    expect(await other.read()).toMatchObject({ voided_at: null })
    await expectBalanced()
    await other.setBalance(1000)
    expect(
      await refundOrder(deps, { reference, what: 'lines', organiserId: second.organiserId, sent: 'elsewhere' }),
    ).toEqual({
      ...refunded,
      amountMinor: 1000,
      tickets: 0,
      whole: true,
    })
    expect(await other.read()).toMatchObject({ voided_at: expect.any(Date) })
    expect(await stockOf(db, first.ticketId)).toEqual({ held: 0, sold: 0 })
    expect(
      (await sale.refunds()).map(({ amount_minor }) => amount_minor),
      'the rest was sent elsewhere',
    ).toEqual([2100])
    await expectBalanced()
  })

  /** An order at the payment step with a ticket and a gift voucher of £25 and one of £50, of one design. */
  const twoValues = async ({ deps, db }: ReturnType<typeof setUp>) => {
    const event = await createEvent(db)
    const sale = await saleAt(deps, 'basket', { ticketId: event.ticketId })
    const design = await db
      .insertInto('gift_voucher_designs')
      .values({
        organiser_id: event.organiserId,
        slug: `values-${sale.saleId}`,
        name: 'A night out',
        currency: 'GBP',
        values_minor: [2500, 5000],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const value_minor of [2500, 5000])
      await db
        .insertInto('sale_vouchers')
        .values({ sale_id: sale.saleId, design_id: design.id, value_minor, qty: 1, added_at: deps.clock.now() })
        .execute()
    await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
    await db
      .updateTable('sales')
      .set({ state: 'payment', gift_voucher_from: 'Ada', gift_voucher_to: 'Grace' })
      .where('id', '=', sale.saleId)
      .execute()
    const vouchers = () =>
      db
        .selectFrom('issued_vouchers')
        .select(['value_minor', 'voided_at'])
        .where('sale_id', '=', sale.saleId)
        .orderBy('value_minor')
        .execute()
    const refundValue = (value: number) =>
      inTx(db, async (tx) => {
        const locked = await lockSale(tx, sale.saleId)
        const chosen = (await linesOf(tx, locked)).lines.filter(({ list_minor }) => list_minor === value)
        return refundLines(tx, deps, locked, chosen, { why: 'refunded', now: deps.clock.now() })
      })
    return { sale, vouchers, refundValue }
  }

  it('an amount that reaches gift vouchers is taken from what they can still be spent for, and the rest can be refunded', async () => {
    const at = setUp()
    const { sale, refundValue } = await twoValues(at)
    await at.payAndDeliver(sale)
    const balances = async () =>
      (
        await at.deps.db
          .selectFrom('issued_vouchers')
          .select('balance_minor')
          .where('sale_id', '=', sale.saleId)
          .orderBy('value_minor')
          .execute()
      ).map(({ balance_minor }) => balance_minor)
    const before = await balances()
    const backMinor = 4000
    expect(
      await refundOrder(at.deps, { reference: sale.reference, what: 'amount', amountMinor: backMinor }),
    ).toMatchObject({
      ok: true,
    })
    const lines = await at.deps.db
      .selectFrom('order_lines')
      .select('refunded_net_minor')
      .where('sale_id', '=', sale.saleId)
      .where('kind', '=', 'gift_voucher')
      .orderBy('list_minor')
      .execute()
    expect(lines.every(({ refunded_net_minor }) => refunded_net_minor > 0)).toBe(true)
    expect(await balances()).toEqual(before.map((minor, i) => minor - lines[i]!.refunded_net_minor))
    await at.expectBalanced()
    expect(await refundValue(5000)).toMatchObject({ ok: true })
    expect(await refundValue(2500)).toMatchObject({ ok: true })
    await at.expectBalanced()
  })

  it('refunds one of two values of a gift voucher: the other stays valid, and is refunded in full later', async () => {
    const at = setUp()
    const { sale, vouchers, refundValue } = await twoValues(at)
    await at.payAndDeliver(sale)
    expect(await refundValue(5000)).toMatchObject({ amountMinor: 5000, whole: false })
    expect(await vouchers()).toEqual([
      { value_minor: 2500, voided_at: null },
      { value_minor: 5000, voided_at: expect.any(Date) },
    ])
    await at.expectBalanced()
    expect(await refundValue(2500)).toMatchObject({ amountMinor: 2500, whole: false })
    await at.expectBalanced()
  })

  it('a gift voucher that is refunded before it was issued is not issued afterwards', async () => {
    const at = setUp()
    const { sale, vouchers, refundValue } = await twoValues(at)
    await pay(at.deps, sale)
    expect(await refundValue(5000)).toMatchObject({ amountMinor: 5000 })
    at.deps.clock.advance(30)
    await runDueJobs(at.deps, WORKERS, 500)
    expect(await vouchers()).toEqual([{ value_minor: 2500, voided_at: null }])
  })

  it('ends the order unless a donation is left', async () => {
    const { deps, db, payAndDeliver, expectBalanced } = setUp()
    const { id: charity } = await db
      .insertInto('charities')
      .values({ slug: `lines-${kind}`, name: 'C', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const boughtWithDonation = async () => {
      const sale = await saleAt(deps, 'payment')
      await db
        .updateTable('sales')
        .set({ donation_minor: 500, donation_fee_minor: 0, donation_charity_id: charity })
        .where('id', '=', sale.saleId)
        .execute()
      await payAndDeliver(sale)
      return sale
    }
    const refundTickets = ({ reference, ticketId }: SaleAt) =>
      refundOrder(deps, { reference, what: 'lines', ticketTypeIds: [ticketId] })
    expect(await refundTickets(await boughtWithDonation())).toMatchObject({ amountMinor: 1100, whole: false })
    const returned = await boughtWithDonation()
    const everything = { reference: returned.reference, what: 'amount' as const, amountMinor: 1600, donation: true }
    expect(await refundOrder(deps, everything)).toMatchObject({ amountMinor: 1600, whole: false })
    expect(await refundTickets(returned)).toMatchObject({ amountMinor: 0, tickets: 1, whole: true })
    await expectBalanced()
  })

  it('is refused if a lost dispute has taken the money', async () => {
    const { deps } = setUp()
    const sale = await bought(deps)
    const [payment] = await sale.payments()
    const now = deps.clock.now()
    const lost = {
      kind: 'dispute' as const,
      id: `dispute-${kind}`,
      providerPaymentId: payment!.provider_payment_id!,
      amountMinor: 500,
      currency: 'GBP',
      reason: 'fraudulent',
      status: 'lost',
      dueAt: null,
      at: now,
    }
    await inTx(deps.db, (tx) => recordDispute(tx, payment!, lost, now))
    const tickets = { reference: sale.reference, what: 'lines' as const, ticketTypeIds: [sale.ticketId] }
    expect(await refundOrder(deps, tickets)).toMatchObject({ code: 'too_much' })
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
  })
})

it('the reason for a refund of used tickets is recorded with how many they are', () => {
  expect(recordOfUse(2, 'the show was stopped')).toEqual({ used: 2, reason: 'the show was stopped' })
  expect(recordOfUse(0, 'the show was stopped')).toEqual({})
  expect(recordOfUse(2, undefined)).toEqual({})
})
