import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { deliverWallet } from '../../tickets/delivery/deliver.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { forgetOrder } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'
import { fillInOrders } from './fill-in.ts'
import { ORDER_NUMBER_ALPHABET, orderNumbersOf, referenceOf } from './number.ts'
import { orderQuery } from './write.ts'

describeOnBoth('an order', (kind) => {
  const opened = useTestDatabase(kind)
  const setUp = () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { db } = deps
    const reserve = async (sale: SaleAt) => {
      const [held] = await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, deps.clock.now())
      expect(held).toMatchObject({ kind: 'held' })
      await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
    }
    const pay = async (sale: SaleAt) => {
      const payment = await beginPayment(deps, vendor, sale)
      expect(await payment.pay()).toMatchObject({ outcome: 'fulfilled' })
      deps.clock.advance(30)
      await runDueJobs(deps, WORKERS, 500)
    }
    const linesOf = (sale: SaleAt) =>
      db.selectFrom('order_lines').selectAll().where('sale_id', '=', sale.saleId).orderBy('line').execute()
    const codesOf = async (sale: SaleAt, ticketTypeId?: number) =>
      (
        await db
          .selectFrom('tickets')
          .select('code')
          .where('sale_id', '=', sale.saleId)
          .$if(ticketTypeId !== undefined, (query) => query.where('ticket_type_id', '=', ticketTypeId!))
          .where('status', '=', 'valid')
          .orderBy('id')
          .execute()
      ).map(({ code }) => code)
    return { vendor, deps, db, reserve, pay, linesOf, codesOf }
  }
  type SetUp = ReturnType<typeof setUp>

  async function createCode({ db }: SetUp, percentBp: number) {
    const code = `ORDER-${Math.random().toString(36).slice(2)}`.toUpperCase()
    const { id } = await db
      .insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: percentBp })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { code, discountId: id }
  }

  /** Three tickets of one organiser and one of another, with half off and a donation of 10.00 with Gift Aid to the first. */
  async function mixed(shop: SetUp) {
    const { db, deps, reserve, pay } = shop
    const first = await createEvent(db)
    const second = await createEvent(db, { tickets: [{ price_minor: 333, booking_fee_minor: 33 }] })
    const { id: charityId } = await db
      .insertInto('charities')
      .values({ slug: `order-${first.eventId}`, name: 'Charity', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('organisers').set({ charity_id: charityId }).where('id', '=', first.organiserId).execute()
    const sale = await saleAt(deps, 'basket', {
      ticketId: first.ticketId,
      qty: 2,
      phone: '020 7946 0000',
      codes: [await createCode(shop, 5000)],
    })
    const added = { sale_id: sale.saleId, ticket_type_id: second.ticketId, qty: 1, added_at: deps.clock.now() }
    await db.insertInto('sale_lines').values(added).execute()
    await db
      .updateTable('sales')
      .set({ donation_minor: 1000, donation_fee_minor: 50, donation_charity_id: charityId })
      .where('id', '=', sale.saleId)
      .execute()
    await db
      .insertInto('gift_aid_declarations')
      .values({
        sale_id: sale.saleId,
        charity_id: charityId,
        donation_minor: 1000,
        uk_taxpayer: true,
        own_money: true,
        not_gambling: true,
        wording: '',
        wording_version: '1',
        uk_based: true,
        claimable: true,
        declared_at: deps.clock.now(),
      })
      .execute()
    await reserve(sale)
    await pay(sale)
    const declaration = () =>
      db
        .selectFrom('gift_aid_declarations')
        .select(['donation_minor', 'cancelled_at'])
        .where('sale_id', '=', sale.saleId)
        .executeTakeFirstOrThrow()
    return { first, second, sale, declaration }
  }

  it('is emailed with prices per line, fees, the total and its calendar', async () => {
    const shop = setUp()
    const { deps, db } = shop
    const { first, second, sale } = await mixed(shop)
    await deliverWallet(deps, sale.saleId)
    const { text, html } = await db
      .selectFrom('mails')
      .select(['body_text as text', 'body_html as html'])
      .where('sale_id', '=', sale.saleId)
      .where('kind', '=', 'wallet')
      .executeTakeFirstOrThrow()
    const { total_minor, reference } = await db
      .selectFrom('sales')
      .select(['total_minor', 'reference'])
      .where('id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    const nameOf = async (id: number) =>
      (await db.selectFrom('ticket_types').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
    expect(total_minor).toBe(2000 - 1000 + 200 + 333 - 167 + 33 + 1000 + 50)
    for (const words of [
      `2 × ${await nameOf(first.ticketId)}: £20.00`,
      `1 × ${await nameOf(second.ticketId)}: £3.33`,
      'Discounts: −£11.67',
      'Booking fees: £2.33',
      'Donation to Charity: £10.00',
      'Booking fee for your donation: £0.50',
      'Total paid: £24.49',
    ])
      expect(text).toContain(words)
    const calendar = `/orders/${reference}/calendar.ics`
    expect([text.includes(calendar), html.includes(calendar), html.includes('£20.00')]).toEqual([true, true, true])
  })

  it('is written once when paid, and its lines match each organiser’s books to the penny', async () => {
    const shop = setUp()
    const { db, linesOf } = shop
    const { first, second, sale } = await mixed(shop)
    expect(await linesOf(sale)).toMatchObject([
      {
        kind: 'ticket',
        organiser_id: first.organiserId,
        event_id: first.eventId,
        date_id: first.dateId,
        ticket_type_id: first.ticketId,
        qty: 2,
        list_minor: 2000,
        discount_minor: 1000,
        net_minor: 1000,
        fee_minor: 200,
        tax_minor: 0,
      },
      {
        kind: 'ticket',
        organiser_id: second.organiserId,
        list_minor: 333,
        discount_minor: 167,
        net_minor: 166,
        fee_minor: 33,
      },
      { kind: 'donation', organiser_id: first.organiserId, net_minor: 1000, fee_minor: 50 },
    ])
    const order = await db.selectFrom('orders').selectAll().where('sale_id', '=', sale.saleId).executeTakeFirstOrThrow()
    expect(order).toMatchObject({
      channel: 'online',
      name: 'Ada Lovelace',
      email: sale.email,
      phone: '020 7946 0000',
      total_minor: 2449,
      currency: 'GBP',
      filled_in: false,
    })
    const sums = await db
      .selectFrom('ledger_entries')
      .select((eb) => ['organiser_id', 'account', eb.fn.sum<string>('amount_minor').as('minor')])
      .where('sale_id', '=', sale.saleId)
      .where('account', 'in', ['captured', 'tickets', 'donation'])
      .groupBy(['organiser_id', 'account'])
      .orderBy('organiser_id')
      .orderBy('account')
      .execute()
    expect(sums.map(({ organiser_id, account, minor }) => [organiser_id, account, Number(minor)])).toEqual([
      [first.organiserId, 'captured', 2250],
      [first.organiserId, 'donation', -1000],
      [first.organiserId, 'tickets', -2000],
      [second.organiserId, 'captured', 199],
      [second.organiserId, 'tickets', -333],
    ])
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('has a number without ambiguous characters, and another when that one is taken', async () => {
    const shop = setUp()
    const { db, deps, pay } = shop
    const [taken, next] = [await saleAt(deps, 'payment'), await saleAt(deps, 'payment')]
    await pay(taken)
    const [first, second] = orderNumbersOf(next.reference)
    await db.updateTable('orders').set({ number: first! }).where('sale_id', '=', taken.saleId).execute()
    await pay(next)
    const { number } = await db
      .selectFrom('orders')
      .select('number')
      .where('sale_id', '=', next.saleId)
      .executeTakeFirstOrThrow()
    expect(number).toBe(second)
    const [wallet] = await next.mails()
    expect(wallet!.body_text).toContain(shownOrderNumber(number))
    expect(number).toMatch(new RegExp(`^[${ORDER_NUMBER_ALPHABET}]{8}$`))
    expect(ORDER_NUMBER_ALPHABET).not.toMatch(/[01OILBSZAEU]/)
    expect(new Set(orderNumbersOf(next.reference)).size, 'enough to try').toBe(8)
    expect(await referenceOf(db, shownOrderNumber(number).toLowerCase())).toBe(next.reference)
    expect(await referenceOf(db, next.reference)).toBe(next.reference)
  })

  it('is written without scanning other orders and accounts, also in a new shop', async () => {
    const { deps, db } = setUp()
    const { saleId } = await saleAt(deps, 'payment')
    const plan = await inTx(db, async (tx) => {
      const sale = await lockSale(tx, saleId)
      return (await sql`explain ${orderQuery({ sale, totalMinor: 0, paidAt: deps.clock.now() })}`.execute(tx)).rows
    })
    expect(JSON.stringify(plan)).toContain('Index Scan')
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan on (orders|sales|users)/)
  })

  it('refunds half of a half for one of two half-price tickets, and leaves the donation and its Gift Aid', async () => {
    const shop = setUp()
    const { db, deps, linesOf, codesOf } = shop
    const { first, sale, declaration } = await mixed(shop)
    const [code] = await codesOf(sale, first.ticketId)
    expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: [code!] })).toMatchObject({
      amountMinor: 600,
      tickets: 1,
    })
    await runDueJobs(deps, WORKERS, 500)
    expect((await linesOf(sale))[0]).toMatchObject({
      refunded_qty: 1,
      refunded_net_minor: 500,
      refunded_fee_minor: 100,
    })
    expect(await declaration()).toEqual({ donation_minor: 1000, cancelled_at: null })
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('takes a goodwill refund from tickets and fees; if it includes the donation, it adjusts Gift Aid', async () => {
    const shop = setUp()
    const { db, deps, declaration, sale, linesOf } = { ...shop, ...(await mixed(shop)) }
    const { reference } = sale
    expect(await refundOrder(deps, { reference, what: 'amount', amountMinor: 399 })).toMatchObject({ amountMinor: 399 })
    expect((await linesOf(sale))[2]).toMatchObject({ refunded_net_minor: 0, refunded_fee_minor: 0 })
    expect(await refundOrder(deps, { reference, what: 'amount', amountMinor: 1001 })).toMatchObject({
      code: 'too_much',
    })
    expect(await refundOrder(deps, { reference, what: 'amount', amountMinor: 1525, donation: true })).toMatchObject({
      ok: true,
    })
    expect(await declaration()).toEqual({ donation_minor: 500, cancelled_at: null })
    await runDueJobs(deps, WORKERS, 500)
    expect(await ledgerDifferences(db)).toEqual([])
    expect(await refundOrder(deps, { reference, what: 'whole' })).toMatchObject({ amountMinor: 525, whole: true })
    await runDueJobs(deps, WORKERS, 500)
    expect((await declaration()).cancelled_at).not.toBeNull()
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('books a donation to the organiser of its charity, whatever its position in the basket', async () => {
    const shop = setUp()
    const { db, deps, reserve, pay, linesOf } = shop
    const plain = await createEvent(db)
    const giving = await createEvent(db)
    const { id: charityId } = await db
      .insertInto('charities')
      .values({ slug: `second-${giving.eventId}`, name: 'Charity', donation_checkout_title: 'Give' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('organisers').set({ charity_id: charityId }).where('id', '=', giving.organiserId).execute()
    const sale = await saleAt(deps, 'basket', { ticketId: plain.ticketId })
    const added = { sale_id: sale.saleId, ticket_type_id: giving.ticketId, qty: 1, added_at: deps.clock.now() }
    await db.insertInto('sale_lines').values(added).execute()
    const donation = { donation_minor: 1000, donation_fee_minor: 0, donation_charity_id: charityId }
    await db.updateTable('sales').set(donation).where('id', '=', sale.saleId).execute()
    await reserve(sale)
    await pay(sale)
    const [, , given] = await linesOf(sale)
    expect(given).toMatchObject({ kind: 'donation', organiser_id: giving.organiserId, charity_id: charityId })
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('refunds one organiser’s lines, which end, while the others stay', async () => {
    const shop = setUp()
    const { db, deps, linesOf, codesOf } = shop
    const { first, second, sale, declaration } = await mixed(shop)
    const { reference } = sale
    const [foreign] = await codesOf(sale, first.ticketId)
    const theirs = { reference, organiserId: second.organiserId }
    expect(await refundOrder(deps, { ...theirs, what: 'tickets', codes: [foreign!] })).toMatchObject({
      code: 'unknown_code',
    })
    expect(await refundOrder(deps, { ...theirs, what: 'amount', amountMinor: 200 })).toMatchObject({ code: 'too_much' })
    expect(await refundOrder(deps, { ...theirs, what: 'lines' })).toMatchObject({
      amountMinor: 199,
      tickets: 1,
      whole: false,
    })
    await runDueJobs(deps, WORKERS, 500)
    expect(await codesOf(sale, second.ticketId)).toEqual([])
    expect(await codesOf(sale, first.ticketId)).toHaveLength(2)
    expect(await stockOf(db, second.ticketId)).toEqual({ held: 0, sold: 0 })
    expect((await linesOf(sale))[1]).toMatchObject({ refunded_qty: 1, refunded_net_minor: 166, refunded_fee_minor: 33 })
    expect(await declaration()).toMatchObject({ cancelled_at: null })
    expect(await refundOrder(deps, { ...theirs, what: 'lines' })).toMatchObject({ code: 'nothing_to_refund' })
    expect(await ledgerDifferences(db)).toEqual([])
    expect(await refundOrder(deps, { reference, what: 'whole' })).toMatchObject({ amountMinor: 2250, whole: true })
    await runDueJobs(deps, WORKERS, 500)
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('refunds single lines with their protection and postage', async () => {
    const shop = setUp()
    const { db, deps, reserve, pay } = shop
    const event = await createEvent(db, { refund_protection_bp: 1000, tickets: [{}, {}] })
    const [adult, child] = event.ticketIds as [number, number]
    const sale = await saleAt(deps, 'basket', { ticketId: adult, qty: 1 })
    const added = { sale_id: sale.saleId, ticket_type_id: child, qty: 2, added_at: deps.clock.now() }
    await db.insertInto('sale_lines').values(added).execute()
    await db.updateTable('sales').set({ refund_protection: true }).where('id', '=', sale.saleId).execute()
    await reserve(sale)
    await pay(sale)
    const { reference } = sale
    expect(await refundOrder(deps, { reference, what: 'lines', ticketTypeIds: [child] })).toMatchObject({
      amountMinor: 2400,
      tickets: 2,
    })
    expect(await stockOf(db, child)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(db, adult)).toEqual({ held: 0, sold: 1 })
    await runDueJobs(deps, WORKERS, 500)
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('of the previous version gets its lines from a job, matched to its ledger, and is refunded by them', async () => {
    const shop = setUp()
    const { db, deps, linesOf, codesOf } = shop
    const { first, sale } = await mixed(shop)
    // Its ledger has no organisers.
    const forget = () => forgetOrder(db, sale.saleId)
    await forget()
    for (const column of ['organiser_id', 'event_id', 'ticket_type_id']) {
      await db.schema.alterTable('ledger_entries').dropColumn(column).execute()
      await db.schema.alterTable('ledger_entries').addColumn(column, 'bigint').execute()
    }
    const differences = async () => (await ledgerDifferences(db)).filter(({ sale_id }) => sale_id === sale.saleId)
    await db.updateTable('discount_codes').set({ percent_bp: 100 }).execute()
    await db.updateTable('ticket_types').set({ price_minor: 1 }).execute()
    await fillInOrders(deps)
    await runDueJobs(deps, WORKERS, 500)
    const lines = await linesOf(sale)
    expect(lines.map((line) => [line.kind, line.list_minor, line.fee_minor])).toEqual([
      ['ticket', 2000, 200],
      ['ticket', 333, 33],
      ['donation', 1000, 50],
    ])
    expect(await differences()).toEqual([])
    const [code] = await codesOf(sale, first.ticketId)
    expect(await refundOrder(deps, { reference: sale.reference, what: 'tickets', codes: [code!] })).toMatchObject({
      ok: true,
    })
    expect(await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 100 })).toMatchObject({
      ok: true,
    })
    await runDueJobs(deps, WORKERS, 500)
    expect(await differences()).toEqual([])
    await forget()
    await fillInOrders(deps)
    deps.clock.advance(3600)
    await fillInOrders(deps)
    await runDueJobs(deps, WORKERS, 500)
    expect((await linesOf(sale))[0]).toMatchObject({ refunded_qty: 1 })
    expect(await differences()).toEqual([])
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ whole: true })
    await runDueJobs(deps, WORKERS, 500)
    expect(await differences()).toEqual([])
    await db.deleteFrom('jobs').execute()
    await fillInOrders(deps)
    expect(await db.selectFrom('jobs').selectAll().execute(), 'nothing is left to fill in').toEqual([])
  })
})
