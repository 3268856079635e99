import zoneAt from '@photostructure/tz-lookup'
import { folded } from '../../search.ts'
import { offsetIn } from '../../wall-clock.ts'
import { nameOfCountry, ZONES_OF_COUNTRY } from './countries.ts'
import { regionOf, zoneInRegion, zonesOfRegions } from './regions.ts'

/**
 * The zone where most people live, for countries with several, and the current name of a zone that CLDR lists under an old
 * one.
 */
const MAIN_ZONE: Record<string, string> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ER: 'Africa/Asmara',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  FO: 'Atlantic/Faroe',
  GL: 'America/Nuuk',
  IN: 'Asia/Kolkata',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MM: 'Asia/Yangon',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  NP: 'Asia/Kathmandu',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
}

/** The countries whose people live by several clocks, so that one of them is a guess. In all others the exceptions are known. */
const DIVIDED = new Set('AQ AU BR CA CD FM GL ID KI MN MX PF PG RU UM US'.split(' '))

export const DEFAULT_ZONE = 'Europe/London'

/** Returns the zones of a country, the most common ones first. */
export function zonesByUse(country: string): readonly string[] {
  const main = MAIN_ZONE[country]
  return [
    ...new Set([
      ...(main === undefined ? [] : [main]),
      ...zonesOfRegions(country),
      ...(ZONES_OF_COUNTRY.get(country) ?? []),
    ]),
  ]
}

export type Coordinates = { latitude: number; longitude: number }
export type Whereabouts = {
  country: string | null
  region: string
  town: string
  coordinates?: Coordinates | null
  /** What the listing calls the country, where that is none. */
  unknownCountry?: string | undefined
}

type WrittenOffset = { at: Date; offsetMinutes: number }
/** `why` is set if the zone is a guess; `isKnown` is false if not even the country is known. */
export type FoundZone = { zone: string; why: string | null; isKnown: boolean }

/**
 * Returns the time zone of a place: by its coordinates, its state ("Austin, TX") or a city that a zone is named after, else
 * the zone where most of the country lives. If the listing gives a UTC offset, a zone of the country with that offset at
 * that moment takes precedence. London if nothing is known.
 */
export function zoneOf(whereabouts: Whereabouts, written: WrittenOffset | null): FoundZone {
  const { country, region, town } = whereabouts
  const fits = (zone: string): boolean => written === null || offsetIn(written.at, zone) === written.offsetMinutes
  const byCoordinates = whereabouts.coordinates ? zoneOfCoordinates(whereabouts.coordinates, country) : null
  if (country === null) {
    if (byCoordinates !== null) return { zone: byCoordinates, why: null, isKnown: true }
    if (written === null || fits(DEFAULT_ZONE)) return { zone: DEFAULT_ZONE, why: null, isKnown: written !== null }
    return { zone: zoneOfOffset(written.offsetMinutes), why: null, isKnown: true }
  }
  const zones = zonesByUse(country)
  const sure = byCoordinates ?? zoneOfRegion(country, region, town) ?? zoneOfCity(zones, town)
  const guess = sure ?? zones[0] ?? DEFAULT_ZONE
  if (!fits(guess)) {
    const other = zones.find(fits)
    return other === undefined || sure !== null
      ? { zone: guess, why: whyOffsetDiffers(written!, guess), isKnown: true }
      : { zone: other, why: null, isKnown: true }
  }
  const isGuess = sure === null && written === null && DIVIDED.has(country)
  const why = `${nameOfCountry(country)} has several time zones, and its state is not given: that of ${cityOf(guess)} is assumed`
  return { zone: guess, why: isGuess ? why : null, isKnown: true }
}

const cityOf = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ')

const whyOffsetDiffers = ({ at, offsetMinutes }: WrittenOffset, zone: string): string => {
  const hours = (minutes: number) =>
    `${minutes < 0 ? '-' : '+'}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`
  return `its times are written with ${hours(offsetMinutes)}, but the clocks of ${cityOf(zone)} are then at ${hours(offsetIn(at, zone))}: they are converted`
}

function zoneOfRegion(country: string, region: string, town: string): string | null {
  const [city, ...rest] = town.split(',').map((part) => part.trim())
  // Cities are called Washington, Nevada or Victoria outside those states.
  const isState = ['AU', 'CA', 'US'].includes(country)
  for (const part of [region, ...rest.toReversed(), isState ? '' : (city ?? '')]) {
    const found = part === '' ? null : regionOf(country, part)
    if (found) return zoneInRegion(found, city ?? '')
  }
  return null
}

const sameName = (zone: string, city: string): boolean => folded(cityOf(zone)) === city

function zoneOfCity(zones: readonly string[], town: string): string | null {
  const city = folded(town.split(',')[0] ?? '')
  return zones.find((zone) => sameName(zone, city)) ?? null
}

/** The country of the only zone that is named after a city. */
export const countryOfCity = (town: string): string | null =>
  onlyOne(countriesBy('city', (zone) => folded(cityOf(zone))).get(folded(town.split(',')[0] ?? '')))

const tables = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>()

/** The countries of the zones with a name, by the names that a function gives them. Made once for each kind of name. */
function countriesBy(kind: string, nameOf: (zone: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const known = tables.get(kind)
  if (known) return known
  const table = new Map<string, Set<string>>()
  for (const [country, zones] of ZONES_OF_COUNTRY)
    for (const zone of zones) table.set(nameOf(zone), (table.get(nameOf(zone)) ?? new Set()).add(country))
  tables.set(kind, table)
  return table
}

const onlyOne = (countries: ReadonlySet<string> | undefined): string | null =>
  countries?.size === 1 ? [...countries][0]! : null

const currentNames = new Map<string, string>()

/** The name of a zone in the runtime, which is slow to ask. */
function canonical(zone: string): string {
  const name = currentNames.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  currentNames.set(zone, name)
  return name
}

/** The zone at some coordinates. None in the sea, nor outside the country if that is known: then the coordinates are wrong. */
export function zoneOfCoordinates({ latitude, longitude }: Coordinates, country: string | null): string | null {
  if (latitude === 0 && longitude === 0) return null
  const zone = zoneAt(latitude, longitude)
  if (zone.startsWith('Etc/')) return null
  if (country === null) return zone
  return zonesByUse(country).find((one) => canonical(one) === canonical(zone)) ?? null
}

/** The only country of a zone; null for one that several share. */
export const countryOfZone = (zone: string): string | null =>
  onlyOne(countriesBy('zone', canonical).get(canonical(zone)))

/** Returns the fixed zone of an offset alone. Etc/GMT zone names count westwards. */
function zoneOfOffset(minutes: number): string {
  if (minutes === 0 || minutes % 60 !== 0) return minutes === 0 ? 'UTC' : DEFAULT_ZONE
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes / 60)}`
}
