import { addDays, weekdayOf } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import type { EventInput } from '../catalogue/format/format.ts'
import { SEASON_MS } from './season.ts'
import { eventsOfThisWeek } from './this-week.ts'

/** The last such weekday (0 is Sunday) up to today, `weeks` weeks earlier; -1 is the next one to come. */
function weekdayBefore(now: Date, weeks: number, weekday: number): string {
  const today = dayOf(now)
  const back = (weekdayOf(today) - weekday + 7) % 7
  return addDays(today, -7 * weeks - back)
}

/** What the demo's organisers put on during the three months before `now`. */
function earlierEvents(now: Date): EventInput[] {
  const on = (date: string, starts: string, ends: string) => ({ starts: `${date}T${starts}`, ends: `${date}T${ends}` })
  const weeks = (first: number, last: number, weekday: number, starts: string, ends: string) =>
    Array.from({ length: first - last + 1 }, (_, i) => on(weekdayBefore(now, first - i, weekday), starts, ends))
  return [
    {
      slug: 'lunchtime-music-this-season',
      organiser: 'old-mill-theatre',
      venue: 'old-mill-theatre',
      title: 'Lunchtime Music: this season',
      summary: 'Forty-five minutes of something lovely, every Tuesday.',
      category: 'Music',
      dates: weeks(12, -1, 2, '12:00', '12:45'),
      ticket_types: [{ name: 'Free seat', price: 0, capacity: 80, max_can_reserve: 4 }],
    },
    {
      slug: 'the-lamplighters',
      organiser: 'old-mill-theatre',
      venue: 'old-mill-theatre',
      title: 'The Lamplighters',
      summary: 'A comedy of errors, gas and marriage, in three acts and one power cut.',
      category: 'Family',
      refund_protection_percent: 6,
      dates: [9, 8, 7].flatMap((week) => [
        on(weekdayBefore(now, week, 5), '19:30', '21:40'),
        on(weekdayBefore(now, week, 6), '19:30', '21:40'),
      ]),
      pools: [{ name: 'The house', capacity: 116 }],
      ticket_types: [
        { name: 'Adult', price: 18, booking_fee: 1.8, pool: 'The house' },
        { name: 'Under 26', price: 9, booking_fee: 0.9, pool: 'The house' },
      ],
    },
    {
      slug: 'supper-in-the-wings',
      organiser: 'old-mill-theatre',
      venue: 'old-mill-theatre',
      title: 'Supper in the Wings',
      summary: 'Twelve places at one table, behind the curtain, while the scenery is changed around you.',
      category: 'Food and drink',
      dates: [on(addDays(dayOf(now), 40), '18:30', '22:00')],
      ticket_types: [{ name: 'A place at the table', price: 46, booking_fee: 2.3, capacity: 12, max_can_reserve: 4 }],
    },
    {
      slug: 'hospice-harvest-supper',
      organiser: 'north-quay-hospice',
      venue: 'custom-house',
      title: 'The Hospice Harvest Supper',
      summary: 'Long tables, short speeches, and everything that grew too big to carry home.',
      category: 'Charity',
      dates: [on(weekdayBefore(now, 6, 6), '18:30', '22:00')],
      ticket_types: [
        { name: 'Adult', price: 24, booking_fee: 1, capacity: 120 },
        { name: 'Child', price: 10, booking_fee: 0.5, capacity: 40 },
      ],
    },
    {
      slug: 'learn-to-belay',
      organiser: 'kestrel-outdoors',
      venue: 'the-chalk-works',
      title: 'Learn to Belay',
      summary: 'Two hours on the low wall, and you go home able to hold a friend.',
      category: 'Outdoors',
      dates: weeks(11, -1, 3, '18:30', '20:30'),
      ticket_types: [{ name: 'Climber', price: 16, booking_fee: 0.8, capacity: 12, max_can_reserve: 4 }],
    },
    {
      slug: 'the-perseids-from-beacon-hill',
      organiser: 'bright-ideas',
      venue: 'beacon-observatory',
      title: 'Shooting Stars from Beacon Hill',
      summary: 'Blankets, flasks and an astronomer. It needs a clear sky.',
      category: 'Talks and learning',
      dates: [on(weekdayBefore(now, 10, 4), '21:00', '23:30'), on(weekdayBefore(now, 5, 4), '19:00', '21:30')],
      ticket_types: [{ name: 'Blanket for one', price: 9, booking_fee: 0.5, capacity: 60 }],
    },
  ]
}

/** The earlier events, those of this week, and the day on which they and the demo's own events were put on sale. */
export const earlierSeason = (now: Date) => ({
  events: [...earlierEvents(now), ...eventsOfThisWeek(now)],
  at: new Date(now.getTime() - SEASON_MS),
})

/** The date of an earlier event that was cancelled: its orders were refunded. */
export const CLOUDED_OVER = { slug: 'the-perseids-from-beacon-hill', date: 1 } as const
