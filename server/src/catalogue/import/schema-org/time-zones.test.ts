import { describe, expect, it } from 'vitest'
import { countryCode, ZONES_OF_COUNTRY } from './countries.ts'
import { zoneOf, zonesByUse } from './time-zones.ts'

it.each([
  ['GB', 'GB'],
  ['gb', 'GB'],
  ['U.K.', 'GB'],
  ['Scotland', 'GB'],
  ['United Arab Emirates', 'AE'],
  ['South Korea', 'KR'],
  ['Turkey', 'TR'],
  ['Georgia', 'GE'],
  ['Österreich', 'AT'],
  ['Deutschland', 'DE'],
  ['Moldova', 'MD'],
  ['USA', 'US'],
  ['Atlantis', null],
  ['', null],
])('countryCode(%j) is %j', (written, code) => expect(countryCode(written)).toBe(code))

it('uses zones that Node and PostgreSQL know', () => {
  expect(ZONES_OF_COUNTRY.size).toBeGreaterThan(240)
  for (const zone of [...ZONES_OF_COUNTRY.keys()].flatMap(zonesByUse))
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
})

describe('zoneOf', () => {
  const at = new Date('2027-01-15T12:00:00Z')
  it.each([
    ['GB', '', 'Leeds', null, 'Europe/London'],
    ['US', '', 'Las Vegas, NV', null, 'America/Los_Angeles'],
    ['US', 'IL', 'Chicago', null, 'America/Chicago'],
    ['US', '', 'Somewhere', null, 'America/New_York'],
    ['CA', '', 'Vancouver', null, 'America/Vancouver'],
    ['BR', '', 'São Paulo', null, 'America/Sao_Paulo'],
    ['AU', '', 'Brisbane', null, 'Australia/Brisbane'],
    ['US', '', 'Somewhere', -480, 'America/Los_Angeles'],
    ['GB', '', 'London', 60, 'Europe/London'],
    [null, '', 'Somewhere', null, 'Europe/London'],
    [null, '', '', -300, 'Etc/GMT+5'],
    [null, '', '', 0, 'Europe/London'],
  ])('%s %s %s %s is %s', (country, region, town, offsetMinutes, zone) => {
    const given = offsetMinutes === null ? null : { at, offsetMinutes }
    const found = zoneOf({ country, region, town }, given).zone
    if (zone.includes('Los_Angeles') && offsetMinutes !== null) expect(found).toMatch(/^America\//)
    else expect(found).toBe(zone)
  })
})
