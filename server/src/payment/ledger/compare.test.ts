import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { refundOrder } from '../refund/order.ts'
import { settlePayment } from '../settle/settle.ts'
import { openPayment, payable } from '../start/open-payment.ts'
import { compareBooks, reportDifferences } from './compare.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

/** Charged at the vendor, without a webhook. */
async function charged() {
  const sale = await saleAt(shop.deps, 'payment')
  const allowed = await payable(sale.ctx(), { method: () => true })
  if (!allowed.ok) throw new Error(allowed.code)
  const opened = await openPayment(sale.ctx(), allowed, { provider: 'stripe' })
  if (!opened.ok) throw new Error(opened.code)
  const stripe = shop.vendors.stripe
  const intent = await stripe.createIntent({
    amountMinor: opened.payment.amount_minor,
    currency: 'GBP',
    saleReference: sale.reference,
    idempotencyKey: opened.payment.idempotency_key,
  })
  await shop.db
    .updateTable('payments')
    .set({ provider_payment_id: intent.id })
    .where('id', '=', opened.payment.id)
    .execute()
  shop.webhooks.enabled = false
  await stripe.cardsOnFile.confirmCharge(intent.id, {
    idempotencyKey: `c-${opened.payment.id}`,
    methodId: 'pm_card_visa',
    returnUrl: 'http://shop.test/',
  })
  await shop.sandbox.tick()
  return { sale, paymentId: opened.payment.id, intent: intent.id }
}

/** What a comparison returns when every book was compared and agrees. */
const AGREES = { differences: [], unreached: [] }

describe('reconciliation', () => {
  it('reports nothing when everything agrees', async () => {
    const { sale, paymentId } = await charged()
    await settlePayment(shop.deps, paymentId)
    expect(await compareBooks(shop.deps)).toEqual(AGREES)
    await refundOrder(shop.deps, { reference: sale.reference, what: 'amount', amountMinor: 100 })
    expect(await compareBooks(shop.deps), 'a refund on its way').toEqual(AGREES)
    await shop.pass()
    expect(await compareBooks(shop.deps)).toEqual(AGREES)
  })

  it('finds a payment without a webhook and settles it', async () => {
    const { sale, intent } = await charged()
    expect((await compareBooks(shop.deps)).differences).toMatchObject([
      { what: 'paid there, not settled here', payment: intent, provider: 'stripe' },
    ])
    await shop.pass()
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
    expect(await compareBooks(shop.deps)).toEqual(AGREES)
  })

  it('finds differing refunds and amounts, foreign payments, abandoned jobs and unreachable vendors', async () => {
    const { paymentId, intent } = await charged()
    await settlePayment(shop.deps, paymentId)
    const stripe = shop.vendors.stripe
    await stripe.refund({
      providerPaymentId: intent,
      amountMinor: 300,
      currency: 'GBP',
      idempotencyKey: 'by-hand',
      reference: 'r',
    })
    const foreign = await stripe.createIntent({
      amountMinor: 999,
      currency: 'GBP',
      saleReference: 'not-ours',
      idempotencyKey: 'f',
    })
    await stripe.cardsOnFile.confirmCharge(foreign.id, {
      idempotencyKey: 'fc',
      methodId: 'pm_card_visa',
      returnUrl: 'http://shop.test/',
    })
    expect((await compareBooks(shop.deps)).differences.map(({ what, payment }) => [what, payment]).sort()).toEqual(
      [
        ['other refunds', intent],
        ['paid there, unknown here', foreign.id],
      ].sort(),
    )
    await shop.db
      .insertInto('jobs')
      .values({
        kind: 'refund',
        key: 'lost',
        run_at: shop.clock.now(),
        created_at: shop.clock.now(),
        gave_up_at: shop.clock.now(),
        last_error: 'no',
      })
      .execute()
    shop.fault('stripe', 'error', 'before', 10)
    const found = await compareBooks(shop.deps)
    expect(await reportDifferences(shop.deps)).toBe(1)
    shop.sandbox.switches.clear()
    expect(found.differences.map(({ what }) => what)).toEqual(['a job gave up'])
    expect(found.unreached.map(({ provider }) => provider)).toEqual(['stripe'])
  }, 60_000)
})
