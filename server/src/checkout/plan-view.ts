import type { Checkout } from '@foyer/contract/types.ts'
import { ukDay } from '@foyer/domain/format/dates.ts'
import { type Minor, sum, toMajor } from '@foyer/domain/money/money.ts'
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

/** The state of a plan that has payments to come: what is paid, what remains, and what is taken next. */
export type OpenPlan = { paidMinor: Minor; remainingMinor: Minor; next: { amountMinor: Minor; dueOn: string } }

/** Returns the state of an order's plan; null without one, or once it is paid. */
export async function openPlanOf(db: Reader, saleId: number): Promise<OpenPlan | null> {
  const instalments = await db
    .selectFrom('plan_instalments')
    .select(['amount_minor as amountMinor', 'status', 'due_on as dueOn'])
    .where('sale_id', '=', saleId)
    .orderBy('seq')
    .execute()
  const next = instalments.find(({ status }) => status !== 'paid' && status !== 'cancelled')
  if (!next) return null
  const paid = instalments.filter(({ status }) => status === 'paid')
  return { paidMinor: sum(paid.map(({ amountMinor }) => amountMinor)), remainingMinor: remainingOf(instalments), next }
}
