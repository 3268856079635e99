import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/transaction/tx.ts'
import { createEvent } from '../../testing/fixtures/catalogue.ts'
import { newTicketCode } from '../../tickets/signing/codes.ts'

let made = 0

/** A paid order of one ticket of an organiser, written to the database without its payment. */
export async function createOrder(
  db: Db,
  {
    organiserId,
    now,
    ...buyer
  }: {
    organiserId: number
    now: Date
    name?: string
    email?: string
    phone?: string
    number?: string
    eventId?: number
  },
) {
  const n = `${process.pid}-${++made}`
  const { name = 'Ada Lovelace', email = `order-${n}@example.org`, phone = '' } = buyer
  const number = buyer.number ?? randomBytes(4).toString('hex').toUpperCase()
  const event = await createEvent(db, { organiser_id: organiserId })
  const { id: orderId, reference } = await db
    .insertInto('sales')
    .values({
      reference: randomBytes(20).toString('base64url'),
      currency: 'GBP',
      guest_email: email,
      guest_name: name,

      contact_number: phone,
      paid_at: now,
      tickets_delivered_at: now,
      wallet_delivered_at: now,
      total_minor: 1100,
      state: 'order_completed',
      marketing_asked: true,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
  const line = { sale_id: orderId, ticket_type_id: event.ticketId, qty: 1 }
  await db
    .insertInto('sale_lines')
    .values({ ...line, price_minor: 1000, booking_fee_minor: 100, added_at: now })
    .execute()
  await db.updateTable('stock').set({ sold: 1 }).where('ticket_type_id', '=', event.ticketId).execute()
  await db
    .insertInto('orders')
    .values({ sale_id: orderId, number, name, email, phone, currency: 'GBP', total_minor: 1100, paid_at: now })
    .execute()
  await db
    .insertInto('order_lines')
    .values({
      ...line,
      line: 1,
      kind: 'ticket',
      organiser_id: organiserId,
      event_id: event.eventId,
      date_id: event.dateId,
      list_minor: 1000,
      net_minor: 1000,
      fee_minor: 100,
      paid_at: now,
    })
    .execute()
  const code = newTicketCode({ bytes: randomBytes } as never)
  const { id: ticketId } = await db
    .insertInto('tickets')
    .values({
      sale_id: orderId,
      ticket_type_id: event.ticketId,
      instance: 0,
      code,
      issued_at: now,
      holder_name: name,
      holder_email: email,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...event, orderId, reference, number, ticketId, code, email }
}

/** A change of the order's ticket that its buyer has been asked to pay for, to another ticket of its type. */
export async function createPendingChange(
  db: Db,
  { orderId, ticketId }: { orderId: number; ticketId: number },
  now: Date,
) {
  const ticket = await db
    .selectFrom('tickets')
    .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['type.id', 'event.organiser_id'])
    .where('tickets.id', '=', ticketId)
    .executeTakeFirstOrThrow()
  await db.updateTable('stock').set({ held: 1 }).where('ticket_type_id', '=', ticket.id).execute()
  await db
    .insertInto('ticket_changes')
    .values({
      token: `t${ticketId}`,
      sale_id: orderId,
      organiser_id: ticket.organiser_id,
      ticket_id: ticketId,
      from_type_id: ticket.id,
      ticket_type_id: ticket.id,
      difference_minor: 400,
      fee_minor: 0,
      by_buyer: false,
      ends_at: now,
      created_at: now,
    })
    .execute()
  return { order_id: orderId, ticket_id: ticketId }
}

/** A disputed card payment of an order, which its provider waits to hear about. Returns the id of the payment. */
export async function createDispute(db: Db, { orderId }: { orderId: number }, now: Date): Promise<number> {
  const dates = { created_at: now, updated_at: now }
  const { id } = await db
    .insertInto('payments')
    .values({
      sale_id: orderId,
      provider: 'stripe',
      status: 'paid',
      amount_minor: 2000,
      currency: 'GBP',
      provider_payment_id: `disputed-${orderId}`,
      idempotency_key: `disputed-${orderId}`,
      ...dates,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('disputes')
    .values({
      payment_id: id,
      provider_dispute_id: `dispute-${orderId}`,
      amount_minor: 2000,
      status: 'needs_response',
      opened_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
