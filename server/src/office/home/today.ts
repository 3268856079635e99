import { addDays, DAY_MS } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import { parseWallClock } from '../../catalogue/wall-clock.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { LINE_COUNTS } from '../../sale/hold/counts.ts'

type Scope = { organiserId: number; eventIds: readonly number[] | null; now: Date; maySeeMoney: boolean }

const ZONE = 'Europe/London'
/** What a `line` took, without what was refunded since. */
const TAKEN = sql`line.net_minor + line.fee_minor - line.refunded_net_minor - line.refunded_fee_minor`

/** The lines that count as sales: all but donations. */
const linesOf = ({ organiserId, eventIds }: Pick<Scope, 'organiserId' | 'eventIds'>) => sql`
  line.organiser_id = ${organiserId} and line.kind <> 'donation'
  and (${eventIds === null} or line.event_id = any(${sql.val(eventIds ?? [])}::bigint[]))`

const midnight = (day: string): Date => parseWallClock(`${day}T00:00`, ZONE)!.at

/**
 * Sales since midnight, and up to the same time of day a week before, for each currency. Neither what was refunded since nor tickets of
 * cancelled dates count; money counts until it is refunded.
 */
export async function soldToday(db: Db, { organiserId, eventIds, now, maySeeMoney }: Scope) {
  const today = dayOf(now, ZONE)
  const before = midnight(addDays(today, -7))
  const until = new Date(before.getTime() + (now.getTime() - midnight(today).getTime()))
  const { rows } = await sql<{ currency: string; is_today: boolean; tickets: number; minor: number }>`
    select orders.currency, line.paid_at >= ${midnight(today)} as is_today,
      coalesce(sum(line.qty - line.refunded_qty) filter (where line.kind = 'ticket' and ${LINE_COUNTS}), 0)::int as tickets,
      sum(${TAKEN})::bigint as minor
    from order_lines line join orders on orders.sale_id = line.sale_id
    where ${linesOf({ organiserId, eventIds })}
      and (line.paid_at >= ${midnight(today)} or (line.paid_at >= ${before} and line.paid_at <= ${until}))
    group by 1, 2 order by 1`.execute(db)
  const rowsOf = (isToday: boolean) => rows.filter((row) => row.is_today === isToday)
  const tickets = (isToday: boolean) => rowsOf(isToday).reduce((sum, row) => sum + row.tickets, 0)
  const minorIn = (isToday: boolean, currency: string) =>
    rowsOf(isToday).find((row) => row.currency === currency)?.minor ?? 0
  return {
    weekday: new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: ZONE }).format(now),
    sold_today: tickets(true),
    sold_before: tickets(false),
    today: maySeeMoney
      ? [...new Set(rows.map(({ currency }) => currency))].map((currency) => ({
          now: formatMinor(minorIn(true, currency), currencyCode(currency)),
          before: formatMinor(minorIn(false, currency), currencyCode(currency)),
        }))
      : [],
  }
}

const LATELY_MS = 30 * DAY_MS

/**
 * What was taken in the last 30 days and in the 30 before them, for each currency, without what was refunded since and without
 * donations. Empty if the role may not see money.
 */
export async function takenLately(db: Db, { organiserId, eventIds, now, maySeeMoney }: Scope) {
  if (!maySeeMoney) return []
  const since = new Date(now.getTime() - LATELY_MS)
  const before = new Date(since.getTime() - LATELY_MS)
  const { rows } = await sql<{ currency: string; now: number; before: number }>`
    select orders.currency, coalesce(sum(${TAKEN}) filter (where line.paid_at > ${since}), 0)::bigint as now,
      coalesce(sum(${TAKEN}) filter (where line.paid_at <= ${since}), 0)::bigint as before
    from order_lines line join orders on orders.sale_id = line.sale_id
    where ${linesOf({ organiserId, eventIds })} and line.paid_at > ${before} and line.paid_at <= ${now}
    group by 1 order by 1`.execute(db)
  return rows.map((row) => ({
    now: formatMinor(row.now, currencyCode(row.currency)),
    before: formatMinor(row.before, currencyCode(row.currency)),
  }))
}
