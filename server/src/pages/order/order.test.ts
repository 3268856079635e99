import { expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { makeMetrics } from '../../metrics.ts'
import { linesOf } from '../../payment/refund/book-refund.ts'
import { erasePerson } from '../../privacy/erase.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { createPaidBuyer, openSecondBrowser } from '../../testing/fixtures/paid-buyer.ts'
import { issueVoucher } from '../../testing/fixtures/voucher.ts'
import { plainDocuments, withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { accentOfOrder } from '../document/sale-accent.ts'

describeOnBoth('the order page', (kind) => {
  const shop = useShop(kind)

  const timelineOf = async (...happened: [kind: string, facts: Record<string, string | number>][]) => {
    const { browser, reference, saleId } = await createPaidBuyer(shop())
    const { db, clock } = shop()
    await db.deleteFrom('sale_events').where('sale_id', '=', saleId).execute()
    await inTx(db, async (tx) => {
      for (const [kind, facts] of happened) await record(tx, saleId, kind, clock.now(), facts)
    })
    const pages = await withPages(shop())
    const order = await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`)
    return order!.timeline.map(({ text }) => text)
  }

  it('omits payment methods that were cancelled once the order was paid', async () => {
    const cancelled = ['payment_cancelled', { provider: 'truelayer' }] as const
    expect(await timelineOf([...cancelled], ['paid', { amount: 44 }], [...cancelled])).toEqual([
      'A payment was cancelled.',
      'We received your payment of £44.00.',
    ])
  })

  it('[40.17] has the colour of its organiser', async () => {
    const { reference } = await createPaidBuyer(shop())
    const { db } = shop()
    expect(await accentOfOrder(db, reference)).toBeNull()
    await db.updateTable('organisers').set({ accent: '#1d6b4f' }).execute()
    expect(await accentOfOrder(db, reference)).toBe('#1d6b4f')
    expect(await accentOfOrder(db, 'unknown')).toBeNull()
  })

  it('is closed to a browser that followed the link of its basket, also once its buyer has been erased', async () => {
    const buyer = await createPaidBuyer(shop())
    const { db, clock } = shop()
    const { id: waiver_id } = await db
      .insertInto('waivers')
      .values({ event_id: buyer.eventId, title: 'Terms', terms_html: '<p>Be careful.</p>' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('waiver_signatures')
      .values({
        sale_id: buyer.saleId,
        waiver_id,
        waiver_version: 1,
        name: 'Byron King',
        signed_by: 'Ada King',
        is_minor: true,
        signature_kind: 'typed',
        signature: 'Ada King',
        signed_at: clock.now(),
      })
      .execute()
    const follower = await openSecondBrowser(shop(), buyer)
    const path = `/orders/${buyer.reference}/`
    const pages = await withPages(shop())
    const open = () => pages.browser(follower).get(path)
    expect((await pages.browser(buyer.browser).get(path)).body).toContain('Byron King')
    expect((await open()).statusCode).toBe(404)
    expect(await erasePerson(shop().deps, { userId: null, email: buyer.email })).toEqual({ ok: true, orders: 1 })
    const page = await open()
    expect(page.statusCode).toBe(404)
    expect(page.body).not.toContain('Byron King')
  })

  it('shows a running plan until its last payment', async () => {
    const { browser, reference, saleId } = await createPaidBuyer(shop())
    const pages = await withPages(shop())
    const outcome = async () => (await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`))!.outcome
    const { db, clock } = shop()
    await db
      .insertInto('payment_plans')
      .values({ sale_id: saleId, option_key: '3', status: 'active', terms_version: '1', agreed_at: clock.now() })
      .execute()
    expect(await outcome()).toBe('plan')
    await db.updateTable('payment_plans').set({ status: 'completed' }).where('sale_id', '=', saleId).execute()
    expect(await outcome()).toBe('fulfilled')
  })

  it('lists the tickets, the parts of the total and refunds', async () => {
    const { browser, reference, saleId } = await createPaidBuyer(shop(), { qty: 2 })
    await inTx(shop().db, async (tx) => linesOf(tx, await lockSale(tx, saleId)))
    const sold = { list_minor: 4000, net_minor: 4000, fee_minor: 400 }
    await shop().db.updateTable('order_lines').set(sold).where('sale_id', '=', saleId).execute()
    const pages = await withPages(shop())
    const bought = async () => (await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`))!.bought!
    const { lines, amounts, refunded } = await bought()
    expect(lines.map(({ title, qty, price, refunded }) => ({ title, qty, price, refunded }))).toEqual([
      { title: expect.any(String), qty: 2, price: '£40.00', refunded: '' },
    ])
    expect(amounts).toEqual([{ label: 'Booking fees', amount: '£4.00' }])
    expect(refunded).toBe('')

    const line = { refunded_qty: 1, refunded_net_minor: 2000, refunded_fee_minor: 200 }
    await shop().db.updateTable('order_lines').set(line).where('sale_id', '=', saleId).execute()
    expect(await bought()).toMatchObject({ lines: [{ refunded: '1 of 2 refunded' }], refunded: '£22.00' })
  })

  it('lists gift vouchers by their name', async () => {
    const { browser, reference, saleId, organiserId } = await createPaidBuyer(shop())
    const { db, clock } = shop()
    const { designId: design_id } = await issueVoucher(db, { organiserId, code: `SHOWN-${saleId}`, now: clock.now() })
    const gift = { sale_id: saleId, design_id, value_minor: 500, qty: 1, added_at: clock.now() }
    await db.insertInto('sale_vouchers').values(gift).execute()
    await inTx(db, async (tx) => linesOf(tx, await lockSale(tx, saleId)))
    const pages = await withPages(shop())
    const { bought } = (await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`))!
    expect(bought!.lines.map(({ title, qty }) => [title, qty])).toContainEqual(['Gift', 1])
  })

  it('that was refunded says so, although it is paid', async () => {
    const { browser, reference, saleId } = await createPaidBuyer(shop())
    const pages = await withPages(shop())
    const { db, clock } = shop()
    await db.updateTable('sales').set({ cancelled_at: clock.now() }).where('id', '=', saleId).execute()
    const { outcome } = (await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`))!
    expect(outcome).toBe('refunded')
  })

  it('that costs nothing is free, and one that costs something isn’t', async () => {
    const { browser, reference, saleId } = await createPaidBuyer(shop())
    const { db } = shop()
    const pages = await withPages(shop())
    const total = async () => (await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`))!.total
    expect(await total()).toBe('FREE')
    await db.updateTable('sales').set({ total_minor: 4400 }).where('id', '=', saleId).execute()
    expect(await total()).toBe('£44.00')
  })

  it('shows how it was paid, and nothing for a free order', async () => {
    const { browser, reference, saleId } = await createPaidBuyer(shop())
    const pages = await withPages(shop())
    const method = async () => (await pages.data(pages.browser(browser), 'order', `/orders/${reference}/`))!.method
    const is = (change: { provider?: 'free' | 'stripe' | 'truelayer'; plan_terms?: string }) =>
      shop().db.updateTable('payments').set(change).where('sale_id', '=', saleId).execute()
    expect(await method()).toBeUndefined()
    const at = shop().clock.now()
    await shop()
      .db.insertInto('payments')
      .values({
        sale_id: saleId,
        provider: 'free',
        amount_minor: 0,
        currency: 'GBP',
        idempotency_key: 'method',
        status: 'paid',
        outcome: 'fulfilled',
        created_at: at,
        updated_at: at,
        paid_at: at,
      })
      .execute()
    expect(await method()).toBeUndefined()
    await is({ provider: 'truelayer' })
    expect(await method()).toBe('Instant bank transfer')
    await is({ provider: 'stripe' })
    expect(await method()).toBe('Card')
    await is({ plan_terms: '{}' })
    expect(await method()).toBe('Payment plan')
  })

  it('has a calendar for its buyer once there are tickets', async () => {
    const buyer = await createPaidBuyer(shop())
    const pages = await withPages(shop())
    const file = `/orders/${buyer.reference}/calendar.ics`
    expect((await pages.browser(buyer.browser).get(file)).statusCode).toBe(404)
    await buyer.browser.call('deliver_to_bitticket')
    const calendar = await pages.browser(buyer.browser).get(file)
    expect(calendar.headers['content-type']).toContain('text/calendar')
    expect(calendar.body).toContain('BEGIN:VEVENT')
    for (const other of [pages.browser(), pages.browser(await openSecondBrowser(shop(), buyer))])
      expect((await other.get(file)).statusCode).toBe(404)
    // Opened from an email where nobody is signed in.
    const app = await buildApp({ ...shop().deps, metrics: makeMetrics() }, plainDocuments())
    const opened = await app.inject({ url: file, headers: { accept: 'text/html' } })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/signin/?next=${encodeURIComponent(file)}`])
    await app.close()
  })

  it('does not mention a payment of nothing', async () => {
    expect(await timelineOf(['paid', { amount: 0 }])).toEqual(['Order confirmed. Nothing to pay.'])
  })
})
