import { type EventFilterValues, PAGES } from '@foyer/contract/pages.ts'

export const NO_FILTERS: EventFilterValues = {
  q: '',
  place: '',
  organiser: '',
  from: '',
  to: '',
  when: '',
  category: '',
  price: '',
  page: 1,
  view: '',
}

/** The address of the filtered list. Only filters that are set appear in it, so that it is short enough to share. */
export function eventsAddress(filters: EventFilterValues): string {
  const set = Object.entries(filters).filter(([name, value]) => value !== '' && !(name === 'page' && value === 1))
  return set.length === 0
    ? PAGES.events
    : `${PAGES.events}?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`
}

/** The filters after a change, at the first page of the list. */
export const changed = (filters: EventFilterValues, change: Partial<EventFilterValues>): EventFilterValues => ({
  ...filters,
  page: 1,
  ...change,
})

/** The filters that are set, in the order they are listed. */
export const activeFilters = ({ page, view, ...filters }: EventFilterValues) =>
  Object.entries(filters).filter(([, value]) => value !== '') as [keyof typeof filters, string][]

export const isFiltered = (filters: EventFilterValues): boolean => activeFilters(filters).length > 0
