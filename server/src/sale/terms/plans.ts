import { dayOf } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type PlanOption, sharedPlans } from '@foyer/domain/payment/plan.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

type EventDay = { eventId: number; startsAt: Date; endsAt: Date | null; timezone: string }

/** Returns the plans that every event of these lines offers and that end before the lines' dates. */
export function plansOfLines(
  lines: readonly EventDay[],
  optionsOf: (eventId: number) => readonly PlanOption[],
  firstDay: string,
): PlanOption[] {
  const byEvent = groupBy(lines, ({ eventId }) => eventId)
  const events = [...byEvent].map(([eventId, own]) => ({
    lastDay: own.map(({ startsAt, endsAt, timezone }) => dayOf(endsAt ?? startsAt, timezone)).sort()[0]!,
    options: optionsOf(eventId),
  }))
  return sharedPlans(events, firstDay)
}

/** The day a plan of this sale begins. It is part of the terms of a hold, which may last past midnight. */
export const firstDayOf = ({ sale, terms }: Pick<Snapshot, 'sale' | 'terms'>, now: Date): string =>
  dayOf(terms === null ? now : (sale.held_from ?? now))

/** Returns the payment plans the buyer may choose: those of the terms, otherwise what the events offer. None with gift vouchers. */
export async function plansOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  snapshot: Pick<Snapshot, 'sale' | 'has' | 'lines' | 'vouchers' | 'terms'>,
  now: Date,
): Promise<PlanOption[]> {
  const { has, lines, vouchers, terms } = snapshot
  if (lines.length === 0 || vouchers.length > 0) return []
  if (terms !== null) return terms.plans ?? []
  if (!has.plans) return []
  const rows = await db
    .selectFrom('plan_options')
    .select(['event_id', 'key', 'label', 'payments', 'every_months as everyMonths'])
    .where('event_id', 'in', [...new Set(lines.map((line) => line.eventId))])
    .execute()
  return plansOfLines(
    lines,
    (eventId) => rows.flatMap(({ event_id, ...option }) => (event_id === eventId ? [option] : [])),
    firstDayOf(snapshot, now),
  )
}
