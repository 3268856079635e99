import { DEFAULT_CURRENCY } from '@foyer/domain/money/money.ts'
import { folded } from '../../search.ts'
import { LANGUAGES } from './languages.ts'

/** Currencies as websites write them: by code, sign or name. `$` and the like mean the currency of the country. */

const ISO_CODES = new Set(Intl.supportedValuesOf('currency'))

/** Signs and short names of one currency each. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '£': 'GBP',
    '€': 'EUR',
    '¥': 'JPY',
    '￥': 'JPY',
    円: 'JPY',
    yen: 'JPY',
    us$: 'USD',
    $us: 'USD',
    a$: 'AUD',
    au$: 'AUD',
    c$: 'CAD',
    ca$: 'CAD',
    nz$: 'NZD',
    hk$: 'HKD',
    s$: 'SGD',
    r$: 'BRL',
    mx$: 'MXN',
    fr: 'CHF',
    sfr: 'CHF',
    '₹': 'INR',
    '₽': 'RUB',
    '₺': 'TRY',
    '₴': 'UAH',
    '₪': 'ILS',
    '₩': 'KRW',
    zł: 'PLN',
    kč: 'CZK',
    ft: 'HUF',
    lei: 'RON',
    лв: 'BGN',
    pound: 'GBP',
    pounds: 'GBP',
    sterling: 'GBP',
    quid: 'GBP',
    euro: 'EUR',
    euros: 'EUR',
    eur: 'EUR',
    ευρώ: 'EUR',
    евро: 'EUR',
    $: 'USD',
    dollar: 'USD',
    dollars: 'USD',
  }),
)

/** What a sign or a missing currency means in a country; everywhere else `$` is the dollar of the United States. */
const OF_COUNTRIES: Record<string, string> = {
  GBP: 'GB GG IM JE',
  EUR: 'AD AT BE BG CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MQ MT NL PT RE SI SK SM VA XK YT',
  USD: 'US AS EC GU MP PR SV TL VI VG',
  JPY: 'JP',
  AUD: 'AU',
  CAD: 'CA',
  NZD: 'NZ',
  HKD: 'HK',
  SGD: 'SG',
  MXN: 'MX',
  ARS: 'AR',
  CLP: 'CL',
  COP: 'CO',
  TWD: 'TW',
  CNY: 'CN',
  SEK: 'SE',
  NOK: 'NO',
  DKK: 'DK',
  ISK: 'IS',
  CZK: 'CZ',
  CHF: 'CH LI',
  PLN: 'PL',
  HUF: 'HU',
  RON: 'RO',
}
const currencyOfCountry = (country: string | null): string | undefined =>
  country === null
    ? undefined
    : Object.keys(OF_COUNTRIES).find((code) => OF_COUNTRIES[code]!.split(' ').includes(country))

/** The signs that several countries use, and the currencies they may stand for. */
const SHARED_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $: 'USD AUD CAD NZD HKD SGD MXN ARS CLP COP TWD',
    dollar: 'USD AUD CAD NZD HKD SGD TWD',
    dollars: 'USD AUD CAD NZD HKD SGD TWD',
    '¥': 'JPY CNY',
    '￥': 'JPY CNY',
    kr: 'SEK NOK DKK ISK',
  }),
)

let names: ReadonlyMap<string, string> | undefined
/** The names of the currencies sold here, in the languages of Europe. */
function codeOfName(name: string): string | undefined {
  names ??= new Map(
    LANGUAGES.flatMap((language) => {
      const display = new Intl.DisplayNames(language, { type: 'currency' })
      return ['GBP', 'EUR', 'USD', 'JPY', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'CAD', 'AUD'].map(
        (code): [string, string] => [folded(display.of(code) ?? code), code],
      )
    }),
  )
  return names.get(name)
}

/**
 * Returns the code of a currency written as code, sign or name; null if it is none. In a country that has a currency of the
 * same sign, the sign means that one.
 */
export function currencyOf(written: string, country: string | null): string | null {
  const code = written.trim().toUpperCase().slice(0, 10)
  if (ISO_CODES.has(code)) return code
  const sign = written.trim().toLowerCase().replace(/\.$/, '')
  const own = currencyOfCountry(country)
  if (own !== undefined && SHARED_SIGNS.get(sign)?.split(' ').includes(own)) return own
  return SIGNS.get(sign) ?? codeOfName(folded(sign)) ?? null
}

/** The currency to take where none is given: that of the country, or the shop's own if the country is unknown. */
export const currencyWithout = (country: string | null): string => currencyOfCountry(country) ?? DEFAULT_CURRENCY
