import type { Checkout } from '@foyer/contract/types.ts'
import { dayOf, ukDate } from '@foyer/domain/format/dates.ts'
import { toMajor } from '@foyer/domain/money/money.ts'
import { planSchedule } from '@foyer/domain/payment/plan.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import type { Snapshot } from '../sale/snapshot.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** The plans every event in the basket offers, by key (OPEN-81): what one organiser does not offer, the basket does not. */
export async function sharedPlans(db: Reader, { lines, vouchers }: Pick<Snapshot, 'lines' | 'vouchers'>) {
  const eventIds = [...new Set(lines.map((line) => line.event_id))]
  if (eventIds.length === 0 || vouchers.length > 0) return []
  return db
    .selectFrom('plan_options')
    .select((eb) => [
      'key',
      eb.fn.min('label').as('label'),
      eb.fn.min('payments').as('payments'),
      eb.fn.max('every_months').as('every_months'),
    ])
    .where('event_id', 'in', eventIds)
    .groupBy('key')
    .having((eb) => eb(eb.fn.count('event_id').distinct(), '=', eventIds.length))
    .orderBy('payments')
    .execute()
}

/** payment_plan_schedule_options (ENT-36): the first payment is today's. */
export async function planOptionsOf(
  db: Reader,
  snapshot: Snapshot,
  now: Date,
): Promise<Checkout['payment_plan_schedule_options']> {
  const plans = await sharedPlans(db, snapshot)
  if (plans.length === 0 || snapshot.totals.totalMinor <= 0) return null
  return Object.fromEntries(
    plans.map(({ key, label, payments, every_months }) => {
      const schedule = planSchedule(snapshot.totals.totalMinor, {
        payments,
        everyMonths: every_months,
        firstDay: dayOf(now),
      })
      return [
        key,
        {
          label,
          schedule: schedule.map(({ dueOn, amountMinor }) => ({
            uk_due: ukDate(`${dueOn}T12:00:00Z`),
            value: toMajor(amountMinor),
          })),
        },
      ]
    }),
  )
}

/** What is still to be paid after the first payment (OPEN-82); null without a plan. */
export async function planRemainingOf(db: Reader, saleId: number): Promise<number | null> {
  const row = await db
    .selectFrom('plan_instalments')
    .select(sql<number | null>`sum(amount_minor) filter (where status not in ('paid', 'cancelled'))::bigint`.as('left'))
    .where('sale_id', '=', saleId)
    .executeTakeFirst()
  return row?.left ? toMajor(row.left) : null
}
