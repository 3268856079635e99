/** Directions from the reader's location to a place, in their maps app or on the web. */
export const directionsUrl = (address: string): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`

/** The length of an event without an end in calendars, in milliseconds. */
const UNKNOWN_LENGTH_MS = 2 * 3_600_000

const stamp = (at: string): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** A new entry in Google's calendar, for those who have no program that opens a calendar file. */
export const googleCalendarUrl = (visit: {
  event: string
  starts_at: string
  ends_at: string | null
  place: string
}): string => {
  const end = visit.ends_at ?? new Date(new Date(visit.starts_at).getTime() + UNKNOWN_LENGTH_MS).toISOString()
  const entry = {
    action: 'TEMPLATE',
    text: visit.event,
    dates: `${stamp(visit.starts_at)}/${stamp(end)}`,
    location: visit.place,
  }
  const query = Object.entries(entry).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `https://calendar.google.com/calendar/render?${query.join('&')}`
}
