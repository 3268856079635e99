import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { useShop } from '../../testing/shop.ts'
import { checkAtDoor } from '../../tickets/door/door.ts'
import { renewOwnTicket } from '../../tickets/retire.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { taxReport } from '../ledger/tax-report.ts'
import { receiptsIn } from '../receipt/read.ts'
import { bought, vendor } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'
import { applyProviderState, settlePayment } from '../settle/settle.ts'
import { ticketChangePage } from './page.ts'
import { changeByToken, openChangePayment } from './pay.ts'
import { endUnpaidChanges } from './pending.ts'

describeOnBoth('a price difference paid by link', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })
  const future = () => new Date(shop().clock.now().getTime() + 20 * 86_400_000)
  const createEventOnSale = async (prices: [number, number] = [1000, 1400], more: object = {}) => {
    const made = await createEvent(shop().db, {
      startsAt: future(),
      tickets: prices.map((price_minor) => ({ price_minor, booking_fee_minor: 100, capacity: 5 })),
      ...more,
    })
    const [cheap, dear] = await shop()
      .db.selectFrom('ticket_types')
      .select('id')
      .where('event_id', '=', made.eventId)
      .orderBy('id')
      .execute()
    const { id, email } = await createStaff(shop(), made.organiserId, 'owner', null)
    const staff = await inSession(shop(), { staffId: id, email, provedAt: shop().clock.now() })
    return { ...made, cheap: cheap!.id, dear: dear!.id, call: staff.call }
  }
  type EventOnSale = Awaited<ReturnType<typeof createEventOnSale>>
  const ticketsOf = (sale: SaleAt) =>
    shop().db.selectFrom('tickets').selectAll().where('sale_id', '=', sale.saleId).orderBy('id').execute()
  const requestChange = async ({ organiserId, dear, call }: EventOnSale, sale: SaleAt, more: object = {}) => {
    const [ticket] = await ticketsOf(sale)
    const about = { organiser_id: organiserId, order_id: sale.saleId, ticket_id: ticket!.id }
    const answer = await call('change_ticket', {
      ...about,
      ticket_type_id: dear,
      charges: '1',
      form_key: `k${sale.saleId}`,
      ...more,
    })
    const change = await shop()
      .db.selectFrom('ticket_changes')
      .selectAll()
      .where('ticket_id', '=', ticket!.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return { answer, change: change!, ticket: ticket!, about }
  }
  /** The buyer's browser begins to pay by the link, whoever it is. */
  const begin = async (token: string, by: SaleAt) => {
    const change = (await changeByToken(shop().db, token))!
    const opened = await openChangePayment(by.ctx(), change.id, { provider: 'stripe' })
    if (!opened.ok) return opened
    const id = `change-${kind}-${opened.payment.id}`
    await shop()
      .db.updateTable('payments')
      .set({ provider_payment_id: id })
      .where('id', '=', opened.payment.id)
      .execute()
    const { amount_minor: amountMinor, currency } = opened.payment
    if (!vendor.payments.has(id)) vendor.report(id, { amountMinor, currency, saleReference: change.reference })
    return { ok: true as const, id, paymentId: opened.payment.id, amountMinor }
  }
  const pay = async (token: string, by: SaleAt) => {
    const begun = await begin(token, by)
    if (!begun.ok) throw new Error(begun.code)
    vendor.report(begun.id, { status: 'paid' })
    return settlePayment(shop().deps, begun.paymentId)
  }
  const isBalanced = async () => expect(await ledgerDifferences(shop().db)).toEqual([])
  const doorSays = async (code: string) => (await checkAtDoor(shop().deps, code, 'Door')).outcome
  const orderTotal = async (sale: SaleAt) =>
    (
      await shop()
        .db.selectFrom('orders')
        .select('total_minor')
        .where('sale_id', '=', sale.saleId)
        .executeTakeFirstOrThrow()
    ).total_minor

  it('counts as no cash in the shift that sold the ticket', async () => {
    const made = await createEventOnSale()
    const { organiserId, cheap, call } = made
    const about = { organiser_id: organiserId }
    await call('open_shift', { ...about, float: '50', currency: 'GBP' })
    const sold = await call('counter_sale', { ...about, chosen: `${cheap}x1`, total: 1100, how: 'cash' })
    const saleId = Number(new URL(String(sold.body.next), 'http://shop.test').searchParams.get('order_id'))
    await call('send_counter_tickets', { ...about, order_id: saleId, email: 'walk-in@example.org' })
    const { change } = await requestChange(made, { saleId } as SaleAt)
    expect(await pay(change.token, await bought(shop().deps))).toMatchObject({ outcome: 'fulfilled' })
    const { shift } = (await call('office_shift', about)).body as unknown as OfficeReply<'office_shift'>
    expect(shift).toMatchObject({
      expected: '£61.00',
      taken: [{ how: 'cash', sales: 1, tickets: 1, taken: '£11.00', back: '' }],
    })
    await isBalanced()
  })

  it('offers what is available: own event first, seats unchanged, nothing sold out', async () => {
    const { db } = shop()
    const made = await createEventOnSale()
    const { organiserId, call } = made
    const sooner = new Date(shop().clock.now().getTime() + 86_400_000)
    const other = await createEvent(db, {
      organiser_id: organiserId,
      startsAt: sooner,
      title: 'Sooner',
      tickets: [{ capacity: 8 }, { capacity: 3 }, { capacity: 4 }],
    })
    const [open, full, shared] = other.ticketIds as [number, number, number]
    const stock = (id: number, set: object) =>
      db.updateTable('stock').set(set).where('ticket_type_id', '=', id).execute()
    await stock(open, { sold: 2, held: 1 })
    await stock(full, { sold: 3 })
    const pool = await db
      .insertInto('pools')
      .values({
        event_id: other.eventId,
        event_date_id: other.dateId,
        name: 'Hall',
        capacity: 20,
        kept: 4,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('ticket_types').set({ pool_id: pool.id }).where('id', '=', shared).execute()
    await stock(shared, { capacity: null })
    await stock(shared, { sold: 3, held: 1 })
    // What can't be had: another organiser's, in another currency, not on sale, over, or no ticket.
    const hours = (n: number) => new Date(shop().clock.now().getTime() + n * 3_600_000)
    const eventOf = (more: object, ticket: object = {}) =>
      createEvent(db, { organiser_id: organiserId, startsAt: sooner, tickets: [ticket], ...more })
    await createEvent(db, { startsAt: sooner })
    for (const more of [{ currency: 'EUR' }, { status: 'draft' }, { status: 'cancelled' }, { startsAt: hours(-1) }])
      await eventOf(more)
    for (const ticket of [{ archived: true }, { extra: true }]) await eventOf({}, ticket)
    const off = await eventOf({})
    await db.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', off.dateId).execute()
    // One that has begun and lasts until tomorrow can be had.
    const running = await eventOf({ startsAt: hours(-1) }, { capacity: 2 })
    await db
      .updateTable('event_dates')
      .set({ ends_at: hours(20) })
      .where('id', '=', running.dateId)
      .execute()
    const sale = await bought(shop().deps, { ticketId: made.cheap, qty: 2 })
    const [ticket] = await ticketsOf(sale)
    const about = { organiser_id: organiserId, order_id: sale.saleId, ticket_id: ticket!.id }
    const { choices } = (await call('office_change', about)).body as {
      choices: { ticket_type_id: number; free: number }[]
    }
    expect(choices.map(({ ticket_type_id, free }) => [ticket_type_id, free])).toEqual([
      [made.dear, 5],
      [running.ticketId, 2],
      [open, 5],
      [shared, 12],
    ])
  })

  it('holds the place, emails a link, and changes the ticket once when it is paid', async () => {
    const at = await createEventOnSale()
    const sale = await bought(shop().deps, { ticketId: at.cheap, qty: 2 })
    const { answer, change, ticket, about } = await requestChange(at, sale)
    expect(answer).toMatchObject({ status: 200 })
    expect(await stockOf(shop().db, at.dear)).toEqual({ held: 1, sold: 0 })
    expect((await ticketsOf(sale))[0], 'nothing has changed yet').toEqual(ticket)
    const { body: shown } = await at.call('office_order', about)
    expect(shown).toMatchObject({ lines: [{ tickets: [{ waiting: { amount: '£4.00' } }, {}] }] })
    expect((await at.call('change_ticket', { ...about, ticket_type_id: at.dear, form_key: 'again' })).body.code).toBe(
      'change_waiting',
    )
    const [mail] = await shop()
      .db.selectFrom('mails')
      .select(['body_text', 'recipient'])
      .where('kind', '=', 'ticket_change')
      .where('sale_id', '=', sale.saleId)
      .execute()
    expect(mail).toMatchObject({
      recipient: sale.email,
      body_text: expect.stringContaining(`/ticket-change/${change.token}/`),
    })
    expect(await ticketChangePage(shop().deps, change.token)).toMatchObject({ state: 'waiting', amount: '£4.00' })

    const openings = await Promise.all(Array.from({ length: 20 }, () => begin(change.token, sale)))
    expect(new Set(openings.map((opening) => opening.ok && opening.paymentId)).size, 'one payment').toBe(1)
    expect(await pay(change.token, sale)).toMatchObject({ status: 'paid', outcome: 'fulfilled' })
    expect(await begin(change.token, sale)).toMatchObject({ code: 'already_paid' })
    const [now] = await ticketsOf(sale)
    expect([now!.ticket_type_id, await doorSays(ticket.code), await doorSays(now!.code)]).toEqual([
      at.dear,
      'replaced',
      'admitted',
    ])
    expect([await stockOf(shop().db, at.cheap), await stockOf(shop().db, at.dear)]).toEqual([
      { held: 0, sold: 1 },
      { held: 0, sold: 1 },
    ])
    expect(await orderTotal(sale)).toBe(2200 + 400)
    expect(await ticketChangePage(shop().deps, change.token)).toMatchObject({ state: 'done' })
    await isBalanced()
    expect(await sale.refunds()).toEqual([])
  })

  it('can be refunded to the penny, with its own receipt if there was one', async () => {
    const rates = { net: 2000, fee: 2000, protection: 0, delivery: 2000 }
    const at = await createEventOnSale()
    await shop()
      .db.updateTable('ticket_types')
      .set({ tax_rates: JSON.stringify(rates) })
      .where('id', 'in', [at.cheap, at.dear])
      .execute()
    const sale = await bought(shop().deps, { ticketId: at.cheap, qty: 2 })
    expect(await receiptsIn(shop().deps, { id: sale.saleId }, at.organiserId)).toHaveLength(1)
    const { clock, db } = shop()
    clock.advance(3600)
    const later = clock.now()
    const { change } = await requestChange(at, sale)
    await pay(change.token, sale)
    await isBalanced()
    const hours = (n: number) => new Date(later.getTime() + n * 3_600_000)
    const taxed = async (from: Date, to: Date) =>
      (await taxReport(db, from, to, at.organiserId)).map(({ grossMinor, taxMinor }) => [grossMinor, taxMinor])
    // A penny more than before the change, because each ticket is rounded in a line of its own now.
    expect(await taxed(hours(-2), later), 'of the order when it was paid').toEqual([[2200, 367]])
    expect(await taxed(later, hours(2)), 'of the difference when that was paid').toEqual([[400, 67]])
    const receipts = (await receiptsIn(shop().deps, { id: sale.saleId }, at.organiserId))!
    expect(
      receipts.map(({ kind, lines }) => [kind, lines.reduce((all, { grossMinor }) => all + grossMinor, 0)]),
    ).toEqual([
      ['receipt', 2200],
      ['receipt', 400],
    ])
    expect(await refundOrder(shop().deps, { reference: sale.reference, what: 'whole' })).toMatchObject({
      amountMinor: 2600,
    })
    await shop().runJobs()
    const refunds = await sale.refunds()
    expect([refunds.length, refunds.reduce((all, { amount_minor }) => all + amount_minor, 0)]).toEqual([2, 2600])
    expect([await stockOf(shop().db, at.cheap), await stockOf(shop().db, at.dear)]).toEqual([
      { held: 0, sold: 0 },
      { held: 0, sold: 0 },
    ])
    await isBalanced()
  })

  it('releases the place if unpaid in time; a late payment is refunded and the old ticket stays valid', async () => {
    const at = await createEventOnSale()
    const sale = await bought(shop().deps, { ticketId: at.cheap })
    const { change, ticket } = await requestChange(at, sale)
    const begun = await begin(change.token, sale)
    shop().clock.advance(49 * 3600)
    expect(await begin(change.token, sale)).toMatchObject({ code: 'change_ended' })
    await Promise.all([endUnpaidChanges(shop().deps), endUnpaidChanges(shop().deps)])
    expect(await stockOf(shop().db, at.dear)).toEqual({ held: 0, sold: 0 })
    if (!begun.ok) throw new Error(begun.code)
    vendor.report(begun.id, { status: 'paid' })
    expect(await settlePayment(shop().deps, begun.paymentId)).toMatchObject({ outcome: 'refunded' })
    expect(await ticketChangePage(shop().deps, change.token)).toMatchObject({ state: 'returned' })
    await shop().runJobs()
    expect((await sale.refunds()).map(({ amount_minor, reason }) => [amount_minor, reason])).toEqual([
      [400, 'change_ended'],
    ])
    expect((await ticketsOf(sale))[0]).toEqual(ticket)
    expect(await doorSays(ticket.code)).toBe('admitted')
    await isBalanced()
  })

  it.each([
    [
      'refunded',
      async ({ dear }: EventOnSale, sale: SaleAt) => {
        const codes = (await ticketsOf(sale)).map(({ code }) => code)
        expect(await refundOrder(shop().deps, { reference: sale.reference, what: 'tickets', codes })).toMatchObject({
          ok: true,
        })
        expect(await stockOf(shop().db, dear), 'the place is free at once').toEqual({ held: 0, sold: 0 })
      },
    ],
    [
      'of an order that is',
      (_: EventOnSale, sale: SaleAt) => refundOrder(shop().deps, { reference: sale.reference, what: 'whole' }),
    ],
    [
      'used at the door',
      async (_: EventOnSale, sale: SaleAt) => checkAtDoor(shop().deps, (await ticketsOf(sale))[0]!.code, 'Door'),
    ],
    [
      'for a date that was cancelled meanwhile',
      ({ dear }: EventOnSale) =>
        shop()
          .db.updateTable('event_dates')
          .set({ status: 'cancelled' })
          .where('id', 'in', (types) => types.selectFrom('ticket_types').select('date_id').where('id', '=', dear))
          .execute(),
    ],
    [
      'for an event that was taken off sale meanwhile',
      ({ eventId }: EventOnSale) =>
        shop().db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute(),
    ],
    [
      'void',
      (_: EventOnSale, sale: SaleAt) =>
        shop().db.updateTable('tickets').set({ status: 'void' }).where('sale_id', '=', sale.saleId).execute(),
    ],
    [
      'one whose change staff have cancelled',
      async ({ organiserId, call }: EventOnSale, sale: SaleAt) =>
        call('end_ticket_change', {
          organiser_id: organiserId,
          order_id: sale.saleId,
          form_key: `e${sale.saleId}`,
          ticket_id: (await ticketsOf(sale))[0]!.id,
        }),
    ],
  ])('is refunded if the ticket was %s before the payment arrived', async (_, meanwhile) => {
    const at = await createEventOnSale()
    const sale = await bought(shop().deps, { ticketId: at.cheap })
    const { change, ticket } = await requestChange(at, sale)
    const begun = await begin(change.token, sale)
    if (!begun.ok) throw new Error(begun.code)
    await meanwhile(at, sale)
    expect(await begin(change.token, sale)).toMatchObject({ code: 'change_ended' })
    vendor.report(begun.id, { status: 'paid' })
    expect(await settlePayment(shop().deps, begun.paymentId)).toMatchObject({ outcome: 'refunded' })
    await shop().runJobs()
    expect((await ticketsOf(sale))[0]!.ticket_type_id).toBe(ticket.ticket_type_id)
    expect((await sale.refunds()).filter(({ reason }) => reason === 'change_ended')).toMatchObject([
      { amount_minor: 400, status: 'succeeded' },
    ])
    expect(await stockOf(shop().db, at.dear)).toEqual({ held: 0, sold: 0 })
    await isBalanced()
  })

  it('is paid once, despite a second payment or another account', async () => {
    const at = await createEventOnSale()
    const sale = await bought(shop().deps, { ticketId: at.cheap, qty: 2 })
    const { change } = await requestChange(at, sale)
    const first = await begin(change.token, sale)
    if (!first.ok) throw new Error(first.code)
    // The organiser has got an account of their own meanwhile, so the link begins a payment there and cancels this one.
    await shop().db.updateTable('payments').set({ called_off_at: null }).where('id', '=', first.paymentId).execute()
    await shop()
      .db.insertInto('payment_accounts')
      .values({
        organiser_id: at.organiserId,
        provider: 'stripe',
        external_id: `acct_${kind}`,
        platform_fee_bp: 0,
        created_at: shop().clock.now(),
        updated_at: shop().clock.now(),
      })
      .execute()
    const second = await begin(change.token, sale)
    if (!second.ok) throw new Error(second.code)
    expect(second.paymentId).not.toBe(first.paymentId)
    const cancelled = await shop()
      .db.selectFrom('payments')
      .select('called_off_at')
      .where('id', '=', first.paymentId)
      .executeTakeFirstOrThrow()
    expect(cancelled.called_off_at).not.toBeNull()
    vendor.report(first.id, { status: 'paid' })
    expect(await settlePayment(shop().deps, first.paymentId)).toMatchObject({ outcome: 'fulfilled' })
    vendor.report(second.id, { status: 'paid' })
    const reported = vendor.payments.get(second.id)!
    expect(
      await applyProviderState(shop().deps, { id: second.paymentId, sale_id: sale.saleId }, reported),
    ).toMatchObject({ outcome: 'refunded' })
    expect((await sale.refunds()).map(({ reason }) => reason)).toEqual(['paid_twice'])
    expect(await stockOf(shop().db, at.dear)).toEqual({ held: 0, sold: 1 })
  })

  it('is refunded if the ticket was transferred before the payment arrived', async () => {
    const at = await createEventOnSale()
    const sale = await bought(shop().deps, { ticketId: at.cheap })
    const { change, ticket } = await requestChange(at, sale)
    const begun = await begin(change.token, sale)
    if (!begun.ok) throw new Error(begun.code)
    const now = shop().clock.now()
    const transfer = await shop()
      .db.insertInto('transfers')
      .values({
        sale_id: sale.saleId,
        ticket_type_id: at.cheap,
        qty: 1,
        name: 'Grace',
        email: 'grace@example.org',
        status: 'sent',
        deliver_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop().db.insertInto('transfer_tickets').values({ transfer_id: transfer.id, ticket_id: ticket.id }).execute()
    vendor.report(begun.id, { status: 'paid' })
    expect(await settlePayment(shop().deps, begun.paymentId)).toMatchObject({ outcome: 'refunded' })
    expect((await ticketsOf(sale))[0]).toEqual(ticket)
    const renewed = inTx(shop().db, (tx) => renewOwnTicket(tx, ticket.id, { random: shop().deps.random, now }))
    expect(await renewed).toBe(false)
  })

  it('is not offered below the card minimum, and holds no place that is not there', async () => {
    const near = await createEventOnSale([1000, 1010])
    const sale = await bought(shop().deps, { ticketId: near.cheap })
    expect((await requestChange(near, sale)).answer.body.code).toBe('difference_too_small')
    const full = await createEventOnSale()
    await shop().db.updateTable('stock').set({ sold: 5 }).where('ticket_type_id', '=', full.dear).execute()
    const other = await bought(shop().deps, { ticketId: full.cheap })
    expect((await requestChange(full, other)).answer.body.code).toBe('sold_out')
    expect(
      await shop().db.selectFrom('ticket_changes').select('id').where('sale_id', '=', other.saleId).execute(),
    ).toEqual([])
  })
})
