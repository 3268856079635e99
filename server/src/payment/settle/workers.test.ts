import { expect, it } from 'vitest'
import type { JobKind } from '../../jobs/jobs.ts'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment, startPayment } from '../../testing/fixtures/begin-payment.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import { areOpen } from '../provider/status.ts'
import { claimFreeTickets } from '../start/free.ts'
import { cancelWorker, queuePaymentChecks, settleWorker } from './workers.ts'

describeOnBoth('payment jobs', (kind) => {
  const opened = useTestDatabase(kind)
  const setUp = () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const jobOf = <Kind extends JobKind>(kind: Kind, payment_id: number, more = {}) => ({
      kind,
      key: 'k',
      payload: { payment_id, ...more },
      tries: 1,
    })
    const askedAbout = async () => {
      const jobs = await deps.db.selectFrom('jobs').select('payload').where('kind', '=', 'settle_payment').execute()
      return jobs.map(({ payload }) => (payload as { payment_id: number }).payment_id)
    }
    const queuedPayments = async () => {
      await queuePaymentChecks(deps)
      return askedAbout()
    }
    return { vendor, deps, jobOf, askedAbout, queuedPayments }
  }

  it('cancel an open payment at its provider, whose response decides', async () => {
    const { vendor, deps, jobOf } = setUp()
    const [left, paidBefore] = [await saleAt(deps, 'payment'), await saleAt(deps, 'payment')]
    const first = await beginPayment(deps, vendor, left)
    await cancelWorker(jobOf('cancel_payment', first.paymentId), deps)
    expect(vendor.payments.get(first.id)).toMatchObject({ status: 'cancelled' })
    expect(await left.payments()).toMatchObject([{ status: 'cancelled' }])
    vendor.script.cancelTo = 'paid'
    const second = await beginPayment(deps, vendor, paidBefore)
    await cancelWorker(jobOf('cancel_payment', second.paymentId), deps)
    expect(await paidBefore.payments()).toMatchObject([{ status: 'paid', outcome: 'fulfilled' }])
  })

  it('do not cancel an ended payment, whatever its provider could still do', async () => {
    const { vendor, deps, jobOf } = setUp()
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    await payment.pay()
    payment.report({ status: 'open' })
    await cancelWorker(jobOf('cancel_payment', payment.paymentId), deps)
    expect(vendor.payments.get(payment.id)).toMatchObject({ status: 'open' })
    expect(await sale.payments()).toMatchObject([{ status: 'paid' }])
  })

  it('end a payment that never reached its provider, once its call has timed out', async () => {
    const { deps, jobOf } = setUp()
    const sale = await saleAt(deps, 'payment')
    const started = await startPayment(sale)
    if (!started.ok) throw new Error(started.code)
    await cancelWorker(jobOf('cancel_payment', started.payment.id), deps)
    expect(await sale.payments()).toMatchObject([{ status: 'created' }])
    deps.clock.advance(121)
    await cancelWorker(jobOf('cancel_payment', started.payment.id), deps)
    expect(await sale.payments()).toMatchObject([{ status: 'cancelled', failure_code: 'lost' }])
  })

  it('read refunds from the provider’s dashboard only after a webhook about them', async () => {
    const { vendor, deps, jobOf } = setUp()
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    await payment.pay()
    vendor.refundByHand(payment.id, 300)
    await settleWorker(jobOf('settle_payment', payment.paymentId), deps)
    expect(await sale.refunds()).toEqual([])
    await settleWorker(jobOf('settle_payment', payment.paymentId, { refunds: true }), deps)
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 300 }])
  })

  it('poll each open payment without news, once a minute', async () => {
    const { vendor, deps, queuedPayments } = setUp()
    const free = await saleAt(deps, 'payment', { tickets: [{ price_minor: 0, booking_fee_minor: 0 }] })
    await claimFreeTickets(free.ctx())
    const payments = []
    for (let n = 0; n < 2; n++) payments.push(await beginPayment(deps, vendor, await saleAt(deps, 'payment')))
    const ids = payments.map(({ paymentId }) => paymentId)
    expect(await queuedPayments()).toEqual([])
    deps.clock.advance(60)
    for (let again = 0; again < 2; again++) expect(await queuedPayments()).toEqual(ids)
    deps.clock.advance(60)
    expect(await queuedPayments()).toEqual([...ids, ...ids])
  })

  it('poll every open payment in turn, also while a provider does not answer about the first ones', async () => {
    const { vendor, deps, askedAbout } = setUp()
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.push((await beginPayment(deps, vendor, await saleAt(deps, 'payment'))).paymentId)
    // Nothing does the jobs, as if each of them failed.
    const open = await deps.db.selectFrom('payments').select('id').where(areOpen()).execute()
    for (let minute = 0; minute * 2 < open.length; minute++) {
      deps.clock.advance(60)
      await queuePaymentChecks(deps, 2)
    }
    expect(await askedAbout()).toEqual(expect.arrayContaining(ids))
  })
})
