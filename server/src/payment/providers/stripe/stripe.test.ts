import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleAt, saleAt, stockOf } from '../../../testing/fixtures/sale.ts'
import { answerBank, type CardToken, confirmCard, intentOf } from '../../../testing/vendors/card.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../../testing/vendors/vendors.ts'
import { ledgerDifferences } from '../../ledger/ledger.ts'
import { queuePaymentChecks } from '../../settle/workers.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

const call = async (sale: SaleAt, path: string, body: Record<string, string> = {}) => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: path,
    headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const getToken = (sale: SaleAt) => call(sale, '/ajax/checkout/stripe/get_token/')
const confirm = (token: CardToken, number: string) => confirmCard(shop.url, token, number)
const authenticate = (intent: Parameters<typeof answerBank>[1], answer: 'complete' | 'fail') =>
  answerBank(shop.url, intent, answer)

const comeBack = (sale: SaleAt | null, address: URL) =>
  shop.app.inject({
    method: 'GET',
    url: address.pathname + address.search,
    headers: sale ? { cookie: sale.cookie } : {},
  })

const returnAddress = (secret: string) =>
  new URL(
    `http://shop.test/do/checkout/stripe_auth/?payment_intent=${intentOf({ client_secret: secret })}&payment_intent_client_secret=${secret}&redirect_status=succeeded`,
  )

describe('paying by card, against the sandbox', () => {
  it('[CRD-04, CRD-06, API-38] token, confirmation in the browser, return: paid, and redirected to a clean address', async () => {
    const sale = await saleAt(shop.deps, 'payment', { qty: 2 })
    const { status, body } = await getToken(sale)
    expect(status).toBe(200)
    expect(body).toMatchObject({ public_key: 'pk_test_shop', client_secret: expect.stringContaining('_secret_') })
    expect((await getToken(sale)).body, 'the same intent while the amount is the same').toEqual(body)
    expect((await confirm(body, '4242424242424242')).body.status).toBe('succeeded')
    expect((await sale.read()).paid_at, 'the browser is not believed').toBeNull()
    const back = await comeBack(sale, returnAddress(body.client_secret))
    expect(back.statusCode).toBe(303)
    expect(back.headers.location).toBe('/smartcheckout/')
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets', total_minor: 2200 })
    expect((await getToken(sale)).body.code).toBe('already_paid')
    await comeBack(sale, returnAddress(body.client_secret))
    await shop.pass()
    expect(await sale.payments()).toMatchObject([
      { status: 'paid', outcome: 'fulfilled', card_brand: 'visa', card_last4: '4242' },
    ])
    expect(shop.webhooks.received.every(({ status }) => status === 200)).toBe(true)
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('a forged return does nothing: neither of a paid card nor of an unknown payment', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    expect((await comeBack(sale, returnAddress(body.client_secret))).statusCode).toBe(303)
    expect((await comeBack(sale, returnAddress('pi_made_up_secret_x'))).statusCode).toBe(303)
    expect((await sale.read()).paid_at).toBeNull()
  })

  it('the webhook alone is enough, sent twice and for a buyer who never returns', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    shop.fault('stripe', 'webhook_duplicate', '', 4)
    await confirm(body, '4242424242424242')
    await shop.pass()
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
    await shop.pass(60)
    expect(await sale.history()).toEqual(['reserved', 'paid', 'tickets_delivered', 'wallet_delivered'])
    shop.sandbox.switches.clear()
  })

  it('refuses a forged, stale or unsigned webhook', async () => {
    const notice = shop.webhooks.received.findLast(({ url }) => url.endsWith('/stripe'))!
    const send = (headers: Record<string, string>, payload: string) =>
      shop.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload })
    expect((await send(notice.headers, notice.body)).statusCode).toBe(200)
    expect((await send(notice.headers, notice.body.replace('evt_', 'evt_x'))).statusCode).toBe(400)
    expect((await send({ 'content-type': 'application/json' }, notice.body)).statusCode).toBe(400)
    shop.clock.advance(301)
    expect((await send(notice.headers, notice.body)).statusCode).toBe(400)
  })

  it('polling finds the payment without webhook and return', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    shop.webhooks.enabled = false
    await confirm(body, '4242424242424242')
    await shop.pass(61)
    expect((await sale.read()).paid_at).toBeNull()
    await queuePaymentChecks(shop.deps)
    await shop.pass()
    shop.webhooks.enabled = true
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
  })

  it("[CRD-07, API-37] a decline shows the vendor's message once, and the same payment can be retried with another card", async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    const declined = await confirm(body, '4000000000009995')
    expect(declined.body.error.message).toBe('Your card has insufficient funds.')
    await comeBack(sale, returnAddress(body.client_secret))
    const error = () => call(sale, '/ajax/checkout/checkout/get_payment_error/')
    expect((await error()).body).toEqual({ payment_error: 'Your card has insufficient funds.' })
    expect((await error()).body).toEqual({ payment_error: '' })
    expect((await getToken(sale)).body).toEqual(body)
    await confirm(body, '4242424242424242')
    await comeBack(sale, returnAddress(body.client_secret))
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
  })

  it('3-D Secure failed and then passed', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    const failed = await authenticate((await confirm(body, '4000002760003184')).body, 'fail')
    expect(failed.pathname).toBe('/do/checkout/stripe_auth/')
    await comeBack(sale, failed)
    expect((await call(sale, '/ajax/checkout/checkout/get_payment_error/')).body.payment_error).toContain(
      'We are unable to authenticate your payment method',
    )
    const passed = await authenticate((await confirm(body, '4000002760003184')).body, 'complete')
    await comeBack(sale, passed)
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
  })

  it('the hold expires during 3-D Secure: the intent is cancelled, so that nothing can be charged', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    const confirmation = (await confirm(body, '4000002760003184')).body
    shop.clock.advance(901)
    await shop.browser().checkout()
    expect((await getToken(sale)).body.code).toBe('hold_expired')
    await shop.pass()
    expect(await sale.payments()).toMatchObject([{ status: 'cancelled' }])
    await comeBack(sale, await authenticate(confirmation, 'complete'))
    expect(await sale.read()).toMatchObject({
      paid_at: null,
      reserving_error:
        'Your card payment wasn’t completed in time, and you haven’t been charged. If the tickets are still available, you can try to reserve them again.',
    })
    expect(await stockOf(shop.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
  })

  it('the hold expires as the bank confirms: the tickets are taken again', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    const confirmation = (await confirm(body, '4000002760003184')).body
    shop.clock.advance(901)
    expect((await getToken(sale)).body.code).toBe('hold_expired')
    const back = await authenticate(confirmation, 'complete')
    await comeBack(null, back)
    await shop.pass()
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
    expect(await sale.history()).toEqual(['reserved', 'hold_ended', 'reserved_again', 'paid'])
  })

  it('the hold expires, the tickets are resold and the bank confirms: the buyer is told of the refund', async () => {
    const sale = await saleAt(shop.deps, 'payment', { tickets: [{ capacity: 1 }] })
    const { body } = await getToken(sale)
    const confirmation = (await confirm(body, '4000002760003184')).body
    shop.clock.advance(901)
    expect((await getToken(sale)).body.code).toBe('hold_expired')
    await saleAt(shop.deps, 'payment', { ticketId: sale.ticketId })
    await comeBack(sale, await authenticate(confirmation, 'complete'))
    expect(await sale.read()).toMatchObject({
      state: 'basket',
      reserving_error: 'We received your payment but couldn’t complete your order, so we’re refunding you.',
    })
  })

  it('a lost response or an outage when creating the intent: no second intent, and the buyer is told', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    shop.fault('stripe', 'error', 'before', 3)
    expect(await getToken(sale)).toMatchObject({ status: 503, body: { code: 'payment_provider_down' } })
    shop.fault('stripe', 'answer_lost', '', 1)
    const { body } = await getToken(sale)
    expect(body.client_secret).toContain('_secret_')
    const intents = shop.sandbox.stripe.intents
      .values()
      .filter(({ metadata }) => metadata.sale_reference === sale.reference)
    expect(intents).toHaveLength(1)
  }, 60_000)

  it('the amount changes: a new intent is created and the old one cannot be paid', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const first = (await getToken(sale)).body
    await shop.db.updateTable('sales').set({ donation_minor: 500 }).where('id', '=', sale.saleId).execute()
    const second = (await getToken(sale)).body
    expect(intentOf(second)).not.toBe(intentOf(first))
    await shop.pass()
    expect((await confirm(first, '4242424242424242')).status).toBe(400)
    expect((await confirm(second, '4242424242424242')).body).toMatchObject({ status: 'succeeded', amount: 1600 })
    await comeBack(sale, returnAddress(second.client_secret))
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets', total_minor: 1600 })
  })

  it('the sale is abandoned: a forgotten tab cannot pay for it', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    expect((await call(sale, '/ajax/checkout/checkout/destroy_sale/')).status).toBe(200)
    await shop.pass()
    expect((await confirm(body, '4242424242424242')).body.error.code).toBe('payment_intent_unexpected_state')
  })

  it('stores a dispute, in whatever order its webhooks arrive', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await getToken(sale)
    await confirm(body, '4000000000000259')
    await comeBack(sale, returnAddress(body.client_secret))
    await shop.pass()
    const [payment] = await sale.payments()
    expect(
      await shop.db.selectFrom('disputes').selectAll().where('payment_id', '=', payment!.id).execute(),
    ).toMatchObject([{ reason: 'fraudulent', amount_minor: 1100, status: 'needs_response' }])
    expect(await sale.history()).toContain('disputed')
  })

  it.each([
    ['[OPEN-68] a SaaS organiser without a provider', { organiser: { is_saas: true } }, 'provider_missing'],
    ['[PAY-10] 2000 GBP and more', { tickets: [{ price_minor: 199_900 }] }, 'method_not_available'],
    [
      '[SQR-01] an organiser with Square',
      { organiser: { payment_provider: 'square' as const } },
      'method_not_available',
    ],
    ['[PAY-18] a number is asked for and missing', { require_phone_number: true }, 'bad_phone'],
  ])('%s: the server refuses', async (_, options, code) => {
    expect((await getToken(await saleAt(shop.deps, 'payment', options))).body.code).toBe(code)
  })

  it.each([
    ['[PAY-10] other money than pounds has no limit', { currency: 'EUR', tickets: [{ price_minor: 500_000 }] }],
    ['[PAY-11] express has none either', { express: true, tickets: [{ price_minor: 500_000 }] }],
    [
      '[PAY-12] nor has a Stripe provider',
      { organiser: { payment_provider: 'stripe' as const }, tickets: [{ price_minor: 500_000 }] },
    ],
  ])('%s', async (_, options) => {
    expect((await getToken(await saleAt(shop.deps, 'payment', options))).status).toBe(200)
  })

  it('[EXP-01] an identified express buyer pays without a confirmed address', async () => {
    const sale = await saleAt(shop.deps, 'payment', { express: true })
    await shop.db.updateTable('sessions').set({ proved_email: null }).where('sale_id', '=', sale.saleId).execute()
    expect((await getToken(sale)).status).toBe(200)
    const nobody = await saleAt(shop.deps, 'payment', { express: true, guest: null })
    expect((await getToken(nobody)).body.code).toBe('step_incomplete')
  })
})
