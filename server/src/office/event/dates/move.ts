import type { OfficeBody } from '@foyer/contract/office/calls.ts'
import { moving as words } from '@foyer/contract/office/events/messages.en.ts'
import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { dayOf, longWhen } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import { type Selectable, sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { changeDateTimes, isHeldAgain, setDateStatus, type TimeZones } from '../../../catalogue/date-times.ts'
import { parseWallClock } from '../../../catalogue/wall-clock.ts'
import { heldOf } from '../../../db/held-online.ts'
import type { EventDatesTable, EventsTable } from '../../../db/schema/types.generated.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import { countNotEmailed, HELD_TICKETS } from '../../../tickets/moved/mail.ts'
import { grantOf, type OfficeHandlers } from '../../handle.ts'
import { formKey } from '../../order/form-key.ts'
import { timeOf } from '../form/create.ts'
import { skippedHour } from '../form/skipped-hour.ts'
import { eventHeader } from '../header.ts'
import { ownEvent } from '../own-event.ts'
import { mayAlso } from '../state.ts'

type Event = Selectable<EventsTable>
type EventDate = Selectable<EventDatesTable>
type MoveForm = Pick<OfficeBody<'office_move'>, 'date_id' | 'all' | 'postpone' | 'day' | 'starts'>
type Move = { date: EventDate; starts: Date; ends: Date | null; doors: Date | null; allDay: boolean }

/** The dates that can be moved, and the cancelled ones, whose starts stay taken: the event's forms have each start only once. */
async function datesOf(tx: Pick<Tx, 'selectFrom'>, eventId: number) {
  const withStatus = (statuses: EventDate['status'][], limit: number) =>
    tx
      .selectFrom('event_dates')
      .selectAll()
      .where('event_id', '=', eventId)
      .where('status', 'in', statuses)
      .orderBy('starts_at')
      .limit(limit)
      .execute()
  return {
    dates: await withStatus(['published', 'postponed'], 400),
    cancelled: await withStatus(['cancelled'], 1000),
  }
}

const localTimeIn = (zone: string, at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDateTime()
const MIDNIGHT = '00:00'
const timeOfDay = (zone: string, at: Date) => localTimeIn(zone, at).toPlainTime().toString({ smallestUnit: 'minute' })

/** The new times of each date, or the problem with what was typed. Dates keep their local time across clock changes. */
function movesOf(
  { timezone }: Pick<Event, 'timezone'>,
  { dates, cancelled }: Awaited<ReturnType<typeof datesOf>>,
  { date_id, all, postpone, day, starts }: MoveForm,
): { problem: string; moves: Move[] } {
  const chosen = dates.find(({ id }) => id === date_id)
  if (chosen === undefined) return { problem: '', moves: [] }
  const standing = dates.filter((date) => date.status === 'published')
  if (postpone) return postponed(all ? standing : [chosen])
  const time = chosen.all_day && starts === '' ? MIDNIGHT : timeOf(starts)
  const to = time === null ? null : parseWallClock(`${day}T${time}`, timezone)
  if (to === null) return { problem: words.badTime, moves: [] }
  const skipped = skippedHour(`${day}T${time}`, timezone)
  if (skipped !== null) return { problem: skipped, moves: [] }
  const distance = localTimeIn(timezone, chosen.starts_at).until(localTimeIn(timezone, to.at), { largestUnit: 'day' })
  // A postponed date may take place at its old time after all.
  if (distance.blank && chosen.status === 'published') return { problem: words.noMove, moves: [] }
  const shift = (at: Date): Date =>
    new Date(localTimeIn(timezone, at).add(distance).toZonedDateTime(timezone).epochMilliseconds)
  // Another date that is postponed stays so: its new day is not known.
  const moved = all ? dates.filter((date) => date === chosen || date.status === 'published') : [chosen]
  const moves = moved.map((date) => {
    const starts = date === chosen ? to.at : shift(date.starts_at)
    return {
      date,
      starts,
      ends: date.ends_at && shift(date.ends_at),
      doors: date.doors_at && shift(date.doors_at),
      allDay: date.all_day && timeOfDay(timezone, starts) === MIDNIGHT,
    }
  })
  const staying = dates.filter((other) => !moves.some(({ date }) => date.id === other.id))
  const occupied = new Set([...cancelled, ...staying].map(({ starts_at }) => starts_at.getTime()))
  const isTaken = moves.some((move) => occupied.has(move.starts.getTime()))
  return isTaken ? { problem: words.taken, moves: [] } : { problem: '', moves }
}

/** Postponed dates keep their times, which are what they are postponed from. */
function postponed(dates: readonly EventDate[]): { problem: string; moves: Move[] } {
  const moves = dates
    .filter(({ status }) => status === 'published')
    .map((date) => ({
      date,
      starts: date.starts_at,
      ends: date.ends_at,
      doors: date.doors_at,
      allDay: date.all_day,
    }))
  return { problem: moves.length === 0 ? words.postponedAlready : '', moves }
}

/** Until when tickets may be returned, by the typed day: null for none. The problem with what was typed, if it is no day to come. */
function returnsUntil(
  { timezone }: Pick<Event, 'timezone'>,
  typed: string,
  now: Date,
): { problem: string; until: Date | null } {
  if (typed === '') return { problem: '', until: null }
  const until = parseWallClock(typed, timezone, 'end')
  return until === null || until.at < now ? { problem: words.badUntil, until: null } : { problem: '', until: until.at }
}

const zonesOf = ({ timezone }: Pick<Event, 'timezone'>): TimeZones => ({ before: timezone, after: timezone })

type Affected = { people: number; orders: number; tickets: number; held: number; admitted: number; late: number }

async function affectedBy(
  db: Pick<Tx, 'selectFrom'>,
  moves: readonly Move[],
  event: Pick<Event, 'timezone'>,
  now: Date,
): Promise<Affected> {
  const ids = sql.val(moves.map(({ date }) => date.id))
  const heldAgain = moves.filter(({ date, starts }) =>
    isHeldAgain({ from: date.starts_at, to: starts }, zonesOf(event), now),
  )
  const again = sql.val(heldAgain.map(({ date }) => date.id))
  const days = sql.val(moves.map(({ starts }) => dayOf(starts, event.timezone)))
  const { rows } = await sql<Affected>`
    select count(distinct ticket.holder_email)::int as people, count(distinct ticket.sale_id)::int as orders,
      coalesce(sum(ticket.n), 0)::int as tickets,
      (select count(*)::int from tickets used join ticket_types type on type.id = used.ticket_type_id
        where used.status = 'valid' and used.admitted_at is not null and not type.extra
        and type.date_id = any(${again}::bigint[])) as admitted,
      (select count(distinct hold.sale_id)::int from holds hold join ticket_types type on type.id = hold.ticket_type_id
        where type.date_id = any(${ids}::bigint[])) as held,
      (select count(distinct line.sale_id)::int from unnest(${ids}::bigint[], ${days}::date[]) moved(date_id, day)
        join ticket_types type on type.date_id = moved.date_id
        join order_lines line on line.ticket_type_id = type.id and line.qty > line.refunded_qty
        join payment_plans plan on plan.sale_id = line.sale_id and plan.status in ('active', 'overdue')
        join plan_instalments due on due.sale_id = plan.sale_id and due.status not in ('paid', 'cancelled')
          and due.due_on >= moved.day) as late
    from ${HELD_TICKETS} ticket join ticket_types type on type.id = ticket.ticket_type_id
    where type.date_id = any(${ids}::bigint[])`.execute(db as Tx)
  return rows[0]!
}

export const officeMove: OfficeHandlers['office_move'] = {
  async read({ event_id, date_id, step, all, postpone, day, starts, words: written, refund_until }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const existing = await datesOf(db, event_id)
    const { dates } = existing
    const chosen = dates.find(({ id }) => id === date_id)
    if (date_id !== undefined && chosen === undefined) return fail('not_found')
    const typed = postpone || day !== '' || starts !== ''
    const { problem, moves } = typed
      ? movesOf(event, existing, { date_id, all, postpone, day, starts })
      : { problem: '', moves: [] as Move[] }
    const returns = returnsUntil(event, refund_until, ctx.now)
    return {
      ...(await eventHeader(ctx, event)),
      step: moves.length === 0 ? 1 : Math.min(returns.problem === '' ? 4 : 3, Math.max(1, step)),
      may_move: mayAlso(ctx, 'cancel_dates'),
      form_key: formKey(ctx),
      dates: dates.map((date) => ({
        date_id: date.id,
        label: longWhen(date, heldOf(event)),
        is_past: date.status !== 'postponed' && (date.ends_at ?? date.starts_at) < ctx.now,
        is_postponed: date.status === 'postponed',
      })),
      date_id: chosen?.id ?? null,
      all,
      postpone,
      words: written,
      refund_until,
      problem: problem || returns.problem,
      day: day || (chosen ? dayOf(chosen.starts_at, event.timezone) : ''),
      starts: starts || (chosen && !chosen.all_day ? timeOfDay(event.timezone, chosen.starts_at) : ''),
      moves: moves.map(({ date, starts: startsAt, ends: endsAt, allDay }) => ({
        date_id: date.id,
        was: longWhen(date, heldOf(event)),
        will: postpone ? words.postponed : longWhen({ startsAt, endsAt, allDay }, heldOf(event)),
      })),
      ...(await affectedBy(db, moves, event, ctx.now)),
      // Whether a plan ends in time depends on the new day.
      ...(postpone && { late: 0 }),
      left: await countNotEmailed(db, event_id),
    }
  },
}

export const moveDate: OfficeHandlers['move_date'] = {
  async change(tx, { event_id, words: written, tell, refund_until, ...wanted }, ctx) {
    const event = await ownEvent(tx, ctx, event_id, { lock: true })
    if (event === undefined) return fail('not_found')
    const existing = await datesOf(tx, event_id)
    if (!existing.dates.some(({ id }) => id === wanted.date_id)) return fail('not_found')
    const { problem, moves } = movesOf(event, existing, wanted)
    if (moves.length === 0) return fail('dates_refused', { why: problem })
    const returns = returnsUntil(event, refund_until, ctx.now)
    if (returns.problem !== '') return fail('dates_refused', { why: returns.problem })
    // Sorted so that no date moves to the start of another that has yet to move.
    const isLater = moves[0]!.starts > moves[0]!.date.starts_at
    for (const move of isLater ? moves.toReversed() : moves)
      await (wanted.postpone ? postponeOne : moveOne)(tx, move, { written, tell, until: returns.until }, event, ctx.now)
    await tx
      .updateTable('events')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', event_id)
      .execute()
    const { organiserId } = grantOf(ctx)
    return {
      reply: {
        success: true,
        next: `${OFFICE_PAGES.move.path}?organiser_id=${organiserId}&event_id=${event_id}&date_id=${wanted.date_id}`,
      },
      log: {
        subject: ['event', event_id],
        before: { dates: moves.map(({ date }) => date.starts_at.toISOString()) },
        after: {
          dates: moves.map(({ starts }) => starts.toISOString()),
          told: tell,
          refund_until,
          ...(wanted.postpone && { postponed: true }),
        },
      },
    }
  },
}

type Telling = { written: string; tell: boolean; until: Date | null }

/** What holders are told of a change, whose number the email's key has. */
const tellOf = (tx: Tx, dateId: number, { written, tell, until }: Telling) =>
  tx
    .updateTable('event_dates')
    .set((eb) => ({ change_words: written, refund_until: until, tell_move: tell ? eb.ref('moves') : null }))
    .where('id', '=', dateId)
    .execute()

async function postponeOne(tx: Tx, { date }: Move, telling: Telling) {
  await setDateStatus(tx, [date.id], { from: 'published', to: 'postponed' })
  await tellOf(tx, date.id, telling)
}

/**
 * The end of a type's sale moves along with the start. If it would close before it opens, the opening moves too: nobody could
 * buy, and the forms of the event would be refused.
 */
async function moveOne(
  tx: Tx,
  { date, starts, ends, doors, allDay }: Move,
  telling: Telling,
  event: Pick<Event, 'timezone'>,
  now: Date,
) {
  await changeDateTimes(tx, [{ date, times: { starts, ends, doors, allDay } }], zonesOf(event), now)
  await setDateStatus(tx, [date.id], { from: 'postponed', to: 'published' })
  await tellOf(tx, date.id, telling)
  const seconds = (starts.getTime() - date.starts_at.getTime()) / 1000
  // In UTC, because Citus takes no addition to a timestamptz in an update (docs/decisions/055).
  const moved = (time: 'sale_from' | 'sale_until') =>
    sql<Date>`(${sql.ref(time)} at time zone 'UTC' + ${seconds} * interval '1 second') at time zone 'UTC'`
  await tx
    .updateTable('ticket_types')
    .set({ sale_from: moved('sale_from') })
    .where('date_id', '=', date.id)
    .where('sale_from', '>=', moved('sale_until'))
    .execute()
  await tx
    .updateTable('ticket_types')
    .set({ sale_until: moved('sale_until') })
    .where('date_id', '=', date.id)
    .where('sale_until', 'is not', null)
    .execute()
}
