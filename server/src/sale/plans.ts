import { dayOf } from '@foyer/domain/format/dates.ts'
import { isPaidOffBy } from '@foyer/domain/payment/plan.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Returns the payment plans that every event in the basket offers and that end before the events do. None with gift
 * vouchers.
 */
export async function sharedPlans(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  { lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>,
  now: Date,
) {
  const eventIds = [...new Set(lines.map((line) => line.eventId))]
  if (eventIds.length === 0 || vouchers.length > 0) return []
  const plans = await db
    .selectFrom('plan_options')
    .select((eb) => [
      'key',
      eb.fn.min('label').as('label'),
      eb.fn.min('payments').as('payments'),
      eb.fn.max('every_months').as('everyMonths'),
    ])
    .where('event_id', 'in', eventIds)
    .groupBy('key')
    .having((eb) => eb(eb.fn.count('event_id').distinct(), '=', eventIds.length))
    .orderBy('payments')
    .execute()
  return plans.filter((plan) =>
    lines.every(({ startsAt, endsAt, timezone }) =>
      isPaidOffBy(dayOf(endsAt ?? startsAt, timezone), { ...plan, firstDay: dayOf(now) }),
    ),
  )
}

export type SharedPlan = Awaited<ReturnType<typeof sharedPlans>>[number]
