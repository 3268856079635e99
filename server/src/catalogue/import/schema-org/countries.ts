import { folded } from '../../search.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every country's time zones, from the runtime's CLDR data. */
export const ZONES_OF_COUNTRY: ReadonlyMap<string, readonly string[]> = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code): [string, readonly string[]][] => {
    const locale = new Intl.Locale(`und-${code}`)
    // Intl redirects codes that are no longer in use (DD to DE).
    const zones = locale.region === code ? zonesOf(locale) : []
    return zones.length > 0 ? [[code, zones]] : []
  }),
)

/** Node 20 and 22 have a property, later versions a method; TypeScript's library has neither yet. */
function zonesOf(locale: Intl.Locale): readonly string[] {
  const { getTimeZones, timeZones } = locale as Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] }
  return getTimeZones?.call(locale) ?? timeZones ?? []
}

/** Names that people and content systems use for countries, besides the English names in the runtime. */
const OTHER_NAMES: Record<string, string[]> = {
  AE: ['uae'],
  AT: ['aut', 'osterreich'],
  AU: ['aus'],
  BE: ['bel', 'belgique', 'belgie'],
  BR: ['bra', 'brasil'],
  CA: ['can'],
  CH: ['che', 'schweiz', 'suisse'],
  CZ: ['cze', 'czech republic'],
  DE: ['deu', 'deutschland', 'allemagne'],
  DK: ['dnk', 'danmark'],
  ES: ['esp', 'espana'],
  FI: ['fin', 'suomi'],
  FR: ['fra'],
  GB: ['uk', 'great britain', 'england', 'scotland', 'wales', 'northern ireland', 'gbr'],
  HK: ['hong kong'],
  IE: ['irl', 'republic of ireland', 'eire'],
  IN: ['ind'],
  IT: ['ita', 'italia'],
  JP: ['jpn'],
  KR: ['south korea', 'korea'],
  MO: ['macau'],
  NL: ['nld', 'nederland', 'holland', 'the netherlands'],
  NO: ['nor', 'norge'],
  NZ: ['nzl'],
  PL: ['pol', 'polska'],
  PT: ['prt'],
  RU: ['russia'],
  SE: ['swe', 'sverige'],
  TR: ['turkey'],
  TW: ['taiwan'],
  US: ['usa', 'united states of america', 'america'],
  VN: ['vietnam'],
}

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'region' })

const CODE_OF_NAME: ReadonlyMap<string, string> = new Map([
  ...[...ZONES_OF_COUNTRY.keys()].map((code): [string, string] => [folded(ENGLISH_NAMES.of(code) ?? code), code]),
  ...Object.entries(OTHER_NAMES).flatMap(([code, names]) => names.map((name): [string, string] => [name, code])),
])

/** Returns 'Germany', 'DE' or 'U.K.' as a two-letter country code; null if it is not a country. */
export function countryCode(text: string): string | null {
  const name = folded(text.replaceAll('.', ''))
  const code = name.toUpperCase()
  return ZONES_OF_COUNTRY.has(code) ? code : (CODE_OF_NAME.get(name) ?? null)
}
