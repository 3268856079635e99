import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { eventThanksMail } from '../../mail/templates/event-thanks.ts'
import { mailBuyer } from '../../sale/mail-buyer.ts'
import { feedbackUrl } from './feedback-link.ts'
import { aboutHolder, BATCH_SIZE, factsOf, holdersDue, keyOf } from './holders.ts'
import { endRemindersUrl } from './opt-out.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'random'>

/** Thanks that are counted in days arrive between these hours of the event's clock. */
const HOURS = { from: 10, to: 20 }
/** Thanks that are switched on later are for dates of the last day only. */
const LATE_HOURS = 24

/** Thanks everyone who holds a valid ticket, as many days or hours after the end as the event says. */
export async function thankForEvents(deps: NeededDeps): Promise<void> {
  const now = deps.clock.now()
  let thanked: number
  do thanked = await inTx(deps.db, (tx) => thankSlice(tx, deps, now))
  while (thanked === BATCH_SIZE)
}

const END = sql`coalesce(date.ends_at, date.starts_at)`

const dueAt = (now: Date): RawBuilder<SqlBool> => sql`(
  event.thanks and date.starts_at < ${now} and date.starts_at > ${now}::timestamptz - interval '60 days' and case
    when event.thanks_hours is not null then
      ${END} + make_interval(hours => event.thanks_hours) <= ${now}
        and ${END} + make_interval(hours => event.thanks_hours + ${LATE_HOURS}) > ${now}
    else ${END} < ${now}
      and (${END} at time zone event.timezone)::date + event.thanks_days = (${now}::timestamptz at time zone event.timezone)::date
      and extract(hour from ${now}::timestamptz at time zone event.timezone) between ${HOURS.from} and ${HOURS.to - 1}
    end)`

async function thankSlice(tx: Tx, deps: NeededDeps, now: Date): Promise<number> {
  const { config } = deps
  const people = await holdersDue(tx, 'event-thanks', dueAt(now))
  for (const holder of people) {
    const [first] = holder.tickets
    const offUrl = endRemindersUrl(config, holder.email)
    await mailBuyer(tx, config, first, async () => {
      const facts = factsOf(first)
      const about = { saleId: first.sale_id, eventId: first.event_id, name: facts.name }
      return {
        ...eventThanksMail({
          words: first.thanks_text,
          facts,
          offUrl,
          feedbackUrl: first.thanks_feedback ? feedbackUrl(deps, about) : null,
        }),
        key: keyOf('event-thanks', holder),
        about: aboutHolder(holder),
        kind: 'event_thanks',
        recipient: holder.email,
        unsubscribeUrl: offUrl,
        now,
      }
    })
  }
  return people.length
}
