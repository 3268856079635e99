import { addDays } from '@foyer/domain/format/calendar-days.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import type { EventInput } from '../catalogue/format/format.ts'

/** The play of this week, whose door works with a paired device. */
export const PLAY_OF_THIS_WEEK = 'the-night-mail'
/** Its nights, in days from today. */
const NIGHTS = [-2, -1, 0, 1, 2, 3, 4, 5]

/** The events of this week at several organisers, tonight included. */
export function eventsOfThisWeek(now: Date): EventInput[] {
  const on = (days: number, starts: string, ends: string) => {
    const day = addDays(dayOf(now), days)
    return { starts: `${day}T${starts}`, ends: `${day}T${ends}` }
  }
  return [
    {
      slug: PLAY_OF_THIS_WEEK,
      organiser: 'old-mill-theatre',
      venue: 'old-mill-theatre',
      title: 'The Night Mail',
      summary: 'Two sorters, one stowaway and four hundred miles of letters. A comedy on rails, in the studio.',
      category: 'Theatre',
      refund_protection_percent: 6,
      dates: NIGHTS.map((days) => on(days, '19:30', '21:20')),
      pools: [{ name: 'The studio', capacity: 56 }],
      ticket_types: [
        { name: 'Adult', price: 16, booking_fee: 1.6, pool: 'The studio' },
        { name: 'Under 26', price: 8, booking_fee: 0.8, pool: 'The studio' },
      ],
    },
    {
      slug: 'why-bread-rises',
      organiser: 'bright-ideas',
      venue: 'beacon-observatory',
      title: 'Why Bread Rises',
      summary: 'Yeast, patience and physics, with warm samples.',
      category: 'Talks and learning',
      dates: [on(1, '18:30', '19:30')],
      ticket_types: [{ name: 'Seat', price: 7, booking_fee: 0.5, capacity: 40 }],
    },
    {
      slug: 'the-back-room-session',
      organiser: 'tin-whistle',
      venue: 'railway-arms',
      title: 'The Back Room Session',
      summary: 'Bring an instrument or a good ear. The pie is included.',
      category: 'Music',
      dates: [on(-12, '19:30', '22:30'), on(2, '19:30', '22:30')],
      ticket_types: [{ name: 'Entry with pie', price: 9, booking_fee: 0.5, capacity: 45 }],
    },
    {
      slug: 'harbour-coffee-morning',
      organiser: 'north-quay-hospice',
      venue: 'custom-house',
      title: 'The Harbour Coffee Morning',
      summary: 'Cake by volunteers, coffee by the harbour master, and all of it for the hospice.',
      category: 'Charity',
      dates: [on(3, '10:00', '12:00')],
      ticket_types: [{ name: 'Cake and coffee', price: 6, capacity: 80 }],
    },
    {
      slug: 'the-general-with-piano',
      organiser: 'lantern-slide-pictures',
      venue: 'st-brannocks-hall',
      title: 'The General, with Live Piano',
      summary: 'Buster Keaton, one stolen locomotive, and a piano that keeps up.',
      category: 'Film',
      currency: 'EUR',
      timezone: 'Europe/Dublin',
      dates: [on(4, '20:00', '21:30')],
      ticket_types: [{ name: 'Chair', price: 12, booking_fee: 1, capacity: 90 }],
    },
  ]
}
