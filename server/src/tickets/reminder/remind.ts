import { PAGES } from '@foyer/contract/pages.ts'
import { directionsUrl } from '@foyer/domain/after-sale/visit-links.ts'
import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { eventReminderMail } from '../../mail/templates/event-reminder.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { aboutHolder, addressOf, BATCH_SIZE, eventOf, factsOf, holdersDue, keyOf } from './holders.ts'
import { endRemindersUrl } from './opt-out.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** Reminders that are counted in days arrive between these hours of the event's clock. */
const HOURS = { from: 9, to: 20 }

/**
 * Reminds everyone who holds a valid ticket of an event, as many days or hours before it as the event says. Tickets bought since
 * then need no reminder: they have just been mailed.
 */
export async function remindOfEvents(deps: NeededDeps): Promise<void> {
  const now = deps.clock.now()
  let reminded: number
  do reminded = await inTx(deps.db, (tx) => remindSlice(tx, deps, now))
  while (reminded === BATCH_SIZE)
}

const dueAt = (now: Date): RawBuilder<SqlBool> => sql`(
  event.reminder and date.starts_at > ${now} and date.starts_at < ${now}::timestamptz + interval '32 days' and case
    when event.reminder_hours is not null then
      date.starts_at <= ${now}::timestamptz + make_interval(hours => event.reminder_hours)
        and ticket.issued_at < date.starts_at - make_interval(hours => event.reminder_hours)
    else (date.starts_at at time zone event.timezone)::date = (${now}::timestamptz at time zone event.timezone)::date + event.reminder_days
      and extract(hour from ${now}::timestamptz at time zone event.timezone) between ${HOURS.from} and ${HOURS.to - 1}
      and ticket.issued_at < date_trunc('day', ${now}::timestamptz at time zone event.timezone) at time zone event.timezone
    end)`

async function remindSlice(tx: Tx, { config }: NeededDeps, now: Date): Promise<number> {
  const people = await holdersDue(tx, 'event-reminder', dueAt(now))
  for (const holder of people) {
    const [first] = holder.tickets
    const offUrl = endRemindersUrl(config, holder.email)
    await mailBuyer(tx, config, first, async () => ({
      ...eventReminderMail({
        event: eventOf(holder),
        when: whenIs(first, now),
        words: first.reminder_text,
        facts: factsOf(first),
        walletUrl: `${config.publicUrl}${PAGES.wallet}`,
        directionsUrl: first.venue === null ? null : directionsUrl(addressOf(first)),
        offUrl,
      }),
      key: keyOf('event-reminder', holder),
      about: aboutHolder(holder),
      kind: 'event_reminder',
      recipient: holder.email,
      unsubscribeUrl: offUrl,
      now,
    }))
  }
  return people.length
}

export function whenIs({ starts_at, timezone }: { starts_at: Date; timezone: string }, now: Date) {
  const [day, today] = [dayOf(starts_at, timezone), dayOf(now, timezone)]
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : 'later'
}
