import { createPublicKey, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newDataFile, type TestSandbox, testSandbox } from '../testing.ts'
import { checkSignature, newSigningKey, signMessage } from './signing.ts'

const key = { kid: randomUUID(), ...newSigningKey() }
const RETURN = 'http://shop.test/do/checkout/truelayer/'
const options = {
  truelayer: { clientId: 'foyer', clientSecret: 'secret', keys: [key], merchantAccounts: { GBP: 'acc-gbp' } },
  webhooks: { truelayer: { url: 'http://shop.test/webhooks/truelayer', secret: '' } },
}

let sandbox: TestSandbox
let token: string

beforeEach(async () => {
  sandbox = await testSandbox(options)
  token = await login(sandbox.url)
})
afterEach(() => sandbox.close())

async function login(url: string, client_secret = 'secret'): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id: 'foyer', client_secret, scope: 'payments' }
  const answer = await fetch(`${url}/connect/token`, { method: 'POST', body: JSON.stringify(body) })
  return ((await answer.json()) as { access_token: string }).access_token
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the answers of a foreign server
  body: any
}

interface Asked {
  idempotencyKey?: string
  signWith?: typeof key
  tamper?: (body: string) => string
}

async function post(path: string, given: unknown, asked: Asked = {}): Promise<Answer> {
  const body = given === undefined ? '' : JSON.stringify(given)
  const headers = { 'Idempotency-Key': asked.idempotencyKey ?? randomUUID() }
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'tl-signature': signMessage({ method: 'POST', path, headers, body }, asked.signWith ?? key),
    },
    body: asked.tamper ? asked.tamper(body) : body,
  })
  return answerOf(answer)
}

const answerOf = async (answer: Response): Promise<Answer> => {
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : undefined }
}

const get = async (path: string) =>
  answerOf(await fetch(sandbox.url + path, { headers: { authorization: `Bearer ${token}` } }))

const basket = {
  amount_in_minor: 2500,
  currency: 'GBP',
  payment_method: {
    type: 'bank_transfer',
    provider_selection: { type: 'user_selected', scheme_selection: { type: 'instant_only' } },
    beneficiary: { type: 'merchant_account', merchant_account_id: 'acc-gbp', reference: 'SALE-1' },
  },
  user: { name: 'Ann Example', email: 'ann@example.com' },
  hosted_page: { return_uri: RETURN },
  metadata: { sale_reference: 'SALE-1' },
}

const created = async () => (await post('/v3/payments', basket)).body as { id: string; hosted_page: { uri: string } }
const read = async (id: string) => (await get(`/v3/payments/${id}`)).body

/** Presses one button on the hosted page. Returns where the buyer is sent. */
async function press(uri: string, form: Record<string, string>): Promise<URL> {
  const { pathname, search } = new URL(uri)
  const answer = await fetch(sandbox.url + pathname + search, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
  return new URL(answer.headers.get('location') ?? '/none', sandbox.url)
}

const atBank = async () => {
  const payment = await created()
  await press(payment.hosted_page.uri, { do: 'choose', bank: 'mock-payments-gb-redirect' })
  return payment
}

const pass = async (ms: number) => {
  sandbox.clock.now += ms
  await sandbox.state.tick()
}

const events = () =>
  sandbox.received.map(
    (notice) => JSON.parse(notice.body) as { type: string; payment_id: string; failure_reason?: string },
  )

describe('a bank payment', () => {
  it('goes from the bank page to the merchant account, with a webhook for each step', async () => {
    const payment = await created()
    expect((await read(payment.id)).status).toBe('authorization_required')
    await press(payment.hosted_page.uri, { do: 'choose', bank: 'mock-payments-gb-redirect' })
    expect((await read(payment.id)).status).toBe('authorizing')
    const back = await press(payment.hosted_page.uri, { do: 'approve' })
    expect(back.href).toBe(`${RETURN}?payment_id=${payment.id}`)
    expect((await read(payment.id)).status).toBe('authorized')
    await pass(1_000)
    expect((await read(payment.id)).status).toBe('executed')
    await pass(2_000)
    expect(await read(payment.id)).toMatchObject({
      status: 'settled',
      amount_in_minor: 2500,
      currency: 'GBP',
      metadata: { sale_reference: 'SALE-1' },
      settled_at: expect.any(String),
      payment_source: { account_holder_name: 'Ann Example' },
    })
    expect(events().map((event) => event.type)).toEqual([
      'payment_authorized',
      'payment_executed',
      'payment_settled',
      'payment_creditable',
    ])
    await pass(15 * 60_000)
    expect((await read(payment.id)).status, 'a settled payment never expires').toBe('settled')
  })

  it.each([
    ['test_authorisation_failed', 'authorization_failed', 'authorizing'],
    ['test_execution_rejected', 'provider_rejected', 'authorized'],
    ['test_insufficient_funds', 'insufficient_funds', 'authorized'],
  ])('of the bank user %s fails as %s', async (user, failure_reason, failure_stage) => {
    const payment = await atBank()
    await press(payment.hosted_page.uri, { do: 'approve', user })
    await pass(1_000)
    expect(await read(payment.id)).toMatchObject({ status: 'failed', failure_reason, failure_stage })
    expect(events().at(-1)).toMatchObject({ type: 'payment_failed', failure_reason })
  })

  it('cancelled at the bank is not authorised; cancelled on the page returns as cancelled', async () => {
    const first = await atBank()
    expect((await press(first.hosted_page.uri, { do: 'cancel_at_bank' })).searchParams.get('error')).toBeNull()
    expect(await read(first.id)).toMatchObject({ status: 'failed', failure_reason: 'not_authorized' })
    const second = await created()
    expect((await press(second.hosted_page.uri, { do: 'cancel' })).searchParams.get('error')).toBe('tl_hpp_abandoned')
    expect(await read(second.id)).toMatchObject({ status: 'failed', failure_reason: 'canceled' })
  })

  it('expires after a quarter of an hour', async () => {
    const payment = await created()
    expect((await press(payment.hosted_page.uri, { do: 'leave' })).searchParams.get('error')).toBe('tl_hpp_abandoned')
    await pass(15 * 60_000 - 1)
    expect((await read(payment.id)).status).toBe('authorization_required')
    await pass(1)
    expect(await read(payment.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired',
      failure_stage: 'authorization_required',
    })
  })

  it('can be cancelled by the shop only until the buyer has approved', async () => {
    const payment = await atBank()
    expect((await post(`/v3/payments/${payment.id}/actions/cancel`, undefined)).status).toBe(202)
    expect(await read(payment.id)).toMatchObject({ status: 'failed', failure_reason: 'canceled' })
    const other = await atBank()
    await press(other.hosted_page.uri, { do: 'approve' })
    expect((await post(`/v3/payments/${other.id}/actions/cancel`, undefined)).status).toBe(400)
    expect((await read(other.id)).status).toBe('authorized')
  })

  it('can settle late, expire at once or be declined, by a switch', async () => {
    const { switches } = sandbox.state
    switches.set({ vendor: 'truelayer', switch: 'settle_late', value: '600000', times: 1 })
    const late = await atBank()
    await press(late.hosted_page.uri, { do: 'approve' })
    await pass(1_000)
    await pass(600_000)
    expect((await read(late.id)).status).toBe('executed')
    await pass(2_000)
    expect((await read(late.id)).status).toBe('settled')

    switches.set({ vendor: 'truelayer', switch: 'expire', value: '', times: 1 })
    const gone = await created()
    await pass(0)
    expect((await read(gone.id)).failure_reason).toBe('expired')

    switches.set({ vendor: 'truelayer', switch: 'decline', value: 'provider_error', times: 1 })
    const declined = await atBank()
    await press(declined.hosted_page.uri, { do: 'approve' })
    await pass(1_000)
    expect((await read(declined.id)).failure_reason).toBe('provider_error')
  })

  it('is not shown to someone who only knows its id', async () => {
    const payment = await created()
    expect((await fetch(`${sandbox.url}/truelayer/bank/${payment.id}?token=guess`)).status).toBe(404)
    const shown = await (await fetch(payment.hosted_page.uri.replace('localhost', '127.0.0.1'))).text()
    expect(shown).toContain('£25.00')
  })

  it('survives a restart between approval and settlement', async () => {
    const dataFile = newDataFile()
    await sandbox.close()
    sandbox = await testSandbox({ ...options, dataFile })
    token = await login(sandbox.url)
    const payment = await atBank()
    await press(payment.hosted_page.uri, { do: 'approve' })
    const { now } = sandbox.clock
    await sandbox.close()
    sandbox = await testSandbox({ ...options, dataFile })
    sandbox.clock.now = now
    await pass(1_000)
    await pass(2_000)
    expect((await read(payment.id)).status).toBe('settled')
  })
})

describe('a request', () => {
  it('requires a known, unexpired token', async () => {
    expect(await login(sandbox.url, 'wrong')).toBeUndefined()
    const payment = await created()
    sandbox.clock.now += 3_600_000
    expect((await get(`/v3/payments/${payment.id}`)).status).toBe(401)
    token = 'made-up'
    expect((await get(`/v3/payments/${payment.id}`)).status).toBe(401)
  })

  it('requires a signature by an uploaded key over exactly what was sent', async () => {
    expect((await post('/test-signature', { nonce: 1 })).status).toBe(204)
    expect((await post('/test-signature', { nonce: 1 }, { tamper: (body) => body.replace('1', '2') })).status).toBe(401)
    expect((await post('/v3/payments', basket, { signWith: { ...newSigningKey(), kid: key.kid } })).status).toBe(401)
    expect((await post('/v3/payments', basket, { signWith: { ...key, kid: randomUUID() } })).status).toBe(401)
    const unsigned = await fetch(`${sandbox.url}/v3/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify(basket),
    })
    expect(await unsigned.json()).toMatchObject({ status: 401, title: 'Unauthenticated', trace_id: expect.any(String) })
  })

  it('requires its Idempotency-Key to be signed too', async () => {
    const body = JSON.stringify(basket)
    const send = (signed: Record<string, string>) =>
      fetch(`${sandbox.url}/v3/payments`, {
        method: 'POST',
        headers: {
          'idempotency-key': 'abc',
          authorization: `Bearer ${token}`,
          'tl-signature': signMessage({ method: 'POST', path: '/v3/payments', headers: signed, body }, key),
        },
        body,
      })
    expect((await send({})).status).toBe(401)
    expect((await send({ 'Idempotency-Key': 'abd' })).status).toBe(401)
    expect((await send({ 'Idempotency-Key': 'abc' })).status).toBe(201)
  })

  it('repeated with its key gets the same response, and another body is refused', async () => {
    const idempotencyKey = randomUUID()
    const first = await post('/v3/payments', basket, { idempotencyKey })
    const second = await post('/v3/payments', basket, { idempotencyKey })
    expect(second).toEqual(first)
    expect((await post('/v3/payments', { ...basket, amount_in_minor: 1 }, { idempotencyKey })).status).toBe(422)
  })

  it.each([
    ['amount_in_minor', { amount_in_minor: 0 }],
    ['amount_in_minor', { amount_in_minor: 5_000_001 }],
    ['currency', { currency: 'USD' }],
    ['user.email', { user: { name: 'Ann' } }],
    ['hosted_page.return_uri', { hosted_page: { return_uri: 'somewhere' } }],
    [
      'payment_method.beneficiary.merchant_account_id',
      {
        payment_method: {
          ...basket.payment_method,
          beneficiary: { type: 'merchant_account', merchant_account_id: 'acc-eur' },
        },
      },
    ],
  ])('with a wrong %s is refused by name: %o', async (field, change) => {
    const answer = await post('/v3/payments', { ...basket, ...change })
    expect(answer).toMatchObject({ status: 400, body: { title: 'Invalid Parameters' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })
})

describe('a refund', () => {
  const settled = async () => {
    const payment = await atBank()
    await press(payment.hosted_page.uri, { do: 'approve' })
    await pass(1_000)
    await pass(2_000)
    return payment.id
  }

  it('is executed after a delay, and never exceeds the payment', async () => {
    const id = await settled()
    const refund = await post(`/v3/payments/${id}/refunds`, { amount_in_minor: 2000, reference: 'R-1' })
    expect(refund.status).toBe(202)
    expect((await get(`/v3/payments/${id}/refunds/${refund.body.id}`)).body.status).toBe('pending')
    expect((await post(`/v3/payments/${id}/refunds`, { amount_in_minor: 501, reference: 'R-2' })).status).toBe(400)
    await pass(2_000)
    expect((await get(`/v3/payments/${id}/refunds`)).body.items).toMatchObject([
      { status: 'executed', amount_in_minor: 2000 },
    ])
    expect(events().at(-1)?.type).toBe('refund_executed')
  })

  it('can fail for lack of funds', async () => {
    const id = await settled()
    sandbox.state.switches.set({ vendor: 'truelayer', switch: 'refund_fail', value: '', times: 1 })
    await post(`/v3/payments/${id}/refunds`, { amount_in_minor: 2500, reference: 'R-1' })
    await pass(2_000)
    expect(events().at(-1)).toMatchObject({ type: 'refund_failed', failure_reason: 'insufficient_funds' })
  })

  it('of money not yet received is refused', async () => {
    expect(
      (await post(`/v3/payments/${(await created()).id}/refunds`, { amount_in_minor: 1, reference: 'R' })).status,
    ).toBe(400)
  })
})

describe('a webhook', () => {
  it('can be verified with the published keys, and only unchanged', async () => {
    const payment = await atBank()
    await press(payment.hosted_page.uri, { do: 'cancel_at_bank' })
    await sandbox.state.tick()
    const notice = sandbox.received[0]!
    const set = (await (await fetch(`${sandbox.url}/.well-known/jwks`)).json()) as {
      keys: { kid: string; kty: string }[]
    }
    const keyOf = (kid: string) => {
      const jwk = set.keys.find((each) => each.kid === kid && each.kty === 'EC')
      return (
        jwk && (createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string)
      )
    }
    const check = (body: string) =>
      checkSignature(
        { method: 'POST', path: '/webhooks/truelayer', headers: notice.headers, body },
        notice.headers['tl-signature'],
        keyOf,
        ['X-Tl-Webhook-Timestamp'],
      )
    expect(check(notice.body)).toMatchObject({
      ok: true,
      header: {
        jku: `${sandbox.state.publicUrl()}/.well-known/jwks`,
        tl_headers: 'X-Tl-Webhook-Timestamp,Content-Type',
      },
    })
    expect(check(notice.body.replace('not_authorized', 'canceled')).ok).toBe(false)
  })
})

const VECTORS = process.env.TRUELAYER_VECTORS ?? '../shared/data/vendors/truelayer-signing-vectors.json'

describe("the vendor's published known answers", () => {
  it.skipIf(!existsSync(VECTORS))('verify (skipped where the file of vectors is absent)', () => {
    const vectors = JSON.parse(readFileSync(VECTORS, 'utf8'))
    for (const known of [vectors.request, vectors.webhook]) {
      const check = (body: string) =>
        checkSignature({ ...known, body }, known.tl_signature, (kid) =>
          kid === vectors.kid ? vectors.public_pem : undefined,
        )
      expect(check(known.body)).toMatchObject({ ok: true })
      expect(check(`${known.body} `).ok).toBe(false)
    }
  })
})
