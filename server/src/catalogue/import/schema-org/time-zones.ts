import { folded } from '../../search.ts'
import { offsetIn } from '../../wall-clock.ts'
import { ZONES_OF_COUNTRY } from './countries.ts'

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

/** Zones by state or province. Those with two zones get the more common one. */
const ZONES_OF_PARTS: Record<string, Record<string, string>> = {
  US: {
    'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
    'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
    'America/Denver': 'CO ID MT NM UT WY',
    'America/Phoenix': 'AZ',
    'America/Los_Angeles': 'CA NV OR WA',
    'America/Anchorage': 'AK',
    'Pacific/Honolulu': 'HI',
  },
  CA: {
    'America/Toronto': 'ON QC',
    'America/Vancouver': 'BC',
    'America/Edmonton': 'AB',
    'America/Regina': 'SK',
    'America/Winnipeg': 'MB',
    'America/Halifax': 'NS NB PE',
    'America/St_Johns': 'NL',
  },
  AU: {
    'Australia/Sydney': 'NSW ACT',
    'Australia/Melbourne': 'VIC',
    'Australia/Brisbane': 'QLD',
    'Australia/Adelaide': 'SA',
    'Australia/Perth': 'WA',
    'Australia/Hobart': 'TAS',
    'Australia/Darwin': 'NT',
  },
}

export const DEFAULT_ZONE = 'Europe/London'

/** Returns the zones of a country, the most common ones first. */
export function zonesByUse(country: string): readonly string[] {
  const main = MAIN_ZONE[country]
  const ofParts = Object.keys(ZONES_OF_PARTS[country] ?? {})
  return [...new Set([...(main === undefined ? [] : [main]), ...ofParts, ...(ZONES_OF_COUNTRY.get(country) ?? [])])]
}

export type Whereabouts = { country: string | null; region: string; town: string }

/**
 * Returns the time zone of a place: by its state ("Austin, TX"), by a city that a zone is named after, else the zone where
 * most of the country lives; London if the country is unknown. If the listing gives a UTC offset, a zone of the country with
 * that offset at that moment takes precedence.
 */
export function zoneOf(
  { country, region, town }: Whereabouts,
  writtenOffset: { at: Date; offsetMinutes: number } | null,
): string {
  const zones = country === null ? [] : zonesByUse(country)
  const guess = (country && (zoneOfPart(country, region, town) ?? zoneOfCity(zones, town))) || zones[0] || DEFAULT_ZONE
  if (writtenOffset === null || offsetIn(writtenOffset.at, guess) === writtenOffset.offsetMinutes) return guess
  const matching = zones.find((zone) => offsetIn(writtenOffset.at, zone) === writtenOffset.offsetMinutes)
  return matching ?? (zones.length > 0 ? guess : zoneOfOffset(writtenOffset.offsetMinutes))
}

function zoneOfPart(country: string, region: string, town: string): string | undefined {
  const candidates = [region, town.split(',').at(-1) ?? ''].map((part) => part.trim().toUpperCase())
  const parts = Object.entries(ZONES_OF_PARTS[country] ?? {})
  const zones = candidates.map((part) => parts.find(([, codes]) => codes.split(' ').includes(part))?.[0])
  return zones.find((zone) => zone !== undefined)
}

function zoneOfCity(zones: readonly string[], town: string): string | undefined {
  const city = folded(town.split(',')[0] ?? '')
  return zones.find((zone) => folded(zone.split('/').at(-1)!.replaceAll('_', ' ')) === city)
}

/** Returns the fixed zone of an offset alone. Etc/GMT zone names count westwards. */
function zoneOfOffset(minutes: number): string {
  if (minutes === 0 || minutes % 60 !== 0) return minutes === 0 ? 'UTC' : DEFAULT_ZONE
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes / 60)}`
}
