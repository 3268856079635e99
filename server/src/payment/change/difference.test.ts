import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { changePage } from '@foyer/contract/office/orders/messages.en.ts'
import { sum } from '@foyer/domain/money/money.ts'
import { describe, expect, it } from 'vitest'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { orderPage } from '../../pages/order/order.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, type SaleOptions, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { useShop } from '../../testing/shop.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { bought, pay, vendor } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'
import { changeOwnTicket } from '../self-service/change.ts'
import { yourTicketsPage } from '../self-service/page.ts'
import { settlePayment } from '../settle/settle.ts'
import { changeByToken, openChangePayment } from './pay.ts'
import { endUnpaidChanges } from './pending.ts'

describe('the difference of a change', () => {
  const shop = useShop('embedded', { providers: { stripe: vendor.provider } })
  let orders = 0

  /** Two dates with the same tickets, and someone of the box office. */
  async function twoDates({ tickets = {}, ...event }: { tickets?: object; [column: string]: unknown } = {}) {
    const { db, clock } = shop()
    const types = [1000, 600, 1400].map((price_minor) => ({ price_minor, booking_fee_minor: 100, ...tickets }))
    const open = { buyers_change_hours: 24, buyers_refund_hours: 24, buyers_changes: 9, ...event }
    const startsAt = new Date(clock.now().getTime() + 20 * 86_400_000)
    const first = await createEvent(db, { startsAt, tickets: types, ...open })
    const second = await createEvent(db, { startsAt, organiser_id: first.organiserId, tickets: types, ...open })
    const { id, email } = await createStaff(shop(), first.organiserId, 'owner', null)
    const { call } = await inSession(shop(), { staffId: id, email, provedAt: clock.now() })
    const [adult, child, best] = first.ticketIds as [number, number, number]
    const [otherAdult, otherChild] = second.ticketIds as [number, number]
    const about = (sale: SaleAt, ticket_id: number) => ({
      organiser_id: first.organiserId,
      order_id: sale.saleId,
      ticket_id,
    })
    return {
      ...first,
      call,
      types: { adult, child, best, otherAdult, otherChild },
      /** What staff are shown that a ticket would cost instead: '+£4.00', '-£4.00' or ''. */
      async shown(sale: SaleAt, ticketId: number, typeId: number) {
        const { choices } = (await call('office_change', about(sale, ticketId)))
          .body as unknown as OfficeReply<'office_change'>
        const { sign, difference } = choices.find(({ ticket_type_id }) => ticket_type_id === typeId)!
        return `${['-', '', '+'][sign + 1]}${difference}`
      },
      move: (sale: SaleAt, ticketId: number, ticket_type_id: number, how: { returns?: '1'; charges?: '1' } = {}) =>
        call('change_ticket', { ...about(sale, ticketId), ticket_type_id, form_key: `k${++orders}`, ...how }),
    }
  }
  const ticketsOf = (sale: SaleAt) =>
    shop().db.selectFrom('tickets').selectAll().where('sale_id', '=', sale.saleId).orderBy('id').execute()
  const order = async (options: SaleOptions) => {
    const sale = await bought(shop().deps, options)
    return { sale, tickets: (await ticketsOf(sale)).map(({ id }) => id) as [number, ...number[]] }
  }
  const returned = async (sale: SaleAt) => {
    await shop().runJobs()
    return (await sale.refunds()).map(({ amount_minor }) => amount_minor)
  }
  const buyerSees = async (sale: SaleAt, ticketId: number) =>
    (await yourTicketsPage(shop().deps, sale.ctx().session, sale.reference))!.tickets.find(
      ({ ticket_id }) => ticket_id === ticketId,
    )!
  const buyerChanges = async (sale: SaleAt, ticket_id: number, ticket_type_id: number) => {
    const { choices } = await buyerSees(sale, ticket_id)
    const { difference } = choices.find((choice) => choice.ticket_type_id === ticket_type_id)!
    const reply = await changeOwnTicket(
      { reference: sale.reference, ticket_id, ticket_type_id, difference },
      sale.ctx(),
    )
    if (difference <= 0) expect(reply).toMatchObject({ success: true })
    if (difference > 0 && 'next' in reply) await payByLink(sale, reply.next.split('/').at(-2)!)
    return difference
  }
  async function payByLink(sale: SaleAt, token: string) {
    const change = (await changeByToken(shop().db, token))!
    const opened = await openChangePayment(sale.ctx(), change.id, { provider: 'stripe' })
    if (!opened.ok) throw new Error(opened.code)
    const id = `difference-${opened.payment.id}`
    const { amount_minor: amountMinor, currency } = opened.payment
    await shop()
      .db.updateTable('payments')
      .set({ provider_payment_id: id })
      .where('id', '=', opened.payment.id)
      .execute()
    vendor.report(id, { status: 'paid', amountMinor, currency, saleReference: sale.reference })
    expect(await settlePayment(shop().deps, opened.payment.id)).toMatchObject({ outcome: 'fulfilled' })
  }
  const isBalanced = async () => expect(await ledgerDifferences(shop().db)).toEqual([])

  it('charges back no goodwill: the same ticket on another date costs nothing', async () => {
    const { types, shown, move } = await twoDates()
    const { sale, tickets } = await order({ ticketId: types.adult, qty: 2 })
    expect(
      await refundOrder(shop().deps, { reference: sale.reference, what: 'amount', amountMinor: 600 }),
    ).toMatchObject({ ok: true })
    for (const ticket of tickets) {
      expect(await shown(sale, ticket, types.otherAdult)).toBe('')
      expect(await shown(sale, ticket, types.best)).toBe('+£4.00')
      expect(await shown(sale, ticket, types.otherChild)).toBe('-£4.00')
      expect(await move(sale, ticket, types.otherAdult, { charges: '1', returns: '1' })).toMatchObject({ status: 200 })
    }
    expect((await ticketsOf(sale)).map(({ ticket_type_id }) => ticket_type_id)).toEqual([
      types.otherAdult,
      types.otherAdult,
    ])
    expect(await returned(sale)).toEqual([600])
    await isBalanced()
  })

  it.each([
    ['without tax', {}],
    ['with tax', { organiser: { tax_number: 'GB123456789', tax_bp: 2000 } }],
  ])('leaves goodwill what it was, %s: no discount of one ticket or the other', async (_, more) => {
    const { types, move } = await twoDates(more)
    const { sale, tickets } = await order({ ticketId: types.adult, qty: 2 })
    expect(
      await refundOrder(shop().deps, { reference: sale.reference, what: 'amount', amountMinor: 660 }),
    ).toMatchObject({ ok: true })
    expect(await move(sale, tickets[0], types.otherAdult)).toMatchObject({ status: 200 })
    const lines = await shop().db.selectFrom('order_lines').selectAll().where('sale_id', '=', sale.saleId).execute()
    for (const line of lines)
      expect(line).toMatchObject({ qty: 1, list_minor: 1000, discount_minor: 0, net_minor: 1000, fee_minor: 100 })
    expect(lines.map((line) => line.refunded_net_minor + line.refunded_fee_minor)).toEqual([330, 330])
    await isBalanced()
  })

  it('keeps a discount, an offer and what a gift voucher paid', async () => {
    const { types, shown, organiserId } = await twoDates()
    const { db, clock } = shop()
    await db
      .insertInto('offers')
      .values({ organiser_id: organiserId, title: 'Two', kind: 'percent', min_qty: 2, percent_bp: 1500 })
      .execute()
    const { id: discountId } = await db
      .insertInto('discount_codes')
      .values({ code: 'DIFFERENCE', kind: 'percent', percent_bp: 5000 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { voucherId } = await issueVoucher(db, { organiserId, code: 'GV-DIFFERENCE', now: clock.now() })
    const { sale, tickets } = await order({
      ticketId: types.adult,
      qty: 2,
      codes: [
        { code: 'DIFFERENCE', discountId },
        { code: 'GV-DIFFERENCE', voucherId },
      ],
    })
    expect(await shown(sale, tickets[0], types.otherAdult)).toBe('')
    expect(await shown(sale, tickets[0], types.best)).toBe('+£4.00')
    expect(await shown(sale, tickets[0], types.child)).toBe('-£4.00')
  })

  it('includes the booking fee of both tickets, even one that is shown inside the price', async () => {
    const { types, shown } = await twoDates({ tickets: { absorb_fee: true } })
    const { sale, tickets } = await order({ ticketId: types.adult })
    expect(await shown(sale, tickets[0], types.otherAdult)).toBe('')
    expect((await buyerSees(sale, tickets[0])).choices.map(({ difference }) => difference)).toEqual([-400, 400])
  })

  it('there and back again costs a buyer nothing, and the organiser neither', async () => {
    const { types } = await twoDates()
    const { sale, tickets } = await order({ ticketId: types.adult, qty: 2 })
    const [ticket] = tickets
    expect(await buyerChanges(sale, ticket, types.child)).toBe(-400)
    expect(await buyerChanges(sale, ticket, types.adult)).toBe(400)
    expect(await buyerChanges(sale, ticket, types.best)).toBe(400)
    expect(await buyerChanges(sale, ticket, types.child)).toBe(-800)
    expect(await buyerChanges(sale, ticket, types.adult)).toBe(400)
    expect((await returned(sale)).reduce((sum, minor) => sum + minor, 0)).toBe(1200)
    await isBalanced()
  })

  it('that was waived is neither asked for again nor returned', async () => {
    const { types, shown, move } = await twoDates()
    const { sale, tickets } = await order({ ticketId: types.child })
    expect(await move(sale, tickets[0], types.adult)).toMatchObject({ status: 200 })
    expect(await shown(sale, tickets[0], types.otherAdult)).toBe('')
    expect(await shown(sale, tickets[0], types.child)).toBe('')
    expect(await shown(sale, tickets[0], types.best)).toBe('+£4.00')
    expect(await move(sale, tickets[0], types.child, { returns: '1' })).toMatchObject({ status: 200 })
    expect(await returned(sale)).toEqual([])
    await isBalanced()
  })

  it('goes back to the gift voucher that paid for it, as shown', async () => {
    const { types, organiserId, move, shown } = await twoDates()
    const { db, clock } = shop()
    const balance = async (id: number) =>
      (await db.selectFrom('issued_vouchers').select('balance_minor').where('id', '=', id).executeTakeFirstOrThrow())
        .balance_minor
    const [buyers, staffs] = [
      await issueVoucher(db, { organiserId, code: 'GV-BUYER', value: 1000, now: clock.now() }),
      await issueVoucher(db, { organiserId, code: 'GV-STAFF', value: 1050, now: clock.now() }),
    ] as const
    const mixed = await order({ ticketId: types.adult, codes: [buyers] })
    const { choices } = await buyerSees(mixed.sale, mixed.tickets[0])
    // 10.00 of the 11.00 were paid by the voucher.
    expect(choices.map(({ difference, amount, voucher }) => [difference, amount, voucher])).toEqual([
      [-400, '£4.00', '£3.64'],
      [400, '£4.00', ''],
    ])
    expect(await buyerChanges(mixed.sale, mixed.tickets[0], types.child)).toBe(-400)
    expect(await balance(buyers.voucherId)).toBe(364)
    expect(await returned(mixed.sale)).toEqual([36])

    const whole = await order({ ticketId: types.adult, codes: [staffs] })
    expect(await shown(whole.sale, whole.tickets[0], types.otherChild)).toBe('-£4.00')
    expect(await move(whole.sale, whole.tickets[0], types.otherChild, { returns: '1' })).toMatchObject({ status: 200 })
    expect(await balance(staffs.voucherId)).toBe(382)
    expect(await returned(whole.sale)).toEqual([18])
    await isBalanced()
  })

  it('is returned of the ticket alone: not of refund protection, postage or another ticket', async () => {
    const { types, move } = await twoDates({ refund_protection_bp: 1000 })
    const { db, deps, clock } = shop()
    const sale = await saleAt(deps, 'basket', { ticketId: types.adult, qty: 2 })
    await db.updateTable('sales').set({ refund_protection: true }).where('id', '=', sale.saleId).execute()
    await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, clock.now())
    await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
    await pay(deps, sale)
    clock.advance(30)
    await shop().runJobs()
    const [first] = (await ticketsOf(sale)).map(({ id }) => id)
    // Most of the price has gone back already, so less is left of this ticket than the difference.
    const { reference } = sale
    expect(await refundOrder(deps, { reference, what: 'amount', amountMinor: 1800 })).toMatchObject({ ok: true })
    const lines = () =>
      db.selectFrom('order_lines').selectAll().where('sale_id', '=', sale.saleId).orderBy('line').execute()
    const protection = async () =>
      sum((await lines()).map((line) => line.protection_minor - line.refunded_protection_minor))
    const before = await protection()
    const [line] = await lines()
    const left = line!.net_minor + line!.fee_minor - line!.refunded_net_minor - line!.refunded_fee_minor
    expect(left).toBeLessThan(2 * 400)
    expect(await move(sale, first!, types.child, { returns: '1' })).toMatchObject({ status: 200 })
    const [kept, changed] = await lines()
    expect(changed).toMatchObject({ ticket_type_id: types.child, qty: 1, list_minor: 1000 })
    expect(changed!.net_minor + changed!.fee_minor).toBe(changed!.refunded_net_minor + changed!.refunded_fee_minor)
    expect(await returned(sale)).toEqual([1800, Math.ceil(left / 2)])
    expect(kept!.net_minor + kept!.fee_minor - kept!.refunded_net_minor - kept!.refunded_fee_minor).toBe(
      Math.floor(left / 2),
    )
    expect(await protection()).toBe(before)
    await isBalanced()
  })

  it('cannot be paid once the old date has begun, unless it had begun when staff offered the change', async () => {
    const { types, move, dateId } = await twoDates()
    const { db, clock, deps } = shop()
    const { sale, tickets } = await order({ ticketId: types.adult, qty: 2 })
    const startsIn = (hours: number) =>
      db
        .updateTable('event_dates')
        .set({ starts_at: new Date(clock.now().getTime() + hours * 3_600_000) })
        .where('id', '=', dateId)
        .execute()
    const opened = async (ticketId: number) => {
      const { id } = await db
        .selectFrom('ticket_changes')
        .select('id')
        .where('ticket_id', '=', ticketId)
        .executeTakeFirstOrThrow()
      return openChangePayment(sale.ctx(), id, { provider: 'stripe' })
    }
    await db.updateTable('ticket_types').set({ price_minor: 1400 }).where('id', '=', types.otherAdult).execute()
    await startsIn(3)
    expect(await move(sale, tickets[0], types.otherAdult, { charges: '1' })).toMatchObject({ status: 200 })
    expect(await opened(tickets[0])).toMatchObject({ ok: true })
    clock.advance(3 * 3600)
    expect(await opened(tickets[0])).toMatchObject({ code: 'change_ended' })
    await endUnpaidChanges(deps)
    expect(await stockOf(db, types.otherAdult)).toEqual({ held: 0, sold: 0 })

    // Missed it, and moves to the other date.
    expect(await move(sale, tickets[1]!, types.otherAdult, { charges: '1' })).toMatchObject({ status: 200 })
    expect(await opened(tickets[1]!)).toMatchObject({ ok: true })
    clock.advance(48 * 3600)
    expect(await opened(tickets[1]!)).toMatchObject({ code: 'change_ended' })
  })

  it.each([
    ['4p', 'a cheaper one', 4, 'child'],
    ['5p', 'another date', 5, 'otherAdult'],
    ['9p', 'a dearer one', 9, 'best'],
  ] as const)('is not refused for a penny of tax after a refund of %s, to %s', async (_, __, minor, to) => {
    const { types, move } = await twoDates({ organiser: { tax_number: 'GB123456789', tax_bp: 2000 } })
    const { sale, tickets } = await order({ ticketId: types.adult, qty: 2 })
    const { reference, saleId } = sale
    expect(await refundOrder(shop().deps, { reference, what: 'amount', amountMinor: minor })).toMatchObject({
      ok: true,
    })
    for (const ticket of tickets)
      expect(await move(sale, ticket, types[to], { returns: '1' })).toMatchObject({ status: 200 })
    await shop().runJobs()
    await isBalanced()
    expect(await refundOrder(shop().deps, { reference, what: 'whole' })).toMatchObject({ ok: true, whole: true })
    await shop().runJobs()
    await isBalanced()
    const taxes = await shop().db.selectFrom('order_line_taxes').selectAll().where('sale_id', '=', saleId).execute()
    for (const { tax_minor, refunded_tax_minor } of taxes) expect(refunded_tax_minor).toBe(tax_minor)
  })

  it('is added to a taxed line of which pennies were refunded', async () => {
    const { types } = await twoDates({ organiser: { tax_number: 'GB123456789', tax_bp: 2000 } })
    const { sale, tickets } = await order({ ticketId: types.adult })
    expect(await refundOrder(shop().deps, { reference: sale.reference, what: 'amount', amountMinor: 4 })).toMatchObject(
      { ok: true },
    )
    expect(await buyerChanges(sale, tickets[0], types.best)).toBe(400)
    await shop().runJobs()
    await isBalanced()
  })

  it('has left both tickets of a line what they are worth now', async () => {
    const { types } = await twoDates()
    const { sale, tickets } = await order({ ticketId: types.adult, qty: 2 })
    for (const ticket of tickets) expect(await buyerChanges(sale, ticket, types.child)).toBe(-400)
    expect((await buyerSees(sale, tickets[0])).returns).toMatchObject({ amount: '£7.00' })
    await isBalanced()
  })

  it('shows the new price and what was refunded to staff, and to its buyer on the page and in the email', async () => {
    const { types, move, organiserId, call } = await twoDates()
    const { sale, tickets } = await order({ ticketId: types.adult })
    expect(await move(sale, tickets[0], types.child, { returns: '1' })).toMatchObject({ status: 200 })
    expect((await call('office_order', { organiser_id: organiserId, order_id: sale.saleId })).body).toMatchObject({
      total: '£11.00',
      refunded: '£4.00',
      left: '£7.00',
      lines: [{ paid: '£11.00', refunded: '£4.00', left: '£7.00' }],
    })
    const { bought } = (await orderPage(shop().deps, sale.ctx().session, sale.reference))!
    expect(bought).toMatchObject({
      lines: [{ price: '£6.00' }],
      amounts: [{ label: 'Booking fees', amount: '£1.00' }],
      left: '£7.00',
      refunded: '£4.00',
    })
    await shop().runJobs()
    const { body_text } = await shop()
      .db.selectFrom('mails')
      .select('body_text')
      .where('sale_id', '=', sale.saleId)
      .where('kind', '=', 'wallet')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(body_text).toContain('£6.00')
    expect(body_text).toMatch(/Booking fees: £1.00\s+Paid: £11.00\s+Refunded: −£4.00\s+Total paid: £7.00/)
    await isBalanced()
  })

  it('that breaks a rule of the tickets is reviewed with the rule by staff, and not offered to the buyer', async () => {
    const { types, call, organiserId } = await twoDates()
    const needs = { title: 'Only with an adult', any_of: [types.adult] }
    await shop()
      .db.insertInto('ticket_requirements')
      .values({ ticket_type_id: types.child, ...needs })
      .execute()
    await shop().db.updateTable('ticket_types').set({ visibility: 'code' }).where('id', '=', types.best).execute()
    const { sale, tickets } = await order({ ticketId: types.adult })
    const about = { organiser_id: organiserId, order_id: sale.saleId, ticket_id: tickets[0] }
    const namesOf = async (ids: number[]) =>
      Promise.all(
        ids.map(async (id) =>
          shop().db.selectFrom('ticket_types').select('name').where('id', '=', id).executeTakeFirstOrThrow(),
        ),
      )
    const [adult, child, best] = await namesOf([types.adult, types.child, types.best])
    const brokenBy = async (ticket_type_id: number, of: object = about) =>
      ((await call('office_change', { ...of, ticket_type_id })).body as unknown as OfficeReply<'office_change'>).review!
        .broken
    expect(await brokenBy(types.child)).toEqual([
      fill(changePage['broken.requires'], { needed: adult!.name, name: child!.name }),
    ])
    expect(await brokenBy(types.best)).toEqual([fill(changePage['broken.closed'], { name: best!.name })])
    expect(await brokenBy(types.otherAdult)).toEqual([])

    await shop().db.updateTable('ticket_types').set({ visibility: 'all' }).where('id', '=', types.best).execute()
    const choices = async () => (await buyerSees(sale, tickets[0])).choices.map((choice) => choice.ticket_type_id)
    expect(await choices()).toContain(types.best)
    const both = await order({ ticketId: types.adult, qty: 2 })
    const second = both.tickets[1]!
    expect(
      (
        await call('change_ticket', {
          ...about,
          order_id: both.sale.saleId,
          ticket_id: second,
          ticket_type_id: types.child,
          form_key: 'rule',
        })
      ).status,
    ).toBe(200)
    const needed = (await buyerSees(both.sale, both.tickets[0])).choices.map((choice) => choice.ticket_type_id)
    expect(needed).not.toContain(types.best)

    const update = (id: number, values: object) =>
      shop().db.updateTable('ticket_types').set(values).where('id', '=', id).execute()
    await update(types.child, { max_can_reserve: 1 })
    await update(types.best, { min_per_customer: 3 })
    const first = { ...about, order_id: both.sale.saleId, ticket_id: both.tickets[0] }
    expect(await brokenBy(types.child, first)).toContain(
      `The buyer will have 2 × ${child!.name}. One customer may have 1 at most.`,
    )
    expect(await brokenBy(types.best, first)).toContain(
      `This order will have 1 × ${best!.name}. It takes at least 3 to buy them.`,
    )
  })
})
