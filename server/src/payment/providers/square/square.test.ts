import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleAt, saleAt, stockOf } from '../../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../../testing/vendors/vendors.ts'
import { ledgerDifferences } from '../../ledger/ledger.ts'
import { queuePaymentChecks } from '../../settle/workers.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

const WITH_SQUARE = { organiser: { payment_provider: 'square' as const } }
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 6LW',
  country: '1',
}

const call = async (sale: SaleAt, name: string, body: Record<string, string> = {}) => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/ajax/checkout/checkout/${name}/`,
    headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(body).toString(),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const pay = (sale: SaleAt, token = 'cnon:card-nonce-ok', change: Partial<typeof ADDRESS> = {}) =>
  call(
    sale,
    'pay-with-square',
    Object.fromEntries(
      Object.entries({ ...ADDRESS, ...change, token, contact_number: '' }).map(([name, value]) => [
        `billing_address_data[${name}]`,
        value,
      ]),
    ),
  )
const createSale = (options = {}) => saleAt(shop.deps, 'payment', { ...WITH_SQUARE, ...options })
const charges = (sale: SaleAt) =>
  shop.sandbox.square.payments.values().filter((payment) => payment.reference_id === sale.reference)

describe('paying with Square, against the sandbox', () => {
  it('[SQR-02] [SQR-04] [API-33] tells the form where its scripts are, including our own', async () => {
    const sale = await createSale()
    expect((await call(sale, 'get_square_credentials')).body).toEqual({
      app_id: 'sandbox-sq0idb-test',
      location_id: 'LTEST',
      checkout_js: 'https://web.squarecdn.com/v1/square.js',
    })
    const script = await shop.app.inject({ method: 'GET', url: '/ajax/checkout/checkout/javascript-square/' })
    expect(script.headers['content-type']).toContain('text/javascript')
    const browser: { FoyerSquare?: { mount: unknown } } = {}
    new Function('window', script.body)(browser)
    expect(browser.FoyerSquare?.mount).toBeTypeOf('function')
  })

  it('[SQR-06] [API-41] pays at once with the address, and the webhook changes nothing more', async () => {
    const sale = await createSale({ qty: 2 })
    expect(await pay(sale)).toEqual({ status: 200, body: { payment: { status: 'COMPLETED', message: '' } } })
    expect(charges(sale)).toMatchObject([
      {
        amount_money: { amount: 2200, currency: 'GBP' },
        billing_address: { address_line_1: '1 High Street', locality: 'Leeds', country: 'GB' },
        buyer_email_address: sale.email,
      },
    ])
    await shop.pass()
    expect(await sale.history()).toEqual(['reserved', 'paid'])
    expect(await sale.payments()).toMatchObject([{ card_brand: 'visa', card_last4: '1111' }])
    expect(shop.webhooks.received.at(-1)).toMatchObject({ status: 200, url: 'http://shop.test/webhooks/square' })
    expect((await pay(sale)).body.code).toBe('already_paid')
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it.each([
    [
      '[SQR-07] the bank does not know the address',
      'cnon:card-nonce-rejected-postalcode',
      {},
      'We were unable to find your address. Please try a different address',
    ],
    ['[PAY-29] the address is not whole', 'cnon:card-nonce-ok', { town: '' }, 'Please complete your address'],
    ['[PAY-28] the postcode is missing', 'cnon:card-nonce-ok', { postcode: '' }, 'Type your postcode or zip code'],
  ])('%s: shown inline, and the next attempt pays', async (_, token, change, text) => {
    const sale = await createSale()
    expect((await pay(sale, token, change)).body).toEqual({ addressError: text })
    expect((await pay(sale)).body.payment.status).toBe('COMPLETED')
    expect(charges(sale).filter(({ status }) => status === 'COMPLETED')).toHaveLength(1)
  })

  it.each([
    [
      'cnon:card-nonce-declined',
      'Your card was declined and you haven’t been charged. Try another card, or contact your bank.',
    ],
    ['cnon:card-nonce-rejected-cvv', 'Check the security code.'],
    ['cnon:card-nonce-requires-verification', 'Your bank couldn’t verify it’s you. Please try again.'],
    ['cnon:card-nonce-already-used', 'Please enter your card details again.'],
    ['cnon:nobody', 'Unable to pay. Please try again later'],
    ['', 'Unable to pay. Please try again later'],
  ])('[SQR-08] %s is refused with a message, and payment can be retried', async (token, message) => {
    const sale = await createSale()
    expect((await pay(sale, token)).body).toEqual({ payment: { status: 'FAILED', message } })
    expect(await sale.read()).toMatchObject({ state: 'payment', paid_at: null })
    expect((await pay(sale)).body.payment.status).toBe('COMPLETED')
  })

  it('pending at the vendor: no other payment can begin, and it is delivered when captured', async () => {
    const sale = await createSale()
    shop.fault('square', 'settle_late', '60000')
    expect((await pay(sale)).body.payment.status).toBe('PENDING')
    expect((await pay(sale)).body.code).toBe('payment_running')
    expect((await call(sale, 'destroy_sale')).body.code).toBe('payment_running')
    expect((await call(sale, 'extend_hold')).body.code).toBe('payment_running')
    await shop.pass(61)
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
  })

  it.each(['answer_lost', 'error'] as const)(
    '%s once: the retry has the same key and is the same charge',
    async (fault) => {
      const sale = await createSale()
      shop.fault('square', fault, fault === 'error' ? 'after' : '')
      expect((await pay(sale)).body.payment.status).toBe('COMPLETED')
      expect(charges(sale)).toHaveLength(1)
      expect(await sale.payments()).toMatchObject([{ status: 'paid' }])
    },
  )

  it('every response is lost: the charge is found in the vendor’s list and the tickets are delivered', async () => {
    const sale = await createSale()
    shop.fault('square', 'error', 'after', 3)
    expect((await pay(sale)).body.payment.status).toBe('COMPLETED')
    expect(charges(sale)).toHaveLength(1)
  })

  it('the vendor fails before acting: nothing is charged, and the buyer can retry', async () => {
    const sale = await createSale()
    shop.fault('square', 'error', 'before', 3)
    expect(await pay(sale)).toMatchObject({ status: 503, body: { code: 'payment_provider_down' } })
    expect(charges(sale)).toEqual([])
    expect((await pay(sale)).body.payment.status).toBe('COMPLETED')
  })

  it('a long outage: no second charge can begin until it is known that there was none', async () => {
    const sale = await createSale()
    shop.fault('square', 'error', 'before', 4)
    expect((await pay(sale)).body.payment.status).toBe('PENDING')
    expect((await pay(sale)).body.code).toBe('payment_running')
    await shop.pass(121)
    await queuePaymentChecks(shop.deps)
    await shop.pass()
    expect(charges(sale)).toEqual([])
    expect((await pay(sale)).body.payment.status).toBe('COMPLETED')
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
    expect(charges(sale)).toHaveLength(1)
  })

  it('the process dies during the charge: it is found by the key stored beforehand', async () => {
    const sale = await createSale()
    const { payable, openPayment } = await import('../../start/open-payment.ts')
    const allowed = await payable(sale.ctx(), { method: () => true })
    if (!allowed.ok) throw new Error(allowed.code)
    const opened = await openPayment(sale.ctx(), allowed, { provider: 'square', inDoubtForMs: 900_000 })
    if (!opened.ok) throw new Error(opened.code)
    await shop.vendors.square.charge({
      sourceId: 'cnon:card-nonce-ok',
      amountMinor: opened.payment.amount_minor,
      currency: 'GBP',
      saleReference: sale.reference,
      idempotencyKey: opened.payment.idempotency_key,
      email: sale.email,
      billing: { ...ADDRESS, address_2: '', state: '', country: 'GB' },
    })
    shop.clock.advance(901)
    await shop.browser().checkout()
    expect(await stockOf(shop.db, sale.ticketId)).toEqual({ held: 1, sold: 0 })
    await queuePaymentChecks(shop.deps)
    await shop.pass()
    expect(await stockOf(shop.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
  })

  it('refuses a webhook with another signature or for another address', async () => {
    const notice = shop.webhooks.received.findLast(({ url }) => url.endsWith('/square'))!
    const send = (headers: Record<string, string>, payload: string) =>
      shop.app.inject({ method: 'POST', url: '/webhooks/square', headers, payload })
    expect((await send(notice.headers, notice.body)).statusCode).toBe(200)
    expect((await send(notice.headers, `${notice.body} `)).statusCode).toBe(400)
    expect((await send({ 'content-type': 'application/json' }, notice.body)).statusCode).toBe(400)
  })

  it('stores the latest state of a dispute, in whatever order webhooks arrive', async () => {
    const sale = await createSale()
    await pay(sale)
    const [payment] = await sale.payments()
    const dispute = (body: Record<string, string>) =>
      fetch(`${shop.url}/control/dispute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ square_payment: payment!.provider_payment_id, ...body }),
      })
    const recorded = () => shop.db.selectFrom('disputes').selectAll().where('payment_id', '=', payment!.id).execute()
    await shop.pass()
    shop.fault('square', 'webhook_reorder', '120000')
    expect((await dispute({ reason: 'NOT_RECEIVED' })).status).toBe(200)
    await shop.pass(60)
    expect(await recorded(), 'the first word is held back').toEqual([])
    await dispute({ outcome: 'won' })
    await shop.pass()
    expect(await recorded()).toMatchObject([{ status: 'WON', reason: 'NOT_RECEIVED', amount_minor: 1100 }])
    await shop.pass(120)
    expect(shop.webhooks.received.at(-1)).toMatchObject({
      status: 200,
      body: expect.stringContaining('"dispute.created"'),
    })
    expect(await recorded()).toMatchObject([{ status: 'WON' }])
    expect((await sale.history()).filter((kind) => kind === 'disputed')).toHaveLength(1)
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it.each([
    ['lost', true],
    ['won', false],
  ])('a dispute that is %s ends the tickets or not, and is booked once', async (outcome, isLost) => {
    const sale = await createSale()
    await pay(sale)
    await shop.pass(30)
    const [payment] = await sale.payments()
    const dispute = (body: Record<string, string>) =>
      fetch(`${shop.url}/control/dispute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ square_payment: payment!.provider_payment_id, ...body }),
      })
    await dispute({ reason: 'NO_KNOWLEDGE' })
    await shop.pass(10)
    expect((await sale.read()).cancelled_at, 'an open dispute decides nothing').toBeNull()
    shop.fault('square', 'webhook_duplicate')
    await dispute({ outcome })
    await shop.pass(10)
    expect((await sale.read()).cancelled_at !== null).toBe(isLost)
    const booked = await shop.db
      .selectFrom('ledger_entries')
      .select(['account', 'amount_minor'])
      .where('payment_id', '=', payment!.id)
      .where('movement', '=', 'dispute')
      .orderBy('account')
      .execute()
    const loss = [
      { account: 'dispute_losses', amount_minor: 1100 },
      { account: 'disputed', amount_minor: -1100 },
    ]
    expect(booked).toEqual(isLost ? loss : [])
    const tickets = await shop.db.selectFrom('tickets').select('status').where('sale_id', '=', sale.saleId).execute()
    expect(tickets).toEqual([{ status: isLost ? 'void' : 'valid' }])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('[SQR-01] refuses an organiser without Square', async () => {
    expect((await pay(await saleAt(shop.deps, 'payment'))).body.code).toBe('method_not_available')
  })
})
