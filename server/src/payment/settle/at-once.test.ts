import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { LOCK_SECONDS, runDueJobs, startDueJobs, type Worker } from '../../jobs/jobs.ts'
import { startJobs } from '../../jobs/run.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnPostgres, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { cardReturn } from '../providers/stripe/start.ts'
import { receiveEvent } from '../webhook/receive.ts'
import { settleWorker } from './workers.ts'

describeOnPostgres('payments that are settled at the same moment', () => {
  const opened = useTestDatabase('postgres')
  let otherPool: Awaited<ReturnType<typeof openDatabase>>
  beforeAll(async () => {
    otherPool = await openDatabase({ databaseUrl: opened().databaseUrl!, dataDir: '', onConnectionLost: () => {} })
  })
  afterAll(() => otherPool.close())

  /** Paid at the vendor, all for one ticket type, and not settled yet. */
  async function paid(count: number) {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { ticketId } = await createEvent(deps.db, { tickets: [{ capacity: count }] })
    const sales = await Promise.all(Array.from({ length: count }, () => saleAt(deps, 'payment', { ticketId })))
    const payments = await Promise.all(sales.map((sale) => beginPayment(deps, vendor, sale)))
    for (const { report } of payments) report({ status: 'paid' })
    return {
      deps,
      vendor,
      ticketId,
      sales,
      payments,
      orders: sales.map((sale, n) => ({ sale, payment: payments[n]! })),
    }
  }
  const outcomesOf = (ended: readonly PromiseSettledResult<{ outcome: string | null }>[]) =>
    ended.map((one) => (one.status === 'fulfilled' ? one.value.outcome : 'refused'))

  it('share a transaction, each with its own order', async () => {
    const { deps, payments, sales, ticketId } = await paid(10)
    const settled = await Promise.all(payments.map(({ settle }) => settle()))
    expect(settled.map(({ id, outcome }) => [id, outcome])).toEqual(
      payments.map(({ paymentId }) => [paymentId, 'fulfilled']),
    )
    const { rows } = await sql<{ transaction: string }>`
      select distinct xmin::text as transaction from orders where sale_id = any(${sql.val(sales.map(({ saleId }) => saleId))})`.execute(
      deps.db,
    )
    expect(rows).toHaveLength(1)
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 0, sold: 10 })
    // What the settlement returns is what it has stored.
    const stored = await deps.db
      .selectFrom('payments')
      .selectAll()
      .where(
        'id',
        'in',
        payments.map(({ paymentId }) => paymentId),
      )
      .orderBy('id')
      .execute()
    expect([...settled].sort((a, b) => a.id - b.id)).toEqual(stored)
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('are all settled but the one that fails, which changes nothing and is settled later', async () => {
    const { deps, payments, sales, ticketId } = await paid(10)
    const poisoned = sales[4]!
    await sql
      .raw(`
      create function refuse_order() returns trigger language plpgsql as $$ begin
        if new.sale_id = ${poisoned.saleId} then raise exception 'poisoned'; end if;
        return new;
      end $$;
      create trigger refuse_order before insert on orders for each row execute function refuse_order()`)
      .execute(deps.db)
    const ended = await Promise.allSettled(payments.map(({ settle }) => settle()))
    expect(outcomesOf(ended)).toEqual(sales.map((sale) => (sale === poisoned ? 'refused' : 'fulfilled')))
    expect((await poisoned.payments()).map(({ status, outcome }) => [status, outcome])).toEqual([['created', null]])
    expect(await poisoned.history()).toEqual(['reserved'])
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 1, sold: 9 })
    await sql.raw('drop trigger refuse_order on orders; drop function refuse_order').execute(deps.db)
    expect(await payments[4]!.settle()).toMatchObject({ outcome: 'fulfilled' })
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 0, sold: 10 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('do not wait for a sale that another transaction has locked', async () => {
    const { deps, payments, sales } = await paid(10)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isLocked = () => {}
    const locking = new Promise<void>((resolve) => {
      isLocked = resolve
    })
    const other = inTx(otherPool.db, async (tx) => {
      await lockSale(tx, sales[0]!.saleId)
      isLocked()
      await held
    })
    await locking
    const [first, ...others] = payments.map(({ settle }) => settle())
    expect((await Promise.all(others)).map(({ outcome }) => outcome)).toEqual(others.map(() => 'fulfilled'))
    expect((await sales[0]!.read()).paid_at).toBeNull()
    release()
    await other
    expect((await first!).outcome).toBe('fulfilled')
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('keep the usual ones apart from those that are returned', async () => {
    const { deps, payments, ticketId } = await paid(6)
    payments[1]!.report({ status: 'paid', amountMinor: payments[1]!.amountMinor + 1 })
    payments[3]!.report({ status: 'failed', failure: { code: 'no', text: 'No.' } })
    const settled = await Promise.all(payments.map(({ settle }) => settle()))
    expect(settled.map(({ status, outcome }) => outcome ?? status)).toEqual([
      'fulfilled',
      'refunded',
      'fulfilled',
      'failed',
      'fulfilled',
      'fulfilled',
    ])
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 2, sold: 4 })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('by the job loops of two processes, one of which was killed with its jobs, are each fulfilled once', async () => {
    const { deps, ticketId, orders } = await paid(40)
    const other = { ...deps, db: otherPool.db }
    for (const { payment } of orders)
      await receiveEvent(deps, 'stripe', {
        eventId: `loops-${payment.id}`,
        kind: 'paid',
        providerPaymentId: payment.id,
      })
    // A process takes some of the jobs, settles half of them, and is killed before it can mark any as done.
    const killed = new Promise<never>(() => {})
    let taken = 0
    const dying: Worker<'settle_payment'> = async (job, given) => {
      if (taken++ % 2 === 0) await settleWorker(job, given)
      await killed
    }
    await startDueJobs(deps, { settle_payment: dying }, { max: 16 })
    await expect.poll(async () => (await stockOf(deps.db, ticketId)).sold, { timeout: 20_000 }).toBe(8)
    const loops = [deps, other].map((one) =>
      startJobs(one, { settle_payment: settleWorker }, { everyMs: 5, concurrency: 16 }),
    )
    const left = async () =>
      (
        await deps.db
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', 'settle_payment')
          .where('done_at', 'is', null)
          .execute()
      ).length
    await expect.poll(left, { timeout: 20_000 }).toBe(16)
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 8, sold: 32 })
    deps.clock.advance(LOCK_SECONDS)
    await expect.poll(left, { timeout: 20_000 }).toBe(0)
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 0, sold: 40 })
    for (const { sale } of orders) {
      expect((await sale.payments()).map(({ status, outcome }) => [status, outcome])).toEqual([['paid', 'fulfilled']])
      expect((await sale.history()).filter((kind) => kind === 'paid')).toEqual(['paid'])
      expect(await sale.refunds()).toEqual([])
    }
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('by webhook, return and poll, on two processes, are each fulfilled once', async () => {
    const { deps, ticketId, orders } = await paid(50)
    const other = { ...deps, db: otherPool.db }
    await Promise.all(
      orders.flatMap(({ sale, payment }, n) => {
        const [first, second] = n % 2 === 0 ? [deps, other] : [other, deps]
        const event = { eventId: `at-once-${payment.id}`, kind: 'paid', providerPaymentId: payment.id }
        return [
          receiveEvent(first, 'stripe', event),
          receiveEvent(second, 'stripe', event),
          cardReturn(second, sale.session, payment.id),
          payment.settle(),
        ]
      }),
    )
    await Promise.all([runDueJobs(deps, WORKERS, 500), runDueJobs(other, WORKERS, 500)])
    for (const { sale } of orders) {
      expect((await sale.payments()).map(({ status, outcome }) => [status, outcome])).toEqual([['paid', 'fulfilled']])
      expect((await sale.history()).filter((kind) => kind === 'paid')).toEqual(['paid'])
    }
    const saleIds = sql.val(orders.map(({ sale }) => sale.saleId))
    const { rows } = await sql<{ orders: number; deliveries: number; captured: number; notices: number }>`
      select (select count(*)::int from orders where sale_id = any(${saleIds})) as orders,
        (select count(*)::int from jobs where kind = 'deliver_sale' and (payload->>'sale_id')::bigint = any(${saleIds})) as deliveries,
        (select count(distinct payment_id)::int from ledger_entries where sale_id = any(${saleIds}) and movement = 'capture') as captured,
        (select count(*)::int from payment_notices where event_id like 'at-once-%') as notices`.execute(deps.db)
    expect(rows[0]).toEqual({ orders: 50, deliveries: 50, captured: 50, notices: 50 })
    expect(await stockOf(deps.db, ticketId)).toEqual({ held: 0, sold: 50 })
    for (const { sale } of orders) expect(await sale.refunds()).toEqual([])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })
})
