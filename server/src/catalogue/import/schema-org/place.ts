import type { z } from 'zod'
import { textOfHtml } from '../../../html/sanitise.ts'
import type { VenueSchema } from '../../format/format.ts'
import type { Json } from '../read-file.ts'
import { countryCode } from './countries.ts'
import type { Whereabouts } from './time-zones.ts'
import {
  isNode,
  listOf,
  type Node,
  numberOf,
  property,
  type Resolve,
  shortened,
  slugOf,
  textOf,
  textsOf,
  typesOf,
  webAddress,
} from './values.ts'

export type VenueInput = z.input<typeof VenueSchema>
export type Location = {
  venue: VenueInput | null
  isOnline: boolean
  onlineUrl: string | null
  whereabouts: Whereabouts
}

const NOWHERE: Whereabouts = { country: null, region: '', town: '' }
const ONLINE_NAME = /^(online|virtual|zoom|webinar|livestream|live stream|internet|remote)\b/i

/** Returns where an event takes place: the first physical place named, and whether it is (also) online. */
export function locationOf(value: Json | undefined, resolve: Resolve): Location {
  const places = listOf(value).map(resolve)
  const virtual = places.filter(isVirtual)
  const [physical] = places.filter((place) => !isVirtual(place)).flatMap((place) => placeOf(place, resolve) ?? [])
  return {
    venue: physical?.venue ?? null,
    isOnline: virtual.length > 0,
    onlineUrl: virtual.map(addressOfVirtual).find((url) => url !== null) ?? null,
    whereabouts: physical?.whereabouts ?? NOWHERE,
  }
}

function isVirtual(place: Json): boolean {
  if (isNode(place)) return typesOf(place).includes('VirtualLocation') || ONLINE_NAME.test(textOf(place, 'name') ?? '')
  return typeof place === 'string' && (ONLINE_NAME.test(place.trim()) || webAddress(place.trim()) !== null)
}

const addressOfVirtual = (place: Json): string | null =>
  isNode(place) ? webAddress(textOf(place, 'url') ?? textOf(place, 'sameAs')) : webAddress(textsOf(place)[0])

type FoundPlace = { venue: VenueInput; whereabouts: Whereabouts }

function placeOf(place: Json, resolve: Resolve): FoundPlace | null {
  if (typeof place === 'string') return placeFromText(place)
  if (!isNode(place)) return null
  if (typesOf(place).includes('PostalAddress')) return placeFromAddress(undefined, place, place)
  const address = listOf(property(place, 'address')).map(resolve)[0]
  const name = textOf(place, 'name')
  if (isNode(address)) return placeFromAddress(name, address, place)
  const text = textsOf(address)[0]
  if (text === undefined) return name === undefined ? null : withGeo(placeFromText(name), place)
  const found = placeFromText(text)
  if (found === null) return null
  return withGeo(name === undefined ? found : { ...found, venue: withName(found.venue, name) }, place)
}

function placeFromAddress(name: string | undefined, address: Node, place: Node): FoundPlace | null {
  const [street, town, region, postcode, country] = [
    'streetAddress',
    'addressLocality',
    'addressRegion',
    'postalCode',
    'addressCountry',
  ].map((part) => textsOf(property(address, part)).join(', ')) as [string, string, string, string, string]
  const code = country === '' ? null : countryCode(country)
  const lines = [street, town, region, postcode, code === null ? country : nameOfCountry(code)].filter((s) => s !== '')
  const venueName = name ?? lines[0]
  if (venueName === undefined) return null
  const venue = venueOf(venueName, town, lines.join(', '), code)
  return withGeo({ venue, whereabouts: { country: code, region, town } }, place)
}

/** "The Old Mill, Mill Lane, Leeds LS1 4AB, UK": the name comes first, the country last, the town before it. */
function placeFromText(written: string): FoundPlace | null {
  const text = textOfHtml(written)
  const parts = text
    .split(/\s*[,\n;|]\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0) return null
  const country = parts.length > 1 ? countryCode(parts.at(-1)!) : null
  const inner = (country === null ? parts : parts.slice(0, -1))
    .map((part) => part.replace(/\b([A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|\d{4,5})$/i, '').trim())
    .filter((part) => part !== '')
  const town = inner.length > 1 ? inner.at(-1)! : ''
  return {
    venue: venueOf(parts[0]!, town, parts.length > 1 ? text : '', country),
    whereabouts: { country, region: '', town: town === '' ? parts[0]! : town },
  }
}

function venueOf(name: string, town: string, fullAddress: string, country: string | null): VenueInput {
  const shortName = shortened(textOfHtml(name), 200)
  const place = shortened(town.split(',')[0]!.trim(), 120)
  return withName(
    {
      slug: '',
      name: shortName,
      town: place,
      full_address: fullAddress === '' || fullAddress === shortName ? null : shortened(fullAddress, 500),
      country_code: country ?? 'GB',
    },
    shortName,
  )
}

/** Halls with the same name in different towns are different venues. */
function withName(venue: VenueInput, name: string): VenueInput {
  const shortName = shortened(textOfHtml(name), 200)
  const town = venue.town && !slugOf(shortName).includes(slugOf(venue.town)) ? ` ${venue.town}` : ''
  return { ...venue, name: shortName, slug: slugOf(`${shortName}${town}`) }
}

function withGeo<T extends FoundPlace | null>(found: T, place: Node): T {
  const geo = listOf(property(place, 'geo'))[0]
  if (found === null || !isNode(geo)) return found
  const [latitude, longitude] = [numberOf(geo, 'latitude'), numberOf(geo, 'longitude')]
  const isOnEarth = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? { ...found, venue: { ...found.venue, latitude, longitude } } : found
}

const COUNTRY_NAMES = new Intl.DisplayNames('en-GB', { type: 'region' })
const nameOfCountry = (code: string): string => COUNTRY_NAMES.of(code) ?? code
