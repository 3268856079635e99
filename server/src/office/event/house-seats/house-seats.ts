import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { seatsText } from '@foyer/contract/seats.ts'
import { dayOf, instantAt, isTimeOfDay, longWhen, niceDate } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { fail } from '@foyer/domain/result.ts'
import { seatsInOrder } from '@foyer/domain/seats/hall.ts'
import { type Selectable, sql } from 'kysely'
import { heldOf } from '../../../db/held-online.ts'
import type { EventsTable } from '../../../db/schema/types.generated.ts'
import type { Db, Tx } from '../../../db/transaction/tx.ts'
import { releaseSeats } from '../../../waiting-list/release-seats.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../../handle.ts'
import { formKey } from '../../order/form-key.ts'
import { eventHeader } from '../header.ts'
import { ownEvent } from '../own-event.ts'
import { mayAlso } from '../state.ts'

type Event = Selectable<EventsTable>
type Allocation = OfficeReply<'office_house_seats'>['allocations'][number]

const MOST_DATES = 200
const MOST_RELEASED = 20

/** The dates of an event that have or had seats held back, the earliest first. */
const datesOf = async (db: Db, event: Event) =>
  (
    await db
      .selectFrom('event_dates as date')
      .select(['id', 'starts_at as startsAt', 'ends_at as endsAt', 'all_day as allDay'])
      .where('event_id', '=', event.id)
      .where((eb) =>
        eb.exists(eb.selectFrom('seat_allocations').select('id').whereRef('event_date_id', '=', 'date.id')),
      )
      .orderBy('starts_at')
      .limit(MOST_DATES)
      .execute()
  ).map(({ id, ...when }) => ({ id, over: when.endsAt ?? when.startsAt, label: longWhen(when, heldOf(event)) }))

type Row = {
  id: number
  name: string
  by: string
  made_at: Date
  release_at: Date | null
  out: number
}

/** The open allocations of a date, with their seats. */
async function allocationsOf(db: Db, dateId: number, zone: string): Promise<Allocation[]> {
  const { rows } = await sql<Row>`
    select allocation.id, allocation.name, coalesce(staff.name, '') as by, made_at, release_at,
      (select count(*)::int from seats where allocation_id = allocation.id and status <> 'kept') as out
    from seat_allocations allocation left join staff on staff.id = allocation.staff_id
    where event_date_id = ${dateId} and released_at is null order by allocation.id`.execute(db)
  const seats = await db
    .selectFrom('seats')
    .select(['id', 'allocation_id', 'label', 'section', 'row_name as row', 'seat_number as number'])
    .where('allocation_id', 'in', [-1, ...rows.map(({ id }) => id)])
    .where('status', '=', 'kept')
    .orderBy('id')
    .execute()
  const seatsOf = groupBy(seatsInOrder(seats), ({ allocation_id }) => allocation_id!)
  return rows.map(({ id, name, by, made_at, release_at, out }) => {
    const own = seatsOf.get(id) ?? []
    return {
      allocation_id: id,
      name,
      seats: own.map((seat) => ({ seat_id: seat.id, label: seat.label })),
      seats_text: own.length === 0 ? '' : seatsText(own.map(({ label }) => label)),
      out,
      by,
      nice_made: niceDate(made_at, zone),
      release_day: release_at === null ? '' : dayOf(release_at, zone),
      release_time: release_at === null ? '' : timeOf(release_at, zone),
      nice_release: release_at === null ? '' : niceDate(release_at, zone),
    }
  })
}

const releasedOf = async (db: Db, dateId: number, zone: string) =>
  (
    await db
      .selectFrom('seat_allocations')
      .select(['id', 'name', 'released_at'])
      .where('event_date_id', '=', dateId)
      .where('released_at', 'is not', null)
      .orderBy('released_at', 'desc')
      .limit(MOST_RELEASED)
      .execute()
  ).map(({ id, name, released_at }) => ({ allocation_id: id, name, nice_released: niceDate(released_at!, zone) }))

export const officeHouseSeats: OfficeHandlers['office_house_seats'] = {
  async read({ event_id, date_id }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const dates = await datesOf(db, event)
    const chosen = dates.find(({ id }) => id === date_id) ?? dates.find(({ over }) => over >= ctx.now) ?? dates.at(-1)
    return {
      ...(await eventHeader(ctx, event)),
      form_key: formKey(ctx),
      may_change: mayAlso(ctx, 'change_events'),
      zone: event.timezone,
      dates: dates.map(({ id, label }) => ({ date_id: id, nice_date: label })),
      date_id: chosen?.id ?? null,
      allocations: chosen === undefined ? [] : await allocationsOf(db, chosen.id, event.timezone),
      released: chosen === undefined ? [] : await releasedOf(db, chosen.id, event.timezone),
    }
  },
}

/** How many seats of an event are held back, on dates that aren't over. */
export const heldBackSeats = async (db: Db, eventId: number, now: Date): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from seats
      join seat_allocations allocation on allocation.id = seats.allocation_id and seats.status = 'kept'
      join event_dates date on date.id = allocation.event_date_id
      where date.event_id = ${eventId} and coalesce(date.ends_at, date.starts_at) >= ${now}`.execute(db)
  ).rows[0]!.n

/** An allocation of an event of this person, with its event; undefined if there is none. */
async function ownAllocation(tx: Tx, ctx: OfficeContext, eventId: number, allocationId: number) {
  const event = await ownEvent(tx, ctx, eventId)
  if (event === undefined) return undefined
  const allocation = await tx
    .selectFrom('seat_allocations as allocation')
    .innerJoin('event_dates as date', 'date.id', 'allocation.event_date_id')
    .select(['allocation.id', 'allocation.name', 'date.id as dateId'])
    .where('allocation.id', '=', allocationId)
    // guard: allocation-of-own-event
    .where('date.event_id', '=', eventId)
    .executeTakeFirst()
  return allocation && { ...allocation, event }
}

const pathTo = (ctx: OfficeContext, eventId: number, dateId: number) =>
  `${OFFICE_PAGES.house_seats.path}?organiser_id=${grantOf(ctx).organiserId}&event_id=${eventId}&date_id=${dateId}`

export const releaseHouseSeats: OfficeHandlers['release_seats'] = {
  async change(tx, { event_id, allocation_id, all, seat_ids }, ctx) {
    const allocation = await ownAllocation(tx, ctx, event_id, allocation_id)
    if (allocation === undefined) return fail('not_found')
    if (!all && seat_ids.length === 0) return fail('release_nothing')
    const seats = await releaseSeats(tx, allocation, all ? 'all' : seat_ids, ctx.now)
    if (seats === null || (seats === 0 && !all)) return fail('already_released')
    return {
      reply: { success: true, next: pathTo(ctx, event_id, allocation.dateId) },
      log: {
        subject: ['event', event_id],
        after: { date_id: allocation.dateId, allocation_id, name: allocation.name, seats, all },
      },
    }
  },
}

export const setReleaseTime: OfficeHandlers['set_release_time'] = {
  async change(tx, { event_id, allocation_id, day, time }, ctx) {
    const allocation = await ownAllocation(tx, ctx, event_id, allocation_id)
    if (allocation === undefined) return fail('not_found')
    const at = releaseTime(day, time, allocation.event.timezone)
    if (at === 'wrong' || (at !== null && at <= ctx.now)) return fail('release_time')
    const changed = await tx
      .updateTable('seat_allocations')
      .set({ release_at: at })
      .where('id', '=', allocation_id)
      .where('released_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) return fail('already_released')
    return {
      reply: { success: true, next: pathTo(ctx, event_id, allocation.dateId) },
      log: {
        subject: ['event', event_id],
        after: {
          date_id: allocation.dateId,
          allocation_id,
          name: allocation.name,
          release_at: at?.toISOString() ?? '',
        },
      },
    }
  },
}

/** The time of the fields in a zone; null without day and time. */
function releaseTime(day: string, time: string, zone: string): Date | null | 'wrong' {
  if (day === '' && time === '') return null
  return day === '' || !isTimeOfDay(time) ? 'wrong' : instantAt(day, time, zone)
}

/** A time of day as a field has it: '19:30'. */
const timeOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at)
