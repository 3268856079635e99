import { randomUUID } from 'node:crypto'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { expect, it } from 'vitest'
import { inTx } from '../../db/transaction/tx.ts'
import {
  book,
  captureMovement,
  disputeMovement,
  type Posting,
  platformFeeMovement,
  refundMovement,
} from '../../payment/ledger/ledger.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { useShop } from '../../testing/shop.ts'
import { openShift } from '../testing/counter.ts'
import { createStaff, inSession } from '../testing/office.ts'
import { paidOf } from './paid.ts'

const shop = useShop('embedded')

type PaymentOf = {
  provider: 'stripe' | 'square' | 'truelayer' | 'cash' | 'other'
  purpose?: string
  how?: 'cash' | 'other' | 'reader'
}

/** An organiser whose sales are booked movement by movement. */
async function createBooks() {
  const { db, clock } = shop()
  const now = clock.now()
  const { organiserId, eventId, ticketId } = await createEvent(db)
  const other = (await createEvent(db)).organiserId
  const shift = (await openShift(shop(), { organiserId }))!
  const move = (saleId: number, movement: string, amounts: readonly Posting[], paymentId?: number) =>
    inTx(db, (tx) => book(tx, { saleId, movement, amounts, currency: 'GBP', paymentId, at: now }))
  const sold = (minor: number, of = organiserId): Posting[] => [
    { account: 'receivable', minor, organiserId: of },
    { account: 'tickets', minor: -minor, organiserId: of, eventId, ticketTypeId: ticketId },
  ]

  async function pay({ provider, purpose = 'sale', how }: PaymentOf, split: Map<number, number>, status = 'paid') {
    const total = [...split.values()].reduce((all, minor) => all + minor, 0)
    const { id: saleId } = await db
      .insertInto('sales')
      .values({ reference: randomUUID(), currency: 'GBP', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: paymentId } = await db
      .insertInto('payments')
      .values({
        sale_id: saleId,
        provider,
        purpose,
        amount_minor: total,
        currency: 'GBP',
        status: status as 'paid',
        idempotency_key: randomUUID(),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (how)
      await db.insertInto('counter_sales').values({ sale_id: saleId, shift_id: shift.id, how, at: now }).execute()
    if (status !== 'paid') return { saleId, paymentId }
    for (const [of, minor] of split) await move(saleId, 'sale', sold(minor, of))
    await move(saleId, 'capture', captureMovement(split), paymentId)
    return { saleId, paymentId }
  }
  const own = (minor: number) => new Map([[organiserId, minor]])

  const { id: staffId, email } = await createStaff(shop(), organiserId, 'reader')
  const browser = await inSession(shop(), { staffId, email })
  const call = (name: 'office_money' | 'export_money' | 'money_statement', more: object = {}) =>
    browser.call(name, { organiser_id: organiserId, ...more })
  const see = async () => {
    const { currencies, month } = (await call('office_money')).body as unknown as OfficeReply<'office_money'>
    return { ...currencies[0]!, month }
  }
  return { organiserId, other, now, move, sold, pay, own, call, see }
}

/** Every way of payment, with refunds of it, disputes, and payments that bring no money: pending, failed, of other organisers. */
async function createAllWays() {
  const books = await createBooks()
  const { organiserId, other, now, move, sold, pay, own } = books
  const refund = async ({ saleId, paymentId }: Awaited<ReturnType<typeof pay>>, minor: number) => {
    await move(saleId, 'part_refund', sold(-minor))
    await move(saleId, 'refund', refundMovement(own(minor)), paymentId)
  }
  const cash = await pay({ provider: 'cash', how: 'cash' }, own(1000))
  await refund(cash, 300)
  await pay({ provider: 'stripe', how: 'reader' }, own(2000))
  await pay({ provider: 'other', how: 'other' }, own(400))
  const online = await pay({ provider: 'stripe' }, own(5000))
  await refund(online, 600)
  await move(online.saleId, 'part_refund', sold(-250))
  await move(
    online.saleId,
    'refund_otherwise',
    [
      { account: 'refunded_elsewhere', minor: -150, organiserId },
      { account: 'refunded_to_vouchers', minor: -100, organiserId },
      { account: 'receivable', minor: 250, organiserId },
    ],
    online.paymentId,
  )
  await move(online.saleId, 'platform_fee', platformFeeMovement(own(90)), online.paymentId)
  // A dispute over a payment to two organisers: £3.00 was owed back, and the rest is a loss of both.
  const shared = await pay(
    { provider: 'square' },
    new Map([
      [organiserId, 1001],
      [other, 2002],
    ]),
  )
  await move(shared.saleId, 'part_refund', sold(-300))
  await move(shared.saleId, 'dispute', disputeMovement(1300, own(300)), shared.paymentId)
  await shop()
    .db.insertInto('disputes')
    .values({
      payment_id: shared.paymentId,
      provider_dispute_id: randomUUID(),
      amount_minor: 1300,
      status: 'lost',
      opened_at: now,
      updated_at: now,
    })
    .execute()
  await pay({ provider: 'truelayer' }, own(700))
  const plan = await pay({ provider: 'stripe', purpose: 'plan_first' }, own(800))
  // Two instalments are still to come.
  await move(plan.saleId, 'sale', sold(1600))
  // A gift voucher pays £2.50, and gets £1.00 of it back.
  const voucher = (movement: string, minor: number) =>
    move(online.saleId, movement, [
      { account: 'gift_vouchers_redeemed', minor, organiserId },
      { account: 'receivable', minor: -minor, organiserId },
    ])
  await move(online.saleId, 'sale', sold(250))
  await voucher('sale', 250)
  await move(online.saleId, 'part_refund', sold(-100))
  await voucher('part_refund', -100)
  for (const status of ['processing', 'failed', 'cancelled']) await pay({ provider: 'stripe' }, own(9999), status)
  await pay({ provider: 'cash' }, new Map([[other, 7777]]))
  return books
}

it('the report shows what each way of payment received, returned and lost, and adds up to what was earned', async () => {
  const { see } = await createAllWays()
  const { paid, beside, total } = await see()
  expect(paid.heads).toEqual([
    'Payment method',
    'Received',
    'Refunded',
    'Returned in another way',
    'Returned as gift vouchers',
    'Lost disputes',
    'Net',
  ])
  expect(paid.rows.map(({ label, cells }) => [label, ...cells])).toEqual([
    ['Cash', '£10.00', '−£3.00', '£0.00', '£0.00', '£0.00', '£7.00'],
    ['Card at the counter', '£20.00', '£0.00', '£0.00', '£0.00', '£0.00', '£20.00'],
    ['Another way at the counter', '£4.00', '£0.00', '£0.00', '£0.00', '£0.00', '£4.00'],
    ['Card online, through Stripe', '£50.00', '−£6.00', '−£1.50', '−£1.00', '£0.00', '£41.50'],
    // £3.00 owed, and £3.33 of the £10.00 that was lost: a third of the payment was this organiser's.
    ['Card online, through Square', '£10.01', '£0.00', '£0.00', '£0.00', '−£6.33', '£3.68'],
    ['Bank transfer, through TrueLayer', '£7.00', '£0.00', '£0.00', '£0.00', '£0.00', '£7.00'],
    ['Instalments of payment plans', '£8.00', '£0.00', '£0.00', '£0.00', '£0.00', '£8.00'],
    ['Gift vouchers', '£2.50', '−£1.00', '£0.00', '£0.00', '£0.00', '£1.50'],
  ])
  expect(paid.total).toEqual(['£109.01', '−£9.00', '−£1.50', '−£1.00', '−£6.33', '£91.18'])
  expect(beside).toEqual([
    { label: 'Instalments to come, and refunds on their way', amount: '£16.00' },
    { label: 'Lost disputes: earned above, and taken back by banks', amount: '£3.33' },
    { label: 'Fees of this platform', amount: '−£0.90' },
  ])
  // £91.18 here, £16.00 to come and £3.33 lost; the report subtracts what gift vouchers paid.
  expect(total.at(-1)).toBe('£110.51')
})

it('the statement and all files have the same figures by way of payment', async () => {
  const { call, see } = await createAllWays()
  const { month } = await see()
  const square = 'Card online, through Square'
  const lines = [
    `"Payment method",Currency,Received,Refunded`,
    `"${square}",GBP,10.01,0,0,0,-6.33,3.68`,
    'Total without gift vouchers,GBP,109.01,-9,-1.5,-1,-6.33,91.18',
  ]
  for (const csv of [
    (await call('export_money')).raw.body,
    (await call('money_statement', { month, format: 'csv' })).raw.body,
  ])
    for (const line of lines) expect(csv.replaceAll('"', '')).toContain(line.replaceAll('"', ''))
  const { base64 } = (await call('money_statement', { month, format: 'pdf' })).body
  const text = pdfText(Buffer.from(String(base64), 'base64'))
  for (const figure of [square, '£10.01', '−£6.33', '£3.68', 'Gift vouchers', '£91.18', '£16.00'])
    expect(text).toContain(figure)
})

it('the parts of all organisers in a lost dispute add up to it', async () => {
  const { organiserId, other } = await createAllWays()
  const of = async (id: number) => {
    const scope = { organiserId: id, from: new Date('2000-01-01'), to: new Date('2200-01-01') }
    const { beside } = (await paidOf(shop().db, scope)).get('GBP')!
    return beside.find(({ account }) => account === 'dispute_losses')!.minor
  }
  expect([await of(organiserId), await of(other)]).toEqual([333, 667])
})
