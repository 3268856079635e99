import { type OrganiserPageData, pictureAs } from '@foyer/contract/pages.ts'
import type { EventPageData } from '@foyer/contract/types.ts'
import { dayOf, localIso } from '@foyer/domain/format/dates.ts'
import { decimalText } from '@foyer/domain/format/money.ts'
import { toMinor } from '@foyer/domain/money/money.ts'
import { textOfHtml } from '../html/sanitise.ts'

type JsonLd = Record<string, unknown>
type PageEvent = EventPageData['event']
type PageDate = EventPageData['dates'][number]
type PageTicket = PageDate['tickets'][number]

/**
 * Describes an event page for search engines: one schema.org Event per upcoming date, or the last date of a past event.
 * A price is the total of the cheapest order of it, as on the page. Only buyers get the address of an online event.
 */
export function eventJsonLd({ event, dates }: EventPageData, publicUrl: string): object[] {
  const url = publicUrl + event.url
  const toCome = dates.filter(({ past }) => !past)
  return (toCome.length > 0 ? toCome : dates.slice(-1)).map((date) =>
    withoutEmpty({
      '@context': 'https://schema.org',
      '@type': 'Event',
      '@id': `${url}#${date.date_id}`,
      name: event.title,
      description: event.summary || textOfHtml(event.description_html).slice(0, 500),
      url,
      image: ([1600, 'card'] as const).map((file) => publicUrl + pictureAs(event.thumbnail, file)),
      startDate: moment(date.starts_at, event.timezone, date.all_day),
      endDate: date.ends_at && moment(date.ends_at, event.timezone, date.all_day),
      eventStatus: `https://schema.org/${statusOf(event, date)}`,
      eventAttendanceMode: `https://schema.org/${attendance(event)}`,
      location: locationOf(event, url),
      organizer: {
        '@type': 'Organization',
        name: event.organiser,
        url: new URL(event.organiser_url, publicUrl).href,
      },
      offers:
        event.cancelled || date.cancelled
          ? []
          : date.tickets.filter(({ extra }) => !extra).map((ticket) => offerOf(ticket, event, url, date.past)),
    }),
  )
}

/** Describes the shop itself on its first page, from which search engines take its name. */
export const shopJsonLd = (name: string, publicUrl: string): object[] => [
  { '@context': 'https://schema.org', '@type': 'WebSite', name, url: `${publicUrl}/` },
]

/** Describes an organiser's page: who it is, with its logo and words. */
export const organiserJsonLd = (
  { name, logo, cover, about_html }: OrganiserPageData,
  path: string,
  publicUrl: string,
): object[] => [
  {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: withoutEmpty({
      '@type': 'Organization',
      '@id': `${publicUrl}${path}`,
      name,
      url: `${publicUrl}${path}`,
      description: textOfHtml(about_html).slice(0, 500),
      logo: logo && publicUrl + logo,
      image: cover && publicUrl + pictureAs(cover.src, 'card'),
    }),
  },
]

const statusOf = (event: PageEvent, date: PageDate): string =>
  event.cancelled || date.cancelled ? 'EventCancelled' : date.postponed ? 'EventPostponed' : 'EventScheduled'

const attendance = ({ online, venue }: PageEvent): string =>
  venue === null ? 'OnlineEventAttendanceMode' : online ? 'MixedEventAttendanceMode' : 'OfflineEventAttendanceMode'

function locationOf({ venue, online }: PageEvent, url: string): JsonLd | JsonLd[] {
  const virtual = { '@type': 'VirtualLocation', url }
  if (venue === null) return virtual
  const place = withoutEmpty({
    '@type': 'Place',
    name: venue.name,
    address: withoutEmpty({
      '@type': 'PostalAddress',
      streetAddress: venue.full_address ?? venue.name,
      addressLocality: venue.town,
      addressCountry: venue.country_code,
    }),
  })
  return online ? [place, virtual] : place
}

function offerOf(ticket: PageTicket, event: PageEvent, url: string, past: boolean): JsonLd {
  return withoutEmpty({
    '@type': 'Offer',
    name: ticket.name,
    url,
    price: decimalText(toMinor(ticket.total_from, event.currency.code), event.currency.code),
    priceCurrency: event.currency.code,
    ...partsOf(ticket, event),
    availability: `https://schema.org/${availabilityOf(ticket, event, past)}`,
    validFrom: event.on_sale_from,
  })
}

/** The least quantity of an offer, and the price of one ticket and of postage, where its price has more than one ticket. */
function partsOf(
  { total_from, all_in_price, delivery_cost, min_per_customer }: PageTicket,
  { currency }: PageEvent,
): JsonLd {
  const moneyOf = (major: number) => ({
    price: decimalText(toMinor(major, currency.code), currency.code),
    priceCurrency: currency.code,
  })
  if (total_from === all_in_price && min_per_customer === 1) return {}
  return {
    eligibleQuantity: { '@type': 'QuantitativeValue', minValue: min_per_customer },
    priceSpecification: [
      {
        '@type': 'UnitPriceSpecification',
        ...moneyOf(all_in_price),
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1 },
      },
      ...(delivery_cost > 0 ? [{ '@type': 'DeliveryChargeSpecification', ...moneyOf(delivery_cost) }] : []),
    ],
  }
}

function availabilityOf(ticket: PageTicket, event: PageEvent, past: boolean): string {
  if (past || ticket.sale === 'over') return 'Discontinued'
  if (ticket.sold_out) return 'SoldOut'
  if (event.on_sale_from !== null || ticket.sale === 'not_yet') return 'PreSale'
  return ticket.few_left ? 'LimitedAvailability' : 'InStock'
}

/** A time in the event's zone with its offset, as calendars should show it. A whole day is a date alone. */
const moment = (iso: string, zone: string, allDay: boolean): string => (allDay ? dayOf(iso, zone) : localIso(iso, zone))

const withoutEmpty = (object: JsonLd): JsonLd =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
