import { dayOf } from '@foyer/domain/format/dates.ts'
import { isPaidOffBy, isShortEnough, LONGEST_PLAN } from '@foyer/domain/payment/plan.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import type { Item } from '../plan.ts'
import { type Context, refuse } from './context.ts'

/**
 * Refuses a payment plan that is longer than may be sold, or cannot be paid off before any date of its event, because no buyer
 * would ever be offered it. A plan that the shop has already only gets a note, so that an old file can be imported again, and
 * an event that has one can be edited.
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
  const lastDay = lastDays.sort().at(-1)
  const firstDay = dayOf(now)
  const reasonOf = ({ key, payments, every_months: everyMonths }: (typeof plan_options)[number]): string | null => {
    if (!isShortEnough({ payments, everyMonths }))
      return `the plan "${key}" is too long: a plan has at most ${LONGEST_PLAN.payments} payments, and the last is due within ${LONGEST_PLAN.months} months`
    if (lastDay === undefined || isPaidOffBy(lastDay, { payments, everyMonths, firstDay })) return null
    return `the plan "${key}" runs past the event: its last payment would be after ${lastDay}`
  }
  const impossible = plan_options.flatMap((option) => {
    const why = reasonOf(option)
    return why === null ? [] : [{ option, why }]
  })
  if (impossible.length === 0) return
  const existing = await tx
    .selectFrom('plan_options as option')
    .innerJoin('events as event', 'event.id', 'option.event_id')
    .select(['option.key', 'option.payments', 'option.every_months'])
    .where('event.slug', '=', slug)
    .execute()
  for (const { option, why } of impossible) {
    const { key, payments, every_months } = option
    const path = ['plan_options', plan_options.indexOf(option)]
    const isStored = existing.some(
      (stored) => stored.key === key && stored.payments === payments && stored.every_months === every_months,
    )
    if (isStored) out.notes.push({ line: item.line(path), what, why: `${why}, so it is no longer offered` })
    else refuse(out, item, what, why, path)
  }
}
