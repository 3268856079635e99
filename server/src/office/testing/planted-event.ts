import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import type { Db } from '../../db/transaction/tx.ts'
import type { TestShop } from '../../testing/shop.ts'
import { createStaff } from './office.ts'

export type PlantShop = Pick<TestShop, 'db' | 'clock'>

/** Adds one row to a table, and returns it as it was stored. */
export const adder =
  (db: Db) =>
  async <T extends keyof Database>(table: T, row: Insertable<Database[T]>): Promise<Selectable<Database[T]>> =>
    (await db
      .insertInto(table)
      .values(row as never)
      .returningAll()
      .executeTakeFirstOrThrow()) as Selectable<Database[T]>

export const HOUR = 3_600_000

export type EventPlan = { organiserId: number; mark: string; minor: number; status: 'draft' | 'published' }

/**
 * An event with a row in every table that describes one, written to the database. Each text and code contains `mark`, and prices
 * derive from `minor` pence.
 */
export async function plantEvent({ db, clock }: PlantShop, { organiserId, mark, minor, status }: EventPlan) {
  const add = adder(db)
  const now = clock.now()
  const [code, slug] = [mark.toUpperCase(), mark.toLowerCase()]
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR)
  const venue = await add('venues', {
    slug: `${slug}-hall`,
    name: `${mark} Hall`,
    full_address: `1 ${mark} Street`,
    town: `${mark} Town`,
    map_address: `${mark} map`,
  })
  const event = await add('events', {
    organiser_id: organiserId,
    venue_id: venue.id,
    slug: `${slug}-night`,
    title: `${mark} Night`,
    summary: `${mark} summary`,
    description_html: `<p>${mark} description</p>`,
    category: `${mark} category`,
    currency: 'GBP',
    timezone: 'Europe/London',
    status,
    different_timeslots_warning: `${mark} timeslots`,
    livestream_url: `https://live.example/${slug}`,
    online_url: `https://room.example/${slug}`,
    reward_text: `${mark} reward`,
    reward_short_text: `${mark} short`,
    questions_intro_html: `<p>${mark} intro</p>`,
    ga: `G-${code}`,
    ga_conversion_id: `AW-${code}`,
    fb_pixel: `P-${code}`,
    source_url: `https://source.example/${slug}`,
    imported_from: `https://imported.example/${slug}`,
    picture_alt: `${mark} picture`,
    cancel_words: `${mark} cancelled`,
    waiting_list: true,
    refund_protection_bp: 700,
    reminder_text: `${mark} reminder`,
    thanks_text: `${mark} thanks`,
    buyers_change_hours: 1,
  })
  const eventId = event.id
  const date = await add('event_dates', {
    event_id: eventId,
    starts_at: at(2),
    ends_at: at(4),
    change_words: `${mark} moved`,
  })
  const later = await add('event_dates', { event_id: eventId, starts_at: at(72) })
  const dateId = date.id
  const pool = await add('pools', {
    event_id: eventId,
    event_date_id: dateId,
    name: `${mark} Floor`,
    capacity: 90,
    kept: 5,
    kept_reason: `${mark} kept`,
  })
  const typeOf = async (name: string, more: Partial<Insertable<Database['ticket_types']>> = {}, capacity = 80) => {
    const type = await add('ticket_types', {
      event_id: eventId,
      date_id: dateId,
      name: `${mark} ${name}`,
      description: `${mark} about ${name}`,
      price_minor: minor,
      booking_fee_minor: minor + 1,
      refund_policy: JSON.stringify({ title: `${mark} policy`, text: `${mark} terms`, description: `${mark} long` }),
      ...more,
    })
    await add('stock', {
      ticket_type_id: type.id,
      capacity: type.pool_id === null ? capacity : null,
      sold: type.pool_id === null ? 2 : 0,
    })
    return type.id
  }
  const typeId = await typeOf('Adult', { delivered_by_post: true, delivery_cost_minor: minor + 2 })
  const seatedId = await typeOf('Stalls', { seated: true })
  const byCodeId = await typeOf('Members', { visibility: 'code', tiered: true })
  await typeOf('Pooled', { pool_id: pool.id })
  const laterId = await typeOf('Later', { date_id: later.id })
  const quota = await add('quotas', { max_tickets: minor, used: 3 })
  await add('price_tiers', { ticket_type_id: byCodeId, position: 0, price_minor: minor - 1, quota_id: quota.id })
  await add('ticket_requirements', { ticket_type_id: seatedId, title: `${mark} requirement`, any_of: [typeId] })
  const seat = await add('seats', {
    ticket_type_id: seatedId,
    label: `${code}7`,
    row_name: code,
    seat_number: 7,
    section: `${mark} section`,
  })
  const access = await add('access_codes', { event_id: eventId, code: `${code}-DOOR`, quota_id: quota.id })
  await add('access_code_types', { access_code_id: access.id, ticket_type_id: byCodeId })
  const discount = await add('discount_codes', {
    code: `${code}-FREE`,
    organiser_id: organiserId,
    event_id: eventId,
    kind: 'percent',
    percent_bp: 10_000,
    uses: 1,
  })
  await add('offers', {
    organiser_id: organiserId,
    event_id: eventId,
    title: `${mark} offer`,
    kind: 'percent',
    min_qty: 2,
    percent_bp: 500,
  })
  await add('plan_options', { event_id: eventId, key: '3', label: `${mark} plan`, payments: 3 })
  const question = await add('questions', {
    event_id: eventId,
    osq_id: `${slug}_diet`,
    question_html: `<b>${mark} diet?</b>`,
    type: 'dropdown',
    options: [`${mark} option`],
    before_or_after: 'after',
  })
  await add('question_tickets', { question_id: question.id, ticket_type_id: typeId })
  await add('after_sale_messages', { event_id: eventId, message_html: `<p>${mark} message</p>` })
  const waiver = await add('waivers', {
    event_id: eventId,
    title: `${mark} waiver`,
    terms_html: `<p>${mark} risks</p>`,
  })
  const place = await add('waiting', {
    kind: 'place',
    event_id: eventId,
    date_id: dateId,
    email: `waits@${slug}.example`,
    qty: 2,
    joined_at: now,
  })
  await add('waiting_types', { waiting_id: place.id, ticket_type_id: typeId })
  // Its waiting room has ended, so that its tickets can be bought.
  const room = await add('waiting_rooms', {
    event_id: eventId,
    created_at: now,
    secret: 'a'.repeat(64),
    secret_hash: 'b'.repeat(64),
    drained_at: now,
    message: `${mark} queue`,
  })
  await add('waiting_places', { room_id: room.id, public_id: 'place', key_hash: mark, joined_at: now })
  const { id: staffId, email } = await createStaff({ db, clock }, organiserId, 'manager', [eventId])
  const circle = await add('pools', {
    event_id: eventId,
    event_date_id: dateId,
    name: `${mark} Circle`,
    capacity: 1,
    kept: 1,
  })
  const allocation = await add('seat_allocations', {
    event_date_id: dateId,
    name: `${mark} allocation`,
    staff_id: staffId,
    made_at: at(-1),
    release_at: at(1),
  })
  await add('seats', {
    pool_id: circle.id,
    label: `${code}8`,
    row_name: code,
    seat_number: 8,
    section: `${mark} circle`,
    status: 'kept',
    allocation_id: allocation.id,
  })
  const device = await add('door_devices', {
    event_id: eventId,
    date_id: dateId,
    staff_id: staffId,
    name: `${mark} door`,
    code: code.slice(0, 8),
    code_until: at(1),
    made_at: now,
  })
  await add('google_classes', { date_id: dateId, sent: `${mark} class` })
  await add('staff_log', {
    at: now,
    staff_id: staffId,
    organiser_id: organiserId,
    action: 'save_event',
    outcome: 'done',
    subject_kind: 'event',
    subject_id: String(eventId),
    before: JSON.stringify({ title: `${mark} before` }),
    after: JSON.stringify({ title: `${mark} after` }),
  })
  return {
    mark,
    minor,
    organiserId,
    /** A manager limited to this event. */
    manager: { id: staffId, email },
    eventId,
    dateId,
    venueId: venue.id,
    typeId,
    seatedId,
    byCodeId,
    laterId,
    seatId: seat.id,
    accessId: access.id,
    accessCode: access.code,
    discountId: discount.id,
    discountCode: discount.code,
    questionId: question.id,
    waiverId: waiver.id,
    deviceId: device.id,
  }
}

export type PlantedEvent = Awaited<ReturnType<typeof plantEvent>>
