import Stripe from 'stripe'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestSandbox, testSandbox } from '../../testing.ts'

let sandbox: TestSandbox
let stripe: Stripe
beforeEach(async () => {
  sandbox = await testSandbox({ webhooks: { stripe: { url: 'http://shop.test/webhooks/stripe', secret: 'whsec_1' } } })
  stripe = new Stripe('sk_test_123', {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
})
afterEach(() => sandbox.close())

const paid = (amount: number) =>
  stripe.paymentIntents.create({
    amount,
    currency: 'gbp',
    confirm: true,
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
  })

it('pays out week-old balance with fees and refunds, once', async () => {
  const intent = await paid(2500)
  await stripe.refunds.create({ payment_intent: (await paid(1000)).id, amount: 400 })
  sandbox.clock.now += 6 * 86_400_000
  await sandbox.state.tick()
  expect((await stripe.payouts.list()).data).toEqual([])
  sandbox.clock.now += 2 * 86_400_000
  await sandbox.state.tick()
  const [payout] = (await stripe.payouts.list()).data
  // 1.5 % and 20p of each payment.
  expect(payout).toMatchObject({ status: 'paid', currency: 'gbp', amount: 2500 - 58 + 1000 - 35 - 400 })
  const { data } = await stripe.balanceTransactions.list({ payout: payout!.id, expand: ['data.source'] })
  expect(data.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -payout!.amount],
    ['refund', -400],
    ['charge', 965],
    ['charge', 2442],
  ])
  expect((data.at(-1)!.source as Stripe.Charge).payment_intent).toBe(intent.id)
  expect(sandbox.received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type)).toContain('payout.paid')
  sandbox.clock.now += 3 * 86_400_000
  await sandbox.state.tick()
  expect((await stripe.payouts.list()).data).toHaveLength(1)
})
