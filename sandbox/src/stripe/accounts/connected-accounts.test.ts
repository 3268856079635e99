import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newDataFile, type TestSandbox, testSandbox } from '../../testing.ts'

const A = 'acct_organiserA'
const B = 'acct_organiserB'
const webhooks = {
  stripe: { url: 'http://shop.test/webhooks/stripe', secret: 'whsec_own' },
  'stripe/connect': { url: 'http://shop.test/webhooks/connect', secret: 'whsec_connect' },
}

let sandbox: TestSandbox
const clientOf = (stripeAccount?: string) =>
  new Stripe('sk_test_123', {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...(stripeAccount && { stripeAccount }),
  })
const open = async (dataFile?: string) => {
  sandbox = await testSandbox({ webhooks, stripe: { connectedAccounts: [A, B] }, ...(dataFile && { dataFile }) })
}

beforeEach(() => open())
afterEach(() => sandbox.close())

const failure = async (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call went through'),
    (error: Stripe.errors.StripeError) => error,
  )
const pay = (stripe: Stripe, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 2500,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_visa',
    ...more,
  })
const eventsAt = (path: string) =>
  sandbox.received
    .filter(({ url }) => url.endsWith(path))
    .map((notice) => ({ notice, event: JSON.parse(notice.body) as Stripe.Event }))

describe('a connected account', () => {
  it('has objects of its own, invisible to other accounts and the platform', async () => {
    const [a, b, platform] = [clientOf(A), clientOf(B), clientOf()]
    const intent = await pay(a)
    const customer = await a.customers.create({ email: 'ada@example.org' })
    expect((await a.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    for (const other of [b, platform]) {
      expect((await failure(other.paymentIntents.retrieve(intent.id))).statusCode).toBe(404)
      expect((await failure(other.refunds.create({ payment_intent: intent.id }))).statusCode).toBe(404)
      expect((await failure(other.customers.retrieve(customer.id))).statusCode).toBe(404)
      expect((await other.paymentIntents.list()).data).toEqual([])
    }
  })

  it('is refused if not connected, and states whether it accepts payments', async () => {
    expect((await failure(pay(clientOf('acct_somebodyelse')))).statusCode).toBe(403)
    expect((await clientOf(A).accounts.retrieve(A)).charges_enabled).toBe(true)
    expect((await failure(clientOf(A).accounts.retrieve(B))).statusCode).toBe(403)
    sandbox.state.stripe.stores.add({ id: B, chargesEnabled: false })
    expect((await clientOf(B).accounts.retrieve(B)).charges_enabled).toBe(false)
  })

  it('sends Connect webhooks with its id and that webhook’s secret', async () => {
    await pay(clientOf(A))
    await pay(clientOf())
    await sandbox.state.tick()
    const connected = eventsAt('/webhooks/connect')
    expect(connected.map(({ event }) => event.account)).toEqual(connected.map(() => A))
    expect(connected.map(({ event }) => event.type)).toContain('payment_intent.succeeded')
    const { notice } = connected[0]!
    const at = sandbox.clock.now
    const verify = (secret: string) =>
      clientOf().webhooks.constructEvent(
        notice.body,
        notice.headers['stripe-signature']!,
        secret,
        undefined,
        undefined,
        at,
      )
    expect(verify('whsec_connect').account).toBe(A)
    expect(() => verify('whsec_own')).toThrow()
    expect(eventsAt('/webhooks/stripe').every(({ event }) => event.account === undefined)).toBe(true)
  })

  it('pays an application fee to the platform, refunded only on request', async () => {
    const [a, platform] = [clientOf(A), clientOf()]
    const feeKept = await pay(a, { application_fee_amount: 125 })
    const feeReturned = await pay(a, { application_fee_amount: 125 })
    await a.refunds.create({ payment_intent: feeKept.id })
    await a.refunds.create({ payment_intent: feeReturned.id, amount: 1000, refund_application_fee: true })
    const fees = (await platform.applicationFees.list()).data
    expect(fees.map((fee) => [fee.account, fee.amount, fee.amount_refunded])).toEqual([
      [A, 125, 50],
      [A, 125, 0],
    ])
    expect((await failure(pay(platform, { application_fee_amount: 125 }))).message).toMatch(/application_fee_amount/)
    expect((await failure(pay(a, { application_fee_amount: 2501 }))).message).toMatch(/application fee/)
  })

  it('can use an idempotency key that another account has used', async () => {
    const made = await Promise.all(
      [clientOf(A), clientOf(B)].map((stripe) =>
        stripe.customers.create({ email: 'ada@example.org' }, { idempotencyKey: 'one' }),
      ),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(2)
  })

  it('settles late and survives a restart', async () => {
    const file = newDataFile()
    await sandbox.close()
    await open(file)
    sandbox.state.switches.set({ vendor: 'stripe', switch: 'settle_late', value: '60000', times: 1 })
    const intent = await pay(clientOf(A))
    expect(intent.status).toBe('processing')
    await sandbox.close()
    await open(file)
    sandbox.clock.now += 61_000
    await sandbox.state.tick()
    expect((await clientOf(A).paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })
})
