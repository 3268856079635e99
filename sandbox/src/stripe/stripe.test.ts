import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newDataFile, type TestSandbox, testSandbox } from '../testing.ts'

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

/** A call from the buyer's browser, with the publishable key. */
const fromBrowser = async (path: string, form: Record<string, string>) => {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { origin: 'http://shop.test', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: 'pk_test_123', ...form }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, never> }
}

const typedCard = (number: string) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '30',
  'payment_method_data[card][cvc]': '123',
})

describe('a payment', () => {
  it('is created, confirmed by the browser, read back and sent as a webhook', async () => {
    const created = await stripe.paymentIntents.create({ ...basket, metadata: { sale: 'A1' } })
    expect(created).toMatchObject({
      status: 'requires_payment_method',
      amount: 2500,
      currency: 'gbp',
      metadata: { sale: 'A1' },
    })

    const confirmed = await fromBrowser(`/v1/payment_intents/${created.id}/confirm`, {
      client_secret: created.client_secret!,
      return_url: 'http://shop.test/back',
      ...typedCard('4242424242424242'),
    })
    expect(confirmed.body).toMatchObject({ status: 'succeeded', id: created.id })
    expect(confirmed.body.metadata, "the shop's notes are not for browsers").toBeUndefined()
    expect(confirmed.headers.get('access-control-allow-origin')).toBe('http://shop.test')

    const read = await stripe.paymentIntents.retrieve(created.id, {
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    })
    expect(read).toMatchObject({ status: 'succeeded', amount_received: 2500, last_payment_error: null })
    expect((read.latest_charge as Stripe.Charge).payment_method_details?.card?.last4).toBe('4242')
    expect((read.payment_method as Stripe.PaymentMethod).card?.brand).toBe('visa')

    await sandbox.state.tick()
    expect(typesSent()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'])
  })

  it('has every field the client library expects', async () => {
    const { customer, method } = await savedCard('pm_card_visa')
    const intent = await paid({ customer, payment_method: method })
    const charge = await stripe.charges.retrieve(intent.latest_charge as string)
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
    const disputed = await paid({ payment_method: 'pm_card_createDispute' })
    const objects: [file: string, name: string, object: object][] = [
      ['PaymentIntents', 'PaymentIntent', intent],
      ['Charges', 'Charge', charge],
      ['Refunds', 'Refund', refund],
      ['Customers', 'Customer', await stripe.customers.retrieve(customer)],
      ['PaymentMethods', 'PaymentMethod', await stripe.paymentMethods.retrieve(method)],
      ['SetupIntents', 'SetupIntent', await stripe.setupIntents.create({ customer })],
      ['Disputes', 'Dispute', (await stripe.disputes.list({ payment_intent: disputed.id })).data[0]!],
      ['Events', 'EventBase', (await stripe.events.list()).data[0]!],
      ['BalanceTransactions', 'BalanceTransaction', (await stripe.balanceTransactions.list()).data[0]!],
    ]
    for (const [file, name, object] of objects) {
      const fields = requiredFields(file, name)
      expect(fields.length, name).toBeGreaterThan(5)
      expect(
        fields.filter((field) => !(field in object)),
        name,
      ).toEqual([])
    }
  })

  it('cannot be accessed by a browser without its client secret', async () => {
    const created = await stripe.paymentIntents.create(basket)
    const path = `/v1/payment_intents/${created.id}/confirm`
    expect((await fromBrowser(path, typedCard('4242424242424242'))).status).toBe(404)
    expect(
      (await fromBrowser(path, { client_secret: `${created.id}_secret_guess`, ...typedCard('4242424242424242') }))
        .status,
    ).toBe(404)
    expect((await stripe.paymentIntents.retrieve(created.id)).status).toBe('requires_payment_method')
  })

  it('declined in the browser does not reveal the shop’s metadata', async () => {
    const created = await stripe.paymentIntents.create({ ...basket, metadata: { sale: 'A1' } })
    const refused = await fromBrowser(`/v1/payment_intents/${created.id}/confirm`, {
      client_secret: created.client_secret!,
      ...typedCard('4000000000000002'),
    })
    expect(refused).toMatchObject({ status: 402, body: { error: { payment_intent: { id: created.id } } } })
    expect(JSON.stringify(refused.body)).not.toContain('A1')
  })

  it('is never charged twice, changed after payment or cancelled once paid', async () => {
    const intent = await paid()
    for (const call of [
      () => stripe.paymentIntents.confirm(intent.id),
      () => stripe.paymentIntents.update(intent.id, { amount: 1 }),
      () => stripe.paymentIntents.cancel(intent.id),
    ])
      expect(await failure(call())).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 })
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })

  it('once cancelled cannot be paid from a forgotten tab', async () => {
    const created = await stripe.paymentIntents.create(basket)
    await stripe.paymentIntents.cancel(created.id, { cancellation_reason: 'abandoned' })
    const late = await fromBrowser(`/v1/payment_intents/${created.id}/confirm`, {
      client_secret: created.client_secret!,
      ...typedCard('4242424242424242'),
    })
    expect(late).toMatchObject({ status: 400, body: { error: { code: 'payment_intent_unexpected_state' } } })
  })

  it('can change its amount until it is confirmed', async () => {
    const created = await stripe.paymentIntents.create(basket)
    await stripe.paymentIntents.update(created.id, { amount: 3100, metadata: { tickets: '2' } })
    const done = await stripe.paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa' })
    expect(done).toMatchObject({ amount_received: 3100, metadata: { tickets: '2' } })
  })

  it('can be authorised first and captured later', async () => {
    const held = await paid({ capture_method: 'manual' })
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2500, amount_received: 0 })
    expect(await stripe.paymentIntents.capture(held.id)).toMatchObject({ status: 'succeeded', amount_received: 2500 })
  })
})

describe('a decline', () => {
  const DECLINED = [
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      'pm_card_chargeDeclinedProcessingError',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ] as const

  it.each(DECLINED)('of %s carries the code %s', async (card, code, declineCode, message) => {
    const error = await failure(paid({ payment_method: card }))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode, message })
    const intent = await stripe.paymentIntents.retrieve((error.payment_intent as Stripe.PaymentIntent).id)
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code, message },
    })
    await sandbox.state.tick()
    expect(typesSent()).toContain('payment_intent.payment_failed')
  })

  it('can be requested with any card, a number of times', async () => {
    sandbox.state.switches.set({ vendor: 'stripe', switch: 'decline', value: 'insufficient_funds', times: 1 })
    expect(await failure(paid())).toMatchObject({ decline_code: 'insufficient_funds' })
    expect((await paid()).status).toBe('succeeded')
  })

  it('does not end the payment: another card can be used', async () => {
    const created = await stripe.paymentIntents.create(basket)
    await failure(stripe.paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa_chargeDeclined' }))
    const again = await stripe.paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa' })
    expect(again).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  it('applies to every real card number, which is stored nowhere', async () => {
    const dataFile = newDataFile()
    const other = await testSandbox({ dataFile })
    const answer = await fetch(`${other.url}/v1/payment_methods`, {
      method: 'POST',
      body: new URLSearchParams({
        key: 'pk_test_1',
        type: 'card',
        'card[number]': '4929939187355598',
        'card[exp_month]': '1',
        'card[exp_year]': '2031',
        'card[cvc]': '987',
      }),
    })
    expect(answer.status).toBe(402)
    expect(await answer.json()).toMatchObject({ error: { decline_code: 'test_mode_live_card' } })
    await clientOf(other.port).customers.create({ email: 'ann@example.com' })
    await other.close()
    const stored = readFileSync(dataFile, 'utf8')
    expect(stored).toContain('ann@example.com')
    expect(stored).not.toContain('4929939187355598')
  })
})

describe('3-D Secure', () => {
  const start = async (card = 'pm_card_authenticationRequired') => {
    const intent = await paid({ payment_method: card, return_url: 'http://shop.test/back?x=1' })
    expect(intent.status).toBe('requires_action')
    return { intent, url: new URL(intent.next_action!.redirect_to_url!.url!) }
  }
  const answer = (url: URL, choice: 'complete' | 'fail') =>
    fetch(`${sandbox.url}${url.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ answer: choice }),
    })

  it('is required, and pays when the buyer passes', async () => {
    const { intent, url } = await start()
    const shown = await (await fetch(sandbox.url + url.pathname)).text()
    expect(shown).toContain('£25.00')
    expect(shown).toContain('Complete authentication')
    const back = new URL((await answer(url, 'complete')).headers.get('location')!)
    expect(back.origin + back.pathname).toBe('http://shop.test/back')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      x: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  it('requires another payment method when the buyer fails', async () => {
    const { intent, url } = await start()
    const back = new URL((await answer(url, 'fail')).headers.get('location')!)
    expect(back.searchParams.get('redirect_status')).toBe('failed')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
  })

  it('can be passed and the card still be declined', async () => {
    const { intent, url } = await start('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds')
    expect(new URL((await answer(url, 'complete')).headers.get('location')!).searchParams.get('redirect_status')).toBe(
      'failed',
    )
    expect((await stripe.paymentIntents.retrieve(intent.id)).last_payment_error?.decline_code).toBe(
      'insufficient_funds',
    )
  })

  it('passed after the shop cancelled charges nothing', async () => {
    const { intent, url } = await start()
    await stripe.paymentIntents.cancel(intent.id)
    await answer(url, 'complete')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'canceled', amount_received: 0 })
  })

  it('passed for an amount changed meanwhile charges nothing', async () => {
    const { intent, url } = await start()
    await stripe.paymentIntents.update(intent.id, { amount: 9900 })
    await answer(url, 'complete')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_confirmation',
      amount_received: 0,
    })
  })

  it('for an old amount does not confirm the new one', async () => {
    const { intent, url } = await start()
    await stripe.paymentIntents.update(intent.id, { amount: 9900 })
    expect(await (await fetch(sandbox.url + url.pathname)).text()).toContain('has been answered')
    const again = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'http://shop.test/back',
    })
    expect(again.status).toBe('requires_action')
    await answer(url, 'complete')
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
    await answer(new URL(again.next_action!.redirect_to_url!.url!), 'complete')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 9900,
    })
  })
})

const savedCard = async (card: string) => {
  const customer = (await stripe.customers.create({ email: 'ann@example.com' })).id
  const method = (await stripe.paymentMethods.attach(card, { customer })).id
  return { customer, method }
}

describe('a saved card', () => {
  const later = (customer: string, method: string) => paid({ customer, payment_method: method, off_session: true })

  it('is saved by the first payment and charged off-session', async () => {
    const customer = (await stripe.customers.create()).id
    const first = await paid({ customer, setup_future_usage: 'off_session' })
    const cards = await stripe.paymentMethods.list({ customer, type: 'card' })
    expect(cards.data.map((card) => card.id)).toEqual([first.payment_method])
    expect((await later(customer, cards.data[0]!.id)).status).toBe('succeeded')
    await stripe.paymentMethods.detach(cards.data[0]!.id)
    expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data).toEqual([])
    expect((await failure(later(customer, cards.data[0]!.id))).statusCode).toBe(400)
  })

  it('that requires 3-D Secure unless set up requires it once', async () => {
    const customer = (await stripe.customers.create()).id
    const setup = await stripe.setupIntents.create({
      customer,
      confirm: true,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      return_url: 'http://shop.test/back',
      allowed_payment_method_types: ['card'],
    })
    expect(setup.status).toBe('requires_action')
    const url = new URL(setup.next_action!.redirect_to_url!.url!)
    const back = await fetch(sandbox.url + url.pathname, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ answer: 'complete' }),
    })
    expect(new URL(back.headers.get('location')!).searchParams.get('setup_intent')).toBe(setup.id)
    const method = (await stripe.setupIntents.retrieve(setup.id)).payment_method as string
    expect((await later(customer, method)).status).toBe('succeeded')
  })

  it('that always requires 3-D Secure is declined off-session', async () => {
    const { customer, method } = await savedCard('pm_card_authenticationRequired')
    expect(await failure(later(customer, method))).toMatchObject({ code: 'authentication_required', statusCode: 402 })
  })

  it('can be saved and still fail when charged', async () => {
    const { customer, method } = await savedCard('pm_card_chargeCustomerFail')
    expect(await failure(later(customer, method))).toMatchObject({ code: 'card_declined' })
  })

  it('is declined at once when the bank declines', async () => {
    expect(await failure(savedCard('pm_card_visa_chargeDeclined'))).toMatchObject({ code: 'card_declined' })
  })

  it('must have been saved: a card used once cannot be reused', async () => {
    const once = await paid()
    const customer = (await stripe.customers.create()).id
    const method = once.payment_method as string
    expect((await failure(paid({ payment_method: method }))).message).toContain('may not be used again')
    expect((await failure(stripe.paymentMethods.attach(method, { customer }))).message).toContain(
      'may not be used again',
    )
  })

  it('belongs to one customer', async () => {
    const { method } = await savedCard('pm_card_visa')
    const other = await stripe.customers.create()
    expect((await failure(later(other.id, method))).statusCode).toBe(400)
  })
})

describe('an idempotency key', () => {
  it('with the same parameters replays the response and charges once', async () => {
    const params = { ...basket, confirm: true, payment_method: 'pm_card_visa' }
    const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'k1' })
    const second = await stripe.paymentIntents.create(params, { idempotencyKey: 'k1' })
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  it('replays declines too', async () => {
    const params = { ...basket, confirm: true, payment_method: 'pm_card_visa_chargeDeclined' }
    await failure(stripe.paymentIntents.create(params, { idempotencyKey: 'k2' }))
    await failure(stripe.paymentIntents.create(params, { idempotencyKey: 'k2' }))
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  it('with other parameters is an error', async () => {
    await stripe.paymentIntents.create(basket, { idempotencyKey: 'k3' })
    expect(
      await failure(stripe.paymentIntents.create({ ...basket, amount: 2600 }, { idempotencyKey: 'k3' })),
    ).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  it('stores nothing for a request refused before it began', async () => {
    await failure(stripe.paymentIntents.create({ ...basket, amount: 0 }, { idempotencyKey: 'k4' }))
    expect((await stripe.paymentIntents.create(basket, { idempotencyKey: 'k4' })).amount).toBe(2500)
  })

  it('returns a conflict for a concurrent second request', async () => {
    sandbox.state.switches.set({ vendor: 'stripe', switch: 'slow', value: '800', times: 1 })
    const [first, second] = await Promise.allSettled([
      stripe.paymentIntents.create(basket, { idempotencyKey: 'k5' }),
      new Promise((later) => setTimeout(later, 150)).then(() =>
        stripe.paymentIntents.create(basket, { idempotencyKey: 'k5' }),
      ),
    ])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ status: 'rejected', reason: { statusCode: 409, code: 'idempotency_key_in_use' } })
  })

  it('finds a payment with a lost response', async () => {
    sandbox.state.switches.set({ vendor: 'stripe', switch: 'answer_lost', value: '', times: 1 })
    const retrying = new Stripe('sk_test_123', {
      host: '127.0.0.1',
      port: sandbox.port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 2,
    })
    const intent = await retrying.paymentIntents.create(
      { ...basket, confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'k6' },
    )
    expect(intent.status).toBe('succeeded')
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })
})

describe('an invalid request', () => {
  it('without a key or with an invalid one is refused', async () => {
    const bare = await fetch(`${sandbox.url}/v1/payment_intents`)
    expect(bare.status).toBe(401)
    expect(await bare.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    expect(await failure(clientOf(sandbox.port, 'sk_live_abc').customers.list())).toMatchObject({ statusCode: 401 })
    expect(await failure(clientOf(sandbox.port, 'pk_test_abc').customers.list())).toMatchObject({ statusCode: 403 })
  })

  it('with an unknown parameter is refused by name', async () => {
    const old = { ...basket, allowed_payment_method_types: undefined, payment_method_types: ['card'] } as never
    expect(await failure(stripe.paymentIntents.create(old))).toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    })
    expect(
      await failure(stripe.paymentIntents.create({ ...basket, shipping: { nickname: 'x' } } as never)),
    ).toMatchObject({ param: 'shipping[nickname]' })
    const dated = await stripe.paymentIntents.create(old, { apiVersion: '2026-08-26.dahlia' })
    expect(dated.payment_method_types).toEqual(['card'])
  })

  it.each([
    [{ amount: 0 }, 'parameter_invalid_integer'],
    [{ amount: 12.5 }, 'parameter_invalid_integer'],
    [{ amount: 29 }, 'amount_too_small'],
    [{ amount: 100_000_000 }, 'amount_too_large'],
    [{ amount: undefined }, 'parameter_missing'],
    [{ currency: undefined }, 'parameter_missing'],
    [{ payment_method: 'pm_nobody' }, 'resource_missing'],
    [{ customer: 'cus_nobody' }, 'resource_missing'],
  ])('%o is refused as %s', async (change, code) => {
    expect(await failure(stripe.paymentIntents.create({ ...basket, ...change } as never))).toMatchObject({
      code,
      statusCode: 400,
    })
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })

  it('about an unknown object returns 404', async () => {
    expect(await failure(stripe.paymentIntents.retrieve('pi_nobody'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await failure(stripe.plans.list())).toMatchObject({ statusCode: 404 })
  })
})

/** Names of the required fields of an interface in the client library. */
function requiredFields(file: string, name: string): string[] {
  const root = dirname(createRequire(import.meta.url).resolve('stripe'))
  const text = readFileSync(join(root, '..', 'esm', 'resources', `${file}.d.ts`), 'utf8')
  const body = text.slice(text.search(new RegExp(`interface ${name} \\{`))).split('\n}')[0]!
  return [...body.matchAll(/^ {4}(\w+):/gm)].map((match) => match[1]!)
}
