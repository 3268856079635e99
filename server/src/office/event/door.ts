import { door as t } from '@foyer/contract/office/door/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { longWhen, niceDate, niceTime } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { fail } from '@foyer/domain/result.ts'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { heldOf } from '../../db/held-online.ts'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import { endDevice, isDoorOpen, makePairing, shownPairingCode } from '../../tickets/door/devices.ts'
import { waiversOfDate } from '../../tickets/waivers.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { eventHeader } from './header.ts'
import { ownEvent } from './own-event.ts'

const MAX_DATES = 400
const MAX_DEVICES = 40
const MAX_SHOWN = 300

type Event = Selectable<EventsTable>
type DateRow = { id: number; starts_at: Date; ends_at: Date | null; all_day: boolean; open: boolean }

/** The dates of an event, and the chosen one: the one asked for, or the first whose door is open. */
export async function datesAtDoor(db: Pick<Tx, 'selectFrom'>, event: Event, dateId: number | undefined, now: Date) {
  const { rows } = await sql<DateRow>`
    select date.id, date.starts_at, date.ends_at, date.all_day, ${isDoorOpen(now)} as open from event_dates date
    where date.event_id = ${event.id} order by date.starts_at limit ${MAX_DATES}`.execute(db as Tx)
  const chosen =
    dateId === undefined ? (rows.find(({ open }) => open) ?? rows.at(-1)) : rows.find(({ id }) => id === dateId)
  return { rows, chosen }
}

const niceDateOf = (event: Event, date: DateRow) => longWhen(date, heldOf(event))

export async function doorHeader(ctx: OfficeContext, event: Event, date: DateRow | undefined) {
  return {
    ...(await eventHeader(ctx, event)),
    date_id: date?.id ?? null,
    nice_date: date === undefined ? '' : niceDateOf(event, date),
  }
}

export const doorPath = (ctx: OfficeContext, eventId: number, dateId: number) =>
  `${OFFICE_PAGES.door.path}?organiser_id=${grantOf(ctx).organiserId}&event_id=${eventId}&date_id=${dateId}`

export const officeDoor: OfficeHandlers['office_door'] = {
  async read({ event_id, date_id }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const { rows, chosen } = await datesAtDoor(db, event, date_id, ctx.now)
    if (chosen === undefined && date_id !== undefined) return fail('not_found')
    const dateId = chosen?.id ?? 0
    const time = (at: Date) => niceTime(at, event.timezone)
    const numbers = await numbersOf(db, dateId)
    const waivers = await waiversOfDate(db, { eventId: event.id, dateId })
    const minutes = await entriesByMinute(db, dateId)
    const doors = await entriesByDoor(db, dateId)
    const isLate = sql<SqlBool>`entry.outcome in ('for_review', 'rejected', 'nothing_undone')`
    const notable = await notableEntries(db, dateId, event.id, sql`not ${isLate} order by entry.id desc`)
    const late = await notableEntries(
      db,
      dateId,
      event.id,
      sql`${isLate} order by entry.outcome <> 'for_review', entry.id`,
    )
    const lateEntry = ({ id, kind, who, number, at, place }: Notable) => ({
      id,
      kind,
      who: who ?? t['conflict.otherEvent'],
      order: number === null ? '' : shownOrderNumber(number),
      nice_time: niceDate(at, event.timezone),
      door: place,
    })
    return {
      ...(await doorHeader(ctx, event, chosen)),
      dates: rows.map((row) => ({ date_id: row.id, label: niceDateOf(event, row) })),
      open: chosen?.open ?? false,
      ...numbers,
      waivers:
        waivers.of === 0
          ? null
          : {
              signed: waivers.signed,
              of: waivers.of,
              missing: waivers.missing.slice(0, MAX_SHOWN).map(({ buyer, number, n }) => ({
                buyer,
                order: number === null ? '' : shownOrderNumber(number),
                n,
              })),
              more: Math.max(0, waivers.missing.length - MAX_SHOWN),
            },
      minutes: minutes.map(({ minute, n }) => ({ nice_time: time(minute), n })),
      doors,
      devices: (await devicesOf(db, dateId, ctx.now)).map((device) => ({
        device_id: device.id,
        name: device.name,
        by: device.by,
        code: device.code === null ? '' : shownPairingCode(device.code),
        nice_until: device.code === null ? '' : time(device.code_until),
        nice_seen: device.last_seen_at === null ? '' : niceDate(device.last_seen_at, event.timezone),
      })),
      conflicts: notable
        .filter(({ kind }) => kind === 'in')
        .map((entry) => ({
          id: entry.id,
          who: entry.who ?? t['conflict.otherEvent'],
          nice_time: time(entry.at),
          door: entry.place,
          order: entry.number === null ? '' : shownOrderNumber(entry.number),
          outcome: entry.outcome,
          before: entry.other_at === null ? '' : [time(entry.other_at), entry.other_place].filter(Boolean).join(', '),
        })),
      for_review: late
        .filter(({ outcome }) => outcome === 'for_review')
        .map((entry) => ({
          ...lateEntry(entry),
          used: entry.admitted_at === null ? '' : niceDate(entry.admitted_at, event.timezone),
        })),
      reviewed: late
        .filter(({ outcome }) => outcome !== 'for_review')
        .map((entry) => ({ ...lateEntry(entry), outcome: entry.outcome })),
      undone: notable
        .filter(({ kind }) => kind === 'undo')
        .map(({ id, who, at, place, reason }) => ({ id, who: who ?? '', nice_time: time(at), door: place, reason })),
    }
  },
}

/** Someone whose ticket was refunded after they came in still came in, as in the numbers by minute and by door. */
async function numbersOf(db: Db, dateId: number): Promise<{ admitted: number; expected: number }> {
  const { rows } = await sql<{ admitted: number; expected: number }>`
    select count(*) filter (where tickets.admitted_at is not null)::int as admitted, count(*)::int as expected
    from tickets join ticket_types type on type.id = tickets.ticket_type_id
    where type.date_id = ${dateId} and not type.extra
      and (tickets.status = 'valid' or tickets.admitted_at is not null)`.execute(db)
  return rows[0]!
}

async function entriesByMinute(db: Db, dateId: number) {
  const { rows } = await sql<{ minute: Date; n: number }>`
    select * from (
      select date_trunc('minute', tickets.admitted_at) as minute, count(*)::int as n
      from tickets join ticket_types type on type.id = tickets.ticket_type_id
      where type.date_id = ${dateId} and not type.extra and tickets.admitted_at is not null
      group by 1 order by 1 desc limit ${MAX_SHOWN}) newest order by minute`.execute(db)
  return rows
}

async function entriesByDoor(db: Db, dateId: number) {
  const { rows } = await sql<{ name: string; n: number }>`
    select coalesce(tickets.admitted_where, '') as name, count(*)::int as n
    from tickets join ticket_types type on type.id = tickets.ticket_type_id
    where type.date_id = ${dateId} and not type.extra and tickets.admitted_at is not null
    group by 1 order by 1 limit ${MAX_DEVICES}`.execute(db)
  return rows
}

type Notable = {
  id: number
  kind: 'in' | 'undo'
  /** Null for a ticket of another event, whose holder this door may not see. */
  who: string | null
  number: string | null
  outcome: string
  at: Date
  place: string
  reason: string
  other_at: Date | null
  other_place: string | null
  /** When its ticket was used; null also for a ticket of another event. */
  admitted_at: Date | null
}

async function notableEntries(
  db: Db,
  dateId: number,
  eventId: number,
  chosen: RawBuilder<unknown>,
): Promise<Notable[]> {
  const { rows } = await sql<Notable>`
    select entry.id, entry.kind, entry.outcome, entry.at, entry.place, entry.reason, entry.other_at, entry.other_place,
      case when type.event_id = ${eventId} then ticket.holder_name end as who,
      case when type.event_id = ${eventId} then orders.number end as number,
      case when type.event_id = ${eventId} then ticket.admitted_at end as admitted_at
    from admissions entry join tickets ticket on ticket.id = entry.ticket_id
      join ticket_types type on type.id = ticket.ticket_type_id left join orders on orders.sale_id = ticket.sale_id
    where entry.date_id = ${dateId} and entry.outcome <> 'admitted' and ${chosen} limit ${MAX_SHOWN}`.execute(db)
  return rows
}

const devicesOf = (db: Db, dateId: number, now: Date) =>
  db
    .selectFrom('door_devices as device')
    .innerJoin('staff', 'staff.id', 'device.staff_id')
    .select(['device.id', 'device.name', 'device.code', 'device.code_until', 'device.last_seen_at', 'staff.name as by'])
    .where('device.date_id', '=', dateId)
    .where('device.ended_at', 'is', null)
    .where((eb) => eb.or([eb('device.paired_at', 'is not', null), eb('device.code_until', '>', now)]))
    .orderBy('device.id', 'desc')
    .limit(MAX_DEVICES)
    .execute()

export const pairDoor: OfficeHandlers['pair_door'] = {
  async change(tx, { event_id, date_id, name }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const { chosen } = await datesAtDoor(tx, event, date_id, ctx.now)
    if (chosen === undefined) return fail('not_found')
    if (!chosen.open) return fail('date_over')
    const { id } = await makePairing(
      tx,
      { eventId: event_id, dateId: date_id, staffId: staffOf(ctx).id, name: name || t['door.main'] },
      { random: ctx.deps.random, now: ctx.now },
    )
    return {
      reply: { success: true, next: doorPath(ctx, event_id, date_id) },
      log: { subject: ['event', event_id], after: { device_id: id, date_id, name } },
    }
  },
}

export const unpairDoor: OfficeHandlers['unpair_door'] = {
  async change(tx, { event_id, device_id }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const device = await tx
      .selectFrom('door_devices')
      .select('date_id')
      .where('id', '=', device_id)
      // guard: device-of-own-event
      .where('event_id', '=', event_id)
      .executeTakeFirst()
    if (device === undefined || !(await endDevice(tx, device_id, ctx.now))) return fail('not_found')
    return {
      reply: { success: true, next: doorPath(ctx, event_id, device.date_id) },
      log: { subject: ['event', event_id], before: { device_id } },
    }
  },
}
