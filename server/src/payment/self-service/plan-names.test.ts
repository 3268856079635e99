import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStaff, inSession, logOf } from '../../office/testing/office.ts'
import { walletPage } from '../../pages/wallet.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'

import { pendingTickets } from '../../tickets/pending-names.ts'
import { dbDyingAfter, Killed } from '../model/dying.ts'
import { planBuyers } from '../plan/buyers.testing.ts'
import { queuePlanWork } from '../plan/charge.ts'
import { refundOrder } from '../refund/order.ts'
import { yourTicketsPage } from './page.ts'
import { namePlanTicket } from './plan-names.ts'
import { returnTickets } from './return.ts'

describeOnBoth('names for tickets of a running payment plan', (kind) => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors(kind, { start: '2026-01-31T12:00:00Z' })
  })
  afterAll(() => shop.close())
  const { agree } = planBuyers(() => shop)

  let people = 0
  /** Three tickets of 10.00 in three payments, whose names the buyer may give. */
  async function aPlan(seats?: string[]) {
    const { db, clock, deps } = shop
    clock.set('2026-01-31T12:00:00Z')
    await db.deleteFrom('jobs').execute()
    const event = await createEvent(db, {
      startsAt: new Date('2027-09-01T18:00:00Z'),
      plans: [1, 3],
      tickets: [{ price_minor: 1000, booking_fee_minor: 0, capacity: 5, ...(seats && { seats }) }],
    })
    await db
      .updateTable('events')
      .set({ buyers_rename_hours: 1, buyers_refund_hours: 48 })
      .where('id', '=', event.eventId)
      .execute()
    const { id: userId } = await db
      .insertInto('users')
      .values({
        email: `names-${kind}-${++people}@example.org`,
        first_name: 'Ada',
        last_name: 'Lovelace',
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await saleAt(deps, 'payment', { ticketId: event.ticketId, qty: 3, userId })
    expect((await agree(sale)).body).toEqual({ status: 'success', payment_plan_remaining: 20 })
    await shop.pass(60)
    return { sale, typeId: event.ticketId, ...event }
  }
  type Plan = Awaited<ReturnType<typeof aPlan>>
  const names = ({ sale, typeId }: Plan, place: number, name: string, ctx = sale.ctx()) =>
    namePlanTicket({ reference: sale.reference, ticket_type_id: typeId, place, name }, ctx)
  const shown = async ({ sale }: Plan) =>
    (await yourTicketsPage(shop.deps, sale.ctx().session, sale.reference))!.plan!.names[0]!.tickets
  const waiting = ({ saleId }: SaleAt) =>
    shop.db.selectFrom('plan_names').selectAll().where('sale_id', '=', saleId).orderBy('place').execute()
  const holders = async ({ saleId }: SaleAt) =>
    (
      await shop.db.selectFrom('tickets').select('holder_name').where('sale_id', '=', saleId).orderBy('id').execute()
    ).map(({ holder_name }) => holder_name)
  async function paysAll() {
    for (const day of ['2026-02-25', '2026-02-28', '2026-03-28', '2026-03-31']) {
      shop.clock.set(`${day}T12:00:00Z`)
      for (let round = 0; round < 2; round++) {
        await queuePlanWork(shop.deps)
        await shop.pass()
      }
    }
    await shop.pass(60)
  }

  it('are stored until the last payment, and the tickets are issued with them', async () => {
    const plan = await aPlan()
    expect(await names(plan, 1, 'Grace Hopper')).toEqual({ success: true })
    expect(await names(plan, 1, 'Grace Hopper'), 'the same again').toEqual({ success: true })
    // Tickets without seats are alike: those with a name come first.
    expect((await shown(plan)).map(({ place, holder }) => [place, holder])).toEqual([
      [1, 'Grace Hopper'],
      [0, ''],
      [2, ''],
    ])
    expect(await names(plan, 2, 'Alan Turing')).toEqual({ success: true })
    expect(await names(plan, 1, 'Mary Somerville'), 'another name').toEqual({ success: true })
    await paysAll()
    expect(await holders(plan.sale)).toEqual(['Mary Somerville', 'Alan Turing', 'Ada Lovelace'])
    expect(await waiting(plan.sale), 'nothing stays').toEqual([])
    expect(await names(plan, 0, 'Too late')).toMatchObject({ code: 'not_renamable' })
  })

  it('can be set by the buyer only, within the organiser’s limits, and for tickets of the plan', async () => {
    const plan = await aPlan()
    const other = await aPlan()
    const stranger = other.sale.ctx()
    const copied = { ...stranger, session: { ...stranger.session, saleId: plan.sale.saleId } }
    const typed = plan.sale.ctx()
    for (const ctx of [stranger, copied])
      expect(await names(plan, 0, 'Eve', ctx)).toMatchObject({ code: 'unknown_sale' })
    expect(await names({ ...plan, typeId: other.typeId }, 0, 'Eve')).toMatchObject({ code: 'not_renamable' })
    expect(await names(plan, 3, 'Eve'), 'three tickets, from 0').toMatchObject({ code: 'not_renamable' })
    expect(await names(plan, 0, '')).toMatchObject({ code: 'holder_missing' })
    for (const buyers_rename_hours of [null, 100_000]) {
      await shop.db.updateTable('events').set({ buyers_rename_hours }).where('id', '=', plan.eventId).execute()
      expect(await names(plan, 0, 'Eve', typed)).toMatchObject({ code: 'not_renamable' })
    }
    expect(await waiting(plan.sale)).toEqual([])
  })

  it('require recent confirmation', async () => {
    const plan = await aPlan()
    const email = `guest-${kind}@example.org`
    const guest = { user_id: null, guest_email: email, guest_name: 'Ada', customer_session: plan.sale.session.number }
    await shop.db.updateTable('sales').set(guest).where('id', '=', plan.sale.saleId).execute()
    const ctx = plan.sale.ctx()
    const typed = { ...ctx, session: { ...ctx.session, userId: null, provedEmail: null } }
    expect(await names(plan, 0, 'Eve', typed)).toMatchObject({ code: 'proof_too_old' })
    expect(await waiting(plan.sale)).toEqual([])
  })

  it('are kept when an unnamed ticket is returned, each with its seat', async () => {
    const plan = await aPlan()
    expect(await names(plan, 2, 'Grace Hopper')).toEqual({ success: true })
    const back = { amount: '£0.00', voucher: '', less_to_pay: '£10.00' }
    const places = [{ ticket_type_id: plan.typeId, left: 3, qty: 1, seat_ids: [] }]
    const request = { reference: plan.sale.reference, ticket_ids: [], places, ...back }
    expect(await returnTickets(request, plan.sale.ctx())).toMatchObject({ success: true })
    expect((await shown(plan)).map(({ holder }) => holder)).toEqual(['Grace Hopper', ''])
    await paysAll()
    expect(await holders(plan.sale)).toEqual(['Grace Hopper', 'Ada Lovelace'])

    const seated = await aPlan(['A1', 'A2', 'A3', 'A4'])
    const seats = await shown(seated)
    expect(seats.map(({ seat }) => seat)).toEqual(['A1', 'A2', 'A3'])
    expect(await names(seated, 0, 'Eve'), 'no seat of theirs').toMatchObject({ code: 'not_renamable' })
    expect(await names(seated, seats[2]!.place, 'Alan Turing')).toEqual({ success: true })
    const first = { ticket_type_id: seated.typeId, left: 3, qty: 1, seat_ids: [seats[0]!.place] }
    const one = { ...request, reference: seated.sale.reference, places: [first] }
    expect(await returnTickets(one, seated.sale.ctx())).toMatchObject({ success: true })
    expect((await shown(seated)).map(({ seat, holder }) => [seat, holder])).toEqual([
      ['A2', ''],
      ['A3', 'Alan Turing'],
    ])
    await paysAll()
    expect(await holders(seated.sale)).toEqual(['Ada Lovelace', 'Alan Turing'])
  })

  it('are set on a page linked from the buyer’s wallet only', async () => {
    const plan = await aPlan()
    const other = await aPlan()
    const plansOf = async ({ sale }: Plan) =>
      (await walletPage(shop.deps, sale.ctx().session, { now: shop.clock.now(), google: '' }))!.plans
    const own = ({ sale }: Plan) => [{ event: expect.any(String), order_url: `/orders/${sale.reference}/` }]
    expect(await plansOf(plan)).toEqual(own(plan))
    expect(await plansOf(other)).toEqual(own(other))
    await refundOrder(shop.deps, { reference: plan.sale.reference, what: 'whole' })
    expect(await plansOf(plan)).toBeUndefined()
    const guest = { user_id: null, guest_email: other.sale.email, guest_name: 'Ada' }
    await shop.db.updateTable('sales').set(guest).where('id', '=', other.sale.saleId).execute()
    expect(await plansOf(plan), 'a guest’s').toBeUndefined()
  })

  it('are deleted when the order is refunded', async () => {
    const plan = await aPlan()
    await names(plan, 0, 'Grace Hopper')
    await refundOrder(shop.deps, { reference: plan.sale.reference, what: 'whole' })
    expect(await waiting(plan.sale)).toEqual([])
    expect(await names(plan, 0, 'Grace Hopper')).toMatchObject({ code: 'not_renamable' })
  })

  it('set fifty times at once, with dying processes, leave one name and one history line per change', async () => {
    const plan = await aPlan()
    for (let queries = 1, ended = false; !ended; queries += 1) {
      const ctx = plan.sale.ctx()
      const dying = { ...ctx, deps: { ...ctx.deps, db: dbDyingAfter(shop.db, queries) } }
      ended = await names(plan, 0, 'Grace Hopper', dying).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error
          return false
        },
      )
      const renamed = (await waiting(plan.sale)).map(({ name }) => name)
      const events = await shop.db
        .selectFrom('sale_events')
        .select('id')
        .where('sale_id', '=', plan.sale.saleId)
        .where('kind', '=', 'holder_renamed')
        .execute()
      expect(renamed).toEqual(events.length === 0 ? [] : ['Grace Hopper'])
    }
    await Promise.all(Array.from({ length: 50 }, (_, i) => names(plan, 1, i % 2 ? 'Alan Turing' : 'Mary Somerville')))
    expect(await waiting(plan.sale)).toHaveLength(2)
    // The last payment issues the tickets while names are still sent: what was accepted stands on a ticket.
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => names(plan, 2, 'Emmy Noether'))),
      paysAll(),
    ])
    expect((await holders(plan.sale)).includes('Emmy Noether')).toBe(answers.some((answer) => 'success' in answer))
    expect(await holders(plan.sale)).toHaveLength(3)
    expect(await waiting(plan.sale)).toEqual([])
  })

  it('are shown to and set by staff of the organiser or event only', async () => {
    const plan = await aPlan()
    const other = await aPlan()
    const about = { organiser_id: plan.organiserId, order_id: plan.sale.saleId, ticket_type_id: plan.typeId, place: 0 }
    const as = async (organiserId: number, events: number[] | null = null) => {
      const { id, email } = await createStaff(shop, organiserId, 'box_office', events)
      return { id, ...(await inSession(shop, { staffId: id, email, provedAt: shop.clock.now() })) }
    }
    const { id, call } = await as(plan.organiserId)
    expect(await call('set_plan_holder', { ...about, name: 'Grace Hopper' })).toMatchObject({ status: 200 })
    const body = { organiser_id: plan.organiserId, order_id: plan.sale.saleId }
    const { body: order } = await call('office_order', body)
    expect((order.lines as { to_come: { holder: string }[] }[])[0]!.to_come.map(({ holder }) => holder)).toEqual([
      'Grace Hopper',
      '',
      '',
    ])
    expect((await logOf(shop, id)).filter(({ action }) => action === 'set_plan_holder')).toMatchObject([
      { action: 'set_plan_holder', before: null, after: { ticket_type_id: plan.typeId, place: 0 } },
    ])
    expect(await call('set_plan_holder', { ...about, place: 9, name: 'Eve' })).toMatchObject({
      body: { code: 'ticket_ended' },
    })
    const elsewhere = (await as(other.organiserId)).call
    const limited = (await as(plan.organiserId, [other.eventId])).call
    for (const [caller, organiser_id, ticket_type_id] of [
      [elsewhere, plan.organiserId, plan.typeId],
      [elsewhere, other.organiserId, plan.typeId],
      [limited, plan.organiserId, plan.typeId],
      [call, plan.organiserId, other.typeId],
    ] as const)
      expect(await caller('set_plan_holder', { ...about, organiser_id, ticket_type_id, name: 'Eve' })).toMatchObject({
        status: 404,
      })
    expect((await waiting(plan.sale)).map(({ name }) => name)).toEqual(['Grace Hopper'])
  })
})

it('a name stays with its seat; without seats, named tickets come first', () => {
  const names = [
    { place: 7, name: 'Grace' },
    { place: 2, name: 'Alan' },
  ]
  expect(pendingTickets([[], [], []], names).map(({ place, name }) => [place, name])).toEqual([
    [2, 'Alan'],
    [7, 'Grace'],
    [0, ''],
  ])
  expect(pendingTickets([[]], names)).toEqual([{ place: 2, name: 'Alan', seatIds: [] }])
  expect(
    pendingTickets(
      [
        [5, 6],
        [7, 8],
      ],
      names,
    ).map(({ name }) => name),
  ).toEqual(['', 'Grace'])
})
