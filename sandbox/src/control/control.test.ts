import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOptions } from '../environment.ts'
import { SQUARE_CARDS } from '../square/cards.ts'
import { TEST_CARDS } from '../stripe/payments/cards.ts'
import { type TestSandbox, testSandbox } from '../testing.ts'
import { BANK_USERS } from '../truelayer/payments.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await testSandbox()
})
afterEach(() => sandbox.close())

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(sandbox.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const stripePayment = () =>
  fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_1' },
    body: new URLSearchParams({
      amount: '500',
      currency: 'gbp',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'allowed_payment_method_types[0]': 'card',
    }),
  })

it('turns a switch on for a number of uses', async () => {
  expect((await post('/control', { vendor: 'stripe', switch: 'decline', value: 'lost_card', times: 2 })).status).toBe(
    200,
  )
  expect([(await stripePayment()).status, (await stripePayment()).status, (await stripePayment()).status]).toEqual([
    402, 402, 200,
  ])
})

it('turns one on for everyone until reset', async () => {
  await post('/control', { vendor: 'all', switch: 'slow', value: 1, times: 'always' })
  expect(sandbox.state.switches.all().map((each) => each.vendor)).toEqual([
    'stripe',
    'square',
    'truelayer',
    'hcaptcha',
    'twilio',
    'google',
  ])
  await stripePayment()
  expect(sandbox.state.switches.all()).toHaveLength(6)
  await post('/control/reset', {})
  expect(sandbox.state.switches.all()).toEqual([])
})

it.each([
  [{ vendor: 'stripe', switch: 'explode' }],
  [{ vendor: 'paypal', switch: 'slow' }],
  [{ vendor: 'stripe', switch: 'expire' }],
  [{ vendor: 'stripe', switch: 'slow', times: -1 }],
])('refuses %o and changes nothing', async (body) => {
  expect((await post('/control', body)).status).toBe(400)
  expect(sandbox.state.switches.all()).toEqual([])
})

it('refuses cross-site requests', async () => {
  const response = await post('/control', { vendor: 'stripe', switch: 'decline' }, { 'sec-fetch-site': 'cross-site' })
  expect(response.status).toBe(403)
  expect(sandbox.state.switches.all()).toEqual([])
})

it('notifies the shop of a dispute opened later', async () => {
  const { id } = (await (await stripePayment()).json()) as { id: string }
  await post('/control/webhooks', { vendor: 'stripe', url: 'http://shop.test/hook', secret: 'whsec_1' })
  expect((await post('/control/dispute', { payment_intent: id })).status).toBe(200)
  expect((await post('/control/dispute', { payment_intent: id })).status).toBe(400)
  await post('/control/tick', {})
  expect(sandbox.received.map((notice) => JSON.parse(notice.body).type)).toContain('charge.dispute.created')
  const seen = (await (await fetch(`${sandbox.url}/control`)).json()) as {
    deliveries: { type: string; status: number }[]
  }
  expect(seen.deliveries.some((each) => each.type === 'charge.dispute.created' && each.status === 200)).toBe(true)
})

it('lists every test card, bank user and switch on one page', async () => {
  const shown = await (await fetch(sandbox.url)).text()
  const digits = shown.replaceAll(/[^\d]/g, '')
  for (const card of [...TEST_CARDS, ...SQUARE_CARDS]) expect(digits).toContain(card.number)
  for (const user of Object.keys(BANK_USERS)) expect(shown).toContain(user)
  expect(shown).toContain('webhook_reorder')
})

it('does not start in production, or with half a webhook configuration', () => {
  expect(() => readOptions({ NODE_ENV: 'production' })).toThrow('production')
  expect(() => readOptions({ STRIPE_WEBHOOK_URL: 'http://shop.test' })).toThrow('secret')
  expect(() => readOptions({ PORT: 'many' })).toThrow('PORT')
  expect(
    readOptions({ PORT: '3101', STRIPE_WEBHOOK_URL: 'http://shop.test', STRIPE_WEBHOOK_SECRET: 'whsec_1' }),
  ).toMatchObject({
    listen: { host: '127.0.0.1', port: 3101 },
    options: { webhooks: { stripe: { url: 'http://shop.test', secret: 'whsec_1' } } },
  })
})
