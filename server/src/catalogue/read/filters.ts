import { EventFilters } from '@foyer/contract/calls/catalogue.ts'
import type { EventFilterValues } from '@foyer/contract/pages.ts'

export const NO_FILTERS: EventFilterValues = EventFilters.parse({})

/** Reads the filters from query parameters. A value that isn't one of the choices is ignored. */
export function filtersOf(query: unknown): EventFilterValues {
  const parsed = EventFilters.safeParse(query)
  if (parsed.success) return parsed.data
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const valid = Object.entries(query as Record<string, unknown>).filter(([name]) => !wrong.has(name))
  return EventFilters.parse(Object.fromEntries(valid))
}
