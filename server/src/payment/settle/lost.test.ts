import { expect, it } from 'vitest'
import { describeOnBoth, useTestDatabase } from '../../testing/database/databases.ts'
import { testDeps } from '../../testing/deps.ts'
import { beginPayment, startPayment } from '../../testing/fixtures/begin-payment.ts'
import { saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { scriptedProvider } from '../../testing/vendors/scripted-provider.ts'
import type { PaymentProvider, ProviderPayment } from '../provider/provider.ts'
import { settlePayment } from './settle.ts'

describeOnBoth('a payment whose state at the provider is unclear', (kind) => {
  const opened = useTestDatabase(kind)

  /** A started payment without a response; `reported` is what the provider returns for it. */
  const withoutResponse = async (reported: Partial<ProviderPayment> | null) => {
    const vendor = scriptedProvider('stripe')
    const lost: unknown[] = []
    const provider: PaymentProvider = {
      ...vendor.provider,
      resolveLost: async (call) => {
        lost.push(call)
        return reported && { ...vendor.payments.get('found')!, ...reported }
      },
    }
    const deps = testDeps(opened(), { providers: { stripe: provider } })
    const sale = await saleAt(deps, 'payment')
    const started = await startPayment(sale)
    if (!started.ok) throw new Error(started.code)
    const { id, amount_minor: amountMinor, currency, idempotency_key, created_at } = started.payment
    vendor.report('found', { amountMinor, currency, saleReference: sale.reference })
    const call = { idempotencyKey: idempotency_key, saleReference: sale.reference, since: created_at }
    return { deps, sale, lost, call, settle: () => settlePayment(deps, id) }
  }

  it('is left alone while the call that starts it may still be running', async () => {
    const { deps, lost, settle } = await withoutResponse({ status: 'paid' })
    deps.clock.advance(119)
    expect(await settle()).toMatchObject({ status: 'created', provider_payment_id: null })
    expect(lost).toEqual([])
  })

  it('is settled normally if the provider has it', async () => {
    const { deps, sale, lost, call, settle } = await withoutResponse({ status: 'paid' })
    deps.clock.advance(120)
    expect(await settle()).toMatchObject({ status: 'paid', outcome: 'fulfilled', provider_payment_id: 'found' })
    expect(lost).toEqual([call])
    expect(await stockOf(deps.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
  })

  it('ends once if the provider has nothing, and the buyer can pay again', async () => {
    const { deps, sale, lost, settle } = await withoutResponse(null)
    deps.clock.advance(120)
    for (let again = 0; again < 2; again++)
      expect(await settle()).toMatchObject({ status: 'cancelled', failure_code: 'lost', outcome: null })
    expect(lost).toHaveLength(1)
    expect((await sale.read()).held_until).not.toBeNull()
    expect(await startPayment(sale)).toMatchObject({ ok: true })
  })

  it.each([true, false])('is cancelled at the provider only if it was cancelled here: %s', async (calledOff) => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const sale = await saleAt(deps, 'payment')
    const payment = await beginPayment(deps, vendor, sale)
    payment.report({ status: 'processing' })
    expect(await payment.settle()).toMatchObject({ status: 'processing' })
    if (calledOff)
      await deps.db
        .updateTable('payments')
        .set({ called_off_at: deps.clock.now() })
        .where('id', '=', payment.paymentId)
        .execute()
    payment.report({ status: 'open' })
    const after = calledOff ? 'cancelled' : 'open'
    expect(await payment.settle()).toMatchObject({ status: calledOff ? 'cancelled' : 'created' })
    expect(vendor.payments.get(payment.id)).toMatchObject({ status: after })
  })

  it('is counted once for each change of state', async () => {
    const vendor = scriptedProvider('stripe')
    const deps = testDeps(opened(), { providers: { stripe: vendor.provider } })
    const payment = await beginPayment(deps, vendor, await saleAt(deps, 'payment'))
    const counts = async () =>
      (await deps.metrics.payments.get()).values.map(({ labels, value }) => [labels.provider, labels.outcome, value])
    await payment.settle()
    expect(await counts()).toEqual([])
    for (let again = 0; again < 2; again++) {
      payment.report({ status: 'failed' })
      await payment.settle()
    }
    for (let again = 0; again < 2; again++) await payment.pay()
    expect(await counts()).toEqual([
      ['stripe', 'failed', 1],
      ['stripe', 'fulfilled', 1],
    ])
  })
})
