import { groupBy } from '@foyer/domain/group.ts'
import { z } from 'zod'
import { marksInput } from '../../../catalogue/export/seats.ts'
import type { SeatFacts } from '../../../catalogue/import/seat-plan.ts'

/**
 * The part of pretix's seating plans that says which seats there are, and of which category
 * (https://github.com/pretix/pretix/blob/master/src/pretix/static/seating/seating-plan.schema.json). Positions and colours aren't read.
 */
const Plan = z.object({
  categories: z.array(z.object({ name: z.string() })).default([]),
  zones: z.array(
    z.object({
      name: z.string(),
      rows: z.array(
        z.object({
          row_number: z.string().default(''),
          seats: z.array(z.object({ seat_number: z.string(), category: z.string().nullish() })),
        }),
      ),
    }),
  ),
})

/** "A12" reads as row A, seat 12; after a row of digits, a letter has to separate the two. */
const ROW_NAME = /^\S{0,9}\D$/
const NUMBER = /^[1-9]\d{0,3}$/

/** The format has no kinds of seats: names of categories propose them. The first that fits counts: “Wheelchair companion”. */
const KINDS = [
  ['companion', /companion|carer|assistant|accompagn|begleit/i],
  ['wheelchair', /wheelchair|accessible|fauteuil roulant|rollstuhl|\bpmr\b/i],
] as const
const RESTRICTED = /restricted|obstructed|limited view|partial view|visibilit. r.duite|sichtbehind/i

const kindOf = (category: string) => KINDS.find(([, words]) => words.test(category))?.[0]

/** A wheelchair space and the seat beside it belong to the category of the nearest other seat in their row. */
function priceCategory(row: readonly { category: string }[], at: number): string {
  const others = row
    .map(({ category }, i) => ({ category, away: Math.abs(i - at) }))
    .filter(({ category }) => kindOf(category) === undefined)
  const nearest = others.sort((a, b) => a.away - b.away)[0]
  return kindOf(row[at]!.category) === undefined ? row[at]!.category : (nearest?.category ?? row[at]!.category)
}

/** What the name of a seat's category says about it. */
const factsOf = (category: string): SeatFacts => ({
  kind: kindOf(category) ?? 'standard',
  view_note: RESTRICTED.test(category) ? category : '',
  aisle: false,
  step_free: false,
})

/**
 * The seats of a pasted plan in pretix's format, as files have them: sections with rows of numbers, or labels where seats have no
 * numbers; and what the names of their categories say about them. If the plan has a category of this name, such as that of the price,
 * those of the category, with the wheelchair spaces and companion seats among them. Null if it is no such plan.
 */
export function pretixPlan(typed: string, name: string): { seats: unknown; marks: unknown } | null {
  const plan = Plan.safeParse(parsed(typed)).data
  if (plan === undefined) return null
  const isOwn = (category: string) => category.trim().toLowerCase() === name.trim().toLowerCase()
  const hasCategory = plan.categories.some((category) => isOwn(category.name))
  const seats = plan.zones.flatMap((zone) =>
    zone.rows.flatMap(({ row_number: row, seats: all }) => {
      const own = all.map(({ category, ...seat }) => ({ ...seat, category: category ?? '' }))
      return own
        .filter(({ category }, i) => !hasCategory || isOwn(category) || isOwn(priceCategory(own, i)))
        .map(({ seat_number: number, category }) => ({
          section: plan.zones.length > 1 ? zone.name : '',
          row,
          number,
          category,
        }))
    }),
  )
  const isNumbered = seats.every(({ row, number }) => ROW_NAME.test(row) && NUMBER.test(number))
  const labelOf = ({ section, row, number }: (typeof seats)[number]) =>
    [section, [row, number].filter(Boolean).join(isNumbered ? '' : '-')].join(' ').trim()
  const marks = marksInput(seats.map((seat) => ({ label: labelOf(seat), ...factsOf(seat.category) })))
  return { seats: isNumbered ? sectionsOf(seats) : seats.map(labelOf), marks }
}

function sectionsOf(seats: readonly { section: string; row: string; number: string }[]) {
  return {
    sections: [...groupBy(seats, ({ section }) => section)].map(([section, all]) => ({
      ...(section !== '' && { name: section }),
      rows: [...groupBy(all, ({ row }) => row)].map(([row, own]) =>
        rowOf(
          row,
          own.map(({ number }) => Number(number)),
        ),
      ),
    })),
  }
}

function rowOf(row: string, numbers: readonly number[]) {
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
  const without = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
    (number) => !numbers.includes(number),
  )
  return { row, from, to, ...(without.length > 0 && { without }) }
}

function parsed(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return null
  }
}
