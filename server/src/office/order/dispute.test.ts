import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerDifferences } from '../../payment/ledger/ledger.ts'
import { type SaleAt, saleAt } from '../../testing/fixtures/sale.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { answerBank } from '../../testing/vendors/card.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { paidOf } from '../money/paid.ts'
import { createStaff, type OfficeBrowser, signIn } from '../testing/office.ts'

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

const post = (path: string, body: Record<string, string | number>) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const PAY = {
  async stripe(sale: SaleAt, card = 'pm_card_visa'): Promise<object> {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/ajax/checkout/stripe/get_token/',
      headers: { cookie: sale.cookie },
    })
    const intent = String(answer.json().client_secret).split('_secret_')[0]!
    const confirmed = await fetch(`${shop.url}/v1/payment_intents/${intent}/confirm`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_secret_of_the_shop',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        payment_method: card,
        return_url: 'http://shop.test/do/checkout/stripe_auth/',
      }),
    })
    const after = (await confirmed.json()) as { status: string } & Parameters<typeof answerBank>[1]
    if (after.status === 'requires_action') await answerBank(shop.url, after)
    return { payment_intent: intent }
  },
  async square(sale: SaleAt): Promise<object> {
    const address = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      address_1: '1 High Street',
      town: 'Leeds',
      postcode: 'LS1 6LW',
      country: '1',
    }
    await shop.app.inject({
      method: 'POST',
      url: '/ajax/checkout/checkout/pay-with-square/',
      headers: { cookie: sale.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`billing_address_data[${name}]`, value])),
        'billing_address_data[token]': 'cnon:card-nonce-ok',
        'billing_address_data[contact_number]': '',
      }).toString(),
    })
    const [payment] = await sale.payments()
    return { square_payment: payment!.provider_payment_id! }
  },
}

/** The emails of a kind to a person, oldest first. */
async function mailsAbout(kind: string, { email }: { email: string }): Promise<string[]> {
  const mails = shop.db.selectFrom('mails').selectAll().where('recipient', '=', email).where('kind', '=', kind)
  return (await mails.orderBy('id').execute()).map(({ subject, body_text }) => `${subject}\n${body_text}`)
}

/** A paid order of 22.00, and its organiser's team. */
async function paidOrder(provider: 'stripe' | 'square', { card }: { card?: string } = {}) {
  const sale = await saleAt(shop.deps, 'payment', {
    startsAt: new Date('2027-09-01T18:00:00Z'),
    qty: 2,
    organiser: {
      ...(provider === 'square' && { payment_provider: 'square' as const }),
      refund_policy: JSON.stringify({ title: 'Refunds', text: 'Refunds until seven days before', description: '' }),
    },
  })
  const at = await PAY[provider](sale, card)
  await shop.pass()
  await shop.pass(30)
  expect((await sale.read()).paid_at).not.toBeNull()
  const { organiserId } = sale.event!
  const owner = await createStaff(shop, organiserId, 'owner')
  const reader = await createStaff(shop, organiserId, 'reader')
  const door = await createStaff(shop, organiserId, 'door')
  const elsewhere = await createStaff(shop, organiserId, 'manager', [])
  const browser = await signIn(shop, owner.email)
  const dispute = async (body: object) => {
    expect((await post('/control/dispute', { ...at, ...body } as Record<string, string>)).status).toBe(200)
    await shop.pass(10)
  }
  const mailsTo = (staff: { email: string }) => mailsAbout('dispute', staff)
  return { sale, organiserId, owner, others: [reader, door, elsewhere], browser, dispute, mailsTo }
}

async function officeSees(browser: OfficeBrowser, organiserId: number, orderId: number) {
  const read = async <N extends 'office_order' | 'office_home' | 'office_orders'>(name: N, about: object = {}) =>
    (await browser.call(name, { organiser_id: organiserId, ...about })).body as unknown as OfficeReply<N>
  const order = await read('office_order', { order_id: orderId })
  const home = await read('office_home')
  const listed: Record<string, (string | undefined)[]> = {}
  for (const state of ['paid', 'part_refunded', 'refunded', 'disputed', 'dispute_lost']) {
    const { rows } = await read('office_orders', { state })
    if (rows.length > 0) listed[state] = rows.map(({ cells }) => cells.find((cell) => /Paid|Disp|Ref/.test(cell)))
  }
  return {
    state: order.state,
    disputes: order.disputes,
    listed,
    needs: home.needs.find(({ kind }) => kind === 'disputes'),
  }
}

/** Money received, by the organiser's report and by the ledger of the order. */
async function moneyOf(organiserId: number, saleId: number) {
  const scope = { organiserId, from: new Date(0), to: new Date('2200-01-01') }
  const [way] = (await paidOf(shop.db, scope)).get('GBP')!.ways
  const rows = await shop.db
    .selectFrom('ledger_entries')
    .select(['account'])
    .select((eb) => eb.fn.sum<string>('amount_minor').as('minor'))
    .where('sale_id', '=', saleId)
    .where('account', 'in', ['captured', 'disputed', 'dispute_losses'])
    .groupBy('account')
    .execute()
  return {
    report: { captured: way!.amounts.received, disputed: way!.amounts.disputed },
    ledger: Object.fromEntries(rows.map(({ account, minor }) => [account, Number(minor)])),
  }
}

it('a dispute that is reported before the payment is emailed all the same, and follows it in the history', async () => {
  const sale = await saleAt(shop.deps, 'payment', { startsAt: new Date('2027-09-01T18:00:00Z'), qty: 2 })
  const owner = await createStaff(shop, sale.event!.organiserId, 'owner')
  const at = await PAY.stripe(sale)
  expect((await post('/control/dispute', at as Record<string, string>)).status).toBe(200)
  expect((await sale.read()).paid_at).toBeNull()
  await shop.pass()
  await shop.pass(30)
  expect((await sale.read()).paid_at).not.toBeNull()
  expect(await mailsAbout('dispute', owner)).toHaveLength(1)
  const history = await sale.history()
  expect(history.indexOf('disputed')).toBeGreaterThan(history.indexOf('paid'))
})

describe.each(['stripe', 'square'] as const)('a payment by %s that a bank disputes', (provider) => {
  const url =
    provider === 'square' ? 'https://squareup.com/dashboard/disputes' : 'https://dashboard.stripe.com/payments/pi_'
  const tickets = (sale: SaleAt) =>
    shop.db.selectFrom('tickets').select('status').where('sale_id', '=', sale.saleId).execute()

  it('is shown with the day to answer by, and the team is emailed; won, all is as before', async () => {
    const { sale, organiserId, owner, others, browser, dispute, mailsTo } = await paidOrder(provider)
    await dispute({ reason: provider === 'square' ? 'NOT_RECEIVED' : 'product_not_received' })
    const open = await officeSees(browser, organiserId, sale.saleId)
    expect(open).toMatchObject({
      state: 'disputed',
      listed: { disputed: ['Disputed'] },
      disputes: [
        {
          amount: '£22.00',
          state: 'answer',
          meaning: 'The cardholder says they didn’t get what they bought.',
          provider: provider === 'square' ? 'Square' : 'Stripe',
          days_left: expect.any(Number),
          is_withdrawn: true,
          reason: provider === 'square' ? 'not received' : 'product not received',
          nice_due: expect.stringMatching(/\d Jun 2026/),
          url: expect.stringContaining(url),
        },
      ],
      needs: {
        n: 1,
        orders: [{ order_id: sale.saleId, note: expect.stringMatching(/^£22\.00, answer within \d+ days?, by .*Jun/) }],
      },
    })
    expect(Object.keys(open.listed)).toEqual(['disputed'])
    const refund = {
      organiser_id: organiserId,
      order_id: sale.saleId,
      what: 'amount',
      amount: '1',
      form_key: 'disputed',
    }
    expect((await browser.call('refund_order', refund)).body).toMatchObject({ code: 'payment_disputed' })
    expect(await sale.refunds()).toEqual([])
    expect(await mailsTo(owner)).toEqual([expect.stringContaining('£22.00')])
    expect((await mailsTo(owner))[0]).toContain(open.disputes[0]!.nice_due)
    for (const other of others) expect(await mailsTo(other)).toEqual([])
    expect((await moneyOf(organiserId, sale.saleId)).report).toEqual({ captured: 2200, disputed: 0 })

    await dispute({ outcome: 'won' })
    const won = await officeSees(browser, organiserId, sale.saleId)
    expect(won).toMatchObject({ state: 'paid', listed: { paid: ['Paid'] }, disputes: [{ state: 'won' }] })
    expect(won.needs).toBeUndefined()
    expect(await tickets(sale)).toEqual([{ status: 'valid' }, { status: 'valid' }])
    expect(await mailsTo(owner)).toEqual([expect.any(String), expect.stringContaining('Dispute won: £22.00')])
    expect((await moneyOf(organiserId, sale.saleId)).report).toEqual({ captured: 2200, disputed: 0 })
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('lost, is shown as lost, voids the tickets, and is in the report what it is in the ledger', async () => {
    const { sale, organiserId, owner, browser, dispute, mailsTo } = await paidOrder(provider)
    await dispute({})
    await dispute({ outcome: 'lost' })
    const lost = await officeSees(browser, organiserId, sale.saleId)
    expect(lost).toMatchObject({
      state: 'dispute_lost',
      listed: { dispute_lost: ['Dispute lost'] },
      disputes: [{ state: 'lost', amount: '£22.00' }],
    })
    expect(Object.keys(lost.listed)).toEqual(['dispute_lost'])
    expect(lost.needs).toBeUndefined()
    expect(await tickets(sale)).toEqual([{ status: 'void' }, { status: 'void' }])
    expect((await mailsTo(owner)).at(-1)).toContain('Dispute lost: £22.00')
    expect(await moneyOf(organiserId, sale.saleId)).toEqual({
      report: { captured: 2200, disputed: -2200 },
      ledger: { captured: 2200, disputed: -2200, dispute_losses: 2200 },
    })
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('in part and lost, keeps the tickets and the rest of the money', async () => {
    const { sale, organiserId, browser, dispute } = await paidOrder(provider)
    await dispute({ amount: 700 })
    expect(await officeSees(browser, organiserId, sale.saleId)).toMatchObject({
      disputes: [{ amount: '£7.00', state: 'answer' }],
      needs: { orders: [{ note: expect.stringMatching(/^£7\.00, /) }] },
    })
    await dispute({ outcome: 'lost' })
    expect(await officeSees(browser, organiserId, sale.saleId)).toMatchObject({ state: 'dispute_lost' })
    expect(await tickets(sale)).toEqual([{ status: 'valid' }, { status: 'valid' }])
    expect(await moneyOf(organiserId, sale.saleId)).toEqual({
      report: { captured: 2200, disputed: -700 },
      ledger: { captured: 2200, disputed: -700, dispute_losses: 700 },
    })
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })
})

describe('the file of evidence', () => {
  it('is for disputed orders alone, and for those who may change orders', async () => {
    const { sale, organiserId, browser, dispute, others } = await paidOrder('stripe')
    const about = { organiser_id: organiserId, order_id: sale.saleId }
    expect((await browser.call('dispute_evidence', about)).status).toBe(404)
    await dispute({ reason: 'fraudulent' })
    const { status, body } = await browser.call('dispute_evidence', about)
    expect([status, body.content_type]).toEqual([200, 'application/pdf'])
    const text = pdfText(Buffer.from(String(body.base64), 'base64')).replace(/\s+/g, ' ')
    const { code, event, organiser } = await shop.db
      .selectFrom('tickets as ticket')
      .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
      .select(['ticket.code', 'event.title as event', 'organiser.name as organiser'])
      .where('ticket.sale_id', '=', sale.saleId)
      .executeTakeFirstOrThrow()
    for (const shown of [
      `Prepared by ${organiser} on Mon 1 Jun 2026`,
      'Payment with Stripe, Visa ending 4242, £22.00, paid',
      `Mon 1 Jun 2026, 1:06pm: “Your tickets for ${event}” to ${sale.email}, sent`,
      '£22.00',
      sale.email,
      'Refunds until seven days before',
      '£22.00, open. Reason given: fraudulent',
      'Payment disputed',
      '2 ×',
      'Your tickets',
    ])
      expect(text).toContain(shown)
    for (const secret of ['127.0.0.1', code, sale.reference]) expect(text).not.toContain(secret)
    const [reader] = others
    expect((await (await signIn(shop, reader!.email)).call('dispute_evidence', about)).status).toBe(403)
  })

  const textOf = async ({ browser, organiserId, sale }: Awaited<ReturnType<typeof paidOrder>>): Promise<string> => {
    const { body } = await browser.call('dispute_evidence', { organiser_id: organiserId, order_id: sale.saleId })
    return pdfText(Buffer.from(String(body.base64), 'base64')).replace(/\s+/g, ' ')
  }
  const SIGNED_IN = 'The buyer signed in with a code that was emailed to this address.'
  const CONFIRMED = 'the cardholder confirmed it to their bank (3-D Secure, challenge passed)'

  it('[22] says that the cardholder passed 3-D Secure and that the buyer signed in, only if they did', async () => {
    const proved = await paidOrder('stripe', { card: 'pm_card_authenticationRequired' })
    await proved.dispute({ reason: 'fraudulent' })
    const [payment] = await proved.sale.payments()
    const text = await textOf(proved)
    expect(text).toContain(`Payment ${payment!.provider_payment_id}: ${CONFIRMED}`)
    expect(text).toContain(SIGNED_IN)
    // As if the address had only been typed.
    await shop.db.updateTable('sales').set({ customer_session: 1 }).where('id', '=', proved.sale.saleId).execute()
    expect(await textOf(proved)).not.toContain(SIGNED_IN)

    const plain = await paidOrder('stripe')
    await plain.dispute({ reason: 'fraudulent' })
    expect(await textOf(plain)).not.toContain('3-D Secure')
  })

  it('[22] is complete without what the provider does not answer', async () => {
    const order = await paidOrder('stripe', { card: 'pm_card_authenticationRequired' })
    await order.dispute({ reason: 'fraudulent' })
    const read = shop.deps.providers.stripe!.read
    shop.deps.providers.stripe!.read = () => Promise.reject(new Error('503'))
    const text = await textOf(order).finally(() => {
      shop.deps.providers.stripe!.read = read
    })
    expect(text).toContain('£22.00, open. Reason given: fraudulent')
    expect(text).not.toContain('3-D Secure')
  })
})
