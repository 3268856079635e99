import { mails } from '@foyer/contract/messages.ts'
import { heldTime, longWhen } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { addressInFull } from '@foyer/domain/format/place.ts'
import { groupBy } from '@foyer/domain/group.ts'
import type { MailingFacts } from '@foyer/domain/mailing/mailing-text.ts'
import type { Trader } from '@foyer/domain/people/legal.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { HELD_COLUMNS, type HeldRow } from '../../db/held-online.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { MailAbout } from '../../mail/about.ts'
import { TRADER } from '../../trader.ts'
import { pictureOf, SEVERAL_SEATS, type SeatColumns, seatNameOf } from '../mail-facts.ts'
import { placeOf, waitsForClaim } from '../read.ts'
import { emailHash } from './opt-out.ts'

/** How many people are emailed in one transaction. */
export const BATCH_SIZE = 50

/** Emails about a date that everyone with a valid ticket of it gets once: a key for a person and a date. */
export type Series = 'event-reminder' | 'event-thanks'

/** The key of one person's email about a date. A moved date has other keys, so that its emails are sent again. */
export const keyOf = (series: Series, { dateId, email, moves }: { dateId: number; email: string; moves: number }) =>
  `${series}:${dateId}:${emailHash(email)}${moves === 0 ? '' : `:${moves}`}`

export type EventEmailRow = HeldRow &
  SeatColumns & {
    title: string
    event_id: number
    doors_at: Date | null
    online_url: string | null
    venue: string | null
    town: string | null
    full_address: string | null
    type: string
    picture: string | null
    picture_alt: string
    organiser_id: number
    organiser: string
    logo: string | null
    accent: string | null
    trader: Trader
    sale_id: number
    language: string
    holder_name: string
    number: string | null
    reminder_text: string
    thanks_text: string
    thanks_feedback: boolean
  }

export type Holder = {
  dateId: number
  email: string
  moves: number
  tickets: [EventEmailRow, ...EventEmailRow[]]
}

/**
 * The next people to email, each with their tickets of the date. `due` is a condition on `event`, `date` and `ticket`. Leaves
 * out refunded and cancelled tickets, those with an unclaimed transfer, and people who opted out. Two statements.
 */
export async function holdersDue(tx: Tx, series: Series, due: RawBuilder<SqlBool>): Promise<Holder[]> {
  const { rows } = await sql<{ date_id: number; moves: number; email: string; ids: [number, ...number[]] }>`
    select date.id as date_id, date.moves, ticket.holder_email as email, array_agg(ticket.id order by ticket.id) as ids
      from event_dates date join events event on event.id = date.event_id
      join ticket_types type on type.date_id = date.id join tickets ticket on ticket.ticket_type_id = type.id
      where ${due} and date.status = 'published' and event.status = 'published'
        and ticket.status = 'valid' and ticket.holder_email like '%@%'
        and not ${waitsForClaim('ticket')}
        and not exists (select from reminder_opt_outs where email_hash = encode(sha256(convert_to(ticket.holder_email, 'UTF8')), 'hex'))
        and not exists (select from mails where key = ${`${series}:`} || date.id || ':'
          || encode(sha256(convert_to(ticket.holder_email, 'UTF8')), 'hex')
          || case when date.moves > 0 then ':' || date.moves else '' end)
      group by date.id, ticket.holder_email order by date.id, ticket.holder_email limit ${BATCH_SIZE}`.execute(tx)
  if (rows.length === 0) return []
  const byId = await ticketRows(
    tx,
    rows.flatMap(({ ids }) => ids),
  )
  return rows.map(({ date_id, moves, email, ids: [first, ...others] }) => {
    const tickets: Holder['tickets'] = [byId.get(first)!, ...others.map((id) => byId.get(id)!)]
    return { dateId: date_id, email, moves, tickets }
  })
}

async function ticketRows(tx: Tx, ids: readonly number[]): Promise<Map<number, EventEmailRow>> {
  const { rows } = await sql<EventEmailRow & { id: number }>`
    select ticket.id, ticket.sale_id, sale.language, ticket.holder_name, orders.number, event.id as event_id, event.title, ${HELD_COLUMNS},
      event.online_url, event.reminder_text, event.thanks_text, event.thanks_feedback, date.starts_at, date.ends_at, date.all_day, date.doors_at,
      venue.name as venue, venue.town, venue.full_address, type.name as type, seat.label as seat,
      seat.section, seat.row_name, seat.seat_number, seat.kind as seat_kind, seat.view_note, ${SEVERAL_SEATS} as seats, event.picture, event.picture_alt, organiser.id as organiser_id,
      organiser.name as organiser, organiser.logo, organiser.accent, ${TRADER} as trader
      from tickets ticket join ticket_types type on type.id = ticket.ticket_type_id
      join event_dates date on date.id = type.date_id join events event on event.id = type.event_id
      join organisers organiser on organiser.id = event.organiser_id
      left join venues venue on venue.id = event.venue_id left join seats seat on seat.id = ticket.seat_id
      join sales sale on sale.id = ticket.sale_id left join orders on orders.sale_id = ticket.sale_id
      where ticket.id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export const aboutHolder = ({ tickets: [first] }: Holder): MailAbout => ({
  organisers: [{ ...first, id: first.organiser_id, name: first.organiser }],
  events: [],
})

export const addressOf = (row: EventEmailRow): string => addressInFull(row.venue, row.full_address) ?? placeOf(row)

/** The event with the tickets of one person, as emails show it. */
export const eventOf = ({ tickets }: Holder) => {
  const [first] = tickets
  return {
    title: first.title,
    niceDate: longWhen(first, first),
    doors: first.doors_at && heldTime(first.doors_at, first),
    place: addressOf(first),
    picture: pictureOf(first),
    tickets: [...groupBy(tickets, ({ type }) => type)].map(([name, ofType]) => ({
      name,
      qty: ofType.length,
      seats: ofType.flatMap(seatNameOf),
    })),
  }
}

/** The fields that an organiser's own text may contain. */
export function factsOf(
  row: Omit<EventEmailRow, 'seat' | 'seats' | 'seat_kind' | 'view_note' | 'type' | 'language'>,
): MailingFacts {
  const name = row.holder_name.trim() || mails['mailing.someone']
  return {
    first_name: name.split(/\s+/)[0]!,
    name,
    event: row.title,
    date: longWhen(row, row),
    place: placeOf(row),
    order_number: row.number === null ? '' : shownOrderNumber(row.number),
    organiser: row.organiser,
  }
}
