import { expect, it } from 'vitest'
import { WORKERS } from '../../background.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment } from '../../testing/fixtures/begin-payment.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { refundOrder } from './order.ts'
import { applyRefund } from './send.ts'

describeOnBoth('a refund that the buyer’s bank returns', (kind) => {
  const opened = useTestDatabase(kind)

  it.each([
    ['of the whole order', { what: 'whole' }, 'refunded'],
    ['of a part', { what: 'amount', amountMinor: 300 }, 'partly_refunded'],
  ] as const)('%s counts as never made, is sent once more, and is booked again', async (_, request, afterwards) => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const run = () => runDueJobs(deps, WORKERS, 500)
    const sale = await saleAt(deps, 'payment', { qty: 2 })
    const payment = await beginPayment(deps, vendor, sale)
    payment.report({ status: 'paid' })
    await payment.settle()
    expect(await refundOrder(deps, { reference: sale.reference, ...request })).toMatchObject({ ok: true })
    await run()
    const stored = () =>
      deps.db
        .selectFrom('payments')
        .select(['status', 'refunded_minor'])
        .where('id', '=', payment.paymentId)
        .executeTakeFirstOrThrow()
    const amount = 'amountMinor' in request ? request.amountMinor : 2200
    expect(await stored()).toEqual({ status: afterwards, refunded_minor: amount })

    const [made] = await sale.refunds()
    const returned = { ...[...vendor.refunds.values()][0]!, status: 'failed' as const, failureText: 'account closed' }
    vendor.refunds.set(returned.providerRefundId, returned)
    await Promise.all([applyRefund(deps, made!.id, returned), applyRefund(deps, made!.id, returned)])
    expect(await stored()).toEqual({ status: 'paid', refunded_minor: 0 })
    expect(await ledgerDifferences(deps.db)).toEqual([])

    for (let hour = 0; hour < 30; hour++) {
      deps.clock.advance(3600)
      await run()
    }
    expect((await sale.refunds()).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect(await stored()).toEqual({ status: afterwards, refunded_minor: amount })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })
})
