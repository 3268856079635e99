import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { cancelEvent, endCancelledEvents } from '../cancel/event.ts'
import { previewByProvider, previewCancellation } from '../cancel/preview.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { dbDyingAfter, Killed } from '../model/dying.ts'
import type { Payment } from '../payment.ts'
import { refundOrder } from '../refund/order.ts'
import { applyProviderState } from '../settle/settle.ts'
import { recordDispute } from '../webhook/dispute.ts'
import { planBuyers } from './buyers.testing.ts'
import { beginInstalment, queuePlanWork } from './charge.ts'

describeOnBoth('refunding part of an order while its payment plan runs', (kind) => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors(kind, { start: '2026-01-31T12:00:00Z' })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    shop.sandbox.switches.clear()
    shop.clock.set('2026-01-31T12:00:00Z')
    await shop.db.updateTable('payment_plans').set({ status: 'cancelled' }).where('status', '<>', 'completed').execute()
    await shop.db.updateTable('plan_instalments').set({ status: 'cancelled' }).where('status', '<>', 'paid').execute()
    await shop.db.deleteFrom('jobs').execute()
  })
  const { agree } = planBuyers(() => shop)

  let people = 0
  /** 20.00 for the dear ticket and 10.00 for the cheap one, of one organiser or two, in three payments of 10.00. */
  async function startPlan({ organisers = 1, dear = 2000, cheap = 1000, more = [] as number[] } = {}) {
    const { db, clock, deps } = shop
    const startsAt = new Date('2027-09-01T18:00:00Z')
    const priced = (price_minor: number) => ({ price_minor, booking_fee_minor: 0 })
    const event = await createEvent(db, { startsAt, plans: [1, 3], tickets: [dear, cheap, ...more].map(priced) })
    const other = organisers === 1 ? null : await createEvent(db, { startsAt, plans: [1, 3], tickets: [priced(cheap)] })
    const cheapId = other?.ticketId ?? event.ticketIds[1]!
    const user = await db
      .insertInto('users')
      .values({
        email: `grace-${kind}-${++people}@example.org`,
        first_name: 'Grace',
        last_name: 'Hopper',
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await saleAt(deps, 'basket', { ticketId: event.ticketId, userId: user.id })
    await db
      .insertInto('sale_lines')
      .values(
        [cheapId, ...event.ticketIds.slice(2)].map((ticket_type_id) => ({
          sale_id: sale.saleId,
          ticket_type_id,
          qty: 1,
          added_at: clock.now(),
        })),
      )
      .execute()
    await holdAll(db, [{ saleId: sale.saleId, userId: user.id }], 900, clock.now())
    await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
    expect((await agree(sale)).body).toEqual({ status: 'success', payment_plan_remaining: 20 })
    await shop.pass(60)
    return { sale, dearId: event.ticketId, cheapId, organiserId: event.organiserId, event }
  }
  const refund = (sale: SaleAt, ...ticketTypeIds: number[]) =>
    refundOrder(shop.deps, { reference: sale.reference, what: 'lines', ticketTypeIds })
  const instalments = async (sale: SaleAt) =>
    (
      await shop.db
        .selectFrom('plan_instalments')
        .selectAll()
        .where('sale_id', '=', sale.saleId)
        .orderBy('seq')
        .execute()
    ).map(({ amount_minor, status }) => `${amount_minor} ${status}`)
  const planOf = async (sale: SaleAt) =>
    (await shop.db.selectFrom('payment_plans').select('status').where('sale_id', '=', sale.saleId).executeTakeFirst())
      ?.status
  const ticketsOf = async (sale: SaleAt) =>
    (
      await shop.db
        .selectFrom('tickets')
        .select('ticket_type_id')
        .where('sale_id', '=', sale.saleId)
        .where('status', '=', 'valid')
        .execute()
    ).map(({ ticket_type_id }) => ticket_type_id)
  const subjects = async (sale: SaleAt) => (await sale.mails()).map(({ subject }) => subject)
  const isBalanced = async ({ saleId }: SaleAt) =>
    expect((await ledgerDifferences(shop.db)).filter(({ sale_id }) => sale_id === saleId)).toEqual([])
  async function at(day: string) {
    shop.clock.set(`${day}T12:00:00Z`)
    for (let round = 0; round < 2; round++) {
      await queuePlanWork(shop.deps)
      await shop.pass()
    }
  }

  it('lowers the last payments, returns nothing, emails the buyer, and delivers the rest when it is paid', async () => {
    const { sale, dearId, cheapId } = await startPlan()
    expect(await refund(sale, cheapId)).toEqual({
      ok: true,
      amountMinor: 0,
      lessToPayMinor: 1000,
      currency: 'GBP',
      tickets: 1,
      whole: false,
    })
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '1000 cancelled'])
    expect(await stockOf(shop.db, cheapId)).toEqual({ held: 0, sold: 0 })
    await isBalanced(sale)
    expect(await refund(sale, cheapId)).toMatchObject({ code: 'nothing_to_refund' })
    await shop.pass()
    const mail = (await sale.mails()).at(-1)!
    expect(mail.subject).toBe('Your payments have changed')
    expect(mail.body_text).toContain('28 Feb 2026')
    expect(mail.body_text, 'the last payment is gone').not.toContain('31 Mar 2026')
    await at('2026-02-25')
    await at('2026-02-28')
    expect(await planOf(sale)).toBe('completed')
    await shop.pass(60)
    expect(await ticketsOf(sale)).toEqual([dearId])
    expect((await sale.payments()).map(({ amount_minor, status }) => [amount_minor, status])).toEqual([
      [1000, 'paid'],
      [1000, 'paid'],
    ])
    expect(await sale.refunds()).toEqual([])
    await isBalanced(sale)
  })

  it('emails the buyer after each refund', async () => {
    const { sale, cheapId, event } = await startPlan({ dear: 1000, more: [1000] })
    expect(await refund(sale, cheapId)).toMatchObject({ ok: true, whole: false })
    expect(await refund(sale, event.ticketIds[2]!)).toMatchObject({ ok: true, whole: false })
    await shop.pass()
    expect((await subjects(sale)).filter((subject) => subject === 'Your payments have changed')).toHaveLength(2)
  })

  it('completes a plan with nothing left to pay, and returns what exceeds the new total', async () => {
    const first = await startPlan()
    expect(await refund(first.sale, first.dearId)).toMatchObject({ ok: true, amountMinor: 0, lessToPayMinor: 2000 })
    expect(await planOf(first.sale)).toBe('completed')
    await shop.pass(60)
    expect(await ticketsOf(first.sale)).toEqual([first.cheapId])
    expect(await subjects(first.sale)).toContain('Your payments have changed')

    const second = await startPlan()
    await at('2026-02-25')
    await at('2026-02-28')
    expect(await refund(second.sale, second.dearId)).toMatchObject({
      ok: true,
      amountMinor: 1000,
      lessToPayMinor: 1000,
    })
    await isBalanced(second.sale)
    await shop.pass(60)
    expect(await instalments(second.sale)).toEqual(['1000 paid', '1000 paid', '1000 cancelled'])
    expect(await second.sale.refunds()).toMatchObject([{ amount_minor: 1000, status: 'succeeded' }])
    expect(await ticketsOf(second.sale)).toEqual([second.cheapId])
    // The rest of the order afterwards, as of any other order.
    expect(await refund(second.sale, second.cheapId)).toMatchObject({ ok: true, amountMinor: 1000, whole: true })
    await shop.pass(60)
    await isBalanced(second.sale)
  })

  it('of all lines ends the order and returns everything paid', async () => {
    const { sale, dearId, cheapId } = await startPlan()
    expect(await refund(sale, dearId, cheapId)).toMatchObject({
      amountMinor: 1000,
      lessToPayMinor: 2000,
      tickets: 2,
      whole: true,
    })
    await shop.pass(60)
    expect(await planOf(sale)).toBe('cancelled')
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 1000, status: 'succeeded' }])
    expect(await stockOf(shop.db, dearId)).toEqual({ held: 0, sold: 0 })
    await isBalanced(sale)
  })

  it('leaves no payment too small for a card: what is due is paid, and the tickets are delivered', async () => {
    const { sale, dearId, cheapId } = await startPlan({ dear: 2010, cheap: 990 })
    expect(await refund(sale, cheapId)).toMatchObject({ ok: true, amountMinor: 0, lessToPayMinor: 990 })
    expect(await instalments(sale)).toEqual(['1000 paid', '980 due', '30 due'])
    for (const day of ['2026-02-25', '2026-02-28', '2026-03-28', '2026-03-31']) await at(day)
    expect(await instalments(sale)).toEqual(['1000 paid', '980 paid', '30 paid'])
    await shop.pass(60)
    expect(await ticketsOf(sale)).toEqual([dearId])
    await isBalanced(sale)
  })

  it('returns the difference where the whole rest is too small for a card', async () => {
    const { sale, dearId, cheapId } = await startPlan({ dear: 1010, cheap: 1990 })
    expect(await refund(sale, cheapId)).toMatchObject({ ok: true, amountMinor: 20, lessToPayMinor: 1970 })
    expect(await instalments(sale)).toEqual(['1000 paid', '30 due', '1000 cancelled'])
    await shop.pass(60)
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 20, status: 'succeeded' }])
    for (const day of ['2026-02-25', '2026-02-28']) await at(day)
    expect(await planOf(sale)).toBe('completed')
    await shop.pass(60)
    expect(await ticketsOf(sale)).toEqual([dearId])
    await isBalanced(sale)
  })

  it('ends with a lost dispute over all that was paid: nothing more is owed, and the books agree', async () => {
    const { sale, dearId } = await startPlan()
    const [payment] = await sale.payments()
    const lost = {
      id: `dispute-${kind}-${sale.saleId}`,
      amountMinor: 1000,
      reason: 'fraudulent',
      status: 'lost',
      dueAt: null,
      at: shop.clock.now(),
    }
    await inTx(shop.db, (tx) => recordDispute(tx, payment!, lost, shop.clock.now()))
    expect(await planOf(sale)).toBe('cancelled')
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 cancelled', '1000 cancelled'])
    expect(await stockOf(shop.db, dearId)).toEqual({ held: 0, sold: 0 })
    await isBalanced(sale)
  })

  it('of two organisers, uses what was paid for one’s tickets for the other’s', async () => {
    const { sale, dearId, cheapId, organiserId } = await startPlan({ organisers: 2 })
    expect(await refund(sale, dearId)).toMatchObject({ amountMinor: 0, lessToPayMinor: 2000 })
    await isBalanced(sale)
    await shop.pass(60)
    expect(await ticketsOf(sale)).toEqual([cheapId])
    const { rows } = await sql<{ mine: boolean; account: string; minor: number }>`
      select organiser_id = ${organiserId} as mine, account, sum(amount_minor)::int as minor from ledger_entries
      where sale_id = ${sale.saleId} group by 1, 2 having sum(amount_minor) <> 0 order by 1, 2`.execute(shop.db)
    expect(rows).toEqual([
      { mine: false, account: 'captured', minor: 1000 },
      { mine: false, account: 'tickets', minor: -1000 },
    ])
  })

  it('by a cancelled event is announced to staff with what was paid, not with what was still to be paid', async () => {
    const whole = await startPlan()
    expect(await previewCancellation(shop.db, whole.event.eventId, null)).toMatchObject({ plans: 1, back_minor: 1000 })
    expect(await previewByProvider(shop.db, whole.event.eventId, null)).toMatchObject([{ minor: 1000 }])
    const { event } = await startPlan({ organisers: 2 })
    expect(await previewCancellation(shop.db, event.eventId, null)).toMatchObject({ mixed: 1, back_minor: 0 })
    expect(await previewByProvider(shop.db, event.eventId, null)).toMatchObject([{ minor: 0 }])
  })

  it('of two organisers, one of which cancels the event: a job refunds its part and the plan continues', async () => {
    const { sale, cheapId, dearId, event } = await startPlan({ organisers: 2 })
    await at('2026-02-25')
    await at('2026-02-28')
    expect(await cancelEvent(shop.deps, { slug: event.slug })).toMatchObject({ ok: true })
    await endCancelledEvents(shop.deps)
    for (let n = 0; n < 3; n++) await shop.pass(60)
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 1000, status: 'succeeded' }])
    expect(await ticketsOf(sale)).toEqual([cheapId])
    expect(await stockOf(shop.db, dearId)).toEqual({ held: 0, sold: 0 })
    await isBalanced(sale)
  })

  /** The buyer starts to pay this payment, which the bank has not decided yet. */
  const begin = ({ saleId }: SaleAt, seq: number) =>
    inTx(shop.db, async (tx) => {
      await lockSale(tx, saleId)
      const instalment = await tx
        .selectFrom('plan_instalments')
        .selectAll()
        .where('sale_id', '=', saleId)
        .where('seq', '=', seq)
        .executeTakeFirstOrThrow()
      const terms = { off_session: false, before: instalment.status }
      const how = {
        provider: 'stripe' as const,
        accountId: null,
        key: `begun-${kind}-${saleId}-${seq}-${people}`,
        terms,
      }
      return beginInstalment(tx, 'GBP', instalment, how, shop.clock.now())
    })
  const report = ({ reference }: SaleAt, { id, sale_id, amount_minor }: Payment, status: 'paid' | 'cancelled') =>
    applyProviderState(
      shop.deps,
      { id, sale_id },
      {
        providerPaymentId: `begun-${id}`,
        status,
        amountMinor: amount_minor,
        currency: 'GBP',
        saleReference: reference,
        failure: null,
      },
    )

  it('leaves a pending payment alone, and waits if the refund needs it', async () => {
    const { sale, dearId, cheapId } = await startPlan()
    const atBank = await begin(sale, 3)
    expect(await refund(sale, dearId), 'it would need both payments').toMatchObject({ code: 'plan_paying' })
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '1000 paying'])
    expect(await stockOf(shop.db, dearId)).toEqual({ held: 0, sold: 1 })
    expect(await refund(sale, cheapId)).toMatchObject({ ok: true, lessToPayMinor: 1000 })
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 cancelled', '1000 paying'])
    await isBalanced(sale)
    expect(await report(sale, atBank, 'paid')).toMatchObject({ outcome: 'fulfilled' })
    expect(await planOf(sale)).toBe('completed')
    await shop.pass(60)
    expect(await ticketsOf(sale)).toEqual([dearId])
    await isBalanced(sale)
  })

  it('a cancelled event waits for a pending payment and then refunds the order', async () => {
    const { sale, event, cheapId } = await startPlan({ organisers: 2 })
    const atBank = await begin(sale, 2)
    await cancelEvent(shop.deps, { slug: event.slug })
    await endCancelledEvents(shop.deps)
    await shop.pass(60)
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 paying', '1000 due'])
    await report(sale, atBank, 'paid')
    await endCancelledEvents(shop.deps)
    for (let n = 0; n < 3; n++) await shop.pass(60)
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 paid', '1000 cancelled'])
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 1000, reason: 'cancelled' }])
    expect(await ticketsOf(sale)).toEqual([cheapId])
    await isBalanced(sale)
  })

  it('returns a payment that was abandoned before it was lowered, and the lower one is still due', async () => {
    const { sale, cheapId } = await startPlan({ dear: 1500, cheap: 1500 })
    const late = await begin(sale, 2)
    await report(sale, late, 'cancelled')
    expect(await refund(sale, cheapId)).toMatchObject({ ok: true, amountMinor: 0, lessToPayMinor: 1500 })
    expect(await instalments(sale)).toEqual(['1000 paid', '500 due', '1000 cancelled'])
    await report(sale, late, 'paid')
    expect(await instalments(sale)).toEqual(['1000 paid', '500 due', '1000 cancelled'])
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 1000, reason: 'plan_lowered' }])
    await isBalanced(sale)
  })

  it('returns a payment of the wrong amount, which can be paid again', async () => {
    const { sale } = await startPlan()
    const wrong = await begin(sale, 2)
    await report(sale, { ...wrong, amount_minor: 999 }, 'paid')
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '1000 due'])
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 999, reason: 'wrong_amount' }])
    await report(sale, await begin(sale, 3), 'paid')
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '1000 paid'])
    await isBalanced(sale)
  })

  it('a plan behind with a payment no longer due is not overdue', async () => {
    const { sale, dearId } = await startPlan()
    await at('2026-02-25')
    shop.fault('stripe', 'decline', 'authentication_required')
    await at('2026-02-28')
    expect(await planOf(sale)).toBe('overdue')
    shop.sandbox.switches.clear()
    expect(await refund(sale, dearId)).toMatchObject({ ok: true, amountMinor: 0 })
    expect(await planOf(sale)).toBe('completed')
    await isBalanced(sale)
  })

  it('happens once despite ten concurrent requests and processes that die', async () => {
    const { sale, cheapId } = await startPlan()
    const ask = { reference: sale.reference, what: 'lines' as const, ticketTypeIds: [cheapId] }
    for (let queries = 1; queries < 30; queries += 3) {
      const dying = { ...shop.deps, db: dbDyingAfter(shop.db, queries) }
      const ended = await refundOrder(dying, ask).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        return null
      })
      if (ended !== null) break
      expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '1000 due'])
    }
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => refundOrder(shop.deps, ask)))
    expect(outcomes.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '1000 cancelled'])
    expect(await stockOf(shop.db, cheapId)).toEqual({ held: 0, sold: 0 })
    await shop.pass(60)
    expect((await subjects(sale)).filter((subject) => subject === 'Your payments have changed')).toHaveLength(1)
    await isBalanced(sale)
  })
})
