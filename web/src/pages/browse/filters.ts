import { type EventFilterValues, PAGES } from '@foyer/contract/pages.ts'

export const NO_FILTERS: EventFilterValues = { q: '', place: '', organiser: '', from: '', to: '' }

/** The address that shows these events: only what is set stands in it, so it is short enough to share. */
export function eventsAddress(filters: EventFilterValues): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  return set.length === 0 ? PAGES.events : `${PAGES.events}?${new URLSearchParams(set)}`
}

export const isFiltered = (filters: EventFilterValues): boolean => Object.values(filters).some(Boolean)
