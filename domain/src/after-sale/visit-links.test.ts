import { expect, it } from 'vitest'
import { directionsUrl, googleCalendarUrl } from './visit-links.ts'

it('directions use the venue’s name unchanged', () =>
  expect(new URL(directionsUrl('Café & Bar, 1 Swan St')).searchParams.get('destination')).toBe('Café & Bar, 1 Swan St'))

it('a Google Calendar link has its times in UTC, and an end even if the event has none', () => {
  const visit = {
    event: 'Gala & more',
    starts_at: '2026-12-01T19:00:00.000Z',
    place: 'Leeds',
  }
  const dates = (ends_at: string | null) => new URL(googleCalendarUrl({ ...visit, ends_at })).searchParams.get('dates')
  expect(dates('2026-12-01T21:30:00.000Z')).toBe('20261201T190000Z/20261201T213000Z')
  expect(dates(null)).toBe('20261201T190000Z/20261201T210000Z')
})
