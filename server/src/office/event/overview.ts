import { fill } from '@foyer/contract/fill.ts'
import { events as words } from '@foyer/contract/office/events/messages.en.ts'
import { eventPath } from '@foyer/contract/pages.ts'
import { addDays, DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { LINE_COUNTS } from '../../sale/hold/counts.ts'
import { qrDrawing } from '../../tickets/paper/qr.ts'
import type { OfficeHandlers } from '../handle.ts'
import { datesOfEvent } from './dates/date-rows.ts'
import { eventHeader } from './header.ts'
import { heldBackSeats } from './house-seats/house-seats.ts'
import { largeHolder } from './large-holder.ts'
import { ownEvent } from './own-event.ts'
import { mayAlso } from './state.ts'
import { waitingFor } from './waiting-list/waiting-list.ts'

const DAYS = 30

export const officeEvent: OfficeHandlers['office_event'] = {
  async read({ event_id }, ctx) {
    const { db, config } = ctx.deps
    const { now } = ctx
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const dates = await datesOfEvent(db, event, now)
    const { rows: money } = await sql<{ orders: number; takings: number }>`
      select count(distinct sale_id) filter (where ${LINE_COUNTS})::int as orders,
        coalesce(sum(net_minor + fee_minor - refunded_net_minor - refunded_fee_minor), 0)::bigint as takings
      from order_lines line where event_id = ${event_id}`.execute(db)
    const { rows: sold } = await sql<{ day: string; n: number }>`
      select to_char(paid_at at time zone ${event.timezone}, 'YYYY-MM-DD') as day, sum(qty - refunded_qty)::int as n
      from order_lines line where event_id = ${event_id} and kind = 'ticket' and ${LINE_COUNTS} and paid_at > ${new Date(now.getTime() - (DAYS + 1) * DAY_MS)}
      group by 1`.execute(db)
    const soldOn = new Map(sold.map(({ day, n }) => [day, n]))
    const today = dayOf(now, event.timezone)
    const days = Array.from({ length: DAYS }, (_, i) => addDays(today, i + 1 - DAYS))
    const { rows: has } = await sql<{ questions: boolean; codes: boolean; policy: boolean }>`
      select exists (select from questions where event_id = ${event_id}) as questions,
        exists (select from discount_codes where event_id = ${event_id}) as codes,
        exists (select from organisers where id = ${event.organiser_id} and refund_policy is not null)
          or exists (select from ticket_types where event_id = ${event_id} and refund_policy is not null) as policy`.execute(
      db,
    )
    const url = new URL(eventPath(event.slug), `${config.publicUrl}/`).href
    const sumOf = (name: 'sold' | 'capacity' | 'held') => dates.reduce((sum, date) => sum + date[name], 0)
    const maySeeMoney = mayAlso(ctx, 'see_money')
    const mayChange = mayAlso(ctx, 'change_events')
    return {
      ...(await eventHeader(ctx, event)),
      status: event.status,
      is_archived: event.archived_at !== null,
      may_change: mayChange,
      url,
      qr: qrDrawing(url),
      sold: sumOf('sold'),
      capacity: sumOf('capacity'),
      held: sumOf('held'),
      large_holder: await largeHolder(ctx.deps, dates, now),
      waiting: await waitingFor(db, event_id),
      may_see_waiting: mayAlso(ctx, 'see_people'),
      house_seats: mayAlso(ctx, 'sell_at_counter') ? await heldBackSeats(db, event_id, now) : 0,
      orders: money[0]!.orders,
      takings: maySeeMoney ? formatMinor(money[0]!.takings, currencyCode(event.currency)) : '',
      dates: dates.map(({ capacity: _, starts_at: __, ...date }) => date),
      days: days.map((day) => ({ day, sold: soldOn.get(day) ?? 0 })),
      todo: mayChange
        ? [
            ...(event.description_html === '' ? (['description'] as const) : []),
            ...(has[0]!.questions ? [] : (['questions'] as const)),
            ...(has[0]!.codes ? [] : (['codes'] as const)),
            ...(has[0]!.policy ? [] : (['policy'] as const)),
          ]
        : [],
      copy_title: fill(words.copyOf, { title: event.title }).slice(0, 300),
      first_day: dates[0] ? addDays(dayOf(dates[0].starts_at, event.timezone), 7) : today,
    }
  },
}
