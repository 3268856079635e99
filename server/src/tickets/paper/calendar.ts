import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Config } from '../../config.ts'
import type { HeldTicket } from '../read.ts'

/** An all-day event has the same date in every time zone of a reader; its end is the first day after it. */
function wholeDays({ startsAt, endsAt, timezone }: HeldTicket): { start: Date; end: Date } {
  const midnight = (at: Date) => new Date(`${dayOf(at, timezone)}T00:00:00Z`)
  const start = midnight(startsAt)
  // An end at midnight belongs to the previous day.
  const last = endsAt === null ? start : midnight(new Date(Math.max(endsAt.getTime() - 1, startsAt.getTime())))
  return { start, end: new Date(last.getTime() + DAY_MS) }
}

/**
 * Draws one entry per date, regardless of the number of tickets for it. Times are in UTC, because half of all calendars
 * misread a zone named without its rules. A date's entry keeps its id, so that importing it again updates it.
 */
export function drawCalendar(
  tickets: readonly HeldTicket[],
  { publicUrl, shop }: Pick<Config, 'publicUrl' | 'shop'>,
  now: Date,
): string {
  const calendar = ical({
    name: mails['calendar.tickets'],
    prodId: { company: shop.name, product: 'tickets', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  const byDate = new Map<number, HeldTicket[]>()
  for (const ticket of tickets) byDate.set(ticket.dateId, [...(byDate.get(ticket.dateId) ?? []), ticket])

  for (const [dateId, onDate] of byDate) {
    if (!admits(onDate)) continue
    const first = onDate[0]!
    // A postponed date keeps its day until it has another, but not its time.
    const allDay = first.allDay || first.postponed
    const when = allDay ? wholeDays(first) : { start: first.startsAt, end: first.endsAt }
    calendar.createEvent({
      id: `date-${dateId}@${new URL(publicUrl).hostname}`,
      ...when,
      allDay,
      stamp: now,
      ...sequenceOf(first),
      summary: isPostponed(first) ? fill(mails['calendar.postponed'], { event: first.event }) : first.event,
      location: first.address ?? (first.place || null),
      description: [
        ...countsByType(onDate),
        ...(first.doors === null ? [] : [fill(mails['ticket.doors'], { time: first.doors })]),
        `${mails['calendar.wallet']}: ${publicUrl}/account/wallet/`,
        ...new Set(onDate.map(({ sold_by }) => sold_by)),
      ].join('\n'),
      url: `${publicUrl}${first.event_url}`,
    })
  }
  return calendar.toString()
}

const isPostponed = ({ cancelled, postponed }: HeldTicket): boolean => postponed && !cancelled

/** A calendar replaces an entry by one with a higher sequence number. */
const sequenceOf = (ticket: HeldTicket) => {
  const { moves, cancelled } = ticket
  if (cancelled) return { status: ICalEventStatus.CANCELLED, sequence: moves + 1 }
  if (isPostponed(ticket)) return { status: ICalEventStatus.TENTATIVE, sequence: moves }
  return moves > 0 ? { sequence: moves } : {}
}

/** Whether there is something to attend: an extra is collected, and doesn't admit anyone. */
export const admits = (tickets: readonly Pick<HeldTicket, 'extra'>[]): boolean => tickets.some(({ extra }) => !extra)

function countsByType(tickets: readonly HeldTicket[]): string[] {
  const counts = new Map<string, number>()
  for (const { ticket } of tickets) counts.set(ticket, (counts.get(ticket) ?? 0) + 1)
  return [...counts].map(([ticket, n]) => fill(mails['wallet.tickets'], { n, ticket }))
}
