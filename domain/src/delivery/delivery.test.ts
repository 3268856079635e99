import { describe, expect, it } from 'vitest'
import {
  type AddressFields,
  EMPTY_ADDRESS,
  fillFromSuggestion,
  isAddress,
  isLookupText,
  missingAddressFields,
  missingVoucherNames,
  needsState,
  UNITED_KINGDOM,
  USA,
} from './address.ts'
import { COUNTRIES, isCountry, iso2Of } from './countries.ts'
import { isUsState, US_STATES } from './us-states.ts'

const ADDRESS: AddressFields = {
  ...EMPTY_ADDRESS,
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 1AA',
}
const saved = (savedId: string) => ({ ...EMPTY_ADDRESS, savedId })

describe('an address', () => {
  it.each(['1', '42', '9007199254740991'])('[ADR-09] saved with the positive id %s is valid', (id) =>
    expect(isAddress(saved(id))).toBe(true),
  )

  it.each(['0', '-1', '', '1.5', '01', '1e3', 'NEW', 'x'])('[ADR-09] saved with the id %j is invalid', (id) =>
    expect(missingAddressFields(saved(id))).toEqual(['savedId']),
  )

  it('[ADR-10] new is valid with its required fields; address2 and state are optional', () =>
    expect(missingAddressFields(ADDRESS)).toEqual([]))

  it.each(['firstName', 'lastName', 'address1', 'town', 'postcode', 'country'] as const)(
    '[ADR-10] new requires %s',
    (field) => {
      expect(missingAddressFields({ ...ADDRESS, [field]: '' })).toEqual([field])
      expect(missingAddressFields({ ...ADDRESS, [field]: '   ' })).toEqual([field])
    },
  )

  it('[ADR-10] empty names every required field in the form’s order', () =>
    expect(missingAddressFields(EMPTY_ADDRESS)).toEqual(['firstName', 'lastName', 'address1', 'town', 'postcode']))

  it('[ADR-11] requires a state in the USA only', () => {
    expect(missingAddressFields({ ...ADDRESS, country: USA })).toEqual(['state'])
    expect(isAddress({ ...ADDRESS, country: USA, state: 'NY' })).toBe(true)
    expect(Object.keys(COUNTRIES).filter(needsState)).toEqual([USA])
  })
})

describe('gift vouchers', () => {
  const names = { vouchers: [{}], voucherFrom: 'Ada', voucherTo: 'Bob' }
  it('have a sender and a recipient', () => {
    expect(missingVoucherNames(names)).toEqual([])
    expect(missingVoucherNames({ ...names, voucherFrom: ' ' })).toEqual(['voucher_from_missing'])
    expect(missingVoucherNames({ ...names, voucherTo: ' ' })).toEqual(['voucher_to_missing'])
  })
  it('are not asked about when there are none', () =>
    expect(missingVoucherNames({ vouchers: [], voucherFrom: '', voucherTo: '' })).toEqual([]))
})

describe('address lookup', () => {
  it('[ADR-07] requires at least 3 characters', () =>
    expect(['', 'LS', ' LS ', 'LS1', 'LS1 1AA'].map(isLookupText)).toEqual([false, false, false, true, true]))

  it('OPEN-65: a suggestion fills the form', () =>
    expect(
      fillFromSuggestion({
        formattedAddress: ' 1 High Street , Headingley, Leeds, LS1 1AA',
        address2: 'Headingley',
        town: 'Leeds',
        postcode: 'LS1 1AA',
      }),
    ).toEqual({
      address1: '1 High Street',
      address2: 'Headingley',
      town: 'Leeds',
      postcode: 'LS1 1AA',
      country: UNITED_KINGDOM,
      state: '',
    }))
})

describe('countries', () => {
  it("[ADR-15] '1' is the UK", () => {
    expect(UNITED_KINGDOM).toBe('1')
    expect([COUNTRIES[UNITED_KINGDOM], iso2Of(UNITED_KINGDOM)]).toEqual(['United Kingdom', 'GB'])
  })

  it("[ADR-16] '2' is the USA", () => {
    expect(USA).toBe('2')
    expect([COUNTRIES[USA], iso2Of(USA)]).toEqual(['United States', 'US'])
  })

  it('have unique ids that map to two letters', () => {
    const ids = Object.keys(COUNTRIES)
    expect(ids).toHaveLength(250)
    expect(new Set(ids.map(iso2Of)).size).toBe(ids.length)
    expect(new Set(Object.values(COUNTRIES)).size).toBe(ids.length)
    for (const id of ids) expect(iso2Of(id)).toMatch(/^[A-Z]{2}$/)
    for (const name of Object.values(COUNTRIES)) expect(name).toMatch(/^\p{Lu}[\p{L} .,’'()-]+$/u)
  })

  // Addresses are stored with these ids, so moving a row would change stored addresses.
  it('never change their ids', () => {
    const IN_ORDER = `
      GB US AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BV BR IO VG BN
      BG BF BI KH CM CA CV BQ KY CF TD CL CN CX CC CO KM CD CG CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER
      EE SZ ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM HN HK HU IS IN ID IR
      IQ IE IM IL IT JM JP JE JO KZ KE KI XK KW KG LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT
      MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF KP MK MP NO OM PK PW PS PA PG PY PE PH PN PL
      PT PR QA RE RO RU RW WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS KR SS ES LK BL SH KN LC MF PM VC SD SR
      SJ SE CH SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV UG UA AE UY UM VI UZ VU VA VE VN WF EH YE ZM ZW
    `
    expect(Object.keys(COUNTRIES).map(iso2Of)).toEqual(IN_ORDER.trim().split(/\s+/))
  })

  it('are found by id only', () => {
    expect([iso2Of('0'), iso2Of('251'), iso2Of('')]).toEqual([null, null, null])
    expect(['1', '250', '0', '', 'GB', 'toString'].map(isCountry)).toEqual([true, true, false, false, false, false])
  })
})

it('states are the fifty, DC, five territories and the armed forces, by two letters', () => {
  expect(Object.keys(US_STATES)).toHaveLength(50 + 1 + 5 + 3)
  for (const [code, name] of Object.entries(US_STATES)) expect(`${code} ${name}`).toMatch(/^[A-Z]{2} [A-Z][A-Za-z. ]+$/)
  expect(['NY', 'DC', 'PR', 'ny', 'XX', '', 'toString'].map(isUsState)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
