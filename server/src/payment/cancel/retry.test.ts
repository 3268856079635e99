import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { cancelEvent, cancellationState, endCancelledEvents } from './event.ts'
import { cancelOutcomesOf } from './outcomes.ts'
import { retryCancellation } from './retry.ts'

describeOnBoth('failed refunds of a cancellation', (kind) => {
  const opened = useTestDatabase(kind)

  it('can be retried: refunded once despite repeated requests, and blocked orders too', async () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const { db, clock } = deps
    const runBackgroundWork = async () => {
      for (let turn = 0; turn < 4; turn++) {
        clock.advance(3700)
        await endCancelledEvents(deps)
        await runDueJobs(deps, WORKERS, 500)
      }
    }
    const { ticketId, eventId, slug } = await createEvent(db)
    const orders = []
    for (let n = 0; n < 2; n++) {
      const sale = await saleAt(deps, 'payment', { ticketId, qty: 2 })
      expect(await (await beginPayment(deps, vendor, sale)).pay()).toMatchObject({ outcome: 'fulfilled' })
      orders.push(sale)
    }
    const [plain, blocked] = orders as [(typeof orders)[0], (typeof orders)[0]]
    await runDueJobs(deps, WORKERS, 500)
    const block = ({ saleId: sale_id }: { saleId: number }) =>
      db
        .insertInto('sale_events')
        .values({ sale_id, kind: 'cancellation_blocked', facts: '{"code":"plan_paying"}', at: clock.now() })
        .execute()
    await block(blocked)
    vendor.script.refundStatus = 'failed'
    expect(await cancelEvent(deps, { slug })).toMatchObject({ ok: true })
    for (let turn = 0; turn < 3; turn++) await runBackgroundWork()
    expect(await cancellationState(db, eventId)).toMatchObject({ orders: 0, blocked: 1 })
    const outcomes = async () =>
      new Map((await cancelOutcomesOf(db, eventId)).map((outcome) => [outcome.saleId, outcome]))
    expect((await outcomes()).get(plain.saleId)!.failures).toHaveLength(1)
    expect((await outcomes()).get(blocked.saleId)!.state).toBe('blocked')
    const failedSoFar = (await plain.refunds()).length
    // The tickets of another date were blocked, and refunded since. Nothing of it is open any more but the failed refund.
    await block(plain)

    vendor.script.refundStatus = 'succeeded'
    const retried = await Promise.all(
      [1, 2, 3, 4].map(() => inTx(db, (tx) => retryCancellation(tx, eventId, clock.now()))),
    )
    expect(retried.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2])
    await runBackgroundWork()
    const after = await plain.refunds()
    expect(after.slice(failedSoFar).map(({ status, amount_minor }) => [status, amount_minor])).toEqual([
      ['succeeded', 2200],
    ])
    expect((await blocked.refunds()).map(({ status, amount_minor }) => [status, amount_minor])).toEqual([
      ['succeeded', 2200],
    ])
    expect(await cancellationState(db, eventId)).toEqual({ held: 0, orders: 0, blocked: 0 })
    expect([...(await outcomes()).values()].map(({ failures, returnedMinor }) => [failures, returnedMinor])).toEqual([
      [[], 2200],
      [[], 2200],
    ])
    expect(await inTx(db, (tx) => retryCancellation(tx, eventId, clock.now()))).toBe(0)
    for (const sale of orders)
      expect(
        (await sale.mails()).filter((mail) => mail.kind === 'refund'),
        'one mail',
      ).toHaveLength(1)
    expect(await ledgerDifferences(db)).toEqual([])
  })
})
