import { type EventFilterValues, PAGES } from '@foyer/contract/pages.ts'

export const NO_FILTERS: EventFilterValues = { q: '', place: '', organiser: '', from: '', to: '' }

/** The address of the filtered list. Only filters that are set appear in it, so that it is short enough to share. */
export function eventsAddress(filters: EventFilterValues): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  return set.length === 0 ? PAGES.events : `${PAGES.events}?${new URLSearchParams(set)}`
}

export const isFiltered = (filters: EventFilterValues): boolean => Object.values(filters).some(Boolean)
