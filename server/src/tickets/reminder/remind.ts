import { PAGES } from '@foyer/contract/pages.ts'
import { directionsUrl } from '@foyer/domain/after-sale/visit-links.ts'
import { niceTime, shortDate } from '@foyer/domain/format/dates.ts'
import { addressInFull } from '@foyer/domain/format/place.ts'
import type { SeatName } from '@foyer/domain/format/seats.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { eventReminderMail } from '../../mail/templates/event-reminder.ts'
import { pictureOf, SEVERAL_SEATS, seatNameOf } from '../mail-facts.ts'
import { placeOf, waitsForClaim } from '../read.ts'
import { emailHash, remindersOffUrl } from './opt-out.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** People reminded in one transaction. */
const SLICE = 50
/** Reminders arrive between these hours of the event's clock. */
const HOURS = { from: 9, to: 20 }

/** One key for a person and a date, so that nobody is reminded twice. A date that was moved is another one. */
const keyOf = (dateId: number, email: string, moves: number) =>
  `event-reminder:${dateId}:${emailHash(email)}${moves === 0 ? '' : `:${moves}`}`

/**
 * Reminds everyone who holds a valid ticket of an event on the day before, by the event's clock. Tickets bought that day need no
 * reminder: they have just been mailed.
 */
export async function remindOfEvents(deps: NeededDeps): Promise<void> {
  const now = deps.clock.now()
  let reminded: number
  do reminded = await inTx(deps.db, (tx) => remindSlice(tx, deps, now))
  while (reminded === SLICE)
}

async function remindSlice(tx: Tx, { config }: NeededDeps, now: Date): Promise<number> {
  const people = await dueReminders(tx, now)
  for (const { dateId, email, moves, tickets } of people) {
    const [first] = tickets
    const zone = first.timezone
    const address = addressInFull(first.venue, first.full_address)
    const offUrl = remindersOffUrl(config, email)
    await queueMail(tx, config, {
      ...eventReminderMail({
        event: {
          title: first.title,
          niceDate: shortDate(first.starts_at, now, zone, { allDay: first.all_day }),
          doors: first.doors_at && niceTime(first.doors_at, zone),
          place: address ?? placeOf(first),
          picture: pictureOf(first),
          tickets: [...groupBy(tickets, ({ type }) => type)].map(([name, ofType]) => ({
            name,
            qty: ofType.length,
            seats: ofType.flatMap(seatNameOf),
          })),
        },
        walletUrl: `${config.publicUrl}${PAGES.wallet}`,
        directionsUrl: first.venue === null ? null : directionsUrl(address ?? placeOf(first)),
        offUrl,
      }),
      key: keyOf(dateId, email, moves),
      about: {
        organisers: [{ id: first.organiser_id, name: first.organiser, logo: first.logo, accent: first.accent }],
        events: [],
      },
      kind: 'event_reminder',
      recipient: email,
      unsubscribeUrl: offUrl,
      now,
    })
  }
  return people.length
}

type Row = {
  title: string
  timezone: string
  starts_at: Date
  all_day: boolean
  doors_at: Date | null
  online_url: string | null
  venue: string | null
  town: string | null
  full_address: string | null
  type: string
  seat: string | null
  section: string | null
  row_name: string | null
  seat_number: number | null
  seats: SeatName[] | null
  picture: string | null
  picture_alt: string
  organiser_id: number
  organiser: string
  logo: string | null
  accent: string | null
}

/** The next people to remind, each with their tickets of the date. Two statements. */
async function dueReminders(tx: Tx, now: Date) {
  const { rows: due } = await sql<{ date_id: number; moves: number; email: string; ids: [number, ...number[]] }>`
    select date.id as date_id, date.moves, ticket.holder_email as email, array_agg(ticket.id order by ticket.id) as ids
      from event_dates date join events event on event.id = date.event_id
      join ticket_types type on type.date_id = date.id join tickets ticket on ticket.ticket_type_id = type.id
      where date.starts_at > ${now} and date.starts_at < ${now}::timestamptz + interval '2 days'
        and (date.starts_at at time zone event.timezone)::date = (${now}::timestamptz at time zone event.timezone)::date + 1
        and extract(hour from ${now}::timestamptz at time zone event.timezone) between ${HOURS.from} and ${HOURS.to - 1}
        and date.status = 'published' and event.status = 'published'
        and ticket.status = 'valid' and ticket.holder_email like '%@%'
        and ticket.issued_at < date_trunc('day', ${now}::timestamptz at time zone event.timezone) at time zone event.timezone
        and not ${waitsForClaim('ticket')}
        and not exists (select from reminder_opt_outs where email_hash = encode(sha256(convert_to(ticket.holder_email, 'UTF8')), 'hex'))
        and not exists (select from mails where key = 'event-reminder:' || date.id || ':'
          || encode(sha256(convert_to(ticket.holder_email, 'UTF8')), 'hex')
          || case when date.moves > 0 then ':' || date.moves else '' end)
      group by date.id, ticket.holder_email order by date.id, ticket.holder_email limit ${SLICE}`.execute(tx)
  if (due.length === 0) return []
  const { rows } = await sql<Row & { id: number }>`
    select ticket.id, event.title, event.timezone, event.online_url, date.starts_at, date.all_day, date.doors_at,
      venue.name as venue, venue.town, venue.full_address, type.name as type, seat.label as seat,
      seat.section, seat.row_name, seat.seat_number, ${SEVERAL_SEATS} as seats, event.picture, event.picture_alt, organiser.id as organiser_id,
      organiser.name as organiser, organiser.logo, organiser.accent
      from tickets ticket join ticket_types type on type.id = ticket.ticket_type_id
      join event_dates date on date.id = type.date_id join events event on event.id = type.event_id
      join organisers organiser on organiser.id = event.organiser_id
      left join venues venue on venue.id = event.venue_id left join seats seat on seat.id = ticket.seat_id
      where ticket.id = any(${due.flatMap(({ ids }) => ids)}::bigint[])`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return due.map(({ date_id, moves, email, ids: [first, ...others] }) => {
    const tickets: [Row, ...Row[]] = [byId.get(first)!, ...others.map((id) => byId.get(id)!)]
    return { dateId: date_id, email, moves, tickets }
  })
}
