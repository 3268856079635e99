import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStaff, inSession } from '../../office/testing/office.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { organisersOf } from '../accounts/organisers.testing.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { refundOrder } from '../refund/order.ts'
import { ticketChangePage } from './page.ts'

const GOOD = 'cnon:card-nonce-ok'

describeOnBoth('a price difference paid by link at Square', (kind) => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors(kind)
  })
  afterAll(() => shop.close())
  const { call, saleOf } = organisersOf(() => shop)

  const ADDRESS = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    address_1: '1 High Street',
    town: 'Leeds',
    postcode: 'LS1 1AA',
    country: '1',
  }
  /** An order paid into the organiser's own Square account, whose ticket is to become a more expensive one. */
  async function waiting() {
    const sale = await saleOf({ square: 'A' })
    const paid = await call(sale, 'pay_with_square', { billing_address_data: { ...ADDRESS, token: GOOD } })
    expect(paid.body).toMatchObject({ payment: { status: 'COMPLETED' } })
    await shop.pass(30)
    const to = await createEvent(shop.db, {
      organiser_id: sale.organiserId,
      startsAt: new Date(shop.clock.now().getTime() + 20 * 86_400_000),
      tickets: [{ price_minor: 1400, booking_fee_minor: 100, capacity: 5 }],
    })
    const [ticket] = await shop.db.selectFrom('tickets').selectAll().where('sale_id', '=', sale.saleId).execute()
    const { id, email } = await createStaff(shop, sale.organiserId, 'owner', null)
    const staff = await inSession(shop, { staffId: id, email, provedAt: shop.clock.now() })
    const response = await staff.call('change_ticket', {
      organiser_id: sale.organiserId,
      order_id: sale.saleId,
      ticket_id: ticket!.id,
      ticket_type_id: to.ticketId,
      charges: '1',
      form_key: `k${sale.saleId}`,
    })
    expect(response).toMatchObject({ status: 200 })
    const change = await shop.db
      .selectFrom('ticket_changes')
      .selectAll()
      .where('sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    return { sale, ticket: ticket!, change, dear: to.ticketId, staff }
  }
  const payBy = (by: Pick<SaleAt, 'cookie'>, token: string, source = GOOD) =>
    call(by, 'pay_change_with_square', { token, source })
  const typeOf = async (id: number) =>
    (await shop.db.selectFrom('tickets').select('ticket_type_id').where('id', '=', id).executeTakeFirstOrThrow())
      .ticket_type_id
  const chargesOf = (sale: SaleAt) =>
    shop.sandbox.square.merchants[0]!.payments.values()
      .filter(({ reference_id, status }) => reference_id === sale.reference && status === 'COMPLETED')
      .map(({ amount_money }) => amount_money.amount)

  it('charges the organiser’s account once, despite repeated presses, and changes the ticket', async () => {
    const { sale, ticket, change, dear } = await waiting()
    expect(await ticketChangePage(shop.deps, change.token)).toMatchObject({
      state: 'waiting',
      amount: '£4.00',
      card_provider: 'square',
    })
    expect((await call(sale, 'get_change_square', { token: change.token })).body).toMatchObject({
      app_id: 'sandbox-sq0idb-A',
      location_id: 'LORGANISERA',
      amount: '4.00',
      currency: 'GBP',
    })
    expect((await call(sale, 'get_change_token', { token: change.token })).body.code).toBe('method_not_available')
    const presses = await Promise.all(Array.from({ length: 10 }, () => payBy(sale, change.token)))
    expect(presses.filter(({ body }) => body.status === 'COMPLETED')).toHaveLength(1)
    expect(chargesOf(sale)).toEqual([1100, 400])
    expect(await typeOf(ticket.id)).toBe(dear)
    expect((await payBy(sale, change.token)).body.code).toBe('already_paid')
    expect((await call(sale, 'get_change_square', { token: change.token })).body.code).toBe('change_ended')
    await shop.pass(30)
    expect(await stockOf(shop.db, dear)).toEqual({ held: 0, sold: 1 })
    expect(await ledgerDifferences(shop.db)).toEqual([])
    expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })).toMatchObject({
      amountMinor: 1500,
    })
    await shop.pass(60)
    const merchant = shop.sandbox.square.merchants[0]!
    const ids = (await sale.payments()).map(({ provider_payment_id }) => provider_payment_id)
    const back = [...merchant.refunds.values()].filter(({ payment_id }) => ids.includes(payment_id))
    expect(back.map(({ amount_money }) => amount_money.amount).sort()).toEqual([1100, 400])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('shows why a card was declined, and the next attempt pays', async () => {
    const { sale, ticket, change, dear } = await waiting()
    for (const [source, text] of [
      ['cnon:card-nonce-declined', 'Your card was declined and you haven’t been charged.'],
      ['cnon:card-nonce-rejected-postalcode', 'Check the postcode for your card'],
      ['', 'Unable to pay.'],
    ] as const) {
      const refused = await payBy(sale, change.token, source)
      expect(refused.body).toMatchObject({ status: 'FAILED', message: expect.stringContaining(text) })
      expect(await typeOf(ticket.id)).toBe(ticket.ticket_type_id)
    }
    expect((await payBy(sale, change.token)).body).toMatchObject({ status: 'COMPLETED' })
    expect(await typeOf(ticket.id)).toBe(dear)
    expect(chargesOf(sale)).toEqual([1100, 400])
  })

  it('makes the change once after a lost response, and charges nothing for an ended change', async () => {
    const { sale, ticket, change, dear } = await waiting()
    shop.fault('square', 'answer_lost')
    const lost = await payBy(sale, change.token)
    await shop.pass(120)
    expect([200, 502, 503]).toContain(lost.status)
    if ((await typeOf(ticket.id)) !== dear) expect((await payBy(sale, change.token)).body.status).toBe('COMPLETED')
    expect(await typeOf(ticket.id)).toBe(dear)
    expect(chargesOf(sale)).toEqual([1100, 400])
    expect(await ledgerDifferences(shop.db)).toEqual([])

    const other = await waiting()
    await other.staff.call('end_ticket_change', {
      organiser_id: other.change.organiser_id,
      order_id: other.sale.saleId,
      ticket_id: other.ticket.id,
      form_key: `e${other.sale.saleId}`,
    })
    expect((await payBy(other.sale, other.change.token)).body.code).toBe('change_ended')
    expect((await payBy(other.sale, 'nobody-knows-this')).body.code).toBe('change_ended')
    expect(chargesOf(other.sale)).toEqual([1100])
  })
})
