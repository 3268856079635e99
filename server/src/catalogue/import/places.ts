import { folded } from '../search.ts'
import { offsetIn } from '../wall-clock.ts'
import { ZONES_OF_COUNTRY } from './country-zones.ts'

/** What people and content systems write for countries, beside the names that the runtime knows. */
const ALIASES: Record<string, string> = {
  ...{
    uk: 'GB',
    'great britain': 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'northern ireland': 'GB',
    gbr: 'GB',
  },
  ...{ usa: 'US', us: 'US', 'united states of america': 'US', america: 'US', can: 'CA', aus: 'AU', nzl: 'NZ' },
  ...{
    deu: 'DE',
    deutschland: 'DE',
    allemagne: 'DE',
    aut: 'AT',
    osterreich: 'AT',
    che: 'CH',
    schweiz: 'CH',
    suisse: 'CH',
  },
  ...{
    fra: 'FR',
    esp: 'ES',
    espana: 'ES',
    ita: 'IT',
    italia: 'IT',
    irl: 'IE',
    'republic of ireland': 'IE',
    eire: 'IE',
  },
  ...{ nld: 'NL', nederland: 'NL', holland: 'NL', 'the netherlands': 'NL', bel: 'BE', belgique: 'BE', belgie: 'BE' },
  ...{ prt: 'PT', swe: 'SE', sverige: 'SE', nor: 'NO', norge: 'NO', dnk: 'DK', danmark: 'DK', fin: 'FI', suomi: 'FI' },
  ...{
    pol: 'PL',
    polska: 'PL',
    cze: 'CZ',
    'czech republic': 'CZ',
    turkey: 'TR',
    uae: 'AE',
    'south korea': 'KR',
    korea: 'KR',
  },
  ...{
    russia: 'RU',
    vietnam: 'VN',
    taiwan: 'TW',
    'hong kong': 'HK',
    macau: 'MO',
    jpn: 'JP',
    ind: 'IN',
    bra: 'BR',
    brasil: 'BR',
  },
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

const CODE_OF_NAME = new Map([
  ...[...ZONES_OF_COUNTRY.keys()].map((code): [string, string] => [folded(NAMES.of(code) ?? code), code]),
  ...Object.entries(ALIASES),
])

/** 'Germany', 'DE', 'U.K.' as a country code of two letters; null for what is no country. */
export function countryCode(written: string): string | null {
  const name = folded(written.replaceAll('.', ''))
  const code = name.toUpperCase()
  if (ZONES_OF_COUNTRY.has(code)) return code
  return CODE_OF_NAME.get(name) ?? null
}

/** Zones of the parts of countries that have several; a part that has two of its own is given the more common one. */
const ZONE_OF_PART: Record<string, Record<string, string>> = {
  US: partsOf({
    'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
    'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
    'America/Denver': 'CO ID MT NM UT WY',
    'America/Phoenix': 'AZ',
    'America/Los_Angeles': 'CA NV OR WA',
    'America/Anchorage': 'AK',
    'Pacific/Honolulu': 'HI',
  }),
  CA: partsOf({
    'America/Toronto': 'ON QC',
    'America/Vancouver': 'BC',
    'America/Edmonton': 'AB',
    'America/Regina': 'SK',
    'America/Winnipeg': 'MB',
    'America/Halifax': 'NS NB PE',
    'America/St_Johns': 'NL',
  }),
  AU: partsOf({
    'Australia/Sydney': 'NSW ACT',
    'Australia/Melbourne': 'VIC',
    'Australia/Brisbane': 'QLD',
    'Australia/Adelaide': 'SA',
    'Australia/Perth': 'WA',
    'Australia/Hobart': 'TAS',
    'Australia/Darwin': 'NT',
  }),
}

function partsOf(zones: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(zones).flatMap(([zone, parts]) => parts.split(' ').map((part) => [part, zone])),
  )
}

export const DEFAULT_ZONE = 'Europe/London'

export type Whereabouts = { country: string | null; region: string; town: string }

/**
 * The time zone of a place: by its state ("Austin, TX"), by a city that a zone is named after, else the one where most of
 * the country lives; London where not even the country is known. If the listing gives an offset from UTC, a zone of the
 * country that agrees with it at that moment goes first.
 */
export function zoneOf(
  { country, region, town }: Whereabouts,
  given: { at: Date; offsetMinutes: number } | null,
): string {
  const zones = country === null ? undefined : ZONES_OF_COUNTRY.get(country)
  const guess = zones ? (zoneOfPart(country!, region, town) ?? zoneOfCity(zones, town) ?? zones[0]) : DEFAULT_ZONE
  if (given === null || offsetIn(given.at, guess) === given.offsetMinutes) return guess
  const agreeing = zones?.find((zone) => offsetIn(given.at, zone) === given.offsetMinutes)
  return agreeing ?? (zones ? guess : zoneOfOffset(given.offsetMinutes))
}

function zoneOfPart(country: string, region: string, town: string): string | undefined {
  const parts = ZONE_OF_PART[country]
  if (!parts) return undefined
  const written = [region, town.split(',').at(-1) ?? ''].map((part) => part.trim().toUpperCase())
  return written
    .map((part) => (Object.hasOwn(parts, part) ? parts[part] : undefined))
    .find((zone) => zone !== undefined)
}

function zoneOfCity(zones: readonly string[], town: string): string | undefined {
  const city = folded(town.split(',')[0] ?? '')
  return zones.find((zone) => folded(zone.split('/').at(-1)!.replaceAll('_', ' ')) === city)
}

/** All that an offset alone says. Zones named Etc/GMT count westwards. */
function zoneOfOffset(minutes: number): string {
  if (minutes === 0 || minutes % 60 !== 0) return minutes === 0 ? 'UTC' : DEFAULT_ZONE
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes / 60)}`
}
