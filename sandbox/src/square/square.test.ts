import { createHmac, randomUUID } from 'node:crypto'
import { Script } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callSquare, newDataFile, type TestSandbox, testSandbox } from '../testing.ts'
import { SQUARE_FRAME, SQUARE_JS } from './frame.ts'

const HOOK = { url: 'http://shop.test/webhooks/square', secret: 'signature-key' }
const options = { webhooks: { square: HOOK } }

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await testSandbox(options)
})
afterEach(() => sandbox.close())

const call = (method: 'GET' | 'POST', path: string, body?: object, token?: string) =>
  callSquare(sandbox, method, path, body, token)

const money = (amount: number, currency = 'GBP') => ({ amount, currency })
const basket = (more: object = {}) => ({
  source_id: 'cnon:card-nonce-ok',
  idempotency_key: randomUUID(),
  amount_money: money(1250),
  location_id: 'SANDBOXLOCATION',
  reference_id: 'SALE-1',
  autocomplete: true,
  ...more,
})
const pay = (more: object = {}) => call('POST', '/v2/payments', basket(more))
const codeOf = (answer: { body: { errors: { code: string }[] } }) => answer.body.errors[0]!.code

const pass = async (ms: number) => {
  sandbox.clock.now += ms
  await sandbox.state.tick()
}

/** The card form's own call, as its frame makes it. */
const tokenize = async (card: object, verification?: object) => {
  const answer = await call('POST', '/square/v1/tokenize', {
    card: { number: '4111111111111111', month: 12, year: 2030, cvc: '111', postal: 'SW1A 1AA', ...card },
    verification,
  })
  return answer.body as { status: string; token: string; challenge?: string; errors?: { field: string }[] }
}

describe('a Square payment', () => {
  it('is completed, can be read, and sends webhooks', async () => {
    const made = await pay({ billing_address: { address_line_1: '1 High St', postal_code: 'SW1A 1AA', country: 'GB' } })
    expect(made).toMatchObject({
      status: 200,
      body: {
        payment: {
          status: 'COMPLETED',
          amount_money: money(1250),
          reference_id: 'SALE-1',
          card_details: { status: 'CAPTURED' },
        },
      },
    })
    const { id } = made.body.payment
    expect((await call('GET', `/v2/payments/${id}`)).body.payment).toEqual(made.body.payment)
    expect((await call('GET', '/v2/payments')).body.payments.map((each: { id: string }) => each.id)).toEqual([id])
    await sandbox.state.tick()
    expect(sandbox.received.map((notice) => JSON.parse(notice.body).type)).toEqual(['payment.created'])
  })

  it.each([
    ['cnon:card-nonce-declined', 'GENERIC_DECLINE'],
    ['cnon:card-nonce-rejected-cvv', 'CVV_FAILURE'],
    ['cnon:card-nonce-rejected-postalcode', 'ADDRESS_VERIFICATION_FAILURE'],
    ['cnon:card-nonce-rejected-expiration', 'INVALID_EXPIRATION'],
  ])('of %s is declined as %s', async (source_id, code) => {
    const refused = await pay({ source_id })
    expect(refused).toMatchObject({
      status: 402,
      body: { errors: [{ category: 'PAYMENT_METHOD_ERROR', code }], payment: { status: 'FAILED' } },
    })
  })

  it('can be authorised first, then captured or cancelled', async () => {
    const { body } = await pay({ autocomplete: false })
    expect(body.payment.status).toBe('APPROVED')
    expect((await call('POST', `/v2/payments/${body.payment.id}/complete`, {})).body.payment.status).toBe('COMPLETED')
    expect((await call('POST', `/v2/payments/${body.payment.id}/cancel`)).status).toBe(400)
  })

  it('can stay pending for a while', async () => {
    sandbox.state.switches.set({ vendor: 'square', switch: 'settle_late', value: '60000', times: 1 })
    const { id, status } = (await pay()).body.payment
    expect(status).toBe('PENDING')
    await pass(60_000)
    expect((await call('GET', `/v2/payments/${id}`)).body.payment.status).toBe('COMPLETED')
  })

  it.each([
    [{ source_id: undefined }, 'MISSING_REQUIRED_PARAMETER'],
    [{ idempotency_key: 'x'.repeat(46) }, 'VALUE_TOO_LONG'],
    [{ reference_id: 'x'.repeat(41) }, 'VALUE_TOO_LONG'],
    [{ amount_money: { amount: '1250', currency: 'GBP' } }, 'EXPECTED_INTEGER'],
    [{ amount_money: money(0) }, 'VALUE_TOO_LOW'],
    [{ amount_money: money(1250, 'EUR') }, 'CURRENCY_MISMATCH'],
    [{ sourceId: 'x' }, 'UNKNOWN_BODY_PARAMETER'],
    [{ source_id: 'cnon:nobody' }, 'NOT_FOUND'],
  ])('with %o is refused as %s', async (change, code) => {
    expect(codeOf(await pay(change))).toBe(code)
    expect((await call('GET', '/v2/payments')).body.payments).toEqual([])
  })

  it('without a token is unauthorised', async () => {
    expect(await call('POST', '/v2/payments', basket(), '')).toMatchObject({
      status: 401,
      body: { errors: [{ code: 'UNAUTHORIZED' }] },
    })
  })

  it('repeated with its key is the same payment; with another body it is refused', async () => {
    const body = basket()
    const first = await call('POST', '/v2/payments', body)
    expect(await call('POST', '/v2/payments', body)).toEqual(first)
    expect(codeOf(await call('POST', '/v2/payments', { ...body, amount_money: money(1) }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect((await call('GET', '/v2/payments')).body.payments).toHaveLength(1)
  })

  it('with a lost response can be found or cancelled by its key', async () => {
    const body = basket()
    sandbox.state.switches.set({ vendor: 'square', switch: 'answer_lost', value: '', times: 1 })
    await expect(call('POST', '/v2/payments', body)).rejects.toThrow()
    const again = await call('POST', '/v2/payments', body)
    expect(again.body.payment.status).toBe('COMPLETED')
    expect((await call('POST', '/v2/payments/cancel', { idempotency_key: body.idempotency_key })).body).toEqual({})
    expect((await call('GET', `/v2/payments/${again.body.payment.id}`)).body.payment.status).toBe('CANCELED')
    expect((await call('POST', '/v2/payments/cancel', { idempotency_key: 'never used' })).status).toBe(200)
  })

  it('survives a restart', async () => {
    const dataFile = newDataFile()
    await sandbox.close()
    sandbox = await testSandbox({ ...options, dataFile })
    const body = basket()
    const first = await call('POST', '/v2/payments', body)
    await sandbox.close()
    sandbox = await testSandbox({ ...options, dataFile })
    expect(await call('POST', '/v2/payments', body)).toEqual(first)
  })
})

describe('a card token', () => {
  it('pays once', async () => {
    const { token } = await tokenize({})
    expect((await pay({ source_id: token })).body.payment.card_details.card).toMatchObject({
      last_4: '1111',
      card_brand: 'VISA',
    })
    expect(codeOf(await pay({ source_id: token }))).toBe('CARD_TOKEN_USED')
  })

  it.each([
    [{ number: '4000000000000002' }, 'GENERIC_DECLINE'],
    [{ cvc: '911' }, 'CVV_FAILURE'],
    [{ postal: '99999' }, 'ADDRESS_VERIFICATION_FAILURE'],
    [{ month: 1, year: 2040 }, 'INVALID_EXPIRATION'],
  ])('of %o is declined as %s', async (card, code) => {
    expect(codeOf(await pay({ source_id: (await tokenize(card)).token }))).toBe(code)
  })

  it('can expire', async () => {
    const { token } = await tokenize({})
    sandbox.state.switches.set({ vendor: 'square', switch: 'expire', value: '', times: 1 })
    expect(codeOf(await pay({ source_id: token }))).toBe('CARD_TOKEN_EXPIRED')
  })

  it('is refused for a real card', async () => {
    expect(await tokenize({ number: '4929939187355598' })).toMatchObject({
      status: 'Invalid',
      errors: [{ field: 'cardNumber' }],
    })
  })

  const tokenFor = (amount: string) =>
    tokenize({ number: '4310000000201019' }, { amount, currencyCode: 'GBP', intent: 'CHARGE' })
  const press = (path: string, form: Record<string, string>) =>
    fetch(sandbox.url + path, { method: 'POST', body: new URLSearchParams(form) })

  it('with 3-D Secure pays only after the correct code, and only the confirmed amount', async () => {
    const refused = await tokenize({ number: '4310000000201019' })
    expect(codeOf(await pay({ source_id: refused.token }))).toBe('CARD_DECLINED_VERIFICATION_REQUIRED')

    const good = await tokenFor('12.50')
    expect((await press(good.challenge!, { do: 'submit', code: '000000' })).status).toBe(422)
    expect((await press(good.challenge!, { do: 'submit', code: '123456' })).status).toBe(200)
    expect((await pay({ source_id: good.token })).body.payment.status).toBe('COMPLETED')

    const less = await tokenFor('1.00')
    await press(less.challenge!, { do: 'submit', code: '123456' })
    expect(codeOf(await pay({ source_id: less.token }))).toBe('CARD_DECLINED_VERIFICATION_REQUIRED')

    const failed = await tokenFor('12.50')
    await press(failed.challenge!, { do: 'fail' })
    expect(codeOf(await pay({ source_id: failed.token }))).toBe('CARD_DECLINED_VERIFICATION_REQUIRED')
  })
})

describe('a Square refund', () => {
  const refund = (payment_id: string, amount: number) =>
    call('POST', '/v2/refunds', {
      idempotency_key: randomUUID(),
      payment_id,
      amount_money: money(amount),
      reason: 'Sale cancelled',
    })

  it('is pending first, then completed, and never exceeds the payment', async () => {
    const { id } = (await pay()).body.payment
    const first = await refund(id, 1000)
    expect(first.body.refund.status).toBe('PENDING')
    expect(codeOf(await refund(id, 251))).toBe('REFUND_AMOUNT_INVALID')
    await pass(2_000)
    expect((await call('GET', `/v2/refunds/${first.body.refund.id}`)).body.refund.status).toBe('COMPLETED')
    expect((await call('GET', `/v2/payments/${id}`)).body.payment.refunded_money).toEqual(money(1000))
    expect(sandbox.received.map((notice) => JSON.parse(notice.body).type)).toContain('refund.updated')
  })

  it('can fail', async () => {
    const { id } = (await pay()).body.payment
    sandbox.state.switches.set({ vendor: 'square', switch: 'refund_fail', value: '', times: 1 })
    const { body } = await refund(id, 1250)
    await pass(2_000)
    expect((await call('GET', `/v2/refunds/${body.refund.id}`)).body.refund.status).toBe('FAILED')
    expect((await refund(id, 1250)).status).toBe(200)
  })

  it('of an unpaid payment is refused', async () => {
    const { id } = (await pay({ source_id: 'cnon:card-nonce-declined' })).body.payment
    expect(codeOf(await refund(id, 1))).toBe('PAYMENT_NOT_REFUNDABLE')
  })
})

describe('a Square response', () => {
  it('as a webhook is signed over the registered address and the body', async () => {
    await pay()
    await sandbox.state.tick()
    const [notice] = sandbox.received
    const expected = createHmac('sha256', HOOK.secret)
      .update(HOOK.url + notice!.body)
      .digest('base64')
    expect(notice!.headers['x-square-hmacsha256-signature']).toBe(expected)
    expect(JSON.parse(notice!.body)).toMatchObject({
      type: 'payment.created',
      event_id: expect.any(String),
      data: { type: 'payment', object: { payment: { status: 'COMPLETED' } } },
    })
  })

  it('to browsers is a script that parses', async () => {
    expect(() => new Script(SQUARE_JS)).not.toThrow()
    expect(() => new Script(SQUARE_FRAME.match(/<script>([\s\S]*)<\/script>/)![1]!)).not.toThrow()
    expect(await (await fetch(`${sandbox.url}/square/v1/square.js`)).text()).toBe(SQUARE_JS)
  })
})
