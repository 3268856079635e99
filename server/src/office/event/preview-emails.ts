import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { PAGES } from '@foyer/contract/pages.ts'
import { directionsUrl } from '@foyer/domain/after-sale/visit-links.ts'
import { DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { type Selectable, sql } from 'kysely'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import { compose } from '../../mail/compose.ts'
import { eventReminderMail } from '../../mail/templates/event-reminder.ts'
import { eventThanksMail } from '../../mail/templates/event-thanks.ts'
import { addressOf, type EventEmailRow, eventOf, factsOf } from '../../tickets/reminder/holders.ts'
import { whenIs } from '../../tickets/reminder/remind.ts'
import type { OfficeContext } from '../handle.ts'

type Emails = OfficeReply<'office_preview'>['emails']
const HOUR_MS = 3_600_000

/** The emails that a ticket holder of the next date gets before and after it. */
export async function emailsOf({ deps, now }: OfficeContext, event: Selectable<EventsTable>): Promise<Emails> {
  const { config } = deps
  const { rows } = await sql<Pick<EventEmailRow, keyof EventEmailRow>>`
    select 0 as sale_id, 'Ada Lovelace' as holder_name, null as number, ${event.id}::bigint as event_id, ${event.title} as title,
      ${event.timezone} as timezone, ${event.online_url} as online_url, ${event.reminder_text} as reminder_text,
      ${event.thanks_text} as thanks_text, ${event.thanks_feedback}::boolean as thanks_feedback,
      date.starts_at, date.ends_at, date.all_day, date.doors_at, venue.name as venue, venue.town, venue.full_address, type.name as type,
      null as seat, null as section, null as row_name, null as seat_number, null as seats, ${event.picture} as picture,
      ${event.picture_alt} as picture_alt, organiser.id as organiser_id, organiser.name as organiser, organiser.logo, organiser.accent
    from event_dates date join ticket_types type on type.date_id = date.id and not type.extra
    join organisers organiser on organiser.id = ${event.organiser_id}
    left join venues venue on venue.id = ${event.venue_id}
    where date.event_id = ${event.id} order by date.starts_at < ${now}, date.starts_at, type.sort, type.id limit 1`.execute(
    deps.db,
  )
  const [row] = rows
  if (row === undefined) return []
  const facts = factsOf(row)
  const offUrl = `${config.publicUrl}${PAGES.mailing_list}`
  const before = event.reminder_hours === null ? event.reminder_days * DAY_MS : event.reminder_hours * HOUR_MS
  const reminder = eventReminderMail({
    event: eventOf({ dateId: 0, email: '', moves: 0, tickets: [row] }),
    when: whenIs(row, new Date(row.starts_at.getTime() - before)),
    words: row.reminder_text,
    facts,
    offUrl,
    walletUrl: `${config.publicUrl}${PAGES.wallet}`,
    directionsUrl: row.venue === null ? null : directionsUrl(addressOf(row)),
  })
  const feedbackUrl = row.thanks_feedback ? `${config.publicUrl}${PAGES.feedback}` : null
  const thanks = eventThanksMail({ words: row.thanks_text, facts, feedbackUrl, offUrl })
  const shown = (kind: Emails[number]['kind'], mail: typeof reminder) => {
    const { subject, text } = compose(mail, { shop: config.shop, publicUrl: config.publicUrl })
    return { kind, subject, text }
  }
  return [...(event.reminder ? [shown('reminder', reminder)] : []), ...(event.thanks ? [shown('thanks', thanks)] : [])]
}
