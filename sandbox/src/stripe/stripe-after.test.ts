import { Script } from 'node:vm'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newDataFile, START, type TestSandbox, testSandbox } from '../testing.ts'
import { CARD_FRAME } from './frame.ts'
import { STRIPE_JS } from './script.ts'

const SECRET = 'whsec_sandbox'
const webhooks = { stripe: { url: 'http://shop.test/webhooks/stripe', secret: SECRET } }

let sandbox: TestSandbox
let stripe: Stripe

const clientOf = (port: number, key = 'sk_test_123') =>
  new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })

beforeEach(async () => {
  sandbox = await testSandbox({ webhooks })
  stripe = clientOf(sandbox.port)
})
afterEach(() => sandbox.close())

const basket = {
  amount: 2500,
  currency: 'gbp',
  allowed_payment_method_types: ['card'],
} satisfies Stripe.PaymentIntentCreateParams
const paid = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...basket, confirm: true, payment_method: 'pm_card_visa', ...more })

const failure = async (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call went through'),
    (error: Stripe.errors.StripeError) => error,
  )

const eventsSent = () => sandbox.received.map((notice) => JSON.parse(notice.body) as Stripe.Event)
const typesSent = () => eventsSent().map((event) => event.type)

describe('a refund', () => {
  it('can be partial, but never exceeds what was paid and not yet refunded', async () => {
    const intent = await paid()
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1000,
      reason: 'requested_by_customer',
    })
    expect(refund).toMatchObject({ status: 'succeeded', amount: 1000 })
    expect((await failure(stripe.refunds.create({ payment_intent: intent.id, amount: 1501 }))).message).toBe(
      'Refund amount (£15.01) is greater than unrefunded amount on charge (£15.00)',
    )
    await stripe.refunds.create({ payment_intent: intent.id })
    expect(await stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({
      amount_refunded: 2500,
      refunded: true,
    })
    expect(await failure(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data.map((each) => each.amount)).toEqual([
      1500, 1000,
    ])
    await sandbox.state.tick()
    expect(typesSent().filter((type) => /refund/.test(type))).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ])
  })

  it('can fail later and return the money to the shop', async () => {
    const intent = await paid({ payment_method: 'pm_card_refundFail' })
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    sandbox.clock.now += 10_000
    await sandbox.state.tick()
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed')
    expect(typesSent()).toContain('refund.failed')
    expect((await stripe.charges.retrieve(intent.latest_charge as string)).amount_refunded).toBe(0)
  })
})

describe('a dispute', () => {
  it('follows its test card, blocks refunds and is won by evidence', async () => {
    const intent = await paid({ payment_method: 'pm_card_createDispute' })
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 2500, reason: 'fraudulent' })
    expect(await failure(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    })
    const won = await stripe.disputes.update(dispute!.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
    expect(won.status).toBe('won')
    await sandbox.state.tick()
    expect(typesSent().filter((type) => /dispute/.test(type))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })
})

describe('a webhook', () => {
  it("has a signature that the vendor's own library accepts", async () => {
    await paid()
    await sandbox.state.tick()
    const notice = sandbox.received.at(-1)!
    const header = notice.headers['stripe-signature']!
    const at = Math.floor(START / 1000)
    const event = stripe.webhooks.constructEvent(notice.body, header, SECRET, 300, undefined, at)
    expect(event.type).toBe('payment_intent.succeeded')
    expect(event.api_version, 'the version the installed library speaks').toBe(Stripe.API_VERSION)
    expect(() =>
      stripe.webhooks.constructEvent(notice.body.replace('2500', '2600'), header, SECRET, 300, undefined, at),
    ).toThrow()
    expect(() => stripe.webhooks.constructEvent(notice.body, header, 'whsec_other', 300, undefined, at)).toThrow()
  })

  it('is retried with back-off until the shop accepts it', async () => {
    sandbox.receiver.status = 500
    await stripe.paymentIntents.create(basket)
    await sandbox.state.tick()
    expect(sandbox.received).toHaveLength(1)
    const undelivered = () => stripe.events.list({ types: ['payment_intent.created'], delivery_success: false })
    expect((await undelivered()).data).toHaveLength(1)
    sandbox.clock.now += 1_000
    await sandbox.state.tick()
    expect(sandbox.received).toHaveLength(2)
    sandbox.receiver.status = 200
    sandbox.clock.now += 3_000
    await sandbox.state.tick()
    sandbox.clock.now += 86_400_000
    await sandbox.state.tick()
    expect(sandbox.received).toHaveLength(3)
    expect(new Set(eventsSent().map((event) => event.id)).size).toBe(1)
    expect((await undelivered()).data).toEqual([])
  })

  it('can be dropped, duplicated and reordered', async () => {
    const { switches } = sandbox.state
    switches.set({ vendor: 'stripe', switch: 'webhook_drop', value: '', times: 1 })
    await stripe.paymentIntents.create(basket)
    await sandbox.state.tick()
    expect(sandbox.received).toHaveLength(0)

    switches.set({ vendor: 'stripe', switch: 'webhook_duplicate', value: '', times: 1 })
    await stripe.paymentIntents.create(basket)
    await sandbox.state.tick()
    expect(eventsSent().map((event) => event.id)).toEqual([eventsSent()[0]!.id, eventsSent()[0]!.id])

    sandbox.received.length = 0
    switches.set({ vendor: 'stripe', switch: 'webhook_reorder', value: '5000', times: 1 })
    await paid()
    await sandbox.state.tick()
    sandbox.clock.now += 5_000
    await sandbox.state.tick()
    expect(typesSent()).toEqual(['charge.succeeded', 'payment_intent.succeeded', 'payment_intent.created'])
  })
})

describe('time and restarts', () => {
  it('a late payment is processing until its time', async () => {
    sandbox.state.switches.set({ vendor: 'stripe', switch: 'settle_late', value: '60000', times: 1 })
    const intent = await paid()
    expect(intent.status).toBe('processing')
    sandbox.clock.now += 60_000
    await sandbox.state.tick()
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  it('nothing is lost in a restart: neither an undelivered webhook nor data before a half-written line', async () => {
    const dataFile = newDataFile()
    const before = await testSandbox({ dataFile, webhooks })
    const params = { ...basket, confirm: true, payment_method: 'pm_card_visa' }
    const intent = await clientOf(before.port).paymentIntents.create(params, { idempotencyKey: 'kept' })
    await before.close()
    const { appendFileSync } = await import('node:fs')
    appendFileSync(dataFile, '{"c":"stripe.payment_intents","k":"pi_half')

    const after = await testSandbox({ dataFile, webhooks })
    const again = clientOf(after.port)
    expect((await again.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    expect((await again.paymentIntents.create(params, { idempotencyKey: 'kept' })).id).toBe(intent.id)
    await after.state.tick()
    expect(after.received.map((notice) => JSON.parse(notice.body).type)).toContain('payment_intent.succeeded')
    await after.close()
  })

  it('an injected 500 can occur before or after the work', async () => {
    sandbox.state.switches.set({ vendor: 'stripe', switch: 'error', value: 'before', times: 1 })
    expect((await failure(paid())).statusCode).toBe(500)
    expect((await stripe.charges.list()).data).toHaveLength(0)
    sandbox.state.switches.set({ vendor: 'stripe', switch: 'error', value: 'after', times: 1 })
    expect((await failure(paid())).statusCode).toBe(500)
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })
})

describe('scripts for browsers', () => {
  it('parse, at the vendor’s address', async () => {
    expect(() => new Script(STRIPE_JS)).not.toThrow()
    const inline = CARD_FRAME.match(/<script>([\s\S]*)<\/script>/)?.[1]
    expect(() => new Script(inline!)).not.toThrow()
    for (const path of ['/stripe.js', '/endive/stripe.js']) {
      const answer = await fetch(sandbox.url + path)
      expect(answer.headers.get('content-type')).toContain('javascript')
      expect(await answer.text()).toBe(STRIPE_JS)
    }
  })

  it('a request with card numbers from the server is refused', async () => {
    const raw = stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 1, exp_year: 2031 } as never,
    })
    expect((await failure(raw)).message).toContain('unsafe')
  })
})
