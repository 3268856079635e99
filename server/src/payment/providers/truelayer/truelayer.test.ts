import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleAt, saleAt, stockOf } from '../../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../../testing/vendors/vendors.ts'
import { ledgerDifferences } from '../../ledger/ledger.ts'
import { refundOrder } from '../../refund/order.ts'
import { trueLayerProvider } from './adapter.ts'
import { headerOf, isSignedBy, signRequest } from './signing.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

const call = async (sale: SaleAt, name: string, body: Record<string, string> = {}) => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/ajax/checkout/checkout/${name}/`,
    headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const create = (sale: SaleAt) => call(sale, 'create_truelayer_payment')
const move = (sale: SaleAt, state: string) => call(sale, 'update_basket_state', { state })
const status = async (sale: SaleAt) => (await call(sale, 'get_truelayer_status')).body.truelayer_status

/** The buyer presses Pay and is redirected to the bank. Returns the bank's page. */
async function leave(sale: SaleAt): Promise<URL> {
  const { body } = await call(sale, 'pay_with_truelayer', { contact_number: '' })
  expect((await move(sale, 'awaiting_truelayer')).status).toBe(200)
  return new URL(body.auth_url)
}

/** Presses a button of the bank's page. Returns where it redirects the buyer. */
async function press(page: URL, form: Record<string, string>): Promise<URL> {
  const answer = await fetch(shop.url + page.pathname + page.search, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
  return new URL(answer.headers.get('location') ?? '/', shop.url)
}
const choose = (page: URL) => press(page, { do: 'choose', bank: 'mock-payments-gb-redirect' })
const comeBack = (sale: SaleAt | null, address: URL) =>
  shop.app.inject({
    method: 'GET',
    url: address.pathname + address.search,
    headers: sale ? { cookie: sale.cookie } : {},
  })

const createSale = (options = {}) => saleAt(shop.deps, 'payment', options)
/** At the bank, with the bank chosen. */
async function atBank(options = {}) {
  const sale = await createSale(options)
  expect((await create(sale)).body).toEqual({ success: true })
  const page = await leave(sale)
  await choose(page)
  return { sale, page }
}

describe('paying by bank transfer, against the sandbox', () => {
  it('[BNK-04] [API-34] [API-35] [API-36] created, approved, awaited, and complete only when settled', async () => {
    const { sale, page } = await atBank()
    expect(await status(sale)).toEqual({
      checkout_expires_in: 900,
      payment_completed: false,
      reference: sale.reference,
      total: 11,
      truelayer_status_error: null,
      status: 'processing',
    })
    const back = await press(page, { do: 'approve', user: 'test_executed' })
    expect(back.pathname).toBe('/do/checkout/truelayer_return/')
    const returned = await comeBack(sale, back)
    expect(returned.headers.location).toBe('/smartcheckout/')
    expect((await sale.read()).truelayer_returned_from).toBe('1')
    await shop.pass(1)
    expect(shop.sandbox.truelayer.payments.values().at(-1)).toMatchObject({ status: 'executed' })
    expect(await status(sale), 'executed is not settled').toMatchObject({
      payment_completed: false,
      status: 'approved',
    })
    await shop.pass(2)
    expect(await status(sale)).toMatchObject({ payment_completed: true, status: 'completed', total: 11 })
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets', total_minor: 1100 })
    expect(
      shop.webhooks.received.every(({ status }) => status === 200),
      'every notice was believed',
    ).toBe(true)
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it.each([
    ['cancel_at_bank', '', 'cancelled', 'You cancelled the payment in the bank portal.'],
    ['reject', '', 'failed', 'Your bank didn’t authorise the payment.'],
    ['approve', 'test_authorisation_failed', 'failed', 'Your bank didn’t authorise the payment.'],
    ['approve', 'test_execution_rejected', 'rejected', 'Your bank rejected the payment.'],
    ['approve', 'test_insufficient_funds', 'failed', 'The payment wasn’t completed.'],
  ])('[BNK-26] %s %s: %s, and another payment method can be chosen', async (deed, user, wanted, text) => {
    const { sale, page } = await atBank()
    await comeBack(sale, await press(page, { do: deed, user }))
    await shop.pass(1)
    const shown = await status(sale)
    expect(shown).toMatchObject({ payment_completed: false, status: wanted, truelayer_status_error: text })
    expect(shown.checkout_expires_in).toBeGreaterThan(0)
    expect((await move(sale, 'payment')).status).toBe(200)
    expect((await create(sale)).body).toEqual({ success: true })
    expect(await sale.payments()).toHaveLength(2)
  })

  it.each(['cancel', 'leave'])('[BNK-08] the buyer who leaves by "%s" returns with code 0', async (deed) => {
    const sale = await createSale()
    await create(sale)
    const back = await press(await leave(sale), { do: deed })
    expect(back.searchParams.get('error')).toBe('tl_hpp_abandoned')
    await comeBack(sale, back)
    expect((await sale.read()).truelayer_returned_from).toBe('0')
    expect((await move(sale, 'payment')).status).toBe(200)
    expect((await sale.read()).truelayer_returned_from).toBeNull()
    await shop.pass()
    expect(await sale.payments()).toMatchObject([{ status: 'cancelled' }])
  })

  it('approved in the bank’s app, then the page closed: not cancelled', async () => {
    const { sale, page } = await atBank()
    const back = await press(page, { do: 'approve', user: 'test_executed' })
    back.searchParams.set('error', 'tl_hpp_abandoned')
    await comeBack(sale, back)
    expect((await sale.read()).truelayer_returned_from).toBe('1')
    expect((await status(sale)).status).toBe('approved')
  })

  it('[OPEN-79] choosing another method cancels the bank payment; one that cannot be cancelled still counts once', async () => {
    const { sale, page } = await atBank()
    await press(page, { do: 'approve', user: 'test_executed' })
    expect((await move(sale, 'payment')).status).toBe(200)
    await shop.pass(1)
    await shop.pass(2)
    expect(await sale.payments()).toMatchObject([{ status: 'paid', outcome: 'fulfilled' }])
    const open = await atBank()
    expect((await move(open.sale, 'payment')).status).toBe(200)
    await shop.pass()
    expect(await open.sale.payments()).toMatchObject([{ status: 'cancelled' }])
    await press(open.page, { do: 'approve', user: 'test_executed' })
    await shop.pass(5)
    expect((await open.sale.read()).paid_at).toBeNull()
  })

  it('[BNK-16] a payment approved by the bank is shown as pending, and no other can begin', async () => {
    const { sale, page } = await atBank()
    shop.fault('truelayer', 'settle_late', String(60_000))
    await comeBack(sale, await press(page, { do: 'approve', user: 'test_executed' }))
    expect(await status(sale)).toMatchObject({ status: 'approved', truelayer_status_error: null })
    expect(await move(sale, 'payment')).toMatchObject({
      status: 409,
      body: { code: 'payment_running', state: 'awaiting_truelayer' },
    })
    expect(await sale.payments()).toMatchObject([{ status: 'processing', called_off_at: null }])
    await shop.pass(60)
    await shop.pass(60)
    await shop.pass(2)
    expect(await status(sale)).toMatchObject({ payment_completed: true })
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
  })

  it('[BNK-16] a payment abandoned for another method but then approved leads back to its pending page', async () => {
    const { sale, page } = await atBank()
    expect(await status(sale)).not.toMatchObject({ status: 'approved' })
    expect((await move(sale, 'payment')).status).toBe(200)
    const checkout = async () =>
      (await shop.app.inject({ url: '/ajax/checkout/checkout/get/', headers: { cookie: sale.cookie } })).json<
        Record<string, unknown>
      >()
    expect(await checkout()).toMatchObject({ state: 'payment', bank_payment_open: true })
    shop.fault('truelayer', 'settle_late', String(60_000))
    await press(page, { do: 'approve', user: 'test_executed' })
    await shop.pass(1)
    expect(await checkout()).toMatchObject({ state: 'awaiting_truelayer', bank_payment_open: false })
    expect(await status(sale)).toMatchObject({ status: 'approved' })
    await shop.pass(60)
    await shop.pass(2)
    expect(await checkout()).toMatchObject({ state: 'deliver_tickets', payment_complete: true })
  })

  it('[BNK-24] refused after the hold expired with no page open: the basket names the failed payment', async () => {
    const { sale, page } = await atBank()
    shop.clock.advance(895)
    await press(page, { do: 'cancel_at_bank' })
    await shop.pass(10)
    await shop.pass(60)
    const answer = await shop.app.inject({ url: '/ajax/checkout/checkout/get/', headers: { cookie: sale.cookie } })
    expect(answer.json()).toMatchObject({
      state: 'basket',
      reserving_error:
        'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again',
    })
  })

  it('the hold expires while the buyer is at the bank: kept until the bank decides, and no longer', async () => {
    const { sale, page } = await atBank()
    await shop.pass(890)
    await press(page, { do: 'approve', user: 'test_executed' })
    await comeBack(
      sale,
      new URL(`http://shop.test/do/checkout/truelayer_return/?payment_id=${page.pathname.split('/').at(-1)}`),
    )
    shop.clock.advance(20)
    expect(await status(sale)).toMatchObject({ status: 'approved', checkout_expires_in: 0 })
    expect(await stockOf(shop.db, sale.ticketId)).toEqual({ held: 1, sold: 0 })
    expect((await call(sale, 'pay_with_truelayer')).body.code).toBe('hold_expired')
    await shop.pass(1)
    await shop.pass(2)
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
  })

  it('[BNK-24] failed after the hold expired: back to the basket with its message', async () => {
    const { sale, page } = await atBank()
    shop.clock.advance(895)
    await press(page, { do: 'cancel_at_bank' })
    shop.clock.advance(10)
    const shown = await status(sale)
    expect(shown).toMatchObject({ checkout_expires_in: 0, status: 'cancelled' })
    expect(await sale.read()).toMatchObject({
      state: 'basket',
      reserving_error:
        'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again',
    })
    expect(await stockOf(shop.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
  })

  it.each([
    ['still there', 100, 'fulfilled'],
    ['gone', 1, 'refunded'],
  ])('settled long after the sale ended, the tickets %s', async (_, capacity, outcome) => {
    const { sale, page } = await atBank({ tickets: [{ capacity }] })
    shop.webhooks.enabled = false
    shop.fault('truelayer', 'settle_late', String(3 * 60 * 60_000))
    await press(page, { do: 'approve', user: 'test_executed' })
    await status(sale)
    await shop.pass(1)
    shop.clock.advance(2 * 60 * 60 + 60)
    await shop.browser().checkout()
    await status(sale)
    expect(await stockOf(shop.db, sale.ticketId), 'the bank’s time was up').toEqual({ held: 0, sold: 0 })
    if (capacity === 1) await saleAt(shop.deps, 'payment', { ticketId: sale.ticketId })
    shop.webhooks.enabled = true
    await shop.pass(60 * 60)
    await shop.pass(10)
    expect(await sale.payments()).toMatchObject([{ outcome }])
    if (outcome === 'refunded') {
      expect(await status(sale)).toMatchObject({ status: 'returned', payment_completed: false })
      await shop.pass(60)
      await shop.pass(60)
      expect(await sale.refunds()).toMatchObject([{ status: 'succeeded', reason: 'tickets_gone' }])
      expect((await sale.mails()).map(({ kind }) => kind)).toEqual(['refund'])
    }
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('a refund is over as soon as the bank reports it', async () => {
    const { sale, page } = await atBank()
    await press(page, { do: 'approve', user: 'test_executed' })
    await shop.pass(1)
    await shop.pass(2)
    await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })
    await shop.runJobs()
    expect(await sale.refunds()).toMatchObject([{ status: 'pending' }])
    await shop.pass(3)
    expect(await sale.refunds()).toMatchObject([{ status: 'succeeded' }])
  })

  it('a refused call is logged with the id by which TrueLayer finds it', async () => {
    const unknown = shop.deps.providers.truelayer!.read('00000000-0000-4000-8000-000000000000')
    await expect(unknown).rejects.toThrow(/HTTP 404 .* [\da-f]{32}$/)
  })

  it('a payment prepared long ago or for another total is recreated before the redirect', async () => {
    const sale = await createSale()
    await create(sale)
    const first = (await call(sale, 'pay_with_truelayer')).body.auth_url
    expect((await call(sale, 'pay_with_truelayer')).body.auth_url).toBe(first)
    shop.clock.advance(601)
    const second = (await call(sale, 'pay_with_truelayer')).body.auth_url
    expect(second).not.toBe(first)
    await shop.db.updateTable('sales').set({ donation_minor: 100 }).where('id', '=', sale.saleId).execute()
    const third = (await call(sale, 'pay_with_truelayer')).body.auth_url
    expect(third).not.toBe(second)
    await shop.pass()
    expect((await sale.payments()).map((payment) => [payment.status, payment.amount_minor])).toEqual([
      ['cancelled', 1100],
      ['cancelled', 1100],
      ['created', 1200],
    ])
  })

  it('[BNK-03] during an outage the call fails and the method is not offered; its token is requested once', async () => {
    const sale = await createSale()
    shop.fault('truelayer', 'error', 'before', 1)
    expect(await create(sale)).toMatchObject({ status: 503, body: { code: 'payment_provider_down' } })
    expect((await create(sale)).body).toEqual({ success: true })
    expect(await sale.payments(), 'the same payment under the same key').toHaveLength(1)
    expect(shop.captured.filter(({ path }) => path === '/connect/token').length).toBeLessThan(10)
  })

  it.each([
    ['[BNK-02] a Stripe provider', { organiser: { payment_provider: 'stripe' as const } }],
    ['[BNK-01] dollars', { currency: 'USD' }],
  ])('%s: no bank transfer, and the server refuses', async (_, options) => {
    expect((await create(await createSale(options))).body.code).toBe('method_not_available')
  })

  it('[BNK-01] a payment in euros goes to the euro account', async () => {
    const { sale } = await atBank({ currency: 'EUR' })
    const made = shop.sandbox.truelayer.payments.values().find((p) => p.metadata?.sale_reference === sale.reference)
    expect(made?.payment_method.beneficiary).toMatchObject({ merchant_account_id: 'acc-eur' })
  })

  it('[BNK-04] a euro payment names the country of its banks, and a sterling one the United Kingdom', async () => {
    const asked = () =>
      shop.captured
        .filter(({ path, method }) => path === '/v3/payments' && method === 'POST')
        .map(({ body }) => JSON.parse(body).hosted_page.country_code)
        .at(-1)
    const euros = await createSale({ currency: 'EUR' })
    const { id } = await shop.db
      .insertInto('venues')
      .values({ slug: `salle-${euros.saleId}`, name: 'Salle', country_code: 'FR' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.db.updateTable('events').set({ venue_id: id }).where('id', '=', euros.event!.eventId).execute()
    await create(euros)
    expect(asked()).toBe('FR')
    await create(await createSale())
    expect(asked()).toBe('GB')
  })

  it('another buyer’s return does not affect this sale, and a forged one does nothing', async () => {
    const mine = await atBank()
    const other = await createSale()
    const back = await press(mine.page, { do: 'cancel' })
    await comeBack(other, back)
    expect((await other.read()).truelayer_returned_from).toBeNull()
    expect(
      (await comeBack(other, new URL('http://shop.test/do/checkout/truelayer_return/?payment_id=x'))).statusCode,
    ).toBe(303)
    expect((await call(other, 'get_truelayer_status')).body.code).toBe('wrong_step')
  })

  it('refuses a webhook unsigned, altered, stale or with another key address', async () => {
    const notice = shop.webhooks.received.findLast(({ url }) => url.endsWith('/truelayer'))!
    const send = (headers: Record<string, string>, payload: string) =>
      shop.app.inject({ method: 'POST', url: '/webhooks/truelayer', headers, payload })
    shop.clock.set(notice.headers['x-tl-webhook-timestamp']!)
    const headers: Record<string, string> = { ...notice.headers, 'content-type': 'application/json' }
    expect((await send(headers, notice.body)).statusCode).toBe(200)
    expect((await send(headers, `${notice.body} `)).statusCode).toBe(401)
    expect((await send({ 'content-type': 'application/json' }, notice.body)).statusCode).toBe(401)
    const [head, , tail] = headers['tl-signature']!.split('.') as [string, string, string]
    const jku = (value: object) =>
      Buffer.from(JSON.stringify({ ...headerOf(headers['tl-signature']!), ...value })).toString('base64url')
    expect(headerOf(`${head}..${tail}`)).not.toBeNull()
    expect(
      (await send({ ...headers, 'tl-signature': `${jku({ jku: 'https://evil.test/jwks' })}..${tail}` }, notice.body))
        .statusCode,
    ).toBe(401)
    expect((await send({ ...headers, 'tl-signature': `${jku({ alg: 'none' })}..` }, notice.body)).statusCode).toBe(401)
    shop.clock.advance(301)
    expect((await send(headers, notice.body)).statusCode).toBe(401)
  })

  it('an unknown key id reloads the keys at most once a minute', async () => {
    let now = new Date('2026-06-01T12:00:00Z')
    const provider = trueLayerProvider(shop.settings.truelayer, () => now)
    const asked: string[] = []
    const realFetch = globalThis.fetch
    globalThis.fetch = (async (...args: Parameters<typeof fetch>) => {
      asked.push(String(args[0]))
      return realFetch(...args)
    }) as typeof fetch
    try {
      const jku = shop.settings.truelayer.webhookJwksUrl
      const head = (kid: string) =>
        Buffer.from(
          JSON.stringify({ alg: 'ES512', kid, tl_version: '2', tl_headers: 'X-Tl-Webhook-Timestamp', jku }),
        ).toString('base64url')
      const isSigned = (kid: string) =>
        provider.isSigned({
          path: '/webhooks/truelayer',
          headers: { 'tl-signature': `${head(kid)}..AAAA`, 'x-tl-webhook-timestamp': now.toISOString() },
          rawBody: Buffer.from('{}'),
        })
      for (const kid of ['a', 'b', 'c']) expect(await isSigned(kid)).toBe(false)
      expect(asked).toEqual([jku])
      now = new Date(now.getTime() + 60_000)
      expect(await isSigned('a')).toBe(false)
      expect(asked).toHaveLength(2)
    } finally {
      globalThis.fetch = realFetch
    }
  })
})

const VECTORS = process.env.VENDOR_DATA
  ? `${process.env.VENDOR_DATA}/truelayer-signing-vectors.json`
  : new URL('../../../../../../shared/data/vendors/truelayer-signing-vectors.json', import.meta.url).pathname

describe.skipIf(!existsSync(VECTORS))('the published signature vectors (skipped where unavailable)', () => {
  it('verify for a request and for a webhook with the published keys', () => {
    const v = JSON.parse(readFileSync(VECTORS, 'utf8'))
    const ec = v.jwks.keys.find((key: { kty: string }) => key.kty === 'EC')
    for (const name of ['request', 'webhook'] as const) {
      const { method, path, headers, body, tl_signature } = v[name]
      expect(isSignedBy({ method, path, headers, body }, tl_signature, ec), name).toBe(true)
      expect(isSignedBy({ method, path, headers, body: `${body} ` }, tl_signature, ec), name).toBe(false)
      expect(isSignedBy({ method, path: '/other', headers, body }, tl_signature, ec), name).toBe(false)
    }
    const made = signRequest(
      { method: 'POST', path: '/v3/payments', headers: [['Idempotency-Key', 'k']], body: '{}' },
      { kid: v.kid, privateKey: createPrivateKey(v.private_pem) },
    )
    expect(
      isSignedBy({ method: 'POST', path: '/v3/payments', headers: { 'idempotency-key': 'k' }, body: '{}' }, made, ec),
    ).toBe(true)
  })
})
