import { dayOf } from '@foyer/domain/format/dates.ts'
import { isPaidOffBy } from '@foyer/domain/payment/plan.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import type { Item } from '../plan.ts'
import { type Context, refuse } from './context.ts'

/**
 * Refuses a payment plan that cannot be paid off before any date of its event, because no buyer would ever be offered it. A
 * plan that the shop has already only gets a note, so that an old file can be imported again.
 */
export async function checkPlanOptions(context: Context, item: Item<CatalogueEvent>, now: Date): Promise<void> {
  const { tx, result: out } = context
  const { slug, title, plan_options, dates, timezone } = item.value
  const what = `event "${title}"`
  const lastDays = dates
    .map(
      ({ starts, ends }) =>
        (ends === null ? parseWallClock(starts, timezone) : parseWallClock(ends, timezone, 'end'))!.at,
    )
    .filter((end) => end > now)
    .map((end) => dayOf(end, timezone))
  if (plan_options.length === 0 || lastDays.length === 0) return
  const lastDay = lastDays.sort().at(-1)!
  const firstDay = dayOf(now)
  const impossible = plan_options.filter(
    ({ payments, every_months }) => !isPaidOffBy(lastDay, { payments, everyMonths: every_months, firstDay }),
  )
  if (impossible.length === 0) return
  const existing = await tx
    .selectFrom('plan_options as option')
    .innerJoin('events as event', 'event.id', 'option.event_id')
    .select(['option.key', 'option.payments', 'option.every_months'])
    .where('event.slug', '=', slug)
    .execute()
  for (const option of impossible) {
    const { key, payments, every_months } = option
    const path = ['plan_options', plan_options.indexOf(option)]
    const isStored = existing.some(
      (stored) => stored.key === key && stored.payments === payments && stored.every_months === every_months,
    )
    const why = `the plan "${key}" runs past the event: its last payment would be after ${lastDay}`
    if (isStored) out.notes.push({ line: item.line(path), what, why: `${why}, so it is no longer offered` })
    else refuse(out, item, what, why, path)
  }
}
