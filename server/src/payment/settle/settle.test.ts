import { expect, it, vi } from 'vitest'
import { WORKERS } from '../../background.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { releaseHold, sweepHolds } from '../../sale/hold/release.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnBoth, describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { claimFreeTickets } from '../start/free.ts'
import { openPayment, payable } from '../start/open-payment.ts'
import { receiveEvent } from '../webhook/receive.ts'
import { queuePaymentChecks } from './workers.ts'

type Deps = ReturnType<typeof testDeps>

const sweep = async (deps: Deps) => {
  deps.clock.advance(deps.config.holdSeconds + 1)
  await sweepHolds(deps)
}

describeOnBoth('settling a payment', (kind) => {
  const opened = useTestDatabase(kind)
  const setUp = () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    return { vendor, deps, run: () => runDueJobs(deps, WORKERS, 500) }
  }

  it('paid: sells the tickets, emails the wallet, books it, and a repetition changes nothing', async () => {
    const { vendor, deps, run } = setUp()
    const sale = await saleAt(deps, 'payment', { qty: 2 })
    const payment = await beginPayment(deps, vendor, sale)
    payment.report({ status: 'paid' })
    expect(await payment.settle()).toMatchObject({ status: 'paid', outcome: 'fulfilled', amount_minor: 2200 })
    await Promise.all([payment.settle(), payment.settle()])
    const read = vi.spyOn(vendor.provider, 'read')
    expect(await payment.settle()).toMatchObject({ status: 'paid', outcome: 'fulfilled' })
    expect(read).not.toHaveBeenCalled()
    await receiveEvent(deps, 'stripe', { eventId: `e-${payment.id}`, kind: 'paid', providerPaymentId: payment.id })
    await receiveEvent(deps, 'stripe', { eventId: `e-${payment.id}`, kind: 'paid', providerPaymentId: payment.id })
    deps.clock.advance(60)
    await run()
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets', total_minor: 2200, held_until: null })
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 2 })
    expect(await sale.history()).toEqual(['reserved', 'paid', 'tickets_delivered', 'wallet_delivered'])
    expect((await sale.mails()).map((mail) => mail.kind)).toEqual(['wallet'])
    expect(vendor.refunds.size).toBe(0)
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('paid beside another open payment: only the other one is called off', async () => {
    const { vendor, deps } = setUp()
    const sale = await saleAt(deps, 'payment')
    const first = await beginPayment(deps, vendor, sale)
    await deps.db
      .updateTable('payments')
      .set({ called_off_at: deps.clock.now() })
      .where('id', '=', first.paymentId)
      .execute()
    const second = await beginPayment(deps, vendor, sale)
    second.report({ status: 'paid' })
    expect(await second.settle()).toMatchObject({ status: 'paid', outcome: 'fulfilled' })
    const ids = [first.paymentId, second.paymentId]
    const stored = deps.db.selectFrom('payments').select(['id', 'called_off_at']).where('id', 'in', ids).orderBy('id')
    expect(await stored.execute()).toEqual([
      { id: first.paymentId, called_off_at: expect.any(Date) },
      { id: second.paymentId, called_off_at: null },
    ])
    const cancellations = deps.db
      .selectFrom('jobs')
      .select('key')
      .where('kind', '=', 'cancel_payment')
      .where('key', 'in', ids.map(String))
    expect(await cancellations.execute()).toEqual([{ key: String(first.paymentId) }])
  })

  it.each(['failed', 'cancelled'] as const)(
    '%s: the buyer keeps the hold and can retry, and a late "paid" still counts',
    async (status) => {
      const { vendor, deps } = setUp()
      const sale = await saleAt(deps, 'payment')
      const payment = await beginPayment(deps, vendor, sale)
      payment.report({ status, failure: { code: 'no', text: 'The bank said no.' } })
      expect(await payment.settle()).toMatchObject({ status, failure_text: 'The bank said no.' })
      expect((await sale.read()).held_until).not.toBeNull()
      const second = await beginPayment(deps, vendor, sale)
      expect(second.paymentId).not.toBe(payment.paymentId)
      payment.report({ status: 'open' })
      expect((await payment.settle()).status, 'an answer from before the end').toBe(status)
      payment.report({ status: 'paid' })
      expect(await payment.settle()).toMatchObject({ status: 'paid', outcome: 'fulfilled' })
    },
  )

  it('processing: no other payment can begin, and the hold outlives its expiry up to a limit', async () => {
    const { vendor, deps } = setUp()
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    payment.report({ status: 'processing' })
    expect((await payment.settle()).status).toBe('processing')
    const allowed = await payable(sale.ctx(), { method: () => true })
    expect(allowed.ok && (await openPayment(sale.ctx(), allowed, { provider: 'stripe' }))).toMatchObject({
      code: 'payment_running',
    })
    await sweep(deps)
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 1, sold: 0 })
    expect(await payable(sale.ctx(), { method: () => true }), 'no stretching').toMatchObject({
      code: 'hold_expired',
    })
    deps.clock.advance(3 * 60 * 60)
    await sweepHolds(deps)
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
    payment.report({ status: 'paid' })
    expect(await payment.settle()).toMatchObject({ outcome: 'fulfilled' })
    expect(await sale.history()).toEqual(['reserved', 'hold_ended', 'reserved_again', 'paid'])
  })

  it('paid after the hold expired with tickets left: taken again and delivered', async () => {
    const { vendor, deps, run } = setUp()
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    await sweep(deps)
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
    payment.report({ status: 'paid' })
    expect(await payment.settle()).toMatchObject({ outcome: 'fulfilled' })
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
    expect(await sale.lines(), 'worth what was paid, should it be refunded').toMatchObject([
      { price_minor: 1000, booking_fee_minor: 100 },
    ])
    await run()
    expect(vendor.refunds.size).toBe(0)
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('paid after the tickets were resold: refunded once, with an email and a record', async () => {
    const { vendor, deps, run } = setUp()
    const sale = await saleAt(deps, 'payment', { tickets: [{ capacity: 1 }] })
    const payment = await beginPayment(deps, vendor, sale)
    await sweep(deps)
    await saleAt(deps, 'payment', { ticketId: sale.ticketId })
    payment.report({ status: 'paid' })
    expect(await payment.settle()).toMatchObject({ status: 'paid', outcome: 'refunded' })
    await payment.settle()
    await run()
    await run()
    expect(await sale.refunds()).toMatchObject([{ reason: 'tickets_gone', status: 'succeeded', amount_minor: 1100 }])
    expect([...vendor.refunds.values()]).toMatchObject([{ amountMinor: 1100, payment: payment.id }])
    expect(await sale.history()).toEqual(['reserved', 'hold_ended', 'money_returned', 'refunded'])
    const [mail, ...more] = await sale.mails()
    expect(mail).toMatchObject({ kind: 'refund' })
    expect(mail!.body_text).toContain('£11.00')
    expect(more).toEqual([])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('paid after its code was used by another buyer: refunded, and the email names the code, not the tickets', async () => {
    const { vendor, deps, run } = setUp()
    const code = `ONCE${vendor.provider.name}${Math.floor(Math.random() * 1e9)}`.toUpperCase()
    const { id: discountId } = await deps.db
      .insertInto('discount_codes')
      .values({ code, kind: 'percent', percent_bp: 1000, max_uses: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await saleAt(deps, 'payment', { codes: [{ code, discountId }] })
    const payment = await beginPayment(deps, vendor, sale)
    await sweep(deps)
    await saleAt(deps, 'payment', { ticketId: sale.ticketId, codes: [{ code, discountId }] })
    payment.report({ status: 'paid' })
    expect(await payment.settle()).toMatchObject({ status: 'paid', outcome: 'refunded' })
    await run()
    expect(await sale.refunds()).toMatchObject([{ reason: 'code_spent', status: 'succeeded' }])
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 1, sold: 0 })
    const [mail] = await sale.mails()
    expect(mail!.body_text).toContain('a code in your order had already been used')
    expect(mail!.body_text).not.toContain('had sold out')
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it.each([
    ['another amount', { amountMinor: 1 }],
    ['another currency', { currency: 'EUR' }],
    ["another sale's reference", { saleReference: 'somebody-else' }],
  ])('paid with %s: refunded, and the hold stays for a correct payment', async (_, wrong) => {
    const { vendor, deps, run } = setUp()
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    payment.report({ status: 'paid', ...wrong })
    expect(await payment.settle()).toMatchObject({ outcome: 'refunded' })
    await run()
    expect(await sale.refunds()).toMatchObject([{ reason: 'wrong_amount', status: 'succeeded' }])
    expect(await sale.read()).toMatchObject({ paid_at: null, state: 'payment' })
    const right = await beginPayment(deps, vendor, sale)
    right.report({ status: 'paid' })
    expect(await right.settle()).toMatchObject({ outcome: 'fulfilled' })
    await run()
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('paid late for a basket with another total: refunded, and nothing stays held', async () => {
    const { vendor, deps, run } = setUp()
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    await sweep(deps)
    await deps.db.updateTable('sale_lines').set({ qty: 2 }).where('sale_id', '=', sale.saleId).execute()
    payment.report({ status: 'paid' })
    expect(await payment.settle()).toMatchObject({ outcome: 'refunded' })
    await run()
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
    expect((await sale.read()).held_until).toBeNull()
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('paid twice by two payments: the second is refunded', async () => {
    const { vendor, deps, run } = setUp()
    const sale = await saleAt(deps, 'payment')
    const first = await beginPayment(deps, vendor, sale)
    await deps.db
      .updateTable('payments')
      .set({ called_off_at: deps.clock.now() })
      .where('id', '=', first.paymentId)
      .execute()
    const second = await beginPayment(deps, vendor, sale)
    expect(second.paymentId).not.toBe(first.paymentId)
    first.report({ status: 'paid' })
    second.report({ status: 'paid' })
    expect(await second.settle()).toMatchObject({ outcome: 'fulfilled' })
    expect(await first.settle()).toMatchObject({ outcome: 'refunded' })
    await run()
    expect(await sale.refunds()).toMatchObject([{ reason: 'paid_twice', payment_id: first.paymentId }])
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('paid for an order without a customer: refunded', async () => {
    const { vendor, deps, run } = setUp()
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    await deps.db
      .updateTable('sales')
      .set({ guest_email: null, guest_name: null })
      .where('id', '=', sale.saleId)
      .execute()
    payment.report({ status: 'paid' })
    expect(await payment.settle()).toMatchObject({ outcome: 'refunded' })
    await run()
    expect(await sale.refunds()).toMatchObject([{ reason: 'nobodys', status: 'succeeded' }])
  })

  it('abandoned while open: cancelled, and settled all the same if paid just before', async () => {
    const { vendor, deps, run } = setUp()
    const [calm, racing] = [await saleAt(deps, 'payment'), await saleAt(deps, 'payment')]
    const [calmPayment, racingPayment] = [
      await beginPayment(deps, vendor, calm),
      await beginPayment(deps, vendor, racing),
    ]
    for (const { saleId } of [calm, racing])
      await inTx(deps.db, async (tx) => releaseHold(tx, await lockSale(tx, saleId), 'edited', deps.clock.now()))
    racingPayment.report({ status: 'paid' })
    await run()
    expect(await calm.payments()).toMatchObject([{ status: 'cancelled' }])
    expect(vendor.payments.get(calmPayment.id)).toMatchObject({ status: 'cancelled' })
    expect(await racing.payments()).toMatchObject([{ status: 'paid', outcome: 'fulfilled' }])
  })

  it('without a webhook: polling finds it, at most once a minute', async () => {
    const { vendor, deps, run } = setUp()
    await deps.db
      .updateTable('payments')
      .set({ status: 'cancelled' })
      .where('status', 'in', ['created', 'processing'])
      .execute()
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    payment.report({ status: 'paid' })
    expect(await queuePaymentChecks(deps)).toBe(0)
    deps.clock.advance(61)
    expect(await queuePaymentChecks(deps)).toBe(1)
    vendor.script.down = true
    await run()
    expect((await sale.read()).paid_at).toBeNull()
    vendor.script.down = false
    deps.clock.advance(10)
    await run()
    expect((await sale.read()).paid_at).not.toBeNull()
  })

  it('a failed refund is sent again under another key, and a returned one is booked', async () => {
    const { vendor, deps, run } = setUp()
    const sale = await saleAt(deps, 'payment', { tickets: [{ capacity: 1 }] })
    const payment = await beginPayment(deps, vendor, sale)
    await sweep(deps)
    await saleAt(deps, 'payment', { ticketId: sale.ticketId })
    payment.report({ status: 'paid' })
    await payment.settle()
    vendor.script.refundStatus = 'failed'
    await run()
    expect(await sale.refunds()).toMatchObject([{ status: 'failed' }, { status: 'queued' }])
    expect(await ledgerDifferences(deps.db)).toEqual([])
    vendor.script.refundStatus = 'succeeded'
    deps.clock.advance(3601)
    await run()
    const refunds = await sale.refunds()
    expect(refunds).toMatchObject([{ status: 'failed' }, { status: 'succeeded' }])
    expect(new Set(refunds.map((refund) => refund.idempotency_key)).size).toBe(2)
    const { applyRefund } = await import('../refund/send.ts')
    await applyRefund(deps, refunds[1]!.id, {
      providerRefundId: refunds[1]!.provider_refund_id!,
      status: 'failed',
      failureText: 'account closed',
    })
    expect(await sale.payments()).toMatchObject([{ status: 'paid', refunded_minor: 0 }])
    expect(await ledgerDifferences(deps.db)).toEqual([])
    deps.clock.advance(3601)
    await run()
    expect(await sale.payments()).toMatchObject([{ status: 'refunded', refunded_minor: 1100 }])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('[FRE-01] nothing to pay: claimed twice at once is one order', async () => {
    const { deps } = setUp()
    const sale = await saleAt(deps, 'payment', { tickets: [{ price_minor: 0, booking_fee_minor: 0 }] })
    const answers = await Promise.all([claimFreeTickets(sale.ctx()), claimFreeTickets(sale.ctx())])
    expect(answers).toEqual([{ ok: true }, { ok: true }])
    expect(await sale.payments()).toMatchObject([{ provider: 'free', status: 'paid', outcome: 'fulfilled' }])
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
    expect(await claimFreeTickets((await saleAt(deps, 'payment')).ctx())).toMatchObject({ code: 'not_free' })
  })
})

describeOnPostgres('payments settled at the same moment', () => {
  const opened = useTestDatabase('postgres')

  it('twenty settles of one payment and twenty of its duplicate: one order, one refund, balanced books', async () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const sale = await saleAt(deps, 'payment', { qty: 3 })
    const first = await beginPayment(deps, vendor, sale)
    await deps.db
      .updateTable('payments')
      .set({ called_off_at: deps.clock.now() })
      .where('id', '=', first.paymentId)
      .execute()
    const second = await beginPayment(deps, vendor, sale)
    first.report({ status: 'paid' })
    second.report({ status: 'paid' })
    await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? first : second).settle()))
    await Promise.all([runDueJobs(deps, WORKERS, 50), runDueJobs(deps, WORKERS, 50)])
    expect((await sale.payments()).map((payment) => payment.outcome).sort()).toEqual(['fulfilled', 'refunded'])
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 3 })
    expect(vendor.refunds.size).toBe(1)
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('the last ticket, paid late by ten: one gets it and nine are refunded', async () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { ticketId } = await createEvent(deps.db, { tickets: [{ capacity: 1 }] })
    const late: Awaited<ReturnType<typeof beginPayment>>[] = []
    for (let i = 0; i < 10; i++) {
      late.push(await beginPayment(deps, vendor, await saleAt(deps, 'payment', { ticketId })))
      await sweep(deps)
    }
    for (const payment of late) payment.report({ status: 'paid' })
    const ended = await Promise.all(late.map((payment) => payment.settle()))
    expect(ended.filter((payment) => payment.outcome === 'fulfilled')).toHaveLength(1)
    expect(ended.filter((payment) => payment.outcome === 'refunded')).toHaveLength(9)
    await runDueJobs(deps, WORKERS, 200)
    expect(vendor.refunds.size).toBe(9)
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 0, sold: 1 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })
})
