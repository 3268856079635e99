import { priceText } from '@foyer/contract/price-text.ts'
import type { EventPageData, SeatData, TicketTypeData } from '@foyer/contract/types.ts'
import { purchaseOf } from '@foyer/domain/money/cheapest-purchase.ts'
import { toMajor, toMinor } from '@foyer/domain/money/money.ts'

/** A ticket, whose cheapest order is its least quantity with its postage, unless given. */
export const sampleTicket = (change: Partial<TicketTypeData> = {}): TicketTypeData => {
  const ticket = { ...SAMPLE, ...change }
  const minor = (major: number) => toMinor(major, 'GBP')
  const purchase = purchaseOf({
    qty: ticket.min_per_customer,
    unitMinor: minor(ticket.all_in_price),
    postageMinor: minor(ticket.delivery_cost),
    requiredMinor: 0,
  })
  return {
    ...ticket,
    total_from: toMajor(purchase.totalMinor, 'GBP'),
    price_text: priceText(purchase, 'GBP'),
    ...change,
  }
}

const SAMPLE: TicketTypeData = {
  ticket_id: 11,
  name: 'Stalls',
  description: '',
  all_in_price: 27.5,
  price: 25,
  booking_fee: 2.5,
  hide_booking_fee: false,
  absorb_fee: false,
  min_per_customer: 1,
  max_per_basket: 8,
  left: 100,
  few_left: false,
  sold_out: false,
  non_refundable: false,
  refund_policy: null,
  requires: [],
  sale: 'open',
  nice_sale_from: null,
  pool_id: null,
  pay_what_you_can: null,
  extra: false,
  delivered_by_post: false,
  delivery_cost: 0,
  total_from: 27.5,
  price_text: '£27.50',
  seats: null,
}

export const sampleSeat = (label: string, free = true): SeatData => ({
  label,
  section: 'Stalls',
  row: label.slice(0, 1),
  number: Number(label.slice(1)),
  free,
})

type EventDate = EventPageData['dates'][number]

export const sampleDate = (change: Partial<EventDate> = {}): EventDate => ({
  date_id: 1,
  starts_at: '2027-10-01T18:00:00.000Z',
  ends_at: null,
  nice_date: 'Fri 1 Oct 2027, 7:00pm',
  nice_doors: '6:30pm',
  all_day: false,
  past: false,
  sold_out: false,
  from_text: 'From £27.50',
  tickets: [sampleTicket()],
  ...change,
})

export const sampleEventPage = (
  event: Partial<EventPageData['event']> = {},
  dates: EventDate[] = [sampleDate()],
): EventPageData => ({
  event: {
    id: 1,
    slug: 'gala',
    url: '/events/gala/',
    title: 'Autumn Gala Concert',
    summary: '',
    category: 'Music',
    organiser: 'City Varieties',
    organiser_slug: 'city-varieties',
    organiser_url: '/organisers/city-varieties/',
    organiser_about_html: '',
    place: 'Leeds Town Hall',
    town: 'Leeds',
    thumbnail: '/posters/event-1.svg',
    starts_at: '2027-10-01T18:00:00.000Z',
    nice_date: 'Fri 1 Oct 2027, 7:00pm',
    more_dates: 0,
    currency: { symbol: '£', code: 'GBP' },
    from_price: 27.5,
    sold_out: false,
    on_sale_from: null,
    nice_on_sale_from: '',
    description_html: '<p>Come in from the cold.</p>',
    charity: null,
    venue: { name: 'Leeds Town Hall', full_address: 'The Headrow, Leeds', town: 'Leeds', country_code: 'GB' },
    online: false,
    cancelled: false,
    refund_protection: false,
    timezone: 'Europe/London',
    different_timeslots_warning: null,
    has_livestream: false,
    ...event,
  },
  dates,
  more: [],
})
