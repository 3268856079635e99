import { sum } from '@foyer/domain/money/money.ts'
import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { orderNumberOf } from '../../sale/order/order-number.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { browserWithProvedEmail, newEmail } from '../../testing/fixtures/buyers.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { withPages } from '../../testing/pages.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { useShop } from '../../testing/shop.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { bought, codesOf, pay, vendor } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'
import type { RefundRequest } from '../refund/request.ts'
import type { ReceiptLine } from './issue.ts'

const REGISTERED = {
  legal_name: 'Old Barn Ltd',
  name: 'The Old Barn',
  tax_number: 'GB123',
  tax_address: '1 Barn Lane',
  tax_bp: 2000,
}

describeOnBoth('receipts', (kind) => {
  const shop = useShop(kind, { providers: { stripe: vendor.provider } })

  const pathOf = ({ reference }: SaleAt, organiserId: number) => `/orders/${reference}/receipt-${organiserId}.pdf`
  /** The pages, and a browser of them with the session of this sale's buyer. */
  async function pagesFor(sale: SaleAt) {
    const pages = await withPages(shop())
    const buyer = pages.browser()
    buyer.use(sale.cookie.slice('foyer_session='.length))
    return { pages, buyer }
  }
  const issued = (organiserId: number) =>
    shop()
      .db.selectFrom('receipts')
      .select(['kind', 'number', 'sale_id', 'lines', 'voucher_minor'])
      .where('organiser_id', '=', organiserId)
      .orderBy('id')
      .execute()
  const grossOf = (lines: unknown) => sum((lines as ReceiptLine[]).map(({ grossMinor }) => grossMinor))

  it('keep their content as issued, and a refund adds a credit note', async () => {
    const { deps, db } = shop()
    const sale = await bought(deps, { organiser: REGISTERED, qty: 2 })
    const { organiserId } = sale.event!
    const { buyer } = await pagesFor(sale)
    const path = pathOf(sale, organiserId)
    const first = await buyer.get(path)
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('application/pdf')
    const number = (await orderNumberOf(db, sale.saleId))!
    for (const part of [
      'VAT receipt',
      'R-00001',
      'The Old Barn',
      '1 Barn Lane',
      'GB123',
      number,
      '£22.00',
      '£3.66',
      'Sold by Old Barn Ltd',
    ])
      expect(pdfText(first.rawPayload)).toContain(part)
    expect((await buyer.call('get')).body).toMatchObject({ tax_total: 3.66 })
    const [mail] = (await sale.mails()).filter((mail) => mail.kind === 'wallet')
    for (const part of ['Includes VAT', '£3.66', `Your order and its receipt:\n${deps.config.publicUrl}/orders/`])
      expect(mail!.body_text).toContain(part)
    await db
      .updateTable('organisers')
      .set({ name: 'New Owners', tax_number: null })
      .where('id', '=', organiserId)
      .execute()
    expect(pdfText((await buyer.get(path)).rawPayload)).toContain('The Old Barn')
    expect(await issued(organiserId)).toHaveLength(1)

    await refundOrder(deps, { reference: sale.reference, what: 'amount', amountMinor: 300 })
    await refundOrder(deps, { reference: sale.reference, what: 'whole' })
    await runDueJobs(deps, WORKERS, 500)
    const after = pdfText((await buyer.get(path)).rawPayload)
    for (const part of ['CN-00001', 'CN-00002', '−£3.00', '−£19.00']) expect(after).toContain(part)
    const papers = await issued(organiserId)
    expect(papers.map((paper) => [paper.kind, paper.number])).toEqual([
      ['receipt', 1],
      ['credit_note', 1],
      ['credit_note', 2],
    ])
    const [receipt, ...notes] = papers
    expect(sum(notes.map(({ lines }) => grossOf(lines)))).toBe(grossOf(receipt!.lines))
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('a refund of one ticket of a line adds a credit note of its part, and the tax of all notes is that of the receipt', async () => {
    const { deps, db } = shop()
    const price = { price_minor: 1001, booking_fee_minor: 100 }
    const sale = await bought(deps, { organiser: REGISTERED, qty: 3, tickets: [price] })
    const { organiserId } = sale.event!
    const [first, second] = await codesOf(deps, sale)
    const refunds: RefundRequest[] = [
      { what: 'tickets', codes: [first!] },
      { what: 'tickets', codes: [second!] },
      { what: 'whole' },
    ]
    for (const refund of refunds) {
      expect(await refundOrder(deps, { reference: sale.reference, ...refund })).toMatchObject({ ok: true })
      await runDueJobs(deps, WORKERS, 500)
    }
    const papers = await issued(organiserId)
    const linesOf = (paper: (typeof papers)[number]) =>
      (paper.lines as unknown as ReceiptLine[]).map(({ part, qty, grossMinor, taxMinor }) => [
        part,
        qty,
        grossMinor,
        taxMinor,
      ])
    expect(papers.map((paper) => [paper.kind, ...linesOf(paper)])).toEqual([
      ['receipt', ['net', 3, 3003, 501], ['fee', 3, 300, 50]],
      // What is kept has the tax within it: 334p of two tickets, 167p of one.
      ['credit_note', ['net', 1, 1001, 167], ['fee', 1, 100, 17]],
      ['credit_note', ['net', 1, 1001, 167], ['fee', 1, 100, 16]],
      ['credit_note', ['net', 1, 1001, 167], ['fee', 1, 100, 17]],
    ])
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('are issued per organiser, with its own lines and numbers', async () => {
    const { deps, db, clock } = shop()
    const [taxed, plain] = [await createEvent(db, { organiser: REGISTERED }), await createEvent(db)]
    const free = await createEvent(db, { tickets: [{ price_minor: 0, booking_fee_minor: 0 }] })
    const sale = await saleAt(deps, 'basket', { ticketId: taxed.ticketId })
    for (const { ticketId } of [plain, free])
      await db
        .insertInto('sale_lines')
        .values({ sale_id: sale.saleId, ticket_type_id: ticketId, qty: 1, added_at: clock.now() })
        .execute()
    await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, clock.now())
    await db.updateTable('sales').set({ state: 'payment' }).where('id', '=', sale.saleId).execute()
    await pay(deps, sale)
    const { pages, buyer } = await pagesFor(sale)
    const order = await pages.data(buyer, 'order', `/orders/${sale.reference}/`)
    expect(order).toMatchObject({ tax: '£1.84' })
    expect(order!.receipts!.map(({ url }) => url)).toEqual(
      [taxed, plain].map(({ organiserId }) => pathOf(sale, organiserId)),
    )
    expect((await buyer.call('get_simple_info')).body.receipts).toEqual(order!.receipts)
    const [ours, theirs] = await Promise.all(order!.receipts!.map(({ url }) => buyer.get(url)))
    expect(pdfText(ours!.rawPayload)).toContain('VAT receipt')
    expect(pdfText(theirs!.rawPayload)).not.toContain('VAT receipt')
    for (const { rawPayload } of [ours!, theirs!]) expect(pdfText(rawPayload)).toContain('£11.00')
    expect((await buyer.get(pathOf(sale, free.organiserId))).statusCode, 'nothing was paid').toBe(404)
    expect((await issued(plain.organiserId)).map(({ number }) => number)).toEqual([1])
  })

  it('are accessible to the buyer only: no link, number, session or other organiser opens or issues one', async () => {
    const { deps, db } = shop()
    const sale = await bought(deps, { organiser: REGISTERED })
    const other = await bought(deps)
    const unpaid = await saleAt(deps, 'payment', { ticketId: sale.ticketId })
    const { organiserId } = sale.event!
    const { pages, buyer } = await pagesFor(sale)
    const stranger = pages.browser(await browserWithProvedEmail(shop(), newEmail()))
    const follower = pages.browser(await browserWithProvedEmail(shop(), newEmail()))
    await follower.get(`/smartcheckout/?session=${sale.reference}`)
    const otherBuyer = pages.browser()
    otherBuyer.use(other.cookie.slice('foyer_session='.length))
    // A browser that has this sale in its session without proof of identity.
    const link = pages.browser()
    await link.get('/smartcheckout/')
    const number = (await orderNumberOf(db, sale.saleId))!
    for (const [who, browser] of Object.entries({ stranger, follower, otherBuyer, link, nobody: pages.browser() }))
      for (const name of [sale.reference, number, number.replaceAll(/^FY|-/g, '')])
        expect((await browser.get(`/orders/${name}/receipt-${organiserId}.pdf`)).statusCode, `${who} ${name}`).toBe(404)
    for (const what of [other.event!.organiserId, 0, '-1', '1e3', '../../1', '99999999999999999999', ''])
      expect((await buyer.get(`/orders/${sale.reference}/receipt-${what}.pdf`)).statusCode, String(what)).toBe(404)
    expect((await buyer.get(`/orders/${number}/receipt-${organiserId}.pdf`)).statusCode).toBe(404)
    const waiting = pages.browser()
    waiting.use(unpaid.cookie.slice('foyer_session='.length))
    expect((await waiting.get(pathOf(unpaid, organiserId))).statusCode).toBe(404)
    expect(await issued(organiserId)).toEqual([])
  })

  it('are numbered without gaps or duplicates, however many are requested at once', async () => {
    const { deps, db } = shop()
    const { organiserId, ticketId } = await createEvent(db, { organiser: REGISTERED })
    const sales: SaleAt[] = []
    for (let i = 0; i < 8; i++) sales.push(await bought(deps, { ticketId }))
    const buyers = await Promise.all(sales.map(async (sale) => ({ sale, ...(await pagesFor(sale)) })))
    await Promise.all([
      ...[...buyers, ...buyers].map(async ({ sale, buyer }) =>
        expect((await buyer.get(pathOf(sale, organiserId))).statusCode).toBe(200),
      ),
      ...sales.slice(0, 5).map(({ reference }) => refundOrder(deps, { reference, what: 'amount', amountMinor: 100 })),
      refundOrder(deps, { reference: sales[0]!.reference, what: 'amount', amountMinor: 1_000_000 }),
    ])
    const papers = await issued(organiserId)
    const numbers = (of: string) =>
      papers
        .filter((paper) => paper.kind === of)
        .map(({ number }) => number)
        .sort((a, b) => a - b)
    expect(numbers('receipt')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(numbers('credit_note')).toEqual([1, 2, 3, 4, 5])
    await runDueJobs(deps, WORKERS, 500)
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('show what a gift voucher paid', async () => {
    const { deps, db } = shop()
    const sale = await bought(deps, { organiser: REGISTERED })
    await db.updateTable('order_lines').set({ voucher_minor: 400 }).where('sale_id', '=', sale.saleId).execute()
    const { buyer } = await pagesFor(sale)
    const text = pdfText((await buyer.get(pathOf(sale, sale.event!.organiserId))).rawPayload)
    for (const part of ['Paid by gift voucher', '−£4.00', '£7.00', '£1.84']) expect(text).toContain(part)
    await db.updateTable('order_lines').set({ voucher_minor: 0 }).where('sale_id', '=', sale.saleId).execute()
  })
})
