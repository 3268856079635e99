import { canChargeCard } from '@foyer/domain/payment/methods.ts'
import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { releaseHold } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import type { Terms } from '../../sale/terms/terms.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, type SaleOptions, saleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { balancesOf, ledgerDifferences } from '../ledger/ledger.ts'
import { refundOrder } from '../refund/order.ts'
import { settlePayment } from '../settle/settle.ts'
import { claimFreeTickets } from '../start/free.ts'
import { openPayment, payable } from '../start/open-payment.ts'

type Rule = 'refuse' | 'round_up' | 'waive' | 'donation'
type Shown = { price_minor: number; booking_fee_minor: number }

describeOnBoth('an organiser’s rule for a total too small for a card', (kind) => {
  const opened = useTestDatabase(kind)
  const setUp = () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { db } = deps
    const small = (rule: Rule, ticket: Partial<Shown> = {}, more: SaleOptions = {}) =>
      saleAt(deps, 'payment', {
        ...more,
        organiser: { ...more.organiser, small_total: rule },
        tickets: [{ price_minor: 7, booking_fee_minor: 0, ...ticket }],
      })
    const begin = async (sale: SaleAt) => {
      const allowed = await payable(sale.ctx(), { method: canChargeCard })
      if (!allowed.ok) throw new Error(allowed.code)
      const made = await openPayment(sale.ctx(), allowed, { provider: 'stripe' })
      if (!made.ok) throw new Error(made.code)
      const there = `${kind}-${sale.reference}-${made.payment.id}`
      await db.updateTable('payments').set({ provider_payment_id: there }).where('id', '=', made.payment.id).execute()
      const { id, amount_minor: amountMinor, currency } = made.payment
      vendor.report(there, { status: 'paid', amountMinor, currency, saleReference: sale.reference })
      return { id, amountMinor }
    }
    const settle = async (id: number) => {
      expect(await settlePayment(deps, id)).toMatchObject({ outcome: 'fulfilled' })
      deps.clock.advance(30)
      await runDueJobs(deps, WORKERS, 500)
    }
    const pay = async (sale: SaleAt) => {
      const { id, amountMinor } = await begin(sale)
      await settle(id)
      return amountMinor
    }
    const refund = async (sale: SaleAt, codes?: string[]) => {
      const done = await refundOrder(deps, {
        reference: sale.reference,
        ...(codes ? { what: 'tickets', codes } : { what: 'whole' }),
      })
      if (!done.ok) throw new Error(done.code)
      deps.clock.advance(30)
      await runDueJobs(deps, WORKERS, 500)
      return done.amountMinor
    }
    const linesOf = (sale: SaleAt) =>
      db
        .selectFrom('order_lines')
        .select(['kind', 'net_minor', 'rounding_minor', 'refunded_rounding_minor', 'charity_id'])
        .where('sale_id', '=', sale.saleId)
        .orderBy('line')
        .execute()
    const balance = async (sale: SaleAt, account: string) =>
      (await balancesOf(db as unknown as Tx, sale.saleId))
        .filter((balance) => balance.account === account)
        .reduce((all, one) => all + one.minor, 0)
    const codesOf = async (sale: SaleAt) =>
      (await db.selectFrom('tickets').select('code').where('sale_id', '=', sale.saleId).orderBy('id').execute()).map(
        ({ code }) => code,
      )
    const ruleOf = (sale: SaleAt, small_total: Rule) =>
      db.updateTable('organisers').set({ small_total }).where('id', '=', sale.event!.organiserId).execute()
    return { vendor, deps, db, small, begin, settle, pay, refund, linesOf, balance, codesOf, ruleOf }
  }

  it('rounds up, in an account of its own, and refunds what was charged ticket by ticket', async () => {
    const { db, small, pay, refund, linesOf, balance, codesOf } = setUp()
    const sale = await small('round_up', {}, { qty: 3 })
    expect(await pay(sale)).toBe(30)
    expect(await linesOf(sale)).toMatchObject([{ net_minor: 21, rounding_minor: 9 }])
    expect(await balance(sale, 'rounding')).toBe(-9)
    expect(await ledgerDifferences(db)).toEqual([])
    const [first] = await codesOf(sale)
    expect(await refund(sale, [first!])).toBe(10)
    expect(await linesOf(sale)).toMatchObject([{ refunded_rounding_minor: 3 }])
    expect(await ledgerDifferences(db)).toEqual([])
    expect(await refund(sale)).toBe(20)
    expect(await linesOf(sale)).toMatchObject([{ refunded_rounding_minor: 9 }])
    expect(await balance(sale, 'rounding')).toBe(0)
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('waives what cannot be charged: the tickets are claimed and nothing is refunded for them', async () => {
    const { db, small, refund, linesOf, balance, codesOf, deps } = setUp()
    const sale = await small('waive', { price_minor: 5, booking_fee_minor: 5 }, { qty: 2 })
    expect(await payable(sale.ctx(), { method: () => true })).toMatchObject({ ok: false, code: 'method_not_available' })
    expect(await claimFreeTickets(sale.ctx())).toEqual({ ok: true })
    deps.clock.advance(30)
    await runDueJobs(deps, WORKERS, 500)
    expect(await sale.read()).toMatchObject({ total_minor: 0 })
    expect(await linesOf(sale)).toMatchObject([{ net_minor: 10, rounding_minor: -20 }])
    expect(await balance(sale, 'rounding')).toBe(20)
    expect(await ledgerDifferences(db)).toEqual([])
    const [first] = await codesOf(sale)
    expect(await refund(sale, [first!])).toBe(0)
    expect(await linesOf(sale)).toMatchObject([{ refunded_rounding_minor: -10 }])
    expect(await ledgerDifferences(db)).toEqual([])
    expect(await refund(sale)).toBe(0)
    expect(await balance(sale, 'rounding')).toBe(0)
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('adds no donation that nobody chose: it is refused like any other total that is too small', async () => {
    const { db, small } = setUp()
    const { id: charityId } = await db
      .insertInto('charities')
      .values({ slug: `small-${Math.random()}`, name: 'Charity', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await small('donation', {}, { organiser: { charity_id: charityId } })
    expect(await payable(sale.ctx(), { method: canChargeCard })).toMatchObject({ code: 'method_not_available' })
  })

  it('of a hold that an earlier version made still adds the donation that was shown, without Gift Aid', async () => {
    const { db, small, pay, refund, linesOf, balance } = setUp()
    const { id: charityId } = await db
      .insertInto('charities')
      .values({ slug: `small-${Math.random()}`, name: 'Charity', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await small('round_up', {}, { organiser: { charity_id: charityId } })
    const { terms } = await db
      .selectFrom('sales')
      .select('terms')
      .where('id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    const frozen = { ...(terms as Terms), smallTotal: { rule: 'donation', minimumMinor: 30, charityId } }
    await db
      .updateTable('sales')
      .set({ terms: JSON.stringify(frozen) })
      .where('id', '=', sale.saleId)
      .execute()
    expect(await pay(sale)).toBe(30)
    expect(await linesOf(sale)).toMatchObject([
      { kind: 'ticket', net_minor: 7, rounding_minor: 0 },
      { kind: 'donation', net_minor: 23, charity_id: charityId },
    ])
    expect(await balance(sale, 'donation')).toBe(-23)
    expect(await ledgerDifferences(db)).toEqual([])
    expect(await refund(sale)).toBe(30)
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('is fixed by the hold, despite later edits, and for late payments', async () => {
    const { deps, db, small, pay, begin, settle, ruleOf } = setUp()
    const rounded = await small('round_up')
    await ruleOf(rounded, 'refuse')
    expect(await pay(rounded)).toBe(30)
    const refused = await small('refuse')
    await ruleOf(refused, 'round_up')
    expect(await payable(refused.ctx(), { method: canChargeCard })).toMatchObject({ code: 'method_not_available' })
    const late = await small('round_up')
    const begun = await begin(late)
    await ruleOf(late, 'waive')
    await inTx(db, async (tx) => releaseHold(tx, await lockSale(tx, late.saleId), 'expired', deps.clock.now()))
    await settle(begun.id)
    expect(await late.read()).toMatchObject({ total_minor: 30 })
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('applies after codes and offers, and not once a donation makes the total enough', async () => {
    const { db, small, pay, deps } = setUp()
    const code = `SMALL-${Math.random().toString(36).slice(2)}`.toUpperCase()
    const { id: discountId } = await db
      .insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: 9900 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const coded = await small('round_up', { price_minor: 1000 }, { codes: [{ code, discountId }] })
    expect(await pay(coded)).toBe(30)

    const event = await createEvent(db, {
      organiser: { small_total: 'round_up' },
      tickets: [{ price_minor: 1000, booking_fee_minor: 0 }],
    })
    await db
      .insertInto('offers')
      .values({ organiser_id: event.organiserId, kind: 'percent', min_qty: 2, percent_bp: 9900, title: 'Nearly free' })
      .execute()
    const offered = await saleAt(deps, 'payment', { ticketId: event.ticketId, qty: 2 })
    expect(await pay(offered)).toBe(30)

    const giving = await small('round_up')
    await db
      .updateTable('sales')
      .set({ donation_minor: 100, donation_charity_id: null })
      .where('id', '=', giving.saleId)
      .execute()
    expect(await payable(giving.ctx(), { method: canChargeCard })).toMatchObject({ ok: true, amountMinor: 107 })
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('requires the same rule of all organisers in the basket, and splits the addition between them', async () => {
    const { db, deps, pay, linesOf } = setUp()
    const cheap = { tickets: [{ price_minor: 10, booking_fee_minor: 0 }] }
    const one = await createEvent(db, { ...cheap, organiser: { small_total: 'round_up' } })
    const together = async (other: Rule) => {
      const another = await createEvent(db, { ...cheap, organiser: { small_total: other } })
      const sale = await saleAt(deps, 'basket', { ticketId: one.ticketId })
      const added = { sale_id: sale.saleId, ticket_type_id: another.ticketId, qty: 1, added_at: deps.clock.now() }
      await db.insertInto('sale_lines').values(added).execute()
      await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
      await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
      return sale
    }
    const differing = await together('waive')
    expect(await payable(differing.ctx(), { method: canChargeCard })).toMatchObject({ code: 'method_not_available' })
    const alike = await together('round_up')
    expect(await pay(alike)).toBe(30)
    expect(await linesOf(alike)).toMatchObject([{ rounding_minor: 5 }, { rounding_minor: 5 }])
    expect(await ledgerDifferences(db)).toEqual([])
  })
})
