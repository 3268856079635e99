import type { CheckoutEvent } from '@foyer/contract/types.ts'

export type Venue = NonNullable<CheckoutEvent['venue']>

export const addressOf = (venue: Venue): string => venue.map_address || venue.full_address || ''

/** The accommodation map of a venue, from the provider that the operator has configured. */
export function stayMapLink(map: string, venue: Venue, adults: number): string {
  const link = new URL(map)
  link.searchParams.set('address', addressOf(venue))
  if (venue.map_checkin) link.searchParams.set('checkin', venue.map_checkin)
  link.searchParams.set('adults', String(adults))
  return link.href
}

/** The venue on a public map, which is offered if no accommodation map is configured. */
export const plainMapLink = (venue: Venue): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(addressOf(venue))}`
