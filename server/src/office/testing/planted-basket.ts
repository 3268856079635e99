import { adder, HOUR, type PlantedEvent, type PlantShop } from './planted-event.ts'

/** A gift voucher that was bought with the order, in the organiser's design. */
export async function plantVoucher(
  db: PlantShop['db'],
  { mark, minor, organiserId }: PlantedEvent,
  { slug, sale_id, now }: { slug: string; sale_id: number; now: Date },
): Promise<void> {
  const add = adder(db)
  const design =
    (await db
      .selectFrom('gift_voucher_designs')
      .select('id')
      .where('organiser_id', '=', organiserId)
      .executeTakeFirst()) ??
    (await add('gift_voucher_designs', {
      organiser_id: organiserId,
      slug: `gift-${organiserId}`,
      name: 'Gift',
      currency: 'GBP',
      values_minor: [500],
    }))
  await add('sale_vouchers', { sale_id, design_id: design.id, value_minor: minor, qty: 1, added_at: now })
  await add('issued_vouchers', {
    code: `GIFT-${slug.toUpperCase()}`,
    design_id: design.id,
    sale_id,
    currency: 'GBP',
    value_minor: minor,
    balance_minor: minor,
    expires_on: '2030-01-01',
    from_name: `${mark} from`,
    to_name: `${mark} to`,
    issued_at: now,
  })
}

/** A basket that holds a seat of the event, in a browser that followed a shared link. */
export async function plantBasket(
  db: PlantShop['db'],
  { mark, seatedId, seatId }: PlantedEvent,
  { slug, code, now }: { slug: string; code: string; now: Date },
): Promise<void> {
  const add = adder(db)
  const until = new Date(now.getTime() + HOUR)
  const { id: sale_id } = await add('sales', {
    reference: `basket-${slug}`,
    currency: 'GBP',
    held_from: now,
    held_until: until,
    referred_by: code,
    created_at: now,
    updated_at: now,
  })
  const held = { sale_id, ticket_type_id: seatedId }
  await add('sale_lines', { ...held, qty: 1, added_at: now })
  await add('holds', { ...held, qty: 1 })
  await add('sale_line_seats', { ...held, seat_id: seatId })
  await add('basket_notices', { sale_id, kind: 'error', text: `${mark} notice` })
  await add('jobs', { kind: 'sweep', key: `job-${slug}`, run_at: until, created_at: now })
  const session = await add('sessions', {
    id: `session-${slug}`,
    sale_id,
    created_at: now,
    last_seen_at: now,
    expires_at: until,
  })
  await add('referral_visits', { session_id: session.id, code, visited_at: now })
}

/** What the buyer wrote: a complaint that was answered, and feedback. */
export async function plantLetters(
  db: PlantShop['db'],
  { mark, eventId }: PlantedEvent,
  { slug, sale_id, email, now }: { slug: string; sale_id: number; email: string; now: Date },
): Promise<void> {
  const add = adder(db)
  await add('complaints', {
    number: `complaint-${slug}`,
    form_key: `complaint-${slug}`,
    kind: 'order',
    organiser_id: null,
    sale_id,
    name: `${mark} Complains`,
    email,
    message: `${mark} complaint`,
    language: 'en',
    received_at: now,
    answered_at: now,
    outcome: 'upheld',
    answer: `${mark} answer`,
  })
  await add('feedback', {
    sale_id,
    message: `${mark} feedback`,
    sent_at: now,
    event_id: eventId,
    author: `${mark} Author`,
  })
}
