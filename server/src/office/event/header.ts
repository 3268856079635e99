import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { SECTIONS } from '@foyer/contract/office/events/fields.en.ts'
import { eventPage as words } from '@foyer/contract/office/events/messages.en.ts'
import { eventPath } from '@foyer/contract/pages.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { type Selectable, sql } from 'kysely'
import { heldOf } from '../../db/held-online.ts'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { DATE_COUNTS } from '../../sale/hold/counts.ts'
import type { OfficeContext } from '../handle.ts'
import { mayAlso, stateOfEvent } from './state.ts'

type EventHeader = Pick<
  OfficeReply<'office_event'>,
  'event_id' | 'title' | 'state' | 'when' | 'where' | 'public_path' | 'may_cancel' | 'sections'
>
type Event = Selectable<EventsTable>

/** What every page of an event shows above its content. The sections are for people who may change the event. */
export async function eventHeader(ctx: OfficeContext, event: Event): Promise<EventHeader> {
  const { db } = ctx.deps
  return {
    event_id: event.id,
    title: event.title,
    state: await stateOfEvent(db, event, ctx.now),
    ...(await whenAndWhere(db, event)),
    public_path: event.status === 'draft' ? '' : eventPath(event.slug),
    may_cancel: mayAlso(ctx, 'cancel_dates'),
    sections: mayAlso(ctx, 'change_events') ? SECTIONS.map(({ name, label }) => ({ name, label })) : [],
  }
}

/** Its dates in words, of which cancelled ones count only if no others do, and its venue, in one statement. */
async function whenAndWhere(db: Pick<Tx, 'selectFrom'>, event: Event): Promise<Pick<EventHeader, 'when' | 'where'>> {
  type Row = { where: string | null; n: number; first: Date | null; last: Date; ends_at: Date | null; all_day: boolean }
  const { rows } = await sql<Row>`
    select (select name from venues where id = event.venue_id) as "where", dates.*
    from events event cross join lateral (
      select count(*)::int as n, min(starts_at) as first, max(ends_at) as ends_at, coalesce(bool_and(all_day), false) as all_day,
        -- The end of a date that lasts days, as longWhen has it.
        greatest(max(starts_at), max(ends_at) filter (where all_day or ends_at - starts_at >= interval '1 day')) as last
      from (select date.*, rank() over (order by ${DATE_COUNTS} desc) as place from event_dates date
        where date.event_id = event.id) date where place = 1) dates
    where event.id = ${event.id}`.execute(db as Tx)
  const { where, n, first, last, ends_at, all_day } = rows[0]!
  const when = () => {
    if (first === null) return ''
    if (n === 1) return longWhen({ starts_at: first, ends_at, all_day }, heldOf(event))
    const dates = longWhen({ starts_at: first, ends_at: last, all_day: true }, heldOf(event))
    return fill(words['head.dates'], { dates, n })
  }
  return { when: when(), where: where ?? '' }
}
