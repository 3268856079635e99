import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { dbDyingAfter, Killed } from '../model/dying.ts'
import { planBuyers } from '../plan/buyers.testing.ts'
import { beginInstalment, queuePlanWork } from '../plan/charge.ts'
import { movedPage, refundMoved } from '../refund/moved.ts'
import { refundOrder } from '../refund/order.ts'
import { applyProviderState } from '../settle/settle.ts'
import { yourTicketsPage } from './page.ts'
import { returnTickets } from './return.ts'

describeOnBoth('returning tickets while a payment plan runs', (kind) => {
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
  /** Three tickets of 10.00 in three payments of 10.00, of which the organiser keeps 10 % and 50p at a return. */
  async function startPlan(change: object = {}, seats?: string[]) {
    const { db, clock, deps } = shop
    const startsAt = new Date('2027-09-01T18:00:00Z')
    const event = await createEvent(db, {
      startsAt,
      plans: [1, 3],
      tickets: [{ price_minor: 1000, booking_fee_minor: 0, capacity: 5, ...(seats && { seats }) }],
    })
    const allowed = { buyers_refund_hours: 48, buyers_refund_keep_bp: 1000, buyers_refund_keep_minor: 50, ...change }
    await db.updateTable('events').set(allowed).where('id', '=', event.eventId).execute()
    const { id: userId } = await db
      .insertInto('users')
      .values({
        email: `returns-${kind}-${++people}@example.org`,
        first_name: 'Grace',
        last_name: 'Hopper',
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await saleAt(deps, 'payment', { ticketId: event.ticketId, qty: 3, userId })
    expect((await agree(sale)).body).toEqual({ status: 'success', payment_plan_remaining: 20 })
    await shop.pass(60)
    return { sale, typeId: event.ticketId, ...event }
  }
  type Plan = Awaited<ReturnType<typeof startPlan>>
  const returnRequest = ({ sale, typeId }: Plan, qty: number, said: object = {}) => ({
    reference: sale.reference,
    ticket_ids: [],
    voucher: '',
    amount: '£0.00',
    less_to_pay: '',
    places: [{ ticket_type_id: typeId, left: 3, qty, seat_ids: [] as number[] }],
    ...said,
  })
  /** Makes a seat of the order a wheelchair space, with a companion's seat; the function returned takes that away again. */
  async function addCompanion({ sale: { saleId: sale_id }, dateId: date_id }: Plan, spaceId: number) {
    const { ticketId } = await createEvent(shop.db, { tickets: [{ seats: ['C2'], seat_kinds: ['companion'] }] })
    const setSeat = (seat: { status: 'sold' | 'free'; sale_id: number | null }) =>
      shop.db.updateTable('seats').set(seat).where('ticket_type_id', '=', ticketId).execute()
    await shop.db.updateTable('ticket_types').set({ date_id }).where('id', '=', ticketId).execute()
    await shop.db.updateTable('seats').set({ kind: 'wheelchair' }).where('id', '=', spaceId).execute()
    await setSeat({ status: 'sold', sale_id })
    return () => setSeat({ status: 'free', sale_id: null })
  }
  const returns = (plan: Plan, qty: number, said: object = {}) =>
    returnTickets(returnRequest(plan, qty, said), plan.sale.ctx())
  const ONE = { less_to_pay: '£8.50' }
  const instalments = async ({ saleId }: SaleAt) =>
    (
      await shop.db.selectFrom('plan_instalments').selectAll().where('sale_id', '=', saleId).orderBy('seq').execute()
    ).map(({ amount_minor, status }) => `${amount_minor} ${status}`)
  const planOf = async ({ saleId }: SaleAt) =>
    (await shop.db.selectFrom('payment_plans').select('status').where('sale_id', '=', saleId).executeTakeFirst())
      ?.status
  const ticketsOf = ({ saleId }: SaleAt) =>
    shop.db.selectFrom('tickets').selectAll().where('sale_id', '=', saleId).where('status', '=', 'valid').execute()
  const subjects = async (sale: SaleAt) => (await sale.mails()).map(({ subject }) => subject)
  const isBalanced = async ({ saleId }: SaleAt) =>
    expect((await ledgerDifferences(shop.db)).filter(({ sale_id }) => sale_id === saleId)).toEqual([])
  const page = ({ sale }: Plan) => yourTicketsPage(shop.deps, sale.ctx().session, sale.reference)
  async function at(day: string) {
    shop.clock.set(`${day}T12:00:00Z`)
    for (let round = 0; round < 2; round++) {
      await queuePlanWork(shop.deps)
      await shop.pass()
    }
  }

  it('lowers the last payment by the refund due, and the rest is delivered when it is paid', async () => {
    const plan = await startPlan()
    const { sale, typeId } = plan
    const shown = (await page(plan))!
    expect(shown.tickets).toEqual([])
    expect(shown.plan).toMatchObject({
      payments: [{ amount_minor: 1000 }, { amount_minor: 1000 }],
      places: [{ ticket_type_id: typeId, left: 3, units: [{ seat: '' }, { seat: '' }, { seat: '' }] }],
    })
    expect(shown.worth[0]!.of.map(({ back_minor, kept_minor }) => [back_minor, kept_minor])).toEqual([
      [850, 150],
      [1700, 300],
      [2550, 450],
    ])
    expect(await returns(plan, 1, ONE)).toEqual({ success: true, amount: '£0.00' })
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '150 due'])
    expect(await stockOf(shop.db, typeId)).toEqual({ held: 0, sold: 2 })
    await isBalanced(sale)
    expect(await returns(plan, 1, ONE), 'the same form again').toMatchObject({ code: 'not_returnable' })
    await shop.pass()
    expect(await subjects(sale)).toContain('Your payments have changed')
    for (const day of ['2026-02-25', '2026-02-28', '2026-03-28', '2026-03-31']) await at(day)
    expect(await planOf(sale)).toBe('completed')
    await shop.pass(60)
    expect(await ticketsOf(sale)).toHaveLength(2)
    expect(await sale.refunds()).toEqual([])
    await isBalanced(sale)
  })

  it('keeps the minimum, or returns all', async () => {
    const plan = await startPlan()
    await shop.db.updateTable('ticket_types').set({ min_per_customer: 3 }).where('id', '=', plan.typeId).execute()
    expect(await returns(plan, 1, ONE)).toMatchObject({ code: 'return_needed' })
    expect(await instalments(plan.sale)).toEqual(['1000 paid', '1000 due', '1000 due'])
    expect(await returns(plan, 3, { amount: '£5.50', less_to_pay: '£20.00' })).toMatchObject({ success: true })
    await isBalanced(plan.sale)
  })

  it('refunds what exceeds the new total, and for a whole order what was paid less the retained part', async () => {
    const plan = await startPlan()
    await at('2026-02-25')
    await at('2026-02-28')
    // 20.00 was paid and 10.00 is due; of three tickets 4.50 is kept.
    expect(await returns(plan, 3, { amount: '£15.50', less_to_pay: '£10.00' })).toMatchObject({ success: true })
    await shop.pass(60)
    expect(await planOf(plan.sale)).toBe('completed')
    const back = (await plan.sale.refunds()).map(({ amount_minor, status }) => [amount_minor, status])
    expect(back, 'of each payment its part').toEqual([
      [1000, 'succeeded'],
      [550, 'succeeded'],
    ])
    expect(await ticketsOf(plan.sale)).toEqual([])
    expect(await stockOf(shop.db, plan.typeId)).toEqual({ held: 0, sold: 0 })
    expect((await subjects(plan.sale)).filter((subject) => subject.startsWith('Your ticket'))).toEqual([])
    await isBalanced(plan.sale)

    const whole = await startPlan({ buyers_refund_keep_bp: 0, buyers_refund_keep_minor: 0 })
    expect(await returns(whole, 3, { amount: '£10.00', less_to_pay: '£20.00' })).toMatchObject({ success: true })
    await shop.pass(60)
    expect(await planOf(whole.sale), 'nothing is kept, so the order ends').toBe('cancelled')
    expect(await whole.sale.refunds()).toMatchObject([{ amount_minor: 1000, status: 'succeeded' }])
    expect(await stockOf(shop.db, whole.typeId)).toEqual({ held: 0, sold: 0 })
    await isBalanced(whole.sale)
  })

  it('refuses other amounts, other buyers, unconfirmed addresses, other quantities, and beyond the policy', async () => {
    const plan = await startPlan()
    const { sale, eventId } = plan
    const other = await startPlan()
    const refused = async (code: string, what: string, act: Promise<object>) =>
      expect(await act, what).toMatchObject({ code })
    await refused('return_changed', 'less', returns(plan, 1, { less_to_pay: '£8.00' }))
    await refused('return_changed', 'money', returns(plan, 1, { ...ONE, amount: '£1.00' }))
    await refused('return_changed', 'a voucher', returns(plan, 1, { ...ONE, voucher: '£1.00' }))
    await refused('unknown_sale', 'another buyer', returnTickets(returnRequest(plan, 1, ONE), other.sale.ctx()))
    const now = sale.ctx()
    const typed = { ...now, session: { ...now.session, provedEmail: null, userId: null } }
    expect(await returnTickets(returnRequest(plan, 1, ONE), typed)).toHaveProperty('code')
    const place = { ticket_type_id: plan.typeId, left: 3, qty: 1, seat_ids: [] }
    for (const [what, places] of [
      ['more than were bought', [{ ...place, qty: 4 }]],
      ['more than are left', [{ ...place, left: 4, qty: 4 }]],
      ['of another order', [{ ...place, ticket_type_id: other.typeId }]],
      ['one type twice', [place, place]],
    ] as const)
      await refused('not_returnable', what, returns(plan, 1, { ...ONE, places }))
    const set = (hours: number | null) =>
      shop.db.updateTable('events').set({ buyers_refund_hours: hours }).where('id', '=', eventId).execute()
    await set(null)
    await refused('not_returnable', 'not allowed', returns(plan, 1, ONE))
    expect((await page(plan))!.plan).toBeNull()
    await set(24 * 1000)
    await refused('not_returnable', 'too late', returns(plan, 1, ONE))
    await set(48)
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '1000 due'])
    expect(await stockOf(shop.db, plan.typeId)).toEqual({ held: 0, sold: 3 })
  })

  it('leaves a pending payment alone, and waits if it needs its money', async () => {
    const plan = await startPlan()
    const { sale } = plan
    const atBank = await inTx(shop.db, async (tx) => {
      await lockSale(tx, sale.saleId)
      const instalment = await tx
        .selectFrom('plan_instalments')
        .selectAll()
        .where('sale_id', '=', sale.saleId)
        .where('seq', '=', 3)
        .executeTakeFirstOrThrow()
      const terms = { off_session: false, before: instalment.status }
      const how = { provider: 'stripe' as const, accountId: null, key: `returns-${kind}-${sale.saleId}`, terms }
      return beginInstalment(tx, 'GBP', instalment, how, shop.clock.now())
    })
    expect(await returns(plan, 2, { less_to_pay: '£17.00' })).toMatchObject({ code: 'order_plan_paying' })
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '1000 paying'])
    expect(await returns(plan, 1, ONE)).toMatchObject({ success: true })
    expect(await instalments(sale)).toEqual(['1000 paid', '150 due', '1000 paying'])
    await applyProviderState(shop.deps, atBank, {
      providerPaymentId: `begun-${atBank.id}`,
      status: 'paid',
      amountMinor: 1000,
      currency: 'GBP',
      saleReference: sale.reference,
      failure: null,
    })
    expect(await instalments(sale)).toEqual(['1000 paid', '150 due', '1000 paid'])
    await isBalanced(sale)
  })

  it('ten times at once, beside staff and with dying processes: once', async () => {
    const plan = await startPlan()
    const { sale } = plan
    let ended: Awaited<ReturnType<typeof returnTickets>> | null = null
    for (let queries = 1; ended === null; queries += 1) {
      const ctx = sale.ctx()
      const dying = { ...ctx, deps: { ...ctx.deps, db: dbDyingAfter(shop.db, queries) } }
      ended = await returnTickets(returnRequest(plan, 1, ONE), dying).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        return null
      })
      const left = await instalments(sale)
      // The process died after its last query was committed, so everything is done.
      if (ended !== null || left[2] !== '1000 due') break
      expect(left).toEqual(['1000 paid', '1000 due', '1000 due'])
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => returns(plan, 1, ONE)))
    expect(answers.filter((answer) => 'success' in answer).length).toBeLessThanOrEqual(1)
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 due', '150 due'])
    expect(await stockOf(shop.db, plan.typeId)).toEqual({ held: 0, sold: 2 })
    await shop.pass(60)
    expect((await subjects(sale)).filter((subject) => subject === 'Your payments have changed')).toHaveLength(1)
    await isBalanced(sale)

    const both = await startPlan()
    await Promise.all([
      refundOrder(shop.deps, { reference: both.sale.reference, what: 'lines', ticketTypeIds: [both.typeId] }),
      returns(both, 1, ONE),
    ])
    await shop.pass(60)
    expect(await stockOf(shop.db, both.typeId)).toEqual({ held: 0, sold: 0 })
    await isBalanced(both.sale)
  })

  it('returns the chosen seats, and the others are issued', async () => {
    const plan = await startPlan({}, ['A1', 'A2', 'A3', 'A4'])
    const { sale } = plan
    const { units } = (await page(plan))!.plan!.places[0]!
    expect(units.map(({ seat }) => seat)).toEqual(['A1', 'A2', 'A3'])
    const [first, second] = units.map(({ seat_ids }) => seat_ids[0]!)
    const seats = (...seat_ids: number[]) => ({
      ...ONE,
      places: [{ ticket_type_id: plan.typeId, left: 3, qty: 1, seat_ids }],
    })
    const free = await shop.db
      .selectFrom('seats')
      .select('id')
      .where('ticket_type_id', '=', plan.typeId)
      .where('status', '=', 'free')
      .executeTakeFirstOrThrow()
    for (const wrong of [seats(), seats(free.id), seats(first!, second!), seats(first!, first!)])
      expect(await returns(plan, 1, wrong)).toMatchObject({ code: 'not_returnable' })
    const takeCompanionAway = await addCompanion(plan, second!)
    expect(await returns(plan, 1, seats(second!))).toMatchObject({ code: 'companion_left' })
    await takeCompanionAway()
    expect(await returns(plan, 1, seats(second!))).toMatchObject({ success: true })
    for (const day of ['2026-02-25', '2026-02-28', '2026-03-28', '2026-03-31']) await at(day)
    await shop.pass(60)
    const issued = (await ticketsOf(sale)).map(({ seat_id }) => seat_id)
    expect(issued).toHaveLength(2)
    expect(issued).not.toContain(second)
    await isBalanced(sale)
  })

  it('lowers the plan for tickets of a moved date, while the organiser offers it, whatever its policy', async () => {
    const plan = await startPlan({ buyers_refund_hours: null })
    const { sale, dateId, typeId } = plan
    const moved = () => movedPage(shop.deps, sale.ctx().session, sale.reference)
    const giveBack = (by = sale) => refundMoved({ reference: sale.reference }, by.ctx())
    expect(await moved()).toBeNull()
    expect(await giveBack()).toMatchObject({ code: 'no_moved_tickets' })
    await shop.db
      .updateTable('event_dates')
      .set({ refund_until: new Date('2026-03-01T12:00:00Z') })
      .where('id', '=', dateId)
      .execute()
    expect(await moved()).toMatchObject({ amount: '£30.00', by_plan: true, tickets: [{ n: 3 }] })
    const other = await startPlan()
    expect(await giveBack(other.sale)).toMatchObject({ code: 'unknown_sale' })
    const answers = await Promise.all([1, 2, 3].map(() => giveBack()))
    expect(answers.filter((answer) => 'amount' in answer)).toEqual([{ amount: '£10.00', less_to_pay: '£20.00' }])
    await shop.pass(60)
    expect((await sale.refunds()).map(({ amount_minor }) => amount_minor)).toEqual([1000])
    expect(await instalments(sale)).toEqual(['1000 paid', '1000 cancelled', '1000 cancelled'])
    expect(await stockOf(shop.db, typeId)).toEqual({ held: 0, sold: 0 })
    expect(await moved()).toBeNull()
    await isBalanced(sale)
  })
})
