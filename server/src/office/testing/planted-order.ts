import { randomBytes } from 'node:crypto'
import { newTicketCode } from '../../tickets/signing/codes.ts'
import { plantBasket, plantLetters, plantVoucher } from './planted-basket.ts'
import { adder, HOUR, type PlantedEvent, type PlantShop } from './planted-event.ts'

type Buyer = { email: string; name: string; userId: number | null }

let made = 0

/**
 * A paid order of two tickets of each event, with a row in every table that follows an order. What belongs to one event, such as a
 * ticket's holder, has the mark of that event; what belongs to the order has its own.
 */
export async function plantOrder(
  shop: PlantShop,
  {
    mark,
    events,
    buyer,
    shiftId = null,
  }: { mark: string; events: readonly PlantedEvent[]; buyer: Buyer; shiftId?: number | null },
) {
  const { db, clock } = shop
  const add = adder(db)
  const now = clock.now()
  const n = ++made
  const slug = `${mark.toLowerCase()}-${n}`
  const [first] = events
  const lineMinor = ({ minor }: PlantedEvent) => 2 * (2 * minor + 1)
  const total = events.reduce((sum, event) => sum + lineMinor(event), 0)
  const sale = await add('sales', {
    reference: randomBytes(20).toString('base64url'),
    currency: 'GBP',
    state: 'order_completed',
    user_id: buyer.userId,
    guest_email: buyer.userId === null ? buyer.email : null,
    guest_name: buyer.userId === null ? buyer.name : null,
    contact_number: `077009${String(10_000 + n)}`,
    gift_voucher_from: `${mark} giver`,
    gift_voucher_to: `${mark} given`,
    marketing_asked: true,
    total_minor: total,
    paid_at: now,
    tickets_delivered_at: now,
    wallet_delivered_at: now,
    created_at: now,
    updated_at: now,
  })
  const sale_id = sale.id
  const number = randomBytes(4).toString('hex').toUpperCase()
  await add('orders', {
    sale_id,
    number,
    user_id: buyer.userId,
    name: buyer.name,
    email: buyer.email,
    phone: `077009${String(10_000 + n)}`,
    currency: 'GBP',
    total_minor: total,
    paid_at: now,
    channel: shiftId === null ? 'online' : 'counter',
  })
  await add('sale_addresses', {
    sale_id,
    kind: 'delivery',
    first_name: buyer.name,
    last_name: '',
    address_1: `${n} ${mark} Row`,
    address_2: '',
    town: `${mark} Village`,
    postcode: 'LS1 1AA',
    country: '1',
  })
  const payment = await add('payments', {
    sale_id,
    provider: 'stripe',
    amount_minor: total,
    currency: 'GBP',
    status: 'paid',
    outcome: 'fulfilled',
    provider_payment_id: `pi_${slug}`,
    idempotency_key: `key-${slug}`,
    failure_text: `${mark} failure`,
    refunded_minor: events.length,
    paid_at: now,
    card_brand: 'visa',
    card_last4: String(4000 + n),
    created_at: now,
    updated_at: now,
  })
  await add('disputes', {
    payment_id: payment.id,
    provider_dispute_id: `dp_${slug}`,
    amount_minor: first!.minor,
    reason: `${mark} dispute`,
    status: 'needs_response',
    opened_at: now,
    updated_at: now,
  })
  await add('sale_events', { sale_id, kind: 'paid', facts: JSON.stringify({ amount: total / 100 }), at: now })
  await add('order_notes', {
    sale_id,
    organiser_id: first!.organiserId,
    staff_id: first!.manager.id,
    words: `${mark} note`,
    at_door: true,
    written_at: now,
  })
  await add('text_messages', {
    key: `text-${slug}`,
    sale_id,
    recipient: '07700900123',
    body: `${mark} sms`,
    status: 'refused',
    last_error: `${mark} sms error`,
    queued_at: now,
  })
  const plan = { sale_id, option_key: '3', status: 'overdue', terms_version: '1', agreed_at: now } as const
  await add('payment_plans', plan)
  await add('plan_instalments', { sale_id, seq: 1, due_on: '2026-08-01', amount_minor: total, status: 'failed' })
  if (shiftId !== null)
    await add('counter_sales', { sale_id, shift_id: shiftId, how: 'cash', note: `${mark} note`, at: now })
  const order: PlantedOrder = {
    orderId: sale_id,
    number,
    reference: sale.reference,
    paymentId: payment.id,
    providerPaymentId: `pi_${slug}`,
    slug,
    buyer,
    ticketIds: [],
  }
  await addToOrder(shop, order, events)
  return { ...order, ticketId: order.ticketIds[0]! }
}

type PlantedOrder = {
  orderId: number
  number: string
  reference: string
  paymentId: number
  providerPaymentId: string
  slug: string
  buyer: Buyer
  /** Of each event, the ticket that can still be changed. */
  ticketIds: number[]
}

/** Adds two tickets of each of these events to an order. */
export async function addToOrder(
  shop: PlantShop,
  { orderId, paymentId, slug, buyer, ticketIds }: PlantedOrder,
  events: readonly PlantedEvent[],
): Promise<void> {
  for (const event of events) {
    const of = { event, sale_id: orderId, line: ticketIds.length + 1, payment_id: paymentId, slug, buyer }
    ticketIds.push(await plantLine(shop, of))
  }
}

/** The part of an order that belongs to one event. Returns the id of the ticket that can still be changed. */
async function plantLine(
  { db, clock }: PlantShop,
  {
    event,
    sale_id,
    line,
    payment_id,
    slug,
    buyer,
  }: {
    event: PlantedEvent
    sale_id: number
    line: number
    payment_id: number
    slug: string
    buyer: Buyer
  },
): Promise<number> {
  const add = adder(db)
  const now = clock.now()
  const { mark, minor, organiserId, eventId, dateId, typeId } = event
  const of = { organiser_id: organiserId, event_id: eventId, ticket_type_id: typeId }
  const sold = { sale_id, ticket_type_id: typeId, qty: 2 }
  await add('sale_lines', {
    ...sold,
    price_minor: minor,
    booking_fee_minor: minor + 1,
    added_at: now,
    access_code_id: event.accessId,
    section: `${mark} section`,
  })
  await add('quota_uses', {
    sale_id,
    ticket_type_id: event.byCodeId,
    quota_id: await quotaOf(db, event.accessId),
    qty: 1,
  })
  await add('sale_codes', { sale_id, code: event.discountCode, discount_id: event.discountId, applied_at: now })
  await add('order_lines', {
    ...sold,
    ...of,
    line,
    kind: 'ticket',
    date_id: dateId,
    list_minor: 2 * minor,
    net_minor: 2 * minor,
    fee_minor: 2 * (minor + 1),
    refunded_net_minor: 1,
    paid_at: now,
  })
  await add('order_line_taxes', { sale_id, line, part: 'net', rate_bp: 2000, gross_minor: 2 * minor, tax_minor: 3 })
  const refund = await add('refunds', {
    payment_id,
    sale_id,
    amount_minor: 1,
    reason: `${mark} reason`,
    status: 'failed',
    provider_refund_id: `re_${slug}_${line}`,
    idempotency_key: `re-${slug}-${line}`,
    failure_text: `${mark} refund failed`,
    parts: JSON.stringify([[organiserId, 1]]),
    created_at: now,
    updated_at: now,
  })
  const entry = { sale_id, movement: 'sale', currency: 'GBP', at: now }
  for (const [account, amount_minor] of [
    ['tickets', -2 * minor],
    ['booking_fees', -2 * (minor + 1)],
  ] as const)
    await add('ledger_entries', { ...entry, ...of, account, amount_minor })
  await add('ledger_entries', {
    ...entry,
    account: 'receivable',
    amount_minor: 4 * minor + 2,
    organiser_id: organiserId,
  })
  const back = { ...entry, movement: 'refund', refund_id: refund.id }
  await add('ledger_entries', { ...back, ...of, account: 'tickets', amount_minor: 7 })
  await add('ledger_entries', { ...back, account: 'refunded_elsewhere', amount_minor: -7, organiser_id: organiserId })
  const tickets: number[] = []
  for (const instance of [0, 1]) {
    const ticket = await add('tickets', {
      sale_id,
      ticket_type_id: typeId,
      instance,
      code: newTicketCode({ bytes: randomBytes } as never),
      holder_name: `${mark} Holder${instance} ${slug}`,
      holder_email: `holder${instance}@${slug}.example`,
      user_id: buyer.userId,
      ...(instance === 0 && { admitted_at: now, admitted_where: `${mark} gate` }),
      issued_at: now,
    })
    tickets.push(ticket.id)
  }
  const ticket_id = tickets[0]!
  await add('former_ticket_codes', {
    code: newTicketCode({ bytes: randomBytes } as never),
    ticket_id,
    ended_at: now,
    why: 'replaced',
  })
  const serial = `pass-${slug}-${line}`
  await add('ticket_passes', { serial, ticket_id, holder_hash: slug, changed_at: now })
  await add('pass_devices', { device: `phone-${slug}`, serial, push_token: slug, registered_at: now })
  await add('admissions', {
    ticket_id,
    date_id: dateId,
    device_id: event.deviceId,
    kind: 'in',
    outcome: 'admitted',
    at: now,
    place: `${mark} gate`,
    reason: `${mark} let in`,
  })
  const transfer = await add('transfers', {
    sale_id,
    ticket_type_id: typeId,
    qty: 1,
    name: `${mark} Friend ${slug}`,
    email: `friend@${slug}.example`,
    is_gift: true,
    message: `${mark} wishes`,
    deliver_at: now,
    status: 'sent',
    claim_token_hash: `hash-${slug}-${line}`,
    created_at: now,
  })
  await add('transfer_tickets', { transfer_id: transfer.id, ticket_id })
  await add('question_answers', {
    sale_id,
    key: `diet-${line}`,
    question_id: event.questionId,
    ticket_type_id: typeId,
    instance: 0,
    answer: `${mark} answer`,
    before_or_after: 'after',
    answered_at: now,
  })
  await add('waiver_signatures', {
    sale_id,
    waiver_id: event.waiverId,
    waiver_version: 1,
    name: `${mark} Minor`,
    signed_by: `${mark} Parent`,
    signature_kind: 'typed',
    signature: `${mark} Parent`,
    signed_at: now,
  })
  await plantLetters(db, event, { slug: `${slug}-${line}`, sale_id, email: buyer.email, now })
  const code = `ref-${slug}-${line}`
  await add('referral_links', { code, sale_id, event_id: eventId, visits: 41, created_at: now })
  await plantBasket(db, event, { slug: `${slug}-${line}`, code, now })
  await add('plan_names', { sale_id, ticket_type_id: typeId, place: 0, name: `${mark} Planned` })
  await add('mails', {
    key: `mail-${slug}-${line}`,
    sale_id,
    kind: 'event_reminder',
    recipient: buyer.email,
    subject: `${mark} Night is soon`,
    body_text: `${mark} text`,
    body_html: `<p>${mark} text</p>`,
    status: 'refused',
    last_error: 'mailbox full',
    queued_at: now,
  })
  await add('ticket_changes', {
    token: `token-${slug}-${line}`,
    sale_id,
    organiser_id: organiserId,
    ticket_id,
    from_type_id: typeId,
    ticket_type_id: event.laterId,
    difference_minor: minor,
    fee_minor: 0,
    by_buyer: false,
    ends_at: new Date(now.getTime() + HOUR),
    created_at: now,
  })
  await plantVoucher(db, event, { slug: `${slug}-${line}`, sale_id, now })
  await db
    .insertInto('receipt_counters')
    .values({ organiser_id: organiserId, kind: 'receipt', last: sale_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('receipts')
    .values({
      organiser_id: organiserId,
      sale_id,
      kind: 'receipt',
      number: sale_id,
      issued_at: now,
      seller: JSON.stringify({ name: `${mark} seller`, address: '', taxNumber: null }),
      lines: JSON.stringify([]),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await add('consents', {
    email: buyer.email,
    kind: 'organiser',
    organiser_id: organiserId,
    granted: true,
    wording: `${mark} consent`,
    source: 'checkout',
    sale_id,
    given_at: now,
  })
  await add('staff_log', {
    at: now,
    staff_id: event.manager.id,
    organiser_id: organiserId,
    action: 'rename_holder',
    outcome: 'done',
    subject_kind: 'order',
    subject_id: String(sale_id),
    before: JSON.stringify({ name: `${mark} old name` }),
    after: JSON.stringify({ name: `${mark} new name` }),
  })
  return tickets[1]!
}

async function quotaOf(db: PlantShop['db'], accessId: number): Promise<number> {
  const { quota_id } = await db
    .selectFrom('access_codes')
    .select('quota_id')
    .where('id', '=', accessId)
    .executeTakeFirstOrThrow()
  return quota_id!
}
