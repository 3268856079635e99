import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { ORGANISER_FIELDS, openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { compareBooks } from '../ledger/compare.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { readProviderSettings } from '../providers/table.ts'
import { refundOrder } from '../refund/order.ts'
import { queuePaymentChecks } from '../settle/workers.ts'
import { listAccounts, reencryptAccounts, removeAccount } from './accounts.ts'
import { organisersOf } from './organisers.testing.ts'
import { saveAccount } from './save.ts'

const SQUARE_A = ORGANISER_FIELDS.square('A')
const SQUARE_B = ORGANISER_FIELDS.square('B')
const BANK_A = ORGANISER_FIELDS.truelayer('A')

describeOnBoth('an organiser with Square and TrueLayer accounts', (kind) => {
  let shop: ShopWithVendors
  const lines: string[] = []
  beforeAll(async () => {
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    shop = await openShopWithVendors(kind, { log })
  })
  afterAll(() => shop.close())
  const { call, give, saleOf } = organisersOf(() => shop)

  const paySquare = (sale: SaleAt, token = 'cnon:card-nonce-ok') =>
    call(sale, 'pay_with_square', {
      billing_address_data: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        address_1: '1 High Street',
        town: 'Leeds',
        postcode: 'LS1 1AA',
        country: '1',
        token,
      },
    })
  /** An event signed with this key for this address. */
  async function tellSquare(path: string, key: string, event: object, signedFor = path) {
    const payload = JSON.stringify(event)
    const signature = createHmac('sha256', key).update(`http://shop.test${signedFor}`).update(payload).digest('base64')
    const answer = await shop.app.inject({
      method: 'POST',
      url: path,
      headers: { 'x-square-hmacsha256-signature': signature, 'content-type': 'application/json' },
      payload,
    })
    return answer.statusCode
  }
  const merchant = (name: 'A' | 'B') => shop.sandbox.square.merchants[name === 'A' ? 0 : 1]!
  const paymentAt = async (sale: SaleAt) => (await sale.payments()).at(-1)!
  const capturedSince = (n: number, vendor: string) =>
    shop.captured.slice(n).filter((request) => request.vendor === vendor)

  it('is paid and refunded by card at Square, with a webhook address of its own', async () => {
    const sale = await saleOf({ square: 'A' })
    expect((await call(sale, 'get')).body.opoa).toEqual({ provider: 'square' })
    expect((await call(sale, 'get_square_credentials')).body).toMatchObject({
      app_id: SQUARE_A.app_id,
      location_id: SQUARE_A.location_id,
    })
    const from = shop.captured.length
    expect((await paySquare(sale)).body.payment).toMatchObject({ status: 'COMPLETED' })
    expect(capturedSince(from, 'square')[0]!.headers.authorization).toBe(`Bearer ${SQUARE_A.access_token}`)
    const { provider_payment_id: id } = await paymentAt(sale)
    expect(merchant('A').payments.get(id!)).toMatchObject({ status: 'COMPLETED' })
    expect(shop.sandbox.square.payments.get(id!)).toBeUndefined()
    await give(sale.organiserId, 'square', 'B')
    expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ ok: true })
    await shop.pass()
    await shop.pass(5)
    expect(await sale.refunds()).toMatchObject([{ status: 'succeeded' }])
    expect(merchant('A').refunds.values()).toMatchObject([{ payment_id: id, status: 'COMPLETED' }])
    expect(
      shop.webhooks.received.filter(({ url }) => url.endsWith(SQUARE_A.location_id)).map(({ status }) => status),
    ).toContain(200)
    expect(shop.webhooks.received.every(({ status }) => status === 200)).toBe(true)
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('receives bank transfers only on its own account', async () => {
    const card = await saleOf({ square: 'A' })
    expect((await call(card, 'create_truelayer_payment')).body.code).toBe('method_not_available')
    const sale = await saleOf({ square: 'A', truelayer: 'A' })
    const from = shop.captured.length
    expect((await call(sale, 'create_truelayer_payment')).body).toEqual({ success: true })
    const { provider_payment_id: id, account_id } = await paymentAt(sale)
    expect(account_id).not.toBeNull()
    const created = capturedSince(from, 'truelayer').find(({ path }) => path === '/v3/payments')!
    expect(JSON.parse(created.body).payment_method.beneficiary.merchant_account_id).toBe('acc-A')
    expect(shop.sandbox.truelayer.owners.get(id!)?.client).toBe(BANK_A.client_id)
    const payment = shop.sandbox.truelayer.payments.get(id!)!
    shop.sandbox.truelayer.choose(payment, 'mock-payments-gb-redirect')
    shop.sandbox.truelayer.approve(shop.sandbox.truelayer.payments.get(id!)!, 'test_executed')
    for (let wait = 0; wait < 4; wait++) await shop.pass(3)
    expect(await sale.payments()).toMatchObject([{ status: 'paid', outcome: 'fulfilled', provider: 'truelayer' }])
    expect(shop.webhooks.received.some(({ url, status }) => url.endsWith(BANK_A.client_id) && status === 200)).toBe(
      true,
    )
    expect((await compareBooks(shop.deps)).differences.filter(({ payment: about }) => about === id)).toEqual([])
  })

  it('accepts a webhook only from the account whose key signed it', async () => {
    const sale = await saleOf({ square: 'A' })
    await saleOf({ square: 'B' })
    await paySquare(sale)
    const { provider_payment_id: id } = await paymentAt(sale)
    const dispute = (event: string, name: string) => ({
      event_id: event,
      type: 'dispute.created',
      created_at: shop.clock.now().toISOString(),
      data: {
        object: {
          dispute: { id: name, state: 'LOST', amount_money: { amount: 1100 }, disputed_payment: { payment_id: id } },
        },
      },
    })
    const [atA, atB] = [SQUARE_A, SQUARE_B].map(({ location_id }) => `/webhooks/square/${location_id}`) as [
      string,
      string,
    ]
    const disputes = () =>
      shop.db
        .selectFrom('disputes')
        .innerJoin('payments', 'payments.id', 'disputes.payment_id')
        .select('provider_dispute_id as id')
        .where('payments.sale_id', '=', sale.saleId)
        .execute()
    expect(await tellSquare(atA, SQUARE_B.webhook_key, dispute('e1', 'd1')), 'B’s key').toBe(400)
    expect(await tellSquare(atA, SQUARE_A.webhook_key, dispute('e2', 'd2'), atB), 'another address').toBe(400)
    expect(await tellSquare(atA, 'square-webhook-key', dispute('e3', 'd3')), 'the installation’s key').toBe(400)
    expect(await tellSquare('/webhooks/square/LNOBODY', SQUARE_A.webhook_key, dispute('e4', 'd4'))).toBe(404)
    expect(await tellSquare(atB, SQUARE_B.webhook_key, dispute('e5', 'd5')), 'B about a payment of A').toBe(200)
    expect(await tellSquare('/webhooks/square', 'square-webhook-key', dispute('e5', 'd5'))).toBe(200)
    expect(await disputes()).toEqual([])
    // B has used this id, and A's event with the same id still counts.
    for (let again = 0; again < 2; again++)
      expect(await tellSquare(atA, SQUARE_A.webhook_key, dispute('e5', 'd5'))).toBe(200)
    expect(await disputes()).toEqual([{ id: 'd5' }])
    // B's own payment, and the id of A's dispute.
    const other = await saleOf({ square: 'B' })
    await paySquare(other)
    const forged = dispute('e6', 'd5')
    forged.data.object.dispute.disputed_payment.payment_id = (await paymentAt(other)).provider_payment_id
    expect(await tellSquare(atB, SQUARE_B.webhook_key, forged)).toBe(200)
    expect(await disputes()).toEqual([{ id: 'd5' }])
    expect((await other.read()).cancelled_at).toBeNull()
  })

  it('looks up a call with a lost response at the account it was made with', async () => {
    const sale = await saleOf({ square: 'A' })
    await shop.fault('square', 'settle_late', '60000')
    expect((await paySquare(sale)).body.payment.status).toBe('PENDING')
    const before = (await paymentAt(sale)).provider_payment_id
    await shop.db
      .updateTable('payments')
      .set({ provider_payment_id: null })
      .where('sale_id', '=', sale.saleId)
      .execute()
    await give(sale.organiserId, 'square', 'B')
    await shop.pass(130)
    await queuePaymentChecks(shop.deps)
    await shop.pass()
    expect(await sale.payments()).toMatchObject([{ provider_payment_id: before, status: 'paid', outcome: 'fulfilled' }])
  })

  it('does not store invalid credentials, and an outage of the provider is not treated as invalid', async () => {
    const { organiserId } = await saleOf({})
    const save = (provider: 'square' | 'truelayer', fields: Record<string, string>) =>
      saveAccount(shop.deps, { organiserId, provider, fields })
    expect(await save('square', { ...SQUARE_A, access_token: 'EAAA-guessed' })).toMatchObject({
      code: 'account_refused',
    })
    expect(
      await save('square', { ...SQUARE_A, access_token: SQUARE_B.access_token }),
      'B claims A’s location',
    ).toMatchObject({
      code: 'account_refused',
    })
    expect(await save('truelayer', { ...BANK_A, client_secret: 'guessed' })).toMatchObject({ code: 'account_refused' })
    expect(await save('truelayer', { ...BANK_A, key_id: 'key-of-B' })).toMatchObject({ code: 'account_refused' })
    expect(await save('truelayer', { ...BANK_A, merchant_account_id: 'GBP=acc-B' })).toMatchObject({
      code: 'account_refused',
    })
    expect(await save('truelayer', { ...BANK_A, private_key: 'no key' })).toMatchObject({ code: 'account_malformed' })
    // The vendors' own addresses are for real money, those of the sandbox are neither.
    const providerAddresses = readProviderSettings({}).addresses
    const live = {
      ...shop.deps,
      config: { ...shop.deps.config, providers: {}, providerAddresses, moneyMode: null },
    }
    for (const [provider, fields] of [
      ['square', SQUARE_A],
      ['truelayer', { ...BANK_A, client_id: 'sandbox-organiser' }],
    ] as const)
      expect(await saveAccount(live, { organiserId, provider, fields }), 'for tests').toMatchObject({
        code: 'account_other_mode',
      })
    const trial = { ...live, config: { ...live.config, moneyMode: 'test' as const } }
    expect(
      await saveAccount(trial, { organiserId, provider: 'square', fields: { ...SQUARE_A, app_id: 'sq0idp-real' } }),
      'for real money, in a shop for tests',
    ).toMatchObject({ code: 'account_other_mode' })
    const down = { ...shop.deps, config: { ...shop.deps.config, accountSecrets: [] } }
    expect(await saveAccount(down, { organiserId, provider: 'square', fields: SQUARE_A })).toMatchObject({
      code: 'account_secret_missing',
    })
    expect(await listAccounts(shop.db, organiserId)).toEqual([])
  })

  it('reports unreadable credentials only in the log, and finds the payment once they can be read', async () => {
    const sale = await saleOf({ square: 'A' })
    await shop.fault('square', 'settle_late', '60000')
    await paySquare(sale)
    const { account_id } = await paymentAt(sale)
    const stored = await shop.db
      .selectFrom('payment_accounts')
      .select(['credentials', 'key_id'])
      .where('id', '=', account_id)
      .executeTakeFirstOrThrow()
    const other = await saleOf({ square: 'B' })
    const swapped = await shop.db
      .selectFrom('payment_accounts')
      .select('credentials')
      .where('organiser_id', '=', other.organiserId)
      .executeTakeFirstOrThrow()
    const put = (values: { credentials: string | null }) =>
      shop.db.updateTable('payment_accounts').set(values).where('id', '=', account_id).execute()
    await put({ credentials: swapped.credentials })
    await shop.pass(130)
    expect((await paymentAt(sale)).status).toBe('processing')
    await put({ credentials: stored.credentials })
    await shop.db.updateTable('jobs').set({ run_at: shop.clock.now() }).where('done_at', 'is', null).execute()
    await shop.pass(130)
    await shop.pass(130)
    expect(await sale.payments()).toMatchObject([{ status: 'paid' }])
  })

  it('keeps secrets out of logs, tables, lists and responses, and re-encrypts them with a new secret', async () => {
    const sale = await saleOf({ square: 'A', truelayer: 'A' })
    const answers = [await call(sale, 'get_square_credentials'), await call(sale, 'get'), await paySquare(sale)]
    const rows = await shop.db.selectFrom('payment_accounts').selectAll().execute()
    const seen = [...lines, JSON.stringify([answers, rows, await listAccounts(shop.db)])].join('\n')
    const secrets = [
      SQUARE_A.access_token,
      SQUARE_A.webhook_key,
      BANK_A.client_secret,
      BANK_A.private_key.split('\n')[1]!,
    ]
    for (const secret of secrets) expect(seen).not.toContain(secret)
    const rotated = {
      ...shop.deps.config,
      accountSecrets: ['a new secret of this installation', ...shop.deps.config.accountSecrets],
    }
    const { done, unreadable } = await reencryptAccounts({ ...shop.deps, config: rotated })
    expect([done, unreadable]).toEqual([rows.filter(({ credentials }) => credentials !== null).length, []])
    const only = { ...shop.deps, config: { ...rotated, accountSecrets: rotated.accountSecrets.slice(0, 1) } }
    expect(await reencryptAccounts(only)).toEqual({ done: 0, unreadable: [] })
    expect((await reencryptAccounts(shop.deps)).unreadable).toHaveLength(done)
    await reencryptAccounts({
      ...shop.deps,
      config: { ...rotated, accountSecrets: [...shop.deps.config.accountSecrets, rotated.accountSecrets[0]!] },
    })
  })

  it('takes no more payments once removed and erased, without credentials left', async () => {
    const sale = await saleOf({ square: 'A' })
    await paySquare(sale)
    const { organiserId } = sale
    expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'amount', amountMinor: 100 })).toMatchObject(
      { ok: true },
    )
    expect(await removeAccount(shop.deps, { organiserId, provider: 'square' })).toMatchObject({
      code: 'account_in_use',
      values: { refunds: 1 },
    })
    await shop.pass(5)
    await shop.pass(5)
    expect(await removeAccount(shop.deps, { organiserId, provider: 'square', erase: true })).toEqual({ ok: true })
    expect(await removeAccount(shop.deps, { organiserId, provider: 'square' })).toMatchObject({
      code: 'unknown_account',
    })
    const row = await shop.db
      .selectFrom('payment_accounts')
      .selectAll()
      .where('organiser_id', '=', organiserId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ credentials: null, key_id: null, ended_at: expect.any(Date) })
    const next = await saleOf({ square: 'B' })
    expect((await paySquare(next)).body.payment).toMatchObject({ status: 'COMPLETED' })
  })
})
