import type { TestShop } from '../../testing/shop.ts'
import { addCardReader, openShift } from './counter.ts'
import { createClaim, createDonation } from './gift-aid.ts'
import { createWebhookWithMessage } from './organiser.ts'
import { adder, type EventPlan, plantEvent } from './planted-event.ts'
import { plantOrder } from './planted-order.ts'
import type { Subject } from './reads.ts'

export type PlantedSubject = Subject & { ticketCodes: string[] }

/** An event with orders, and what an organiser has around it: a mailing, a shift of the counter, a payout, a Gift Aid claim. */
export async function createSubject(
  shop: TestShop,
  { buyers, ...plan }: EventPlan & { buyers: { email: string; name: string; userId: number | null }[] },
): Promise<PlantedSubject> {
  const { db, clock } = shop
  const { organiserId, mark, minor } = plan
  const add = adder(db)
  const now = clock.now()
  const slug = mark.toLowerCase()
  const event = await plantEvent(shop, plan)
  const staffId = event.manager.id
  const about = { mark, events: [event] }
  const stranger = { email: `buyer@${slug}.example`, name: `${mark} Buyer`, userId: null }
  const order = await plantOrder(shop, { ...about, buyer: stranger })
  for (const buyer of buyers) await plantOrder(shop, { ...about, buyer })
  const shift = (await openShift(shop, { organiserId, staffId }))!
  const sold = await plantOrder(shop, { ...about, buyer: { email: '', name: '', userId: null }, shiftId: shift.id })
  const refund = await db
    .selectFrom('refunds')
    .select('id')
    .where('sale_id', '=', sold.orderId)
    .executeTakeFirstOrThrow()
  await add('counter_refunds', { refund_id: refund.id, shift_id: shift.id, at: now })
  const readerSale = await add('sales', {
    reference: `reader-${slug}`,
    currency: 'GBP',
    created_at: now,
    updated_at: now,
  })
  const existing = await db
    .selectFrom('card_readers')
    .select('id')
    .where('organiser_id', '=', organiserId)
    .executeTakeFirst()
  const reader_id = existing?.id ?? (await addCardReader(shop, organiserId, `tmr_${organiserId}`))
  await add('counter_sales', { sale_id: readerSale.id, shift_id: shift.id, how: 'reader', reader_id, at: now })
  const mailing = await add('mailings', {
    organiser_id: organiserId,
    kind: 'service',
    list: 'orders',
    filter: JSON.stringify({ event_id: event.eventId }),
    subject: `${mark} mailing`,
    body: `${mark} body`,
    event_ids: [event.eventId],
    made_by: staffId,
    made_at: now,
  })
  await add('mailing_people', {
    mailing_id: mailing.id,
    email: stranger.email,
    name: stranger.name,
    sale_id: order.orderId,
  })
  await add('list_views', {
    organiser_id: organiserId,
    staff_id: staffId,
    list: 'orders',
    name: `${mark} view`,
    filter: JSON.stringify({ event_id: String(event.eventId) }),
    is_shared: true,
    created_at: now,
  })
  const account = await add('payment_accounts', {
    organiser_id: organiserId,
    provider: 'stripe',
    external_id: `acct_${slug}`,
    created_at: now,
    updated_at: now,
    ended_at: now,
  })
  const payout = await add('payouts', {
    provider: 'stripe',
    account_id: account.id,
    external_id: `po_${slug}`,
    status: 'paid',
    amount_minor: minor,
    currency: 'GBP',
    arrives_at: now,
    created_at: now,
    fetched_at: now,
  })
  await add('payout_lines', {
    payout_id: payout.id,
    external_id: `txn_${slug}`,
    kind: 'payment',
    provider_payment_id: order.providerPaymentId,
    amount_minor: minor,
    fee_minor: 1,
    at: now,
  })
  const claimId = await createClaim(db, await createDonation(db, { organiserId, now }), now)
  const { webhook_id, message_id } = await createWebhookWithMessage(shop, organiserId)
  await add('webhook_tries', { message_id, at: now, status: 500, ms: 5, excerpt: `${mark} response` })
  const tickets = await db.selectFrom('tickets').select('code').where('sale_id', '=', order.orderId).execute()
  const ticketCodes = tickets.map(({ code }) => code)
  return {
    event,
    orderId: order.orderId,
    ticketId: order.ticketIds[0]!,
    searches: [
      mark,
      order.number,
      order.reference,
      order.providerPaymentId,
      ticketCodes[0]!,
      stranger.email,
      'Regular',
      `${mark} Holder`,
      event.discountCode,
    ],
    mailingId: mailing.id,
    payoutId: payout.id,
    claimId,
    webhookId: webhook_id,
    shiftId: shift.id,
    counterOrderId: sold.orderId,
    readerSaleId: readerSale.id,
    ticketCodes,
  }
}
