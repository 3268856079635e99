import { groupBy } from '@foyer/domain/group.ts'
import { z } from 'zod'

/**
 * The part of pretix's seating plans that says which seats there are
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

/**
 * The seats of a pasted plan in pretix's format, as files have them: sections with rows of numbers, or labels where seats have no
 * numbers. If the plan has a category of this name, such as that of the price, those of the category. Null if it is no such plan.
 */
export function pretixSeats(typed: string, name: string): unknown {
  const plan = Plan.safeParse(parsed(typed)).data
  if (plan === undefined) return null
  const isOwn = (category: string) => category.trim().toLowerCase() === name.trim().toLowerCase()
  const hasCategory = plan.categories.some((category) => isOwn(category.name))
  const seats = plan.zones.flatMap((zone) =>
    zone.rows.flatMap(({ row_number: row, seats: own }) =>
      own
        .filter(({ category }) => !hasCategory || isOwn(category ?? ''))
        .map(({ seat_number: number }) => ({ section: plan.zones.length > 1 ? zone.name : '', row, number })),
    ),
  )
  if (!seats.every(({ row, number }) => ROW_NAME.test(row) && NUMBER.test(number)))
    return seats.map(({ section, row, number }) => [section, [row, number].filter(Boolean).join('-')].join(' ').trim())
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
