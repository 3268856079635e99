import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetCardWorker } from '../../privacy/forget-card.ts'
import { describeOnBoth } from '../../testing/database/databases.ts'
import type { SaleAt } from '../../testing/fixtures/sale.ts'
import { ORGANISER_FIELDS, openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { queuePlanWork } from '../plan/charge.ts'
import { refundOrder } from '../refund/order.ts'
import { removeAccount } from './accounts.ts'
import { organisersOf } from './organisers.testing.ts'

describeOnBoth('a payment plan with an organiser’s own account', (kind) => {
  let shop: ShopWithVendors
  beforeAll(async () => {
    shop = await openShopWithVendors(kind, { start: '2026-01-31T12:00:00Z' })
  })
  afterAll(() => shop.close())
  const { call, give, saleOf, storeOf, balances } = organisersOf(() => shop)

  const PLAN = {
    startsAt: new Date('2027-09-01T18:00:00Z'),
    tickets: [{ price_minor: 2800, booking_fee_minor: 201 }],
    plans: [1, 3],
  }
  async function createUser() {
    const { id } = await shop.db
      .insertInto('users')
      .values({
        email: `grace-${kind}-${Math.random()}@example.org`,
        first_name: 'Grace',
        last_name: 'Hopper',
        created_at: shop.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  /** The id that the provider's script makes in the browser, at the account that the shop named. */
  async function typedCard(sale: SaleAt): Promise<string> {
    const { public_key, stripe_account } = (await call(sale, 'get_opoa_users')).body
    const answer = await fetch(`${shop.url}/v1/payment_methods`, {
      method: 'POST',
      headers: { origin: 'http://shop.test', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: public_key,
        ...(stripe_account && { _stripe_account: stripe_account }),
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '30',
        'card[cvc]': '123',
      }),
    })
    return ((await answer.json()) as { id: string }).id
  }
  const agree = async (sale: SaleAt, from: Record<string, unknown>) =>
    (await call(sale, 'pay_with_instalment', { instalment_option: '3', contact_number: '020 7946 0000', ...from })).body
  const newCard = (id: string) => ({
    new_payment_method: { id, brand: 'visa', last4: '4242', month: '12', year: '2030', funding: 'credit' },
  })
  const cards = async (sale: SaleAt) =>
    (await call(sale, 'get_opoa_users')).body.opoa_users.map(
      (user: { payment_method_id: string }) => user.payment_method_id,
    )
  async function at(day: string) {
    shop.clock.set(`${day}T12:00:00Z`)
    for (let round = 0; round < 2; round++) {
      await queuePlanWork(shop.deps)
      await shop.pass()
    }
  }

  it('[INS-05] [OPEN-67] is charged there to its end, with the application fee, and its card is not shared', async () => {
    const userId = await createUser()
    const sale = await saleOf({ stripe: 'A' }, { ...PLAN, userId, feeBp: 1000 })
    expect((await call(sale, 'get_opoa_users')).body.stripe_account).toBe(ORGANISER_FIELDS.stripe('A').account_id)
    const card = await typedCard(sale)
    expect(await agree(sale, newCard(card))).toEqual({ status: 'success', payment_plan_remaining: 20 })
    expect(await cards(sale), 'saved at A').toEqual([card])
    expect(storeOf('A').methods.get(card)?.customer).toMatch(/^cus_/)

    // The same person at organiser B and at one without an account.
    for (const accounts of [{ stripe: 'B' }, {}] as const) {
      const other = await saleOf(accounts, { ...PLAN, userId })
      expect(await cards(other)).toEqual([])
      expect(await agree(other, { selected_payment_method_id: card })).toMatchObject({ code: 'unknown_card' })
      expect(await agree(other, newCard(card))).toMatchObject({ code: 'unknown_card' })
      const own = await typedCard(other)
      expect(await agree(other, newCard(own))).toMatchObject({ status: 'success' })
      expect(
        (await call(other, 'set_plan_card', { sale_reference: other.reference, payment_method_id: card })).body,
      ).toMatchObject({ code: 'unknown_card' })
      expect(
        (await call(other, 'pay_instalment', { sale_reference: other.reference, seq: 2, payment_method_id: card }))
          .body,
      ).toMatchObject({ code: 'unknown_card' })
    }

    const { organiserId } = sale
    expect(await removeAccount(shop.deps, { organiserId, provider: 'stripe' })).toMatchObject({ values: { plans: 1 } })
    await give(organiserId, 'stripe', 'B')
    for (const day of ['2026-02-25', '2026-02-28', '2026-03-28', '2026-03-31']) await at(day)
    const payments = await sale.payments()
    expect(payments.map((payment) => [payment.status, payment.amount_minor, payment.platform_fee_minor])).toEqual([
      ['paid', 1001, 100],
      ['paid', 1000, 100],
      ['paid', 1000, 100],
    ])
    expect(new Set(payments.map(({ account_id }) => account_id)).size, 'begun at A, ended at A').toBe(1)
    for (const { provider_payment_id } of payments)
      expect(storeOf('A').intents.get(provider_payment_id!)).toMatchObject({ application_fee_amount: 100 })
    expect(await balances(sale)).toMatchObject({ captured: 3001, platform_fees: 300, paid_to_platform: -300 })
    expect(await ledgerDifferences(shop.db)).toEqual([])

    expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })).toMatchObject({ ok: true })
    await shop.pass()
    expect((await sale.refunds()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('[DONE-12] a new card from the account settings is saved at the plan’s account', async () => {
    const userId = await createUser()
    const sale = await saleOf({ stripe: 'A' }, { ...PLAN, userId })
    expect(await agree(sale, newCard(await typedCard(sale)))).toMatchObject({ status: 'success' })
    const mine = { sale_reference: sale.reference }
    const started = (await call(sale, 'start_saving_card', mine)).body
    expect(started.stripe_account).toBe(ORGANISER_FIELDS.stripe('A').account_id)
    const setup = started.client_secret.split('_secret_')[0]
    const confirmed = await fetch(`${shop.url}/v1/setup_intents/${setup}/confirm`, {
      method: 'POST',
      headers: { origin: 'http://shop.test', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: started.public_key,
        _stripe_account: started.stripe_account,
        client_secret: started.client_secret,
        return_url: 'http://shop.test/account/settings/',
        payment_method: await typedCard(sale),
      }),
    })
    expect(confirmed.status).toBe(200)

    // Refused at the installation's account, by another person, and for another person's plan.
    expect((await call(sale, 'save_card', { setup_intent: setup })).body.code).toBe('unknown_card')
    const stranger = await saleOf({ stripe: 'A' }, { ...PLAN, userId: await createUser() })
    expect((await call(stranger, 'start_saving_card', mine)).body.code).toBe('unknown_plan')
    expect((await call(stranger, 'save_card', { setup_intent: setup, ...mine })).body.code).toBe('unknown_plan')
    expect(await agree(stranger, newCard(await typedCard(stranger)))).toMatchObject({ status: 'success' })
    const theirs = { setup_intent: setup, sale_reference: stranger.reference }
    expect((await call(stranger, 'save_card', theirs)).body.code, 'another customer’s set-up').toBe('unknown_card')

    const { cards: all } = (await call(sale, 'save_card', { setup_intent: setup, ...mine })).body
    expect(all).toHaveLength(2)
    const settings = (await call(sale, 'get_payment_settings')).body
    const [plan] = settings.plans
    expect(plan).toMatchObject({ own_account: true, cards: [{ card_type: 'visa' }, { card_type: 'visa' }] })
    const next = plan.cards.find(
      (card: { payment_method_id: string }) => card.payment_method_id !== plan.card.payment_method_id,
    )
    await shop.db.updateTable('sessions').set({ proved_at: shop.clock.now() }).where('user_id', '=', userId).execute()
    const set = await call(sale, 'set_plan_card', { ...mine, payment_method_id: next.payment_method_id })
    expect(set.body.plans[0].card.payment_method_id).toBe(next.payment_method_id)
    expect(storeOf('A').methods.get(next.payment_method_id)?.customer).toMatch(/^cus_/)
  })

  it('is not offered where the account cannot save cards', async () => {
    const sale = await saleOf({ square: 'A' }, PLAN)
    expect((await call(sale, 'get')).body.payment_plan_schedule_options ?? {}).toEqual({})
    expect(await agree(sale, newCard('pm_card_visa'))).toMatchObject({ code: 'method_not_available' })
  })

  it('a card of an erased customer is deleted at its account', async () => {
    const sale = await saleOf({ stripe: 'A' }, { ...PLAN, userId: await createUser() })
    const card = await typedCard(sale)
    expect(await agree(sale, newCard(card))).toMatchObject({ status: 'success' })
    const { provider, account_id } = await shop.db
      .selectFrom('saved_cards')
      .select(['provider', 'account_id'])
      .where('provider_method_id', '=', card)
      .executeTakeFirstOrThrow()
    await forgetCardWorker({ payload: { provider, account_id, provider_method_id: card } } as never, shop.deps)
    expect(storeOf('A').methods.get(card)?.customer).toBeNull()
  })
})
