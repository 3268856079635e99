import type { z } from 'zod'
import type { VenueSchema } from '../../format/format.ts'
import type { Json } from '../read-file.ts'
import { countryCode, nameOfCountry } from './countries.ts'
import { countryOfPostcode, regionOfPostcode } from './postcodes.ts'
import { type Region, regionNamed, regionOf } from './regions.ts'
import { decoded, nameOf } from './text.ts'
import { type Coordinates, countryOfCity, countryOfZone, type Whereabouts, zoneOfCoordinates } from './time-zones.ts'
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
  /** The physical place as it is written. */
  node: Node | null
  notes: readonly string[]
}

const NOWHERE: Whereabouts = { country: null, region: '', town: '', coordinates: null }

/** Returns where an event takes place: the first physical place named, and whether it is (also) online. */
export function locationOf(value: Json | undefined, resolve: Resolve): Location {
  const places = listOf(value).map(resolve)
  const virtual = places.filter((place) => isVirtual(place, resolve))
  const physical = places
    .filter((place) => !virtual.includes(place))
    .flatMap((place) => {
      const found = placeOf(place, resolve)
      return found === null ? [] : [{ ...found, node: isNode(place) ? place : null }]
    })
  const [first, ...others] = physical
  return {
    venue: first?.venue ?? null,
    isOnline: virtual.length > 0,
    onlineUrl: virtual.map(addressOfVirtual).find((url) => url !== null) ?? null,
    whereabouts: first?.whereabouts ?? NOWHERE,
    node: first?.node ?? null,
    notes: [
      ...(first?.notes ?? []),
      ...(others.length > 0 ? [`it has ${physical.length} places: the first, "${first!.venue.name}", is taken`] : []),
    ],
  }
}

// Online -------------------------------------------------------------------------------------------------------------

/** What stands where a place's name is expected, if there is none. Clubs and cafés are called Zoom or Online too. */
const ONLINE_WORDS =
  'online|on line|virtual|virtuell|virtuel|virtuale|digital|digitaal|webinar|livestream|live ?stream|streaming|internet|web|remote|en ligne|en línea|en linea|in linea|zoom|(?:microsoft |ms )?teams|google meet|youtube|facebook live|twitch|webex|discord'
const ONLINE = new RegExp(
  `^(?:${ONLINE_WORDS})(?:[ -]*(?:event|events|only|meeting|webinar|session|seminar|veranstaltung|evenement|événement|evento|live|call|\\(?(?:via |on |over |per |par |por |su )?(?:${ONLINE_WORDS})\\)?))*$`,
  'i',
)
const isOnlineWord = (text: string): boolean => ONLINE.test(text.trim())

function isVirtual(place: Json, resolve: Resolve): boolean {
  if (typeof place === 'string') return isVirtualText(place)
  if (!isNode(place)) return false
  if (typesOf(place).includes('VirtualLocation')) return true
  const name = textOf(place, 'name') ?? ''
  if (name === '' || !isVirtualText(name)) return false
  const address = listOf(property(place, 'address')).map(resolve)[0]
  const parts = isNode(address)
    ? ['streetAddress', 'postalCode', 'addressLocality'].flatMap((key) => textsOf(property(address, key)))
    : textsOf(address)
  return !isNode(property(place, 'geo')) && parts.every(isVirtualText)
}

/** "Online", "Zoom", "https://...", "Online, UK"; not "Zoom, Carl-Benz-Straße 21". */
function isVirtualText(text: string): boolean {
  if (webAddress(text.trim()) !== null) return true
  const [first, ...others] = text.split(/\s*[,;|]\s*/)
  return isOnlineWord(first!) && others.every((part) => isOnlineWord(part) || countryCode(part) !== null)
}

const addressOfVirtual = (place: Json): string | null =>
  isNode(place) ? webAddress(textOf(place, 'url') ?? textOf(place, 'sameAs')) : webAddress(textsOf(place)[0])

// Places -------------------------------------------------------------------------------------------------------------

type FoundPlace = { venue: VenueInput; whereabouts: Whereabouts; notes: string[] }
type Address = { street: string; town: string; region: string; postcode: string; countries: readonly string[] }

function placeOf(place: Json, resolve: Resolve): FoundPlace | null {
  if (typeof place === 'string') return foundPlace(null, addressOfText(decoded(place)), null)
  if (!isNode(place)) return null
  const name = textOf(place, 'name') ?? null
  const coordinates = coordinatesOf(place)
  if (typesOf(place).includes('PostalAddress')) return foundPlace(name, addressOfNode(place), coordinates)
  const address = listOf(property(place, 'address')).map(resolve)[0]
  if (isNode(address)) return foundPlace(name, addressOfNode(address), coordinates)
  const text = textsOf(address)[0] ?? name
  if (text === null) return null
  return foundPlace(name ?? '', addressOfText(decoded(text)), coordinates)
}

const addressOfNode = (node: Node): Address & { text: null } => {
  const partOf = (key: string) => textsOf(property(node, key)).map(decoded)
  return {
    street: partOf('streetAddress').join(', '),
    town: partOf('addressLocality').join(', '),
    region: partOf('addressRegion').join(', '),
    postcode: partOf('postalCode')[0] ?? '',
    countries: partOf('addressCountry'),
    text: null,
  }
}

const POSTCODE_AT_END = /(?:^|\s)((?:[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2})|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{5}-\d{4}|\d{4,5})$/i
const POSTCODE_BEFORE = /^(\d{4}\s?[A-Z]{2}|\d{2}-\d{3}|\d{4}-\d{3}|(?:[A-Z]{1,3}-)?\d{4,6})\s+(?=\p{Letter})/u

/** "The Old Mill, Mill Lane, Leeds LS1 4AB, UK": the name comes first, the country last, the town and its state before it. */
function addressOfText(written: string): Address & { text: string } {
  const text = nameOf(written.replaceAll('\n', ', '))
  const parts = text.split(/\s*[,;|]\s*/).filter((part) => part !== '')
  const last = parts.length > 1 ? countryCode(parts.at(-1)!) : null
  // "Hollywood, CA" ends with a state, although its code is also a country's. Only Germany is written so more often.
  const isState = last !== null && last !== 'DE' && parts.at(-1) === last && stateCoded(last, '') !== null
  const countries = last === null || isState ? [] : [parts.pop()!]
  let postcode = ''
  const rest = parts.map((part) => {
    const found = POSTCODE_AT_END.exec(part) ?? POSTCODE_BEFORE.exec(part)
    if (found === null || (/^\d+$/.test(found[1]!) && part === parts[0])) return part
    postcode = found[1]!
    return part.replace(found[0], '').trim()
  })
  const inner = rest.filter((part, i) => part !== '' || i === 0)
  const state = inner.length > 1 ? stateIn(countries[0], inner.at(-1)!, postcode) : ''
  if (state !== '') inner.pop()
  return { street: '', town: inner.length > 1 ? inner.at(-1)! : '', region: state, postcode, countries, text }
}

function stateIn(country: string | undefined, part: string, postcode: string): string {
  const code = country === undefined ? null : countryCode(country)
  const found = code !== null ? regionOf(code, part) : (regionNamed(part) ?? stateCoded(part, postcode))
  return found === null ? '' : part
}

/** The state of a code such as "TX" or "NSW", where no country is given. */
function stateCoded(code: string, postcode: string): Region | null {
  if (!/^[A-Z]{2,3}$/.test(code)) return null
  const countries = /^\d{4}$/.test(postcode) ? ['AU'] : ['US', 'CA', 'AU']
  return countries.map((country) => regionOf(country, code)).find((region) => region !== null) ?? null
}

/** Where the country may be read from if it is not given, or is none. The note says which it was. */
function countryOf({ countries, region, postcode, town }: Address, coordinates: Coordinates | null) {
  const code = countries.map(countryCode).find((one) => one !== null)
  if (code !== undefined && code !== null) return { code, note: null }
  const zone = coordinates === null ? null : zoneOfCoordinates(coordinates, null)
  const isMissing = countries.length === 0
  const evidence: [string, string | null | undefined][] = [
    ['its state', regionNamed(region)?.country],
    [
      'its state',
      isMissing ? (stateCoded(region, postcode) ?? stateCoded(town.split(', ').at(-1)!, postcode))?.country : null,
    ],
    ['its postcode', countryOfPostcode(postcode)],
    ['its coordinates', zone === null ? null : countryOfZone(zone)],
    ['its town', isMissing && town !== '' ? countryOfCity(town) : null],
  ]
  const [from, found = null] = evidence.find(([, one]) => one) ?? []
  const written = countries.join(', ')
  const problem = written === '' ? 'no country is given' : `its country "${shortened(written, 60)}" is not known`
  const taken =
    found === null ? `${nameOfCountry(DEFAULT_COUNTRY)} is assumed` : `${nameOfCountry(found)} is taken from ${from}`
  return { code: found, note: `${problem}: ${taken}` }
}

const DEFAULT_COUNTRY = 'GB'

/** A null name stands for a missing one: then the first line of the address is the name. */
function foundPlace(
  name: string | null,
  address: Address & { text: string | null },
  coordinates: Coordinates | null,
): FoundPlace | null {
  const { street, town, region, postcode, countries, text } = address
  const { code, note } = countryOf(address, coordinates)
  const lines = [street, town, region, postcode, code === null ? countries.join(', ') : nameOfCountry(code)]
  const parts =
    text === null ? lines.filter((line) => line !== '') : text.split(/\s*[,;|]\s*/).filter((part) => part !== '')
  const venueName = nameOf(name || (parts[0] ?? ''))
  if (venueName === '') return null
  const fullAddress = text === null ? parts.join(', ') : parts.length > 1 ? text : ''
  const shortName = shortened(venueName, 200)
  const venue: VenueInput = {
    slug: '',
    name: shortName,
    town: shortened(town.split(',')[0]!.trim(), 120),
    full_address: fullAddress === '' || fullAddress === shortName ? null : shortened(fullAddress, 500),
    country_code: code ?? DEFAULT_COUNTRY,
    ...coordinates,
  }
  const cut = [
    ...(venueName === shortName ? [] : ['the name of its place was shortened']),
    ...(note === null ? [] : [note]),
  ]
  return {
    venue: { ...venue, slug: slugOfVenue(venue) },
    whereabouts: {
      country: code,
      region: region || (code === null ? '' : regionOfPostcode(code, postcode)),
      town: town === '' ? (parts[0] ?? '') : town,
      coordinates,
      unknownCountry: code === null && countries.length > 0 ? countries.join(', ') : undefined,
    },
    notes: cut,
  }
}

/** Halls with the same name in different towns are different venues. */
function slugOfVenue({ name, town = '' }: VenueInput): string {
  const isInName = town === '' || slugOf(name).includes(slugOf(town))
  return slugOf(`${name}${isInName ? '' : ` ${town}`}`)
}

function coordinatesOf(place: Node): Coordinates | null {
  const geo = listOf(property(place, 'geo'))[0]
  const from = isNode(geo) ? geo : place
  const [latitude, longitude] = [numberOf(from, 'latitude'), numberOf(from, 'longitude')]
  const isOnEarth = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null
}
