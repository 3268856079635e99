import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { WORKERS } from '../../background.ts'
import { inTx } from '../../db/transaction/tx.ts'
import { runDueJobs } from '../../jobs/jobs.ts'
import { lockSale } from '../../sale/sale.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { bought, type Deps, vendor } from './bought.testing.ts'
import { refundOrder } from './order.ts'
import { bookVendorRefunds } from './vendor-refunds.ts'

describeOnBoth('a refund made in the vendor’s dashboard while ours is being sent', (kind) => {
  const opened = useTestDatabase(kind)

  /** An order of 11.00 whose refund is queued. `meanwhile` runs between our decision to send it and the vendor's answer. */
  async function queueRefund(meanwhile: (deps: Deps, id: string, paymentId: number) => Promise<unknown>) {
    const deps: Deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const sale = await bought(deps)
    const [payment] = await sale.payments()
    const id = payment!.provider_payment_id!
    let refundCalls = 0
    const provider = {
      ...vendor.provider,
      refund: async (request: Parameters<typeof vendor.provider.refund>[0]) => {
        if (refundCalls++ === 0) await meanwhile(deps, id, payment!.id)
        return vendor.provider.refund(request)
      },
    }
    deps.providers = { stripe: provider }
    expect(await refundOrder(deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ ok: true })
    return { deps, sale, id, paymentId: payment!.id, calls: () => refundCalls }
  }
  const expectAgreement = async ({ deps, sale, id }: Awaited<ReturnType<typeof queueRefund>>) => {
    for (let turn = 0; turn < 8; turn++) {
      deps.clock.advance(3700)
      await runDueJobs(deps, WORKERS, 500)
    }
    const returned = [...vendor.refunds.values()]
      .filter((refund) => refund.payment === id && refund.status === 'succeeded')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    expect(returned).toBe(1100)
    expect((await sale.payments())[0]).toMatchObject({ status: 'refunded', refunded_minor: returned })
    expect(await ledgerDifferences(deps.db)).toEqual([])
  }

  it('is booked once, although the vendor refuses ours', async () => {
    const order = await queueRefund(async (deps, id, paymentId) => {
      vendor.refundByHand(id, 1100)
      await bookVendorRefunds(deps, paymentId)
    })
    await runDueJobs(order.deps, WORKERS, 500)
    await expectAgreement(order)
  })

  it('is found when the vendor refuses ours, even without a webhook', async () => {
    const order = await queueRefund(async (_, id) => vendor.refundByHand(id, 1100))
    await runDueJobs(order.deps, WORKERS, 500)
    await expectAgreement(order)
  })

  it('of a part is found too, and only the rest is sent', async () => {
    const order = await queueRefund(async (_, id) => vendor.refundByHand(id, 400))
    await runDueJobs(order.deps, WORKERS, 500)
    await expectAgreement(order)
  })

  it('of a part, booked after the vendor refused ours: the rest is sent under a key of its own', async () => {
    const order = await queueRefund(async (_, id) => vendor.refundByHand(id, 400))
    vendor.script.refusesExcess = true
    onTestFinished(() => {
      vendor.script.refusesExcess = false
    })
    await runDueJobs(order.deps, WORKERS, 500)
    order.deps.clock.advance(600)
    await bookVendorRefunds(order.deps, order.paymentId)
    await expectAgreement(order)
    expect(order.calls()).toBe(2)
  })

  it('of more than is left of the payment is not booked', async () => {
    const { deps, sale, id, paymentId } = await queueRefund(async () => {})
    const beyond = {
      providerRefundId: `${id}-beyond`,
      status: 'succeeded' as const,
      failureText: null,
      reference: null,
    }
    const listRefunds = async () => [{ ...beyond, amountMinor: 1101 }]
    deps.providers = { stripe: { ...vendor.provider, listRefunds } }
    await bookVendorRefunds(deps, paymentId)
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 1100, status: 'queued' }])
    expect(await ledgerDifferences(deps.db)).toEqual([])
  })

  it('is not sent again once the manual one has replaced it', async () => {
    if (kind === 'embedded') return
    const order = await queueRefund(async () => {})
    const { deps, sale, id, paymentId } = order
    vendor.refundByHand(id, 1100)
    // The job begins while the refund by hand is booked under the sale's lock.
    let isLocked = () => {}
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve
    })
    const booked = inTx(deps.db, async (tx) => {
      await lockSale(tx, sale.saleId)
      isLocked()
      await sleep(300)
      await tx
        .updateTable('refunds')
        .set({ status: 'succeeded', provider_refund_id: 'by hand' })
        .where('payment_id', '=', paymentId)
        .execute()
    })
    await locked
    await Promise.all([booked, runDueJobs(deps, WORKERS, 500)])
    expect(order.calls()).toBe(0)
  })
})
