import type { Checkout } from '@foyer/contract/types.ts'
import { ukDay } from '@foyer/domain/format/dates.ts'
import { type Minor, toMajor } from '@foyer/domain/money/money.ts'
import { type PlanOption, planSchedule, remainingOf } from '@foyer/domain/payment/plan.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'
import { currencyOf, type Snapshot } from '../sale/snapshot/snapshot.ts'
import { firstDayOf } from '../sale/terms/plans.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** Returns the buyer's plan options by key. The first payment is due on the day of the reserve. Null without a plan. */
export function planOptionsOf(
  plans: readonly PlanOption[],
  snapshot: Snapshot,
  now: Date,
): Checkout['payment_plan_schedule_options'] {
  const currency = currencyOf(snapshot)
  const { totalMinor } = snapshot.totals
  if (plans.length === 0) return null
  return Object.fromEntries(
    plans.map(({ key, label, payments, everyMonths }) => {
      const schedule = planSchedule(totalMinor, { payments, everyMonths, firstDay: firstDayOf(snapshot, now) })
      return [
        key,
        {
          label,
          schedule: schedule.map(({ dueOn, amountMinor }) => ({
            uk_due: ukDay(dueOn),
            value: toMajor(amountMinor, currency),
          })),
        },
      ]
    }),
  )
}

/** Returns what remains to be paid after the first payment; null without a plan, or once it is paid. */
export async function planRemainingOf(db: Reader, saleId: number): Promise<Minor | null> {
  const instalments = await db
    .selectFrom('plan_instalments')
    .select(['amount_minor as amountMinor', 'status'])
    .where('sale_id', '=', saleId)
    .execute()
  return remainingOf(instalments) || null
}
