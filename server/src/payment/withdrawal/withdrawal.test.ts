import type { WithdrawPageData } from '@foyer/contract/withdrawal.ts'
import { describe, expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { holdAll } from '../../sale/hold/hold.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { withPages } from '../../testing/pages.ts'
import { useShop } from '../../testing/shop.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { codesOf, pay, vendor } from '../refund/bought.testing.ts'
import { refundOrder } from '../refund/order.ts'

const DAY_SECONDS = 86_400

describe('withdrawing from a contract', () => {
  const shop = useShop('postgres', { providers: { stripe: vendor.provider } })
  let made = 0

  /** A paid order of a dated ticket, an add-on of the same date and two gift vouchers of £25. */
  async function createBuyer() {
    const { db, deps, clock } = shop()
    const startsAt = new Date(clock.now().getTime() + 3 * DAY_SECONDS * 1000)
    const event = await createEvent(db, { startsAt, tickets: [{}, { extra: true, price_minor: 500 }] })
    const [plain, extra] = event.ticketIds as [number, number]
    const sale = await saleAt(deps, 'basket', { ticketId: plain })
    const now = clock.now()
    const { id: designId } = await db
      .insertInto('gift_voucher_designs')
      .values({
        organiser_id: event.organiserId,
        slug: `withdraw-${++made}`,
        name: 'A night out',
        currency: 'GBP',
        values_minor: [2500],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('sale_lines')
      .values({ sale_id: sale.saleId, ticket_type_id: extra, qty: 1, added_at: now })
      .execute()
    await db
      .insertInto('sale_vouchers')
      .values({ sale_id: sale.saleId, design_id: designId, value_minor: 2500, qty: 2, added_at: now })
      .execute()
    await holdAll(db, [{ saleId: sale.saleId, userId: null }], 900, now)
    await db
      .updateTable('sales')
      .set({ state: 'payment', gift_voucher_from: 'Ada', gift_voucher_to: 'Grace' })
      .where('id', '=', sale.saleId)
      .execute()
    await pay(deps, sale)
    clock.advance(30)
    await runDueJobs(deps, WORKERS, 500)
    const order = await db.selectFrom('orders').selectAll().where('sale_id', '=', sale.saleId).executeTakeFirstOrThrow()
    const pages = await withPages(shop())
    const browser = pages.browser()
    const send = async (more: Record<string, string | string[]> = {}) => {
      const form = { name: 'Ada Lovelace', reference: order.number, email: order.email, ...more }
      const reply = await browser.post('/withdraw/', form as Record<string, string>)
      const data = reply.statusCode === 200 ? (JSON.parse(reply.body) as { data: WithdrawPageData }).data : null
      return { status: reply.statusCode, next: reply.headers.location, data }
    }
    const confirm = (...lines: number[]) => send({ confirm: '1', lines: lines.map(String) })
    const lineOf = async (match: { name: string }) =>
      (await send()).data!.lines.find(({ name }) => name === match.name)!
    const mails = () =>
      db.selectFrom('mails').selectAll().where('sale_id', '=', sale.saleId).where('kind', '=', 'withdrawal').execute()
    const vouchers = () =>
      db.selectFrom('issued_vouchers').selectAll().where('sale_id', '=', sale.saleId).orderBy('id').execute()
    const refunds = async () =>
      (await db.selectFrom('refunds').select('amount_minor').where('sale_id', '=', sale.saleId).execute()).map(
        ({ amount_minor }) => amount_minor,
      )
    return { sale, order, event, extra, pages, send, confirm, lineOf, mails, vouchers, refunds }
  }

  it('shows what can go back, refunds it with its fees, and confirms it by email', async () => {
    const buyer = await createBuyer()
    const { data } = await buyer.send({ reference: `fy-${buyer.order.number}`, email: buyer.order.email.toUpperCase() })
    expect(data!.lines.map(({ state, amount }) => [state, amount])).toEqual([
      ['dated', ''],
      ['open', expect.stringMatching(/^£/)],
      ['open', '£50.00'],
    ])
    const chosen = data!.lines.filter(({ state }) => state === 'open').map(({ line }) => line)
    expect(await buyer.confirm(...chosen)).toMatchObject({ status: 303, next: '/withdraw/?done=1' })
    const [mail, ...others] = await buyer.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: buyer.order.email })
    for (const words of ['Ada Lovelace', '2 × A night out', data!.lines[1]!.name])
      expect(mail!.body_text).toContain(words)
    expect((await buyer.vouchers()).every(({ voided_at }) => voided_at !== null)).toBe(true)
    expect(await buyer.refunds()).toEqual([5000 + Math.round(Number(data!.lines[1]!.amount.slice(1)) * 100)])
    expect(await ledgerDifferences(shop().db)).toEqual([])
    expect((await buyer.send()).data!.lines.map(({ state }) => state)).toEqual(['dated', 'returned', 'returned'])
  })

  it('does it once, however often it is confirmed', async () => {
    const buyer = await createBuyer()
    const { line } = await buyer.lineOf({ name: 'A night out' })
    const presses = await Promise.all([1, 2, 3].map(() => buyer.confirm(line)))
    expect(presses.map(({ next }) => next)).toEqual(Array.from({ length: 3 }, () => '/withdraw/?done=1'))
    expect([(await buyer.mails()).length, await buyer.refunds()]).toEqual([1, [5000]])
    expect(await ledgerDifferences(shop().db)).toEqual([])
  })

  it('is possible on day 14, and refused on day 15; goods count from when they are collected', async () => {
    const buyer = await createBuyer()
    const { db, clock } = shop()
    const voucher = await buyer.lineOf({ name: 'A night out' })
    clock.advance(14 * DAY_SECONDS)
    expect(await buyer.lineOf({ name: 'A night out' })).toMatchObject({ state: 'open', nice_until: voucher.nice_until })
    clock.advance(DAY_SECONDS)
    expect(await buyer.lineOf({ name: 'A night out' })).toMatchObject({ state: 'late', amount: '' })
    expect((await buyer.confirm(voucher.line)).data).toMatchObject({ problem: 'not_now' })
    expect(await buyer.refunds()).toEqual([])
    // The add-on belongs to a date three days after the order.
    const addOn = async () => (await buyer.send()).data!.lines[1]!.state
    expect(await addOn()).toBe('open')
    clock.advance(3 * DAY_SECONDS)
    expect(await addOn()).toBe('late')
    await db
      .updateTable('tickets')
      .set({ admitted_at: new Date(clock.now().getTime() - 2 * DAY_SECONDS * 1000) })
      .where('sale_id', '=', buyer.sale.saleId)
      .where('ticket_type_id', '=', buyer.extra)
      .execute()
    expect(await addOn()).toBe('open')
  })

  it('is possible for a year more if the email with the right was never delivered', async () => {
    const buyer = await createBuyer()
    const { db, clock } = shop()
    const state = async () => (await buyer.lineOf({ name: 'A night out' })).state
    clock.advance(15 * DAY_SECONDS)
    expect(await state()).toBe('late')
    const wallet = db.updateTable('mails').where('sale_id', '=', buyer.sale.saleId).where('kind', '=', 'wallet')
    await wallet.set({ status: 'refused' }).execute()
    expect(await state()).toBe('open')
    clock.advance(364 * DAY_SECONDS)
    expect(await state()).toBe('open')
    clock.advance(DAY_SECONDS)
    expect(await state()).toBe('late')
  })

  it('returns the balance of gift vouchers that were spent in part, and refuses what is spent or in use', async () => {
    const buyer = await createBuyer()
    const { db } = shop()
    const set = (values: { balance_minor?: number; reserved_minor?: number }) =>
      db.updateTable('issued_vouchers').set(values).where('sale_id', '=', buyer.sale.saleId).execute()
    await set({ balance_minor: 0 })
    expect(await buyer.lineOf({ name: 'A night out' })).toMatchObject({ state: 'spent' })
    await set({ balance_minor: 1000, reserved_minor: 500 })
    expect(await buyer.lineOf({ name: 'A night out' })).toMatchObject({ state: 'in_use' })
    await set({ reserved_minor: 0 })
    const found = await buyer.lineOf({ name: 'A night out' })
    expect(found).toMatchObject({ state: 'open', amount: '£20.00', is_balance: true })
    expect(await buyer.confirm(found.line)).toMatchObject({ status: 303 })
    expect(await buyer.refunds()).toEqual([2000])
    expect((await buyer.vouchers()).map(({ balance_minor, voided_at }) => [balance_minor, voided_at !== null])).toEqual(
      [
        [0, true],
        [0, true],
      ],
    )
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it.each([
    ['one of two tickets', 1250],
    ['the order', 2500],
  ])('what a withdrawn voucher had paid for can be spent once %s is refunded', async (what, returned) => {
    const buyer = await createBuyer()
    const { deps, db, clock } = shop()
    const [voucher] = await buyer.vouchers()
    const codes = [{ code: voucher!.code, voucherId: voucher!.id }]
    const event = { tickets: [{ price_minor: 2000 }], organiser_id: buyer.event.organiserId }
    const startsAt = new Date(clock.now().getTime() + 3 * DAY_SECONDS * 1000)
    const spent = await saleAt(deps, 'payment', { ...event, startsAt, qty: 2, codes })
    await pay(deps, spent)
    clock.advance(30)
    await runDueJobs(deps, WORKERS, 500)
    const { line, amount } = await buyer.lineOf({ name: 'A night out' })
    expect(amount).toBe('£25.00')
    expect(await buyer.confirm(line)).toMatchObject({ status: 303 })
    const stored = async () =>
      (await buyer.vouchers()).map(({ balance_minor, voided_at }) => [balance_minor, voided_at === null])
    expect(await stored()).toEqual([
      [0, false],
      [0, false],
    ])
    const [code] = await codesOf(deps, spent)
    const part = what === 'the order' ? { what: 'whole' as const } : { what: 'tickets' as const, codes: [code!] }
    expect(await refundOrder(deps, { reference: spent.reference, ...part })).toMatchObject({ ok: true })
    expect(await stored()).toEqual([
      [returned, true],
      [0, false],
    ])
    expect(await ledgerDifferences(db)).toEqual([])
  })

  it('tells nobody whether an order exists, and fills in the form for its buyer only', async () => {
    const buyer = await createBuyer()
    const wrong = await Promise.all([
      buyer.send({ email: 'eve@elsewhere.example' }),
      buyer.send({ reference: 'FY-2222-2222' }),
      buyer.send({ reference: 'x\0y' }),
      buyer.send({ email: 'eve@elsewhere.example', confirm: '1', lines: ['1', '2', '3'] }),
    ])
    for (const { data } of wrong) expect(data).toMatchObject({ step: 'who', problem: 'unknown', lines: [] })
    expect((await buyer.send({ name: ' ' })).data).toMatchObject({ problem: 'missing' })
    const path = `/withdraw/?order=${buyer.sale.reference}`
    const own = buyer.pages.browser()
    own.use(buyer.sale.cookie.split(/=(.*)/)[1]!)
    expect(await buyer.pages.data(own, 'withdraw', path)).toMatchObject({ values: { email: buyer.order.email } })
    expect(await buyer.pages.data(buyer.pages.browser(), 'withdraw', path)).toMatchObject({ values: { email: '' } })
    expect(await buyer.pages.data(own, 'order', `/orders/${buyer.sale.reference}/`)).toMatchObject({
      can_withdraw: true,
    })
    for (let n = 0; n < 30; n++) await buyer.send({ email: 'eve@elsewhere.example' })
    expect((await buyer.send()).data).toMatchObject({ problem: 'too_many', lines: [] })
  })

  it('is not for orders made in person, nor while a bank decides', async () => {
    // The limits of the test before have ended.
    shop().clock.advance(3600)
    const buyer = await createBuyer()
    const { db, clock } = shop()
    const { line } = await buyer.lineOf({ name: 'A night out' })
    const payment = await db
      .selectFrom('payments')
      .select('id')
      .where('sale_id', '=', buyer.sale.saleId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('disputes')
      .values({
        payment_id: payment.id,
        provider_dispute_id: `dp-${payment.id}`,
        status: 'needs_response',
        amount_minor: 100,
        opened_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute()
    expect((await buyer.confirm(line)).data).toMatchObject({ problem: 'disputed' })
    await db.updateTable('orders').set({ channel: 'counter' }).where('sale_id', '=', buyer.sale.saleId).execute()
    expect((await buyer.send()).data).toMatchObject({ step: 'who', problem: 'in_person', lines: [] })
    expect(await buyer.refunds()).toEqual([])
  })
})
