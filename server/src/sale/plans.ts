import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import type { Snapshot } from './snapshot.ts'

/** The payment plans that every event in the basket offers. A basket with gift vouchers has none. */
export async function sharedPlans(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  { lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>,
) {
  const eventIds = [...new Set(lines.map((line) => line.eventId))]
  if (eventIds.length === 0 || vouchers.length > 0) return []
  return db
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
}

export type SharedPlan = Awaited<ReturnType<typeof sharedPlans>>[number]
