import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleAt, saleAt, stockOf } from '../../testing/fixtures/sale.ts'
import { openShopWithVendors, type ShopWithVendors } from '../../testing/vendors/vendors.ts'
import { checkAtDoor } from '../../tickets/door/door.ts'
import { ledgerDifferences } from '../ledger/ledger.ts'
import { refundOrder } from './order.ts'

const DAY = 86_400

let shop: ShopWithVendors
beforeAll(async () => {
  shop = await openShopWithVendors('embedded')
})
afterAll(() => shop.close())

const atVendor = (path: string, body: Record<string, string>) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_secret_of_the_shop',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(body),
  })

/** An order of 11.00 that is paid by card and delivered. */
async function paidOrder(): Promise<{ sale: SaleAt; intent: string }> {
  const sale = await saleAt(shop.deps, 'payment', { startsAt: new Date('2027-09-01T18:00:00Z') })
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/ajax/checkout/stripe/get_token/',
    headers: { cookie: sale.cookie },
  })
  const intent = String(answer.json().client_secret).split('_secret_')[0]!
  await atVendor(`/v1/payment_intents/${intent}/confirm`, {
    payment_method: 'pm_card_visa',
    return_url: 'http://shop.test/do/checkout/stripe_auth/',
  })
  await shop.pass()
  await shop.pass(30)
  expect((await sale.read()).paid_at).not.toBeNull()
  return { sale, intent }
}

const refundsAtVendor = (intent: string) =>
  shop.sandbox.stripe.refunds
    .values()
    .filter(({ payment_intent }) => payment_intent === intent)
    .map(({ amount }) => amount)
const codeOf = async (sale: SaleAt) =>
  (await shop.db.selectFrom('tickets').select('code').where('sale_id', '=', sale.saleId).executeTakeFirstOrThrow()).code
const lastPayment = async (sale: SaleAt) => (await sale.payments()).at(-1)

describe('a refund at a vendor that acts and then returns 500', () => {
  it('is sent once, although its key returns the saved 500 for a day and is then forgotten', async () => {
    const { sale, intent } = await paidOrder()
    shop.fault('stripe', 'error', 'after')
    await refundOrder(shop.deps, { reference: sale.reference, what: 'amount', amountMinor: 500 })
    await shop.pass()
    expect(refundsAtVendor(intent)).toEqual([500])
    for (const seconds of [10, 30, 120, 600, DAY, 2 * DAY]) await shop.pass(seconds)
    expect(refundsAtVendor(intent)).toEqual([500])
    expect(await lastPayment(sale)).toMatchObject({ status: 'partly_refunded', refunded_minor: 500 })
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })

  it('is recognised by its reference a day later, when its key has expired', async () => {
    const { sale, intent } = await paidOrder()
    shop.fault('stripe', 'answer_lost', '', 3)
    await refundOrder(shop.deps, { reference: sale.reference, what: 'amount', amountMinor: 300 })
    await shop.runJobs()
    shop.fault('stripe', 'error', 'before', null)
    for (let n = 0; n < 6; n++) await shop.pass(DAY / 4)
    shop.sandbox.switches.clear()
    for (let n = 0; n < 4; n++) await shop.pass(DAY / 2)
    expect(refundsAtVendor(intent)).toEqual([300])
    expect(await lastPayment(sale)).toMatchObject({ refunded_minor: 300 })
  })
})

it('stays pending while a bank processes it, and fails no job', async () => {
  const { sale } = await paidOrder()
  const { id } = await shop.db
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', sale.saleId)
    .executeTakeFirstOrThrow()
  await refundOrder(shop.deps, { reference: sale.reference, what: 'amount', amountMinor: 200 })
  // The vendor's card whose refunds are pending at first.
  const [charge] = shop.sandbox.stripe.charges
    .values()
    .filter(
      ({ payment_intent }) =>
        shop.sandbox.stripe.intents.get(String(payment_intent))?.metadata.sale_reference === sale.reference,
    )
  shop.sandbox.stripe.cards.put(String(charge!.payment_method), {
    ...shop.sandbox.stripe.cards.get(String(charge!.payment_method))!,
    number: '4000000000007726',
  })
  await shop.runJobs()
  const refund = () => shop.db.selectFrom('refunds').selectAll().where('payment_id', '=', id).executeTakeFirstOrThrow()
  expect(await refund()).toMatchObject({ status: 'pending' })
  await shop.pass(600)
  await shop.pass(3600)
  expect(await refund()).toMatchObject({ status: 'succeeded' })
  const failed = await shop.db
    .selectFrom('jobs')
    .select(['key', 'last_error'])
    .where('kind', '=', 'refund')
    .where('key', 'like', `${(await refund()).id}%`)
    .where('last_error', 'is not', null)
    .execute()
  expect(failed).toEqual([])
})

describe('a refund made in the vendor’s dashboard', () => {
  it('of a part is booked and leaves the ticket valid', async () => {
    const { sale, intent } = await paidOrder()
    await atVendor('/v1/refunds', { payment_intent: intent, amount: '400' })
    await shop.pass(10)
    expect(await lastPayment(sale)).toMatchObject({ status: 'partly_refunded', refunded_minor: 400 })
    expect(await checkAtDoor(shop.deps, await codeOf(sale), 'north')).toMatchObject({ outcome: 'admitted' })
    expect(await ledgerDifferences(shop.db)).toEqual([])
    expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'amount', amountMinor: 701 })).toMatchObject(
      {
        code: 'too_much',
      },
    )
  })

  it('in full ends the order: its ticket is invalid and on sale again', async () => {
    const { sale, intent } = await paidOrder()
    await atVendor('/v1/refunds', { payment_intent: intent })
    await shop.pass(10)
    expect(await lastPayment(sale)).toMatchObject({ status: 'refunded', refunded_minor: 1100 })
    expect((await sale.read()).cancelled_at).not.toBeNull()
    expect(await checkAtDoor(shop.deps, await codeOf(sale), 'north')).toMatchObject({ outcome: 'refunded' })
    expect(await stockOf(shop.db, sale.ticketId)).toEqual({ held: 0, sold: 0 })
    expect(await ledgerDifferences(shop.db)).toEqual([])
  })
})

it('a queued refund ends when the bank has already charged the payment back', async () => {
  const { sale, intent } = await paidOrder()
  const opened = await fetch(`${shop.url}/control/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent: intent }),
  })
  const { id } = (await opened.json()) as { id: string }
  await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })
  await shop.pass(10)
  expect(await sale.refunds(), 'refused while the bank decides').toMatchObject([{ status: 'queued' }])
  await atVendor(`/v1/disputes/${id}/close`, {})
  await shop.pass(10)
  expect(await sale.refunds()).toMatchObject([{ status: 'failed', failure_text: 'charged back' }])
  for (let day = 0; day < 3; day++) await shop.pass(DAY)
  expect(refundsAtVendor(intent)).toEqual([])
  expect(await ledgerDifferences(shop.db)).toEqual([])
  expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })).toMatchObject({
    code: 'already_refunded',
  })
  const jobs = await shop.db.selectFrom('jobs').select('gave_up_at').where('kind', '=', 'refund').execute()
  expect(jobs.filter(({ gave_up_at }) => gave_up_at !== null)).toEqual([])
})

it('a lost dispute ends the ticket and books the loss once', async () => {
  const { sale, intent } = await paidOrder()
  const opened = await fetch(`${shop.url}/control/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent: intent }),
  })
  const { id } = (await opened.json()) as { id: string }
  await shop.pass(10)
  expect((await sale.read()).cancelled_at, 'an open dispute decides nothing').toBeNull()
  shop.fault('stripe', 'webhook_duplicate', '')
  await atVendor(`/v1/disputes/${id}/close`, {})
  await shop.pass(10)
  expect((await sale.read()).cancelled_at).not.toBeNull()
  expect(await checkAtDoor(shop.deps, await codeOf(sale), 'north')).toMatchObject({ outcome: 'refunded' })
  const loss = await shop.db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_minor'])
    .where('sale_id', '=', sale.saleId)
    .where('movement', '=', 'dispute')
    .orderBy('account')
    .execute()
  expect(loss).toEqual([
    { account: 'dispute_losses', amount_minor: 1100 },
    { account: 'disputed', amount_minor: -1100 },
  ])
  expect(await ledgerDifferences(shop.db)).toEqual([])
  expect(await refundOrder(shop.deps, { reference: sale.reference, what: 'whole' })).toMatchObject({
    code: 'already_refunded',
  })
})
