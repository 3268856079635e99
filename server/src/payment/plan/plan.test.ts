import { PATHS } from '@foyer/contract/paths.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { planBuyers } from './buyers.testing.ts'
import { queuePlanWork } from './charge.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded', { start: '2026-01-31T12:00:00Z' })
})
afterAll(() => shop.close())
// The plans of one test must not come due in the next.
beforeEach(async () => {
  shop.sandbox.switches.clear()
  shop.clock.set('2026-01-31T12:00:00Z')
  await shop.db
    .updateTable('payment_plans')
    .set({ status: 'cancelled' })
    .where('status', 'in', ['active', 'overdue'])
    .execute()
  await shop.db.updateTable('jobs').set({ done_at: shop.clock.now() }).where('done_at', 'is', null).execute()
})

const { call, proveAgain, saleWithPlan, typedCard, newCard, agree } = planBuyers(() => shop)

let people = 0
const createUser = () =>
  shop.db
    .insertInto('users')
    .values({
      email: `grace-${++people}@example.org`,
      first_name: 'Grace',
      last_name: 'Hopper',
      created_at: shop.clock.now(),
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()

/** The buyer answers the bank's question. Returns where the shop redirects them. */
async function authenticate(sale: SaleAt, url: string, answer: 'complete' | 'fail') {
  const back = await fetch(shop.url + new URL(url).pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ answer }),
  })
  const address = new URL(back.headers.get('location')!)
  const returned = await shop.app.inject({
    method: 'GET',
    url: address.pathname + address.search,
    headers: { cookie: sale.cookie },
  })
  return returned.headers.location
}

const instalments = (sale: SaleAt) =>
  shop.db.selectFrom('plan_instalments').selectAll().where('sale_id', '=', sale.saleId).orderBy('seq').execute()
const planOf = (sale: SaleAt) =>
  shop.db.selectFrom('payment_plans').selectAll().where('sale_id', '=', sale.saleId).executeTakeFirst()
const subjects = async (sale: SaleAt) => (await sale.mails()).map(({ subject }) => subject)

/** Sets the clock to noon of that day and does all its work. */
async function at(day: string) {
  shop.clock.set(`${day}T12:00:00Z`)
  for (let round = 0; round < 2; round++) {
    await queuePlanWork(shop.deps)
    await shop.pass()
  }
}

describe('a payment plan, against the sandbox', () => {
  it('is neither offered nor accepted when its payments extend beyond the event', async () => {
    const now = shop.clock.now().getTime()
    const sale = await saleWithPlan({ startsAt: new Date(now + 30 * 86_400_000) })
    const checkout = await shop.app.inject({ url: PATHS.get[1], headers: { cookie: sale.cookie } })
    expect(checkout.json().payment_plan_schedule_options).not.toHaveProperty('3')
    expect((await agree(sale)).body.code).toBe('method_not_available')
    expect(await planOf(sale)).toBeUndefined()
  })

  it('[INS-06] [API-43] [DONE-11] agreed with a guest’s new card, reminded, charged, completed, delivered', async () => {
    const title = 'Long Weekend'
    const sale = await saleWithPlan({ title })
    expect((await agree(sale)).body).toEqual({ status: 'success', payment_plan_remaining: 20 })
    expect(await sale.read()).toMatchObject({
      state: 'deliver_tickets',
      total_minor: 3001,
      contact_number: '020 7946 0000',
    })
    expect((await instalments(sale)).map((i) => [i.due_on, i.amount_minor, i.status])).toEqual([
      ['2026-01-31', 1001, 'paid'],
      ['2026-02-28', 1000, 'due'],
      ['2026-03-31', 1000, 'due'],
    ])
    const card = await shop.db.selectFrom('saved_cards').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(card, 'as the vendor says, not the browser').toMatchObject({
      brand: 'visa',
      last4: '4242',
      exp_year: 2030,
      is_default: true,
    })
    await shop.pass(60)
    expect(await subjects(sale)).toEqual(['Your payment schedule'])
    expect((await sale.read()).tickets_delivered_at).toBeNull()

    await at('2026-02-24')
    expect(await subjects(sale)).toHaveLength(1)
    await at('2026-02-25')
    expect((await sale.mails()).at(-1)).toMatchObject({ kind: 'reminder', subject: `Your next payment for ${title}` })
    expect((await sale.mails()).at(-1)!.body_text).toContain(`£10.00 on Sat 28 Feb 2026 for ${title}`)
    const texts = shop.sandbox.twilio.messages
    expect(texts.values()).toMatchObject([{ to: '+442079460000', from: '+441134960999' }])
    expect(texts.values()[0]!.body).toContain(`Foyer: we’ll take £10.00 on Sat 28 Feb 2026 for ${title}`)
    await at('2026-02-27')
    expect((await instalments(sale))[1]!.status).toBe('due')
    await at('2026-02-28')
    expect((await instalments(sale)).map((i) => i.status)).toEqual(['paid', 'paid', 'due'])
    await at('2026-03-28')
    await at('2026-03-31')
    expect(texts.values(), 'one text before each payment').toHaveLength(2)
    expect((await planOf(sale))?.status).toBe('completed')
    expect((await sale.read()).tickets_delivered_at).not.toBeNull()
    expect(await subjects(sale)).toEqual([
      'Your payment schedule',
      `Your next payment for ${title}`,
      `Receipt: your payment for ${title}`,
      `Your next payment for ${title}`,
      `Receipt: your payment for ${title}`,
      expect.stringContaining('Your tickets'),
    ])
    await at('2026-04-30')
    expect((await sale.payments()).map((p) => [p.purpose, p.amount_minor, p.status])).toEqual([
      ['plan_first', 1001, 'paid'],
      ['plan_instalment', 1000, 'paid'],
      ['plan_instalment', 1000, 'paid'],
    ])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('[ENT-36] begins on the current date in London, as shown to the buyer', async () => {
    shop.clock.set('2026-06-29T23:30:00Z')
    const sale = await saleWithPlan()
    const checkout = await shop.app.inject({ url: PATHS.get[1], headers: { cookie: sale.cookie } })
    const shown = checkout
      .json()
      .payment_plan_schedule_options['3'].schedule.map(({ uk_due }: { uk_due: string }) => uk_due)
    expect(shown).toEqual(['30/06/2026', '30/07/2026', '30/08/2026'])
    expect((await agree(sale)).body).toMatchObject({ status: 'success' })
    expect((await instalments(sale)).map(({ due_on }) => due_on)).toEqual(['2026-06-30', '2026-07-30', '2026-08-30'])
  })

  it('[FLOW-27] its buyer reaches the end of the checkout although the tickets come later', async () => {
    const sale = await saleWithPlan()
    await agree(sale)
    for (const delivery of ['deliver_to_bitticket', 'deliver_to_wallet'] as const)
      expect((await call(sale, delivery)).body).toEqual({ delivery_completed: true })
    expect((await call(sale, 'update_basket_state', { state: 'order_completed' })).status).toBe(200)
    expect(await sale.read()).toMatchObject({ state: 'order_completed', tickets_delivered_at: null })
  })

  it('[INS-07] 3-D Secure at the first payment: redirects, and the plan begins when it has succeeded', async () => {
    const sale = await saleWithPlan()
    const { body } = await agree(sale, '4000002500003155')
    expect(body).toMatchObject({ status: 'redirect_to_url', url: expect.stringContaining('/stripe/3ds/') })
    expect(await planOf(sale)).toBeUndefined()
    expect((await sale.read()).paid_at).toBeNull()
    expect(await authenticate(sale, body.url, 'complete')).toBe('/smartcheckout/')
    expect(await sale.read()).toMatchObject({ state: 'deliver_tickets' })
    expect((await planOf(sale))?.status).toBe('active')
  })

  it('[INS-08] declined: no plan, and another card can be tried', async () => {
    const sale = await saleWithPlan()
    expect((await agree(sale, '4000000000000002')).body).toMatchObject({ status: 'unsuccessful' })
    const refused = await agree(sale, '4000000000000341')
    expect(refused.body).toEqual({ status: 'unsuccessful' })
    expect(await planOf(sale)).toBeUndefined()
    expect((await agree(sale)).body.status).toBe('success')
    await shop.pass()
    expect((await sale.payments()).filter((p) => p.status === 'paid')).toHaveLength(1)
  })

  it('pressed twice at once: one plan, one charge', async () => {
    const sale = await saleWithPlan()
    const answers = await Promise.all([agree(sale), agree(sale)])
    expect(answers.map(({ body }) => body.status ?? body.code).sort()).toEqual(['payment_running', 'success'])
    expect((await sale.payments()).filter((p) => p.status === 'paid')).toHaveLength(1)
  })

  it('checks the plan’s total: a first payment for another basket is refunded', async () => {
    const sale = await saleWithPlan()
    const { body } = await agree(sale, '4000002500003155')
    await shop.db.updateTable('sales').set({ donation_minor: 100 }).where('id', '=', sale.saleId).execute()
    await authenticate(sale, body.url, 'complete')
    await shop.pass()
    expect(await sale.payments()).toMatchObject([{ outcome: 'refunded', status: 'refunded' }])
    expect(await planOf(sale)).toBeUndefined()
  })

  it.each([
    ['[INS-01] the option with the key 1', { instalment_option: '1' }, 'bad_plan'],
    ['an option nobody offers', { instalment_option: '12' }, 'bad_plan'],
    ['[INS-02] no contact number', { contact_number: '' }, 'bad_phone'],
    ['[INS-02] no phone number', { contact_number: 'call me' }, 'bad_phone'],
    ['a card nobody knows', { new_payment_method: newCard('pm_made_up') }, 'unknown_card'],
    ['[OPEN-83] two cards', { selected_payment_method_id: 'pm_x' }, 'unknown_card'],
    [
      'a saved card, without being signed in',
      { new_payment_method: undefined, selected_payment_method_id: 'pm_x' },
      'not_signed_in',
    ],
  ])('%s: refused', async (_, more, code) => {
    const sale = await saleWithPlan()
    expect((await agree(sale, '4242424242424242', more)).body.code).toBe(code)
    expect(await sale.payments()).toEqual([])
  })

  it.each([
    ['[OPEN-81] no plan is offered', {}, false],
    ['[INS-03] other money than pounds', { currency: 'EUR' }, true],
  ])('%s: refused', async (_, options, offered) => {
    const sale = offered ? await saleWithPlan(options) : await saleAt(shop.deps, 'payment', options)
    expect((await agree(sale)).body.code).toBe('method_not_available')
  })

  it('[API-42] [ENT-35] a saved card is listed for and usable by its owner only', async () => {
    const grace = await createUser()
    const first = await saleWithPlan({ userId: grace.id })
    expect((await agree(first)).body.status).toBe('success')
    const again = await saleWithPlan({ userId: grace.id })
    const { body } = await call(again, 'get_opoa_users')
    expect(body).toEqual({
      opoa_users: [
        {
          payment_method_id: expect.any(String),
          card_type: 'visa',
          last4digits: '4242',
          expiry: '12/30',
          is_default: true,
        },
      ],
      full_name: 'Grace Hopper',
      public_key: expect.stringMatching(/^pk_/),
    })
    const id = body.opoa_users[0].payment_method_id
    const stranger = await createUser()
    const theirs = await saleWithPlan({ userId: stranger.id })
    const withSaved = { new_payment_method: undefined, selected_payment_method_id: id }
    expect((await agree(theirs, '4242424242424242', withSaved)).body.code).toBe('unknown_card')
    expect((await agree(theirs, '4242424242424242', { new_payment_method: newCard(id) })).body.code).toBe(
      'unknown_card',
    )
    expect((await call(theirs, 'get_opoa_users')).body.opoa_users).toEqual([])
    expect((await agree(again, '4242424242424242', withSaved)).body.status).toBe('success')
    expect(await shop.db.selectFrom('saved_cards').select('id').where('user_id', '=', grace.id).execute()).toHaveLength(
      1,
    )
  })

  it('a later decline is retried by the rules with emails, then the grace period, then the order ends', async () => {
    const sale = await saleWithPlan()
    await agree(sale)
    await shop.pass(60)
    await at('2026-02-25')
    for (const [day, status] of [
      ['2026-02-28', 'active'],
      ['2026-03-03', 'active'],
      ['2026-03-06', 'active'],
      ['2026-03-09', 'overdue'],
    ] as const) {
      shop.fault('stripe', 'decline', 'insufficient_funds')
      await at(day)
      expect((await instalments(sale))[1]!.status, day).toBe('failed')
      expect((await planOf(sale))!.status, day).toBe(status)
    }
    expect((await planOf(sale))!.ends_on).toBe('2026-03-23')
    expect((await subjects(sale)).slice(2)).toEqual([
      'A payment didn’t go through',
      'A payment didn’t go through',
      'A payment didn’t go through',
      'A payment is overdue',
    ])
    shop.sandbox.switches.clear()
    await at('2026-03-23')
    expect((await planOf(sale))!.status).toBe('overdue')
    expect(await stockOf(shop.db, sale.ticketId)).toEqual({ held: 0, sold: 1 })
    await at('2026-03-24')
    await at('2026-03-25')
    expect((await planOf(sale))!.status).toBe('cancelled')
    expect(await stockOf(shop.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
    // 10.01 were paid, 2.01 of them is the booking fee.
    expect(await sale.refunds()).toMatchObject([{ amount_minor: 800, status: 'succeeded', reason: 'plan_ended' }])
    expect(await subjects(sale)).toContain('Your order has been cancelled')
    expect((await sale.read()).cancelled_at).not.toBeNull()
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('a later 3-D Secure check: an email with a link, the buyer pays, and the plan continues', async () => {
    const grace = await createUser()
    const sale = await saleWithPlan({ userId: grace.id })
    await agree(sale)
    await shop.pass(60)
    await at('2026-02-25')
    shop.fault('stripe', 'decline', 'authentication_required')
    await at('2026-02-28')
    expect((await instalments(sale))[1]!.status).toBe('needs_authentication')
    const mail = (await sale.mails()).at(-1)!
    expect(mail.subject).toBe('Your bank needs you to approve a payment')
    expect(mail.body_text).toContain('http://shop.test/account/settings/')

    const { body } = await call(sale, 'get_payment_settings')
    expect(body.plans[0]).toMatchObject({
      sale_reference: sale.reference,
      status: 'overdue',
      nice_ends: 'Sat 14 Mar 2026',
      remaining: 20,
    })
    expect(body.plans[0].payments[1]).toMatchObject({
      seq: 2,
      status: 'needs_authentication',
      can_pay: true,
      value: 10,
    })
    const stranger = await saleWithPlan({ userId: (await createUser()).id })
    await proveAgain(sale)
    const pay = (by: SaleAt, seq: number | string = 2) =>
      call(by, 'pay_instalment', { sale_reference: sale.reference, seq })
    expect((await pay(stranger)).body.code).toBe('unknown_plan')
    expect((await pay(sale, 9)).body.code).toBe('unknown_plan')
    expect((await pay(sale, 1)).body.code).toBe('already_paid')
    shop.fault('stripe', 'decline', 'insufficient_funds')
    expect((await pay(sale)).body).toEqual({ status: 'unsuccessful' })
    expect((await instalments(sale))[1], 'the buyer’s own try does not count').toMatchObject({
      status: 'needs_authentication',
      attempts: 1,
    })
    expect((await pay(sale)).body).toEqual({ status: 'success' })
    expect((await planOf(sale))!).toMatchObject({ status: 'active', ends_on: null })
    expect((await pay(sale)).body.code).toBe('already_paid')
    await at('2026-03-28')
    await at('2026-03-31')
    expect((await planOf(sale))!.status).toBe('completed')
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('can be paid to its end before its days, which issues the tickets', async () => {
    const sale = await saleWithPlan({ userId: (await createUser()).id })
    await agree(sale)
    await proveAgain(sale)
    const issued = () => shop.db.selectFrom('tickets').select('id').where('sale_id', '=', sale.saleId).execute()
    const later = (await instalments(sale)).filter(({ status }) => status === 'due')
    expect(later.length).toBeGreaterThan(1)
    for (const { seq } of later) {
      expect(await issued()).toEqual([])
      expect((await call(sale, 'pay_instalment', { sale_reference: sale.reference, seq })).body).toEqual({
        status: 'success',
      })
    }
    expect((await planOf(sale))!).toMatchObject({ status: 'completed' })
    await shop.runJobs()
    expect(await issued()).not.toEqual([])
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('[DONE-12] another card in the account settings is saved, becomes the plan’s, and retries the failed payment', async () => {
    const grace = await createUser()
    const sale = await saleWithPlan({ userId: grace.id })
    await agree(sale)
    await shop.pass(60)
    await at('2026-02-25')
    shop.fault('stripe', 'decline', 'expired_card')
    await at('2026-02-28')
    expect((await instalments(sale))[1]!.status).toBe('failed')

    const started = (await call(sale, 'start_saving_card')).body
    const setup = started.client_secret.split('_secret_')[0]
    expect((await call(sale, 'save_card', { setup_intent: setup })).body.code, 'not confirmed yet').toBe('unknown_card')
    await fetch(`${shop.url}/v1/setup_intents/${setup}/confirm`, {
      method: 'POST',
      headers: { origin: 'http://shop.test', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: started.public_key,
        client_secret: started.client_secret,
        return_url: 'http://shop.test/account/settings/',
        payment_method: await typedCard('5555555555554444'),
      }),
    })
    const stranger = await saleWithPlan({ userId: (await createUser()).id })
    expect((await call(stranger, 'save_card', { setup_intent: setup })).body.code).toBe('unknown_card')
    const { cards } = (await call(sale, 'save_card', { setup_intent: setup, make_default_payment_method: '1' })).body
    expect(cards.map((c: { card_type: string; is_default: boolean }) => [c.card_type, c.is_default])).toEqual([
      ['mastercard', true],
      ['visa', false],
    ])
    const [mastercard, visa] = cards
    await proveAgain(sale)
    const setCard = (by: SaleAt, id: string) =>
      call(by, 'set_plan_card', { sale_reference: sale.reference, payment_method_id: id })
    expect((await setCard(stranger, mastercard.payment_method_id)).body.code).toBe('unknown_plan')
    expect((await setCard(sale, 'pm_nobody')).body.code).toBe('unknown_card')
    const theirs = { payment_method_id: mastercard.payment_method_id }
    expect((await call(stranger, 'remove_card', theirs)).body.code).toBe('unknown_card')
    expect((await call(sale, 'remove_card', { payment_method_id: visa.payment_method_id })).body.code).toBe(
      'card_in_use',
    )
    expect((await setCard(sale, mastercard.payment_method_id)).body.plans[0].card.card_type).toBe('mastercard')
    const removed = await call(sale, 'remove_card', { payment_method_id: visa.payment_method_id })
    expect(removed.body.cards).toHaveLength(1)
    await at('2026-03-01')
    expect((await instalments(sale))[1]!.status).toBe('paid')
    expect((await call({ cookie: '' }, 'get_payment_settings')).body.code).toBe('not_signed_in')
  })

  it('after weeks of downtime it reminds first and charges a day later', async () => {
    const sale = await saleWithPlan()
    await agree(sale)
    await shop.pass(60)
    await at('2026-03-10')
    expect((await instalments(sale))[1]!.status).toBe('due')
    expect((await sale.mails()).at(-1)!.body_text).toContain('on Wed 11 Mar 2026')
    await at('2026-03-11')
    expect((await instalments(sale))[1]!.status).toBe('paid')
  })

  it('the response to a charge is lost and the job repeated: charged once', async () => {
    const sale = await saleWithPlan()
    await agree(sale)
    await shop.pass(60)
    await at('2026-02-25')
    shop.webhooks.enabled = false
    shop.fault('stripe', 'answer_lost', '', 4)
    await at('2026-02-28')
    shop.sandbox.switches.clear()
    shop.clock.advance(600)
    await shop.pass(600)
    shop.webhooks.enabled = true
    const charged = shop.sandbox.stripe.intents
      .values()
      .filter((i) => i.metadata.sale_reference === sale.reference && i.status === 'succeeded')
    expect(charged).toHaveLength(2)
    expect((await instalments(sale)).map((i) => i.status)).toEqual(['paid', 'paid', 'due'])
  }, 60_000)
})
