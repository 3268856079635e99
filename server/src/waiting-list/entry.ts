import { eventThumbnail } from '@foyer/contract/pages.ts'
import { dayOf, heldTime, shortHeldDate, shortWhen } from '@foyer/domain/format/dates.ts'
import { choiceOf } from '@foyer/domain/format/words.ts'
import type { Trader } from '@foyer/domain/people/legal.ts'
import { sql } from 'kysely'
import { HELD_ONLINE, POSTPONED } from '../db/held-online.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { MailAbout } from '../mail/about.ts'
import { placeOf } from '../tickets/read.ts'
import { TRADER } from '../trader.ts'

type Reader = Pick<Tx, 'getExecutor'>

/** A row of the list with the data that emails and pages show. */
export type Entry = {
  id: number
  kind: 'place' | 'reminder'
  state: 'waiting' | 'offered' | 'bought' | 'missed' | 'left' | 'removed' | 'over' | 'told'
  email: string
  /** The language they read. */
  language: string
  dateId: number | null
  qty: number
  tickets: string[]
  offeredUntil: Date | null
  saleId: number | null
  /** The tickets that an offer holds. */
  offered: string | null
  currency: string
  eventId: number
  picture: string | null
  venue: string | null
  town: string | null
  online_url: string | null
  title: string
  slug: string
  timezone: string
  online: boolean
  postponed: boolean
  startsAt: Date | null
  endsAt: Date | null
  allDay: boolean
  organiserId: number
  organiser: string
  logo: string | null
  accent: string | null
  trader: Trader
}

export async function entryOf(db: Reader, id: number): Promise<Entry | null> {
  const { rows } = await sql<Entry>`
    select waiting.id, waiting.kind, waiting.state, waiting.email, waiting.language, waiting.date_id as "dateId", coalesce(waiting.qty, 0) as qty,
      waiting.offered_until as "offeredUntil", waiting.sale_id as "saleId",
      array(select type.name from waiting_types accepted join ticket_types type on type.id = accepted.ticket_type_id
        where accepted.waiting_id = waiting.id order by type.sort, type.id) as tickets,
      (select type.name from sale_lines line join ticket_types type on type.id = line.ticket_type_id
        where line.sale_id = waiting.sale_id limit 1) as offered,
      event.id as "eventId", event.currency, event.picture, event.online_url, venue.name as venue, venue.town, event.title, event.slug, event.timezone, ${HELD_ONLINE} as online, coalesce(${POSTPONED}, false) as postponed, date.starts_at as "startsAt", date.ends_at as "endsAt", coalesce(date.all_day, false) as "allDay",
      organiser.id as "organiserId", organiser.name as organiser, organiser.logo, organiser.accent, ${TRADER} as trader
    from waiting join events event on event.id = waiting.event_id
      join organisers organiser on organiser.id = event.organiser_id
      left join event_dates date on date.id = waiting.date_id
      left join venues venue on venue.id = event.venue_id
    where waiting.id = ${id}`.execute(db as Tx)
  return rows[0] ?? null
}

/** How many wait before this place for the same tickets, counting itself: 1 is the next. Places of one pool are the same. */
export async function placeInLine(
  db: Reader,
  { id, dateId, state }: Pick<Entry, 'id' | 'dateId' | 'state'>,
): Promise<number> {
  if (dateId === null || state !== 'waiting') return 0
  const { rows } = await sql<{ n: number }>`
    select count(*)::int + 1 as n from waiting
    where date_id = ${dateId} and kind = 'place' and state = 'waiting' and id < ${id} and exists (
      select from waiting_types theirs join ticket_types their on their.id = theirs.ticket_type_id
        join waiting_types mine on mine.waiting_id = ${id} join ticket_types my on my.id = mine.ticket_type_id
      where theirs.waiting_id = waiting.id and (my.id = their.id or my.pool_id = their.pool_id))`.execute(db as Tx)
  return rows[0]!.n
}

export const niceDateOf = (
  {
    startsAt,
    endsAt,
    allDay,
    ...held
  }: Pick<Entry, 'startsAt' | 'endsAt' | 'timezone' | 'online' | 'postponed' | 'allDay'>,
  now: Date,
): string => (startsAt === null ? '' : shortWhen({ startsAt, endsAt, allDay }, now, held))

/** When an offer ends: the time alone if that is today, because an offer may last a week. */
export function niceUntilOf(
  { offeredUntil, ...held }: Pick<Entry, 'offeredUntil' | 'timezone' | 'online'>,
  now: Date,
): string {
  if (offeredUntil === null) return ''
  return dayOf(offeredUntil, held.timezone) === dayOf(now, held.timezone)
    ? heldTime(offeredUntil, held)
    : shortHeldDate(offeredUntil, now, held)
}

/** The event as the pages of its list show it. */
export const eventHeadOf = (event: Pick<Entry, 'eventId' | 'picture' | 'venue' | 'town' | 'online_url'>) => ({
  thumbnail: eventThumbnail(event.eventId, event.picture),
  where: placeOf(event),
})

export const ticketsOf = ({ tickets }: Pick<Entry, 'tickets'>): string => choiceOf(tickets)

export const aboutOf = ({ organiserId: id, organiser: name, logo, accent, trader }: Entry): MailAbout => ({
  organisers: [{ id, name, logo, accent, trader }],
  events: [],
})
