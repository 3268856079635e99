import { breaksConditions } from '@foyer/domain/sale/self-service.ts'
import { expect, it } from 'vitest'
import { holdAll } from '../../sale/hold/hold.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { useShop } from '../../testing/shop.ts'
import { checkAtDoor } from '../../tickets/door/door.ts'
import { changeByToken, openChangePayment } from '../change/pay.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { dbDyingAfter, Killed } from '../model/dying.ts'
import { bought, pay, vendor } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'
import { settlePayment } from '../settle/settle.ts'
import { changeOwnTicket } from './change.ts'
import { yourTicketsPage } from './page.ts'
import { renameTicket } from './rename.ts'
import { returnTickets } from './return.ts'

describeOnBoth('self-service', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })
  const ALLOWED = {
    buyers_refund_hours: 48,
    buyers_change_hours: 24,
    buyers_rename_hours: 1,
    buyers_refund_keep_bp: 1000,
    buyers_refund_keep_minor: 50,
  }
  const createEventOnSale = async (allowed: object = ALLOWED, prices = [1000, 1400, 600]) => {
    const made = await createEvent(shop().db, {
      startsAt: new Date(shop().clock.now().getTime() + 20 * 86_400_000),
      tickets: prices.map((price_minor) => ({ price_minor, booking_fee_minor: 100, capacity: 5 })),
    })
    await shop().db.updateTable('events').set(allowed).where('id', '=', made.eventId).execute()
    const types = await shop()
      .db.selectFrom('ticket_types')
      .select('id')
      .where('event_id', '=', made.eventId)
      .orderBy('id')
      .execute()
    const [plain, dear, cheap] = types.map(({ id }) => id) as [number, number, number]
    return { ...made, plain, dear, cheap }
  }
  const ticketsOf = (sale: SaleAt) =>
    shop().db.selectFrom('tickets').selectAll().where('sale_id', '=', sale.saleId).orderBy('id').execute()
  const page = (sale: SaleAt, by = sale) => yourTicketsPage(shop().deps, by.ctx().session, sale.reference)
  const returnRequest = (sale: SaleAt, ticket_ids: number[], amount: string, voucher = '') => ({
    reference: sale.reference,
    ticket_ids,
    amount,
    voucher,
    places: [],
    less_to_pay: '',
  })
  const returns = (sale: SaleAt, ticket_ids: number[], amount: string, by = sale) =>
    returnTickets(returnRequest(sale, ticket_ids, amount), by.ctx())
  /** A paid order of this many tickets of each type. */
  const boughtTwo = async (of: Record<number, number>) => {
    const { db, deps, clock } = shop()
    const [[first, qty], ...rest] = Object.entries(of).map(([id, n]) => [Number(id), n] as const) as [
      readonly [number, number],
      ...(readonly [number, number])[],
    ]
    const sale = await saleAt(deps, 'basket', { ticketId: first, qty })
    const added_at = clock.now()
    await db
      .insertInto('sale_lines')
      .values(rest.map(([ticket_type_id, n]) => ({ sale_id: sale.saleId, ticket_type_id, qty: n, added_at })))
      .execute()
    await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, added_at)
    await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
    await pay(deps, sale)
    clock.advance(30)
    await shop().runJobs()
    return sale
  }
  const changes = (sale: SaleAt, ticket_id: number, ticket_type_id: number, difference: number, by = sale) =>
    changeOwnTicket({ reference: sale.reference, ticket_id, ticket_type_id, difference }, by.ctx())
  const renames = (sale: SaleAt, ticket_id: number, name: string, by = sale) =>
    renameTicket({ reference: sale.reference, ticket_id, name }, by.ctx())
  const isBalanced = async () => expect(await ledgerDifferences(shop().db)).toEqual([])
  const doorSays = async (code: string) => (await checkAtDoor(shop().deps, code, 'Door')).outcome
  const refundsOf = async (sale: SaleAt) =>
    (await sale.refunds()).map(({ amount_minor, status }) => [amount_minor, status])

  it('is for the buyer only: no other browser, copied link or unconfirmed address', async () => {
    const { plain } = await createEventOnSale()
    const [sale, other] = [
      await bought(shop().deps, { ticketId: plain, qty: 2 }),
      await bought(shop().deps, { ticketId: plain }),
    ]
    const [ticket] = await ticketsOf(sale)
    const copied = { ...other.ctx(), session: { ...other.ctx().session, saleId: sale.saleId } }
    const typed = { ...sale.ctx(), session: { ...sale.ctx().session, provedEmail: null } }
    const { number } = sale.ctx().session
    for (const [who, ctx, code] of [
      ['another buyer', other.ctx(), 'unknown_sale'],
      ['who followed the link', copied, 'unknown_sale'],
      ['a browser that typed the address', typed, 'proof_too_old'],
    ] as const) {
      await shop()
        .db.updateTable('sales')
        .set({ customer_session: code === 'proof_too_old' ? number : null })
        .where('id', '=', sale.saleId)
        .execute()
      const about = { reference: sale.reference, ticket_id: ticket!.id }
      const answers = [
        await returnTickets(returnRequest(sale, [ticket!.id], '£9.40'), ctx),
        await changeOwnTicket({ ...about, ticket_type_id: plain, difference: 0 }, ctx),
        await renameTicket({ ...about, name: 'Eve' }, ctx),
      ]
      expect(
        answers.map((answer) => 'code' in answer && answer.code),
        who,
      ).toEqual([code, code, code])
      const shown = await yourTicketsPage(shop().deps, ctx.session, sale.reference)
      expect(shown, who).toEqual(
        code === 'unknown_sale'
          ? null
          : {
              reference: sale.reference,
              is_proved: false,
              currency: 'GBP',
              worth: [],
              owned: [],
              plan: null,
              tickets: [],
              review: null,
              is_changed: false,
              refused: '',
            },
      )
    }
    // Another order's ticket in the form of one's own order.
    expect(await returns(other, [ticket!.id], '£9.40')).toMatchObject({ code: 'not_returnable' })
    expect(await changes(other, ticket!.id, plain, 0)).toMatchObject({ code: 'not_changeable' })
    expect(await renames(other, ticket!.id, 'Eve')).toMatchObject({ code: 'not_renamable' })
    expect((await ticketsOf(sale))[0]).toEqual(ticket)
    expect(await sale.refunds()).toEqual([])
  })

  it('is refused unless the organiser allows it, and after its deadline', async () => {
    const { plain } = await createEventOnSale({ buyers_changes: 3 })
    const sale = await bought(shop().deps, { ticketId: plain })
    const [ticket] = await ticketsOf(sale)
    expect((await page(sale))!.tickets).toMatchObject([{ returns: null, may_rename: false, choices: [] }])
    const all = async (of: SaleAt, id: number, typeId: number) =>
      [await returns(of, [id], '£9.40'), await changes(of, id, typeId, 400), await renames(of, id, 'Eve')].map(
        (answer) => 'code' in answer && answer.code,
      )
    const none = ['not_returnable', 'not_changeable', 'not_renamable']
    expect(await all(sale, ticket!.id, plain)).toEqual(none)
    const open = await createEventOnSale()
    const late = await bought(shop().deps, { ticketId: open.plain })
    const startsAt = new Date(shop().clock.now().getTime() + 3_600_000)
    await shop().db.updateTable('event_dates').set({ starts_at: startsAt }).where('id', '=', open.dateId).execute()
    // The more expensive type is for a later date, for which it is not too late.
    const next = { event_id: open.eventId, starts_at: new Date(startsAt.getTime() + 20 * 86_400_000) }
    const later = await shop().db.insertInto('event_dates').values(next).returning('id').executeTakeFirstOrThrow()
    await shop().db.updateTable('ticket_types').set({ date_id: later.id }).where('id', '=', open.dear).execute()
    expect(await all(late, (await ticketsOf(late))[0]!.id, open.dear)).toEqual(none)
  })

  it('returns a ticket once for the sum shown, less what is retained', async () => {
    const { plain } = await createEventOnSale()
    const sale = await bought(shop().deps, { ticketId: plain, qty: 2 })
    const [ticket, other] = await ticketsOf(sale)
    // 10 % of £11.00 and 50p are kept.
    expect((await page(sale))!.tickets[0]!.returns).toMatchObject({ amount: '£9.40', kept: '£1.60' })
    expect(await returns(sale, [ticket!.id], '£11.00')).toMatchObject({ code: 'return_changed' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => returns(sale, [ticket!.id], '£9.40')))
    expect(answers.filter((answer) => 'success' in answer)).toEqual([{ success: true, amount: '£9.40' }])
    await isBalanced()
    await shop().runJobs()
    expect(await refundsOf(sale)).toEqual([[940, 'succeeded']])
    expect(await stockOf(shop().db, plain)).toEqual({ held: 0, sold: 1 })
    expect([await doorSays(ticket!.code), await doorSays(other!.code)]).toEqual(['refunded', 'admitted'])
    expect(await returns(sale, [other!.id], '£9.40'), 'it was used').toMatchObject({ code: 'not_returnable' })
    await isBalanced()
  })

  it('keeps neither a ticket that requires a returned or changed one, nor fewer than the minimum', async () => {
    const { db } = shop()
    const { plain, dear, cheap } = await createEventOnSale({ ...ALLOWED, buyers_changes: 5 })
    await db
      .insertInto('ticket_requirements')
      .values({ ticket_type_id: cheap, title: 'Adult', any_of: [plain] })
      .execute()
    const sale = await boughtTwo({ [plain]: 2, [cheap]: 1 })
    const of = async (type: number) => (await ticketsOf(sale)).filter((ticket) => ticket.ticket_type_id === type)
    const [[first, second], [child]] = [await of(plain), await of(cheap)]
    // The page says so before: both adults or one and the child, but not both adults alone.
    const { owned } = (await yourTicketsPage(shop().deps, sale.ctx().session, sale.reference))!
    const isNeeded = (...given: [number, number][]) => breaksConditions(owned, new Map(given))
    expect([isNeeded([plain, 1]), isNeeded([plain, 2]), isNeeded([plain, 2], [cheap, 1])]).toEqual([false, true, false])
    // Fifty times at once, a ticket each.
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => returns(sale, [(i % 2 === 0 ? first : second)!.id], '£9.40')),
    )
    expect(answers.filter((answer) => 'success' in answer)).toHaveLength(1)
    expect(answers).toContainEqual(expect.objectContaining({ code: 'return_needed' }))
    const [left] = (await of(plain)).filter(({ status }) => status === 'valid')
    expect(await changes(sale, left!.id, dear, 400)).toMatchObject({ code: 'return_needed' })
    expect(await stockOf(db, dear)).toEqual({ held: 0, sold: 0 })
    expect(await returns(sale, [left!.id, child!.id], '£15.20')).toEqual({ success: true, amount: '£15.20' })

    await db.updateTable('ticket_types').set({ min_per_customer: 2 }).where('id', '=', dear).execute()
    const pair = await bought(shop().deps, { ticketId: dear, qty: 2 })
    const [one, two] = await ticketsOf(pair)
    expect(await returns(pair, [one!.id], '£13.00')).toMatchObject({ code: 'return_needed' })
    expect(await returns(pair, [one!.id, two!.id], '£26.00')).toEqual({ success: true, amount: '£26.00' })
    await isBalanced()
  })

  it('returns no membership that a ticket in another order of the account requires', async () => {
    const { db, deps, clock } = shop()
    const { plain, cheap } = await createEventOnSale()
    await db
      .insertInto('ticket_requirements')
      .values({ ticket_type_id: cheap, title: 'Member', any_of: [plain] })
      .execute()
    const user = { email: `member-${kind}@example.org`, first_name: 'A', last_name: 'B', created_at: clock.now() }
    const { id: userId } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
    const membership = await bought(deps, { ticketId: plain, userId })
    const evening = await bought(deps, { ticketId: cheap, userId })
    const [[card], [ticket]] = [await ticketsOf(membership), await ticketsOf(evening)]
    expect(await returns(membership, [card!.id], '£9.40')).toMatchObject({ code: 'return_needed' })
    expect(await membership.refunds()).toEqual([])
    expect(await returns(evening, [ticket!.id], '£5.80')).toMatchObject({ success: true })
    expect(await returns(membership, [card!.id], '£9.40')).toMatchObject({ success: true })
  })

  it('returns a whole order with two types at once for the sum shown, or nothing', async () => {
    const { plain, dear, eventId } = await createEventOnSale()
    const sale = await boughtTwo({ [plain]: 3, [dear]: 2 })
    const all = await ticketsOf(sale)
    const ids = all.map(({ id }) => id)
    const { worth } = (await page(sale))!
    // 10 % of £33.00 and of £30.00, and 50p for each of five tickets.
    expect(worth).toMatchObject([
      { ticket_type_id: plain, of: [{ back_minor: 940 }, { back_minor: 1880 }, { back_minor: 2820, kept_minor: 480 }] },
      { ticket_type_id: dear, of: [{ back_minor: 1300 }, { back_minor: 2600, kept_minor: 400 }] },
    ])
    const unchanged = async () => {
      expect(await sale.refunds()).toEqual([])
      expect(await ticketsOf(sale)).toEqual(all)
    }
    await shop().db.updateTable('events').set({ buyers_refund_keep_bp: 1100 }).where('id', '=', eventId).execute()
    expect(await returns(sale, ids, '£54.20'), 'the organiser keeps more now').toMatchObject({ code: 'return_changed' })
    await unchanged()
    await shop().db.updateTable('events').set(ALLOWED).where('id', '=', eventId).execute()
    const foreign = (await ticketsOf(await bought(shop().deps, { ticketId: plain })))[0]!.id
    for (const [wrong, what] of [
      [[...ids, foreign], 'with one of another order'],
      [[...ids, ids[0]!, 999_999], 'with one that does not exist'],
      [[], 'none'],
    ] as const)
      expect(await returns(sale, [...wrong], '£54.20'), what).toMatchObject({ code: 'not_returnable' })
    await unchanged()
    let ended: Awaited<ReturnType<typeof returnTickets>> | null = null
    for (let queries = 1; ended === null; queries += 1) {
      const ctx = sale.ctx()
      const dying = { ...ctx, deps: { ...ctx.deps, db: dbDyingAfter(shop().db, queries) } }
      ended = await returnTickets(returnRequest(sale, ids, '£54.20'), dying).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        return null
      })
      // The process died after its last query was committed, so everything is done.
      if (ended !== null || (await refundsOf(sale)).length > 0) break
      await unchanged()
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => returns(sale, ids, '£54.20')))
    expect(answers.filter((answer) => 'success' in answer).length).toBeLessThanOrEqual(1)
    await shop().runJobs()
    expect(await refundsOf(sale)).toEqual([[5420, 'succeeded']])
    expect((await page(sale))!.tickets).toEqual([])
    for (const { code } of all) expect(await doorSays(code)).toBe('refunded')
    expect(await stockOf(shop().db, dear)).toEqual({ held: 0, sold: 0 })
    await isBalanced()
  })

  it('returns a gift voucher’s part to it, as shown', async () => {
    const { plain, organiserId, eventId } = await createEventOnSale()
    const { db, deps, clock } = shop()
    const { voucherId, code } = await issueVoucher(db, {
      organiserId,
      code: `GV-SELF-${kind.toUpperCase()}`,
      value: 1000,
      now: clock.now(),
    })
    const sale = await bought(deps, { ticketId: plain, codes: [{ voucherId, code }] })
    const [ticket] = await ticketsOf(sale)
    expect((await page(sale))!.tickets[0]!.returns).toMatchObject({ amount: '£0.00', voucher: '£9.40', kept: '£1.60' })
    await db.updateTable('events').set({ buyers_refund_keep_bp: 2000 }).where('id', '=', eventId).execute()
    const asShown = () => returnTickets(returnRequest(sale, [ticket!.id], '£0.00', '£9.40'), sale.ctx())
    expect(await asShown(), 'the organiser keeps more now').toMatchObject({ code: 'return_changed' })
    await db.updateTable('events').set(ALLOWED).where('id', '=', eventId).execute()
    expect(await asShown()).toMatchObject({ success: true })
    const { balance_minor } = await db
      .selectFrom('issued_vouchers')
      .select('balance_minor')
      .where('id', '=', voucherId)
      .executeTakeFirstOrThrow()
    expect(balance_minor).toBe(940)
    await isBalanced()
  })

  it('[RFP-08] refuses tickets marked as non-refundable, even after a change', async () => {
    const { plain, dear, cheap, eventId } = await createEventOnSale(
      { ...ALLOWED, buyers_changes: 3 },
      [1000, 1000, 600],
    )
    const mark = (id: number, non_refundable: boolean) =>
      shop().db.updateTable('ticket_types').set({ non_refundable }).where('id', '=', id).execute()
    const sale = await bought(shop().deps, { ticketId: plain, qty: 2 })
    const [ticket, other] = await ticketsOf(sale)
    await mark(plain, true)
    expect((await page(sale))!.tickets.map(({ returns }) => returns)).toEqual([null, null])
    expect((await page(sale))!.worth).toEqual([])
    expect(await returns(sale, [ticket!.id], '£9.40')).toMatchObject({ code: 'not_returnable' })
    // A change to a lower price refunds nothing either.
    expect(await changes(sale, other!.id, cheap, -400)).toMatchObject({ code: 'return_changed' })
    expect(await changes(sale, other!.id, cheap, 0)).toMatchObject({ success: true })
    expect(await changes(sale, ticket!.id, dear, 0)).toMatchObject({ success: true })
    expect(await returns(sale, [ticket!.id], '£9.40'), 'the mark stays').toMatchObject({ code: 'not_returnable' })
    const open = await bought(shop().deps, { ticketId: dear })
    expect(await returns(open, [(await ticketsOf(open))[0]!.id], '£9.40')).toMatchObject({ success: true })
    expect(eventId).toBeGreaterThan(0)
    await isBalanced()
  })

  it('[RFP-05] does not refund the price of refund protection, and what was retained can be claimed', async () => {
    const { plain, eventId } = await createEventOnSale()
    const { db, deps, clock } = shop()
    await db.updateTable('events').set({ refund_protection_bp: 1000 }).where('id', '=', eventId).execute()
    const sale = await saleAt(deps, 'basket', { ticketId: plain, qty: 2 })
    await db
      .updateTable('sales')
      .set({ refund_protection: true, state: 'payment' })
      .where('id', '=', sale.saleId)
      .execute()
    await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, clock.now())
    await pay(deps, sale)
    clock.advance(30)
    await shop().runJobs()
    const tickets = await ticketsOf(sale)
    expect((await page(sale))!.tickets[0]!.returns).toMatchObject({
      amount: '£9.40',
      kept: '£1.60',
      is_protected: true,
    })
    expect(await returns(sale, [tickets[0]!.id, tickets[1]!.id], '£18.80')).toMatchObject({ success: true })
    await shop().runJobs()
    const { protection_minor, refunded_protection_minor } = await db
      .selectFrom('order_lines')
      .selectAll()
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    expect(protection_minor).toBeGreaterThan(0)
    expect(refunded_protection_minor).toBe(0)
    await isBalanced()
    // The buyer was ill, and the organiser refunds what was kept.
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 320 })).toMatchObject({
      ok: true,
    })
    await shop().runJobs()
    expect(await refundsOf(sale)).toEqual([
      [1880, 'succeeded'],
      [320, 'succeeded'],
    ])
    await isBalanced()
  })

  it('refuses to return a transferred ticket, or one that the organiser refunds or cancels at the same time', async () => {
    const { plain, dateId } = await createEventOnSale()
    const handed = await bought(shop().deps, { ticketId: plain })
    const now = shop().clock.now()
    const { id } = await shop()
      .db.insertInto('transfers')
      .values({
        sale_id: handed.saleId,
        ticket_type_id: plain,
        qty: 1,
        name: 'Grace',
        email: 'grace@example.org',
        status: 'claimed',
        deliver_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ticket_id = (await ticketsOf(handed))[0]!.id
    await shop().db.insertInto('transfer_tickets').values({ transfer_id: id, ticket_id }).execute()
    expect(await returns(handed, [ticket_id], '£9.40')).toMatchObject({ code: 'not_returnable' })
    expect((await page(handed))!.tickets).toEqual([])

    const both = await bought(shop().deps, { ticketId: plain })
    const own = (await ticketsOf(both))[0]!.id
    await Promise.all([
      refundOrder(shop().deps, { reference: both.reference, what: 'whole' }),
      returns(both, [own], '£9.40'),
    ])
    await shop().runJobs()
    const back = (await both.refunds()).reduce((all, { amount_minor }) => all + amount_minor, 0)
    expect([940, 1100]).toContain(back)
    await isBalanced()

    const ended = await bought(shop().deps, { ticketId: plain })
    await shop().db.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', dateId).execute()
    expect(await returns(ended, [(await ticketsOf(ended))[0]!.id], '£9.40')).toMatchObject({ code: 'not_returnable' })
  })

  it('changes to the same price at once, to a lower one with a refund, to a higher one when paid', async () => {
    const { plain, dear, cheap } = await createEventOnSale()
    const sale = await bought(shop().deps, { ticketId: plain, qty: 3 })
    const [first, second, third] = await ticketsOf(sale)
    const { choices } = (await page(sale))!.tickets[0]!
    expect(choices.map(({ difference, amount }) => [difference, amount])).toEqual([
      [400, '£4.00'],
      [-400, '£4.00'],
    ])
    expect(await changes(sale, first!.id, dear, 0), 'not for less than it costs').toMatchObject({
      code: 'return_changed',
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => changes(sale, first!.id, cheap, -400)))
    expect(answers.filter((answer) => 'success' in answer)).toHaveLength(1)
    expect(await doorSays(first!.code)).toBe('replaced')
    await isBalanced()
    await shop().runJobs()
    expect(await refundsOf(sale)).toEqual([[400, 'succeeded']])

    const begun = await changes(sale, second!.id, dear, 400)
    if (!('next' in begun)) throw new Error(begun.code)
    expect(await stockOf(shop().db, dear)).toEqual({ held: 1, sold: 0 })
    expect(await changes(sale, second!.id, dear, 400)).toMatchObject({ code: 'change_unpaid' })
    const token = begun.next.split('/').at(-2)!
    const change = (await changeByToken(shop().db, token))!
    const opened = await openChangePayment(sale.ctx(), change.id, { provider: 'stripe' })
    if (!opened.ok) throw new Error(opened.code)
    const paid = `self-${kind}-${opened.payment.id}`
    await shop()
      .db.updateTable('payments')
      .set({ provider_payment_id: paid })
      .where('id', '=', opened.payment.id)
      .execute()
    vendor.report(paid, { status: 'paid', amountMinor: 400, currency: 'GBP', saleReference: sale.reference })
    expect(await settlePayment(shop().deps, opened.payment.id)).toMatchObject({ outcome: 'fulfilled' })
    expect((await ticketsOf(sale)).map(({ ticket_type_id }) => ticket_type_id)).toEqual([cheap, dear, plain])
    for (const type of [plain, dear, cheap]) expect(await stockOf(shop().db, type)).toEqual({ held: 0, sold: 1 })
    await isBalanced()
    // All of it can still be returned, for what was paid in the end.
    const shown = (await page(sale))!.tickets.map((ticket) => ticket.returns!.amount)
    expect(shown).toEqual(['£5.80', '£13.00', '£9.40'])
    for (const [i, ticket] of [first, second, third].entries())
      expect(await returns(sale, [ticket!.id], shown[i]!)).toMatchObject({ success: true })
    await shop().runJobs()
    await isBalanced()
    expect(await stockOf(shop().db, dear)).toEqual({ held: 0, sold: 0 })
  })

  it('refuses sold-out and hidden tickets and other events’, and more changes than allowed', async () => {
    const { plain, dear, cheap } = await createEventOnSale({ ...ALLOWED, buyers_changes: 2 })
    const sale = await bought(shop().deps, { ticketId: plain })
    const [ticket] = await ticketsOf(sale)
    await shop().db.updateTable('stock').set({ sold: 5 }).where('ticket_type_id', '=', cheap).execute()
    expect(await changes(sale, ticket!.id, cheap, -400)).toMatchObject({ code: 'sold_out' })
    await shop().db.updateTable('ticket_types').set({ visibility: 'staff' }).where('id', '=', dear).execute()
    expect(await changes(sale, ticket!.id, dear, 400)).toMatchObject({ code: 'not_changeable' })
    const elsewhere = await createEventOnSale()
    expect(await changes(sale, ticket!.id, elsewhere.plain, 0)).toMatchObject({ code: 'not_changeable' })
    expect(await renames(sale, ticket!.id, 'Grace Hopper')).toEqual({ success: true })
    expect(await renames(sale, ticket!.id, 'Grace Hopper'), 'the same again').toEqual({ success: true })
    expect(await renames(sale, ticket!.id, 'Alan Turing')).toEqual({ success: true })
    expect(await renames(sale, ticket!.id, 'Eve')).toMatchObject({ code: 'changed_often' })
    expect(await changes(sale, ticket!.id, plain, 0)).toMatchObject({ code: 'changed_often' })
    const [now] = await ticketsOf(sale)
    expect([now!.holder_name, await doorSays(ticket!.code), await doorSays(now!.code)]).toEqual([
      'Alan Turing',
      'replaced',
      'admitted',
    ])
    await isBalanced()
  })

  it('changes or renames a ticket or admits it, never both', async () => {
    const { plain, dear } = await createEventOnSale(ALLOWED, [1000, 1000])
    const sale = await bought(shop().deps, { ticketId: plain, qty: 5 })
    for (const [i, { id, code }] of (await ticketsOf(sale)).entries()) {
      const act = i % 2 === 0 ? changes(sale, id, dear, 0) : renames(sale, id, 'Bob Baker')
      const [done, admitted] = await Promise.all([act, doorSays(code)])
      expect(['success' in done, admitted === 'admitted'].filter(Boolean), `${i} ${admitted}`).toHaveLength(1)
    }
    await isBalanced()
  })
})
