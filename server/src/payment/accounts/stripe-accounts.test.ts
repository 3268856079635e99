import { NO_CAUSE } from '@foyer/sandbox/stripe/events.ts'
import { closeDispute, openDispute } from '@foyer/sandbox/stripe/payments/disputes.ts'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBoth } from '../../testing/database/databases.ts'
import { saleAt } from '../../testing/fixtures/sale.ts'
import { ORGANISER_FIELDS, openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { compareBooks } from '../ledger/compare.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { refundOrder } from '../refund/order.ts'
import { removeAccount } from './accounts.ts'
import { organisersOf } from './organisers.testing.ts'
import { saveAccount } from './save.ts'

const ACCOUNT_A = ORGANISER_FIELDS.stripe('A').account_id
const ACCOUNT_B = ORGANISER_FIELDS.stripe('B').account_id

describeOnBoth('an organiser with a connected Stripe account', (kind) => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors(kind)
  })
  afterAll(() => shop.close())
  const { call, give, saleOf, confirm, payByCard, storeOf, balances, intentOf } = organisersOf(() => shop)

  /** An event as the vendor would send it, signed with the secret of a webhook. */
  async function tell(path: string, secret: string, event: object) {
    const payload = JSON.stringify({ livemode: false, created: shop.clock.now().getTime() / 1000, ...event })
    const header = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(shop.clock.now().getTime() / 1000),
    })
    const answer = await shop.app.inject({
      method: 'POST',
      url: path,
      headers: { 'stripe-signature': header, 'content-type': 'application/json' },
      payload,
    })
    return answer.statusCode
  }

  it('[OPEN-67] is paid there with the application fee, confirmed by the Connect webhook', async () => {
    const sale = await saleOf({ stripe: 'A' }, { qty: 2, feeBp: 250 })
    const checkout = (await call(sale, 'get')).body
    expect(checkout.opoa).toEqual({ provider: 'stripe' })
    const token = (await call(sale, 'get_token')).body
    expect(token).toMatchObject({ public_key: 'pk_test_shop', stripe_account: ACCOUNT_A })
    expect((await confirm({ ...token, stripe_account: undefined })).status, 'not of the platform').toBe(404)
    const intent = await payByCard(sale)
    expect(await sale.payments()).toMatchObject([
      { status: 'paid', outcome: 'fulfilled', amount_minor: 2200, platform_fee_minor: 55 },
    ])
    expect(storeOf('A').intents.get(intent)).toMatchObject({ amount_received: 2200, application_fee_amount: 55 })
    expect(storeOf(null).intents.get(intent)).toBeUndefined()
    expect(await balances(sale)).toMatchObject({
      captured: 2200,
      receivable: 0,
      platform_fees: 55,
      paid_to_platform: -55,
    })
    expect(await ledgerDifferences(shop.db)).toEqual([])
    expect(shop.webhooks.received.every(({ status }) => status === 200)).toBe(true)
  })

  it('is refunded there without the application fee, even after a change of account', async () => {
    const sale = await saleOf({ stripe: 'A' }, { feeBp: 250 })
    const intent = await payByCard(sale)
    await give(sale.organiserId, 'stripe', 'B')
    expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ ok: true })
    await shop.pass()
    expect(await sale.refunds()).toMatchObject([{ status: 'succeeded', amount_minor: 1100 }])
    expect(storeOf('A').refunds.values().at(-1)).toMatchObject({ payment_intent: intent, amount: 1100 })
    expect(storeOf('B').refunds.values()).toEqual([])
    expect(
      storeOf('A')
        .fees.values()
        .find(({ amount_refunded }) => amount_refunded > 0),
    ).toBeUndefined()
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('returns an unwanted payment with the application fee, which is not booked', async () => {
    const sale = await saleOf({ stripe: 'A' }, { feeBp: 1000 })
    const { body } = await call(sale, 'get_token')
    await shop.db.updateTable('payments').set({ amount_minor: 900 }).where('sale_id', '=', sale.saleId).execute()
    await confirm(body)
    await shop.pass()
    await shop.pass()
    expect(await sale.payments()).toMatchObject([{ status: 'refunded', outcome: 'refunded' }])
    expect(storeOf('A').fees.values().at(-1)).toMatchObject({ amount: 110, amount_refunded: 110 })
    expect(await balances(sale)).not.toHaveProperty('platform_fees')
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('after a change of account, payments in progress stay and new ones use the new account', async () => {
    const sale = await saleOf({ stripe: 'A' })
    const before = (await call(sale, 'get_token')).body
    await give(sale.organiserId, 'stripe', 'B')
    const after = (await call(sale, 'get_token')).body
    expect(after).toMatchObject({ stripe_account: ACCOUNT_B })
    await shop.pass()
    expect(storeOf('A').intents.get(intentOf(before.client_secret))?.status, 'no forgotten tab can pay it').toBe(
      'canceled',
    )
    expect((await confirm(after)).body.status).toBe('succeeded')
    await shop.pass()
    expect((await sale.payments()).map(({ status }) => status)).toEqual(['cancelled', 'paid'])

    const other = await saleOf({ stripe: 'A' })
    const begun = (await call(other, 'get_token')).body
    await confirm(begun)
    await give(other.organiserId, 'stripe', 'B')
    await shop.pass()
    expect(await other.payments()).toMatchObject([{ status: 'paid', outcome: 'fulfilled' }])
  })

  it('a webhook of one account cannot name a payment of another, or use the wrong address', async () => {
    const sale = await saleOf({ stripe: 'A' })
    const intent = await payByCard(sale)
    const dispute = (id: string, account?: string) => ({
      id,
      object: 'event',
      type: 'charge.dispute.created',
      ...(account && { account }),
      data: { object: { object: 'dispute', id: `dp_${id}`, payment_intent: intent, amount: 1100, status: 'lost' } },
    })
    const disputes = () =>
      shop.db
        .selectFrom('disputes')
        .innerJoin('payments', 'payments.id', 'disputes.payment_id')
        .select('provider_dispute_id as id')
        .where('payments.sale_id', '=', sale.saleId)
        .execute()
    expect(await tell('/webhooks/stripe/connect', 'whsec_connect', dispute('evt_b', ACCOUNT_B))).toBe(200)
    expect(await tell('/webhooks/stripe', 'whsec_test', dispute('evt_own'))).toBe(200)
    expect(await disputes(), 'of account B, and of the installation').toEqual([])
    expect(await tell('/webhooks/stripe', 'whsec_test', dispute('evt_1', ACCOUNT_A))).toBe(400)
    expect(await tell('/webhooks/stripe/connect', 'whsec_test', dispute('evt_2', ACCOUNT_A))).toBe(400)
    expect(await tell('/webhooks/stripe/connect', 'whsec_connect', dispute('evt_3'))).toBe(400)
    expect(await disputes()).toEqual([])
    for (let again = 0; again < 3; again++)
      expect(await tell('/webhooks/stripe/connect', 'whsec_connect', dispute('evt_a', ACCOUNT_A))).toBe(200)
    expect(await disputes()).toEqual([{ id: 'dp_evt_a' }])
    expect(await balances(sale)).toMatchObject({ disputed: -1100, dispute_losses: 1100 })
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('[OPEN-67] sells, refunds one of two orders and loses a dispute over the other, all in its own account', async () => {
    const [first, second] = [
      await saleOf({ stripe: 'A' }, { feeBp: 250 }),
      await saleOf({ stripe: 'A' }, { feeBp: 250 }),
    ]
    await payByCard(first)
    const intent = await payByCard(second)
    expect(await refundOrder(shop.deps, { reference: first.reference, what: 'whole' })).toMatchObject({ ok: true })
    await shop.pass()
    expect(await first.refunds()).toMatchObject([{ status: 'succeeded', amount_minor: 1100 }])

    const store = storeOf('A')
    const charge = store.charges.values().find(({ payment_intent }) => payment_intent === intent)!
    const dispute = openDispute(store, charge, 'fraudulent')
    await shop.pass(10)
    expect((await second.read()).cancelled_at, 'an open dispute decides nothing').toBeNull()
    closeDispute(store, dispute, 'lost', NO_CAUSE)
    await shop.pass(10)
    expect((await second.read()).cancelled_at).not.toBeNull()
    expect(await balances(second)).toMatchObject({ captured: 1100, disputed: -1100, dispute_losses: 1100 })
    expect(shop.sandbox.stripe.stores.of(undefined).disputes.values()).toEqual([])
    expect(await refundOrder(shop.deps, { reference: second.reference, what: 'whole' })).toMatchObject({
      code: 'already_refunded',
    })
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('[OPEN-67] a basket with several accounts is paid to the installation, one with a shared account to that', async () => {
    const first = await saleOf({ stripe: 'A' })
    const [shared, other] = [await saleOf({ stripe: 'A' }), await saleOf({ stripe: 'B' })]
    const add = async (ticketId: number) => {
      await shop.db
        .updateTable('sales')
        .set({ state: 'basket', held_until: null, held_from: null })
        .where('id', '=', first.saleId)
        .execute()
      await shop.db
        .insertInto('sale_lines')
        .values({ sale_id: first.saleId, ticket_type_id: ticketId, qty: 1, added_at: shop.clock.now() })
        .execute()
      return (await call(first, 'get')).body.opoa
    }
    expect(await add(shared.ticketId)).toEqual({ provider: 'stripe' })
    expect(await add(other.ticketId)).toBeNull()
  })

  it('[PAY-25] [OPEN-68] a self-service organiser can take payments once it has an account', async () => {
    const sale = await saleOf({})
    await shop.db.updateTable('organisers').set({ is_saas: true }).where('id', '=', sale.organiserId).execute()
    const refused = await call(sale, 'get_token')
    expect(refused.body).toMatchObject({
      code: 'provider_missing',
      error: expect.stringContaining('has not yet been configured by Own'),
    })
    await give(sale.organiserId, 'stripe', 'A')
    expect((await call(sale, 'get_token')).body).toMatchObject({ stripe_account: ACCOUNT_A })
    expect(await removeAccount(shop.deps, { organiserId: sale.organiserId, provider: 'stripe' })).toMatchObject({
      ok: false,
      code: 'account_in_use',
      values: { payments: 1 },
    })
    await payByCard(sale)
    expect(await removeAccount(shop.deps, { organiserId: sale.organiserId, provider: 'stripe' })).toEqual({ ok: true })
    const next = await saleAt(shop.deps, 'payment', { ticketId: sale.ticketId })
    expect((await call(next, 'get_token')).body.code).toBe('provider_missing')
    expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ ok: true })
    await shop.pass()
    expect(await sale.refunds(), 'what was paid can still go back').toMatchObject([{ status: 'succeeded' }])
  })

  it('an organiser without an account is paid to the installation', async () => {
    const sale = await saleAt(shop.deps, 'payment')
    const { body } = await call(sale, 'get_token')
    expect(body).toEqual({ public_key: 'pk_test_shop', client_secret: expect.any(String) })
    expect(storeOf(null).intents.get(intentOf(body.client_secret))).toMatchObject({ amount: 1100 })
    expect(await sale.payments()).toMatchObject([{ account_id: null, platform_fee_minor: 0 }])
  })

  it('reconciliation compares each account, and finds what was missed there', async () => {
    const sale = await saleOf({ stripe: 'A' })
    const intent = await payByCard(sale)
    expect((await compareBooks(shop.deps)).differences.filter(({ payment }) => payment === intent)).toEqual([])
    shop.webhooks.enabled = false
    const missed = await saleOf({ stripe: 'B' })
    const { body } = await call(missed, 'get_token')
    await confirm(body)
    await new Stripe('sk_test_x', {
      host: '127.0.0.1',
      port: Number(new URL(shop.url).port),
      protocol: 'http',
      stripeAccount: ACCOUNT_A,
    }).refunds.create({ payment_intent: intent, amount: 100 })
    await shop.sandbox.tick()
    shop.webhooks.enabled = true
    const { differences: found } = await compareBooks(shop.deps)
    expect(found.filter(({ provider }) => provider === 'stripe').map(({ what, payment }) => [what, payment])).toEqual(
      expect.arrayContaining([
        ['other refunds', intent],
        ['paid there, not settled here', intentOf(body.client_secret)],
      ]),
    )
    expect(found.filter(({ what }) => what.includes('unknown'))).toEqual([])
    await shop.runJobs()
    expect(await missed.payments()).toMatchObject([{ status: 'paid', outcome: 'fulfilled' }])
    expect(await sale.payments()).toMatchObject([{ refunded_minor: 100 }])
  })

  it('an account that is not connected or cannot take payments yet is not saved', async () => {
    const { organiserId } = await saleOf({})
    const save = (account_id: string) =>
      saveAccount(shop.deps, { organiserId, provider: 'stripe', fields: { account_id } })
    expect(await save('acct_somebodyelse')).toMatchObject({ code: 'account_refused' })
    shop.sandbox.stripe.stores.add({ id: 'acct_notyetready', chargesEnabled: false })
    expect(await save('acct_notyetready')).toMatchObject({ code: 'account_not_ready' })
    expect(await save('sk_live_pasted')).toMatchObject({ code: 'account_malformed' })
    expect(await save('')).toMatchObject({ code: 'account_incomplete', values: { field: 'account_id' } })
    await shop.fault('stripe', 'error', 'before', 3)
    expect(await save(ACCOUNT_A)).toMatchObject({ code: 'payment_provider_down' })
    expect(
      await shop.db.selectFrom('payment_accounts').select('id').where('organiser_id', '=', organiserId).execute(),
    ).toEqual([])
  })
})
