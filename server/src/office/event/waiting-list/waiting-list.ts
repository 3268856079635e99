import { OFFICE_PAGES } from '@foyer/contract/office/pages.ts'
import { longWhen, niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { heldOf } from '../../../db/held-online.ts'
import type { Db } from '../../../db/transaction/tx.ts'
import { DATE_COUNTS } from '../../../sale/hold/counts.ts'
import { niceUntilOf } from '../../../waiting-list/entry.ts'
import { offerNext, Refused } from '../../../waiting-list/offer.ts'
import { leaveListInTx } from '../../../waiting-list/place.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack } from '../../handle.ts'
import { formKey } from '../../order/form-key.ts'
import { eventHeader } from '../header.ts'
import { ownEvent } from '../own-event.ts'
import { mayAlso } from '../state.ts'

const MAX_SHOWN = 500

const waitingPath = (ctx: OfficeContext, eventId: number) =>
  `${OFFICE_PAGES.waiting.path}?organiser_id=${grantOf(ctx).organiserId}&event_id=${eventId}`

type Counts = {
  dateId: number
  startsAt: Date
  endsAt: Date | null
  allDay: boolean
  waiting: number
  offered: number
  bought: number
  missed: number
  kept: number
}
type Person = {
  id: number
  dateId: number
  email: string
  qty: number
  tickets: string
  state: 'waiting' | 'offered'
  joinedAt: Date
  until: Date | null
}

const countsOf = async (db: Db, eventId: number): Promise<Counts[]> =>
  (
    await sql<Counts>`
      select date.id as "dateId", date.starts_at as "startsAt", date.ends_at as "endsAt", date.all_day as "allDay",
        count(*) filter (where waiting.state = 'waiting')::int as waiting,
        count(*) filter (where waiting.state = 'offered')::int as offered,
        count(*) filter (where waiting.state = 'bought')::int as bought,
        count(*) filter (where waiting.state = 'missed')::int as missed,
        (select coalesce(sum(stock.waiting), 0)::int from stock join ticket_types type on type.id = stock.ticket_type_id
          where type.date_id = date.id)
        + (select coalesce(sum(pools.waiting), 0)::int from pools where pools.event_date_id = date.id) as kept
      from waiting join event_dates date on date.id = waiting.date_id
      where waiting.event_id = ${eventId} and waiting.kind = 'place'
      group by date.id order by date.starts_at`.execute(db)
  ).rows

const peopleOf = async (db: Db, eventId: number): Promise<Person[]> =>
  (
    await sql<Person>`
      select waiting.id, waiting.date_id as "dateId", waiting.email, waiting.qty, waiting.state, waiting.joined_at as "joinedAt",
        waiting.offered_until as until, coalesce((select string_agg(type.name, ', ' order by type.sort, type.id)
          from waiting_types accepted join ticket_types type on type.id = accepted.ticket_type_id
          where accepted.waiting_id = waiting.id), '') as tickets
      from waiting where waiting.event_id = ${eventId} and waiting.kind = 'place' and waiting.state in ('waiting', 'offered')
      order by waiting.date_id, waiting.state = 'waiting', waiting.id limit ${MAX_SHOWN}`.execute(db)
  ).rows

/** How many people are waiting for an event, on the lists of all its dates that count. */
export const waitingFor = async (db: Db, eventId: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from waiting
      join event_dates date on date.id = waiting.date_id join events event on event.id = date.event_id
      where waiting.event_id = ${eventId} and waiting.kind = 'place' and waiting.state = 'waiting' and ${DATE_COUNTS}`.execute(
      db,
    )
  ).rows[0]!.n

export const officeWaiting: OfficeHandlers['office_waiting'] = {
  async read({ event_id }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const people = await peopleOf(db, event_id)
    const { n: reminders } = await db
      .selectFrom('waiting')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('event_id', '=', event_id)
      .where('kind', '=', 'reminder')
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    return {
      ...(await eventHeader(ctx, event)),
      form_key: formKey(ctx),
      on: event.waiting_list,
      offer_minutes: event.offer_minutes,
      may_change: mayAlso(ctx, 'change_events'),
      may_export: mayAlso(ctx, 'export_people'),
      reminders: Number(reminders),
      dates: (await countsOf(db, event_id)).map(({ dateId, startsAt, endsAt, allDay, ...counts }) => ({
        ...counts,
        date_id: dateId,
        nice_date: longWhen({ startsAt, endsAt, allDay }, heldOf(event)),
        people: people
          .filter((entry) => entry.dateId === dateId)
          .map(({ id, email, qty, tickets, state, joinedAt, until }) => ({
            waiting_id: id,
            email,
            qty,
            tickets,
            state,
            nice_joined: niceDate(joinedAt, event.timezone),
            nice_until: niceUntilOf({ offeredUntil: until, ...heldOf(event) }, ctx.now),
          })),
      })),
    }
  },
}

export const offerNextOfList: OfficeHandlers['offer_next'] = {
  async change(tx, { event_id, date_id }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const date = await tx
      .selectFrom('event_dates')
      .select('id')
      .where('id', '=', date_id)
      // guard: offer-of-own-date
      .where('event_id', '=', event_id)
      .executeTakeFirst()
    if (date === undefined) return fail('not_found')
    const offered = await offerNext(tx, ctx.deps, date_id, { byStaff: true }).catch((error) => {
      if (error instanceof Refused) throw new RolledBack(fail('nothing_to_offer'))
      throw error
    })
    if (!offered) return fail('nothing_to_offer')
    return {
      reply: { success: true, next: waitingPath(ctx, event_id) },
      log: { subject: ['event', event_id], after: { date_id } },
    }
  },
}

export const removeWaiting: OfficeHandlers['remove_waiting'] = {
  async change(tx, { event_id, waiting_id }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const entry = await tx
      .selectFrom('waiting')
      .select('id')
      .where('id', '=', waiting_id)
      // guard: waiting-of-own-event
      .where('event_id', '=', event_id)
      .executeTakeFirst()
    if (entry === undefined) return fail('not_found')
    const removed = await leaveListInTx(tx, waiting_id, 'removed', ctx.now)
    if (!removed.ok) return removed
    return {
      reply: { success: true, next: waitingPath(ctx, event_id) },
      log: { subject: ['event', event_id], before: { waiting_id } },
    }
  },
}
