import type { Insertable } from 'kysely'
import type { EventsTable, OrganisersTable, TicketTypesTable } from '../../db/schema/types.generated.ts'
import type { Db } from '../../db/transaction/tx.ts'

type TicketOptions = Partial<Insertable<TicketTypesTable>> & {
  /** With a pool, null unless given: the pool alone limits the type. */
  capacity?: number | null
  seats?: string[]
  /** The position of its pool in `pools`. */
  pool?: number
  /** Earlier prices: until a time, or for a number of tickets. */
  tiers?: { price_minor: number; until?: Date; tickets?: number }[]
}
export type EventOptions = Partial<Insertable<EventsTable>> & {
  organiser?: Partial<Insertable<OrganisersTable>>
  /** Options of each ticket type; one plain type by default. */
  tickets?: TicketOptions[]
  /** Pools of places that ticket types share. */
  pools?: { capacity?: number; kept?: number; name?: string; seats?: string[] }[]
  startsAt?: Date
  /** Payment plans the event offers: the key is the number of payments. */
  plans?: number[]
}

let made = 0

/** Adds an event with ticket types to the database. A test only gives the options it is about. */
export async function createEvent(db: Db, options: EventOptions = {}) {
  const n = `${process.pid}-${++made}`
  const {
    organiser: organiserOptions,
    tickets = [{}],
    pools = [],
    startsAt = new Date('2026-09-01T18:00:00Z'),
    plans = [],
    ...eventOptions
  } = options
  const organiser =
    eventOptions.organiser_id !== undefined
      ? { id: eventOptions.organiser_id as number }
      : await db
          .insertInto('organisers')
          .values({
            slug: `organiser-${n}`,
            name: `Organiser ${n}`,
            full_url: `/organisers/organiser-${n}/`,
            marketing_signup_message: `News of organiser ${n}`,
            ...organiserOptions,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
  const event = await db
    .insertInto('events')
    .values({
      organiser_id: organiser.id,
      slug: `event-${n}`,
      title: `Event ${n}`,
      currency: 'GBP',
      timezone: 'Europe/London',
      ...eventOptions,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  const date = await db
    .insertInto('event_dates')
    .values({ event_id: event.id, starts_at: startsAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const payments of plans)
    await db
      .insertInto('plan_options')
      .values({ event_id: event.id, key: String(payments), label: `${payments} payments`, payments })
      .execute()
  const poolIds: number[] = []
  const placed = (label: string) => ({ label, row_name: label.charAt(0), seat_number: Number(label.slice(1)) })
  for (const { name = `Pool ${poolIds.length + 1}`, seats = [], capacity = seats.length, ...pool } of pools) {
    const { id } = await db
      .insertInto('pools')
      .values({ event_id: event.id, event_date_id: date.id, name, capacity, ...pool })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (seats.length > 0)
      await db
        .insertInto('seats')
        .values(seats.map((label) => ({ pool_id: id, ...placed(label) })))
        .execute()
    poolIds.push(id)
  }
  const ticketIds: number[] = []
  for (const { pool, capacity = pool === undefined ? 100 : null, seats, tiers = [], ...type } of tickets) {
    const { id } = await db
      .insertInto('ticket_types')
      .values({
        event_id: event.id,
        date_id: date.id,
        name: `Ticket ${ticketIds.length + 1}`,
        price_minor: 1000,
        booking_fee_minor: 100,
        seated: seats !== undefined || (pool !== undefined && pools[pool]!.seats !== undefined),
        pool_id: pool === undefined ? null : poolIds[pool]!,
        tiered: tiers.length > 0,
        ...type,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('stock')
      .values({ ticket_type_id: id, capacity: seats?.length ?? capacity })
      .execute()
    if (seats)
      await db
        .insertInto('seats')
        .values(seats.map((label) => ({ ticket_type_id: id, ...placed(label) })))
        .execute()
    for (const [position, { tickets: most, ...tier }] of tiers.entries()) {
      const quota = most === undefined ? null : await createQuota(db, most)
      await db
        .insertInto('price_tiers')
        .values({ ticket_type_id: id, position, quota_id: quota, ...tier })
        .execute()
    }
    ticketIds.push(id)
  }
  return {
    organiserId: organiser.id,
    eventId: event.id,
    slug: event.slug,
    dateId: date.id,
    ticketIds,
    poolIds,
    ticketId: ticketIds[0]!,
  }
}

async function createQuota(db: Db, max_tickets: number): Promise<number> {
  const { id } = await db.insertInto('quotas').values({ max_tickets }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Moves a date, with its end and doors, by this many milliseconds. */
export async function moveDate(db: Db, dateId: number, byMs: number): Promise<void> {
  const times = await db
    .selectFrom('event_dates')
    .select(['starts_at', 'ends_at', 'doors_at'])
    .where('id', '=', dateId)
    .executeTakeFirstOrThrow()
  const later = <At extends Date | null>(at: At) => (at && new Date(at.getTime() + byMs)) as At
  const moved = { starts_at: later(times.starts_at), ends_at: later(times.ends_at), doors_at: later(times.doors_at) }
  await db.updateTable('event_dates').set(moved).where('id', '=', dateId).execute()
}
