import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayOf,
  heldDate,
  heldTime,
  installDateParsing,
  instantAt,
  isTimeOfDay,
  localIso,
  longWhen,
  niceDate,
  niceDay,
  niceMonth,
  niceTime,
  parseUkDate,
  shortDate,
  shortHeldDate,
  shortPast,
  shortRange,
  shortWhen,
  ukDate,
  ukLongDate,
  withT,
} from './dates.ts'

const WINTER = '2025-12-25T19:30:00Z'
const SUMMER = new Date('2026-07-01T18:05:00Z')

describe('dates in lists', () => {
  const NOW = '2026-11-22T12:00:00Z'

  it.each([
    ['2026-12-01T12:00:00Z', 'Tue 1 Dec, 12 noon'],
    ['2026-12-01T00:00:00Z', 'Tue 1 Dec, midnight'],
    ['2027-06-24T18:00:00Z', 'Thu 24 Jun, 7:00pm'],
    ['2027-12-01T19:30:00Z', 'Wed 1 Dec 2027, 7:30pm'],
    ['2026-10-01T19:30:00Z', 'Thu 1 Oct 2026, 8:30pm'],
  ])('include the year beyond the next twelve months: %s', (at, words) => expect(shortDate(at, NOW)).toBe(words))

  it.each([
    ['an hour ago', 1, false],
    ['ten months ago', 300 * 24, false],
    ['eleven months ago, when the same day is near again', 334 * 24, true],
  ])('include the year of what is past: %s', (_, hours, hasYear) =>
    expect(/ \d{4},/.test(shortPast(new Date(new Date(NOW).getTime() - hours * 3_600_000), NOW))).toBe(hasYear),
  )

  it.each([
    ['2027-06-24', '2027-06-27', '24–27 Jun'],
    ['2027-06-30', '2027-07-02', '30 Jun–2 Jul'],
    ['2027-12-24', '2027-12-27', '24–27 Dec 2027'],
    ['2027-12-30', '2028-01-02', '30 Dec 2027–2 Jan 2028'],
  ])('show both ends of several days: %s to %s', (from, to, words) =>
    expect(shortRange(`${from}T12:00:00Z`, `${to}T12:00:00Z`, NOW)).toBe(words),
  )

  it('show both ends of several days, of a festival at times of day too, but not of a night', () => {
    const days = { startsAt: new Date('2027-06-24T00:00:00Z'), endsAt: new Date('2027-06-27T20:00:00Z') }
    const HALL = { timezone: 'Europe/London', online: false, postponed: false }
    expect(shortWhen({ ...days, allDay: true }, NOW, HALL)).toBe('24–27 Jun')
    expect(longWhen({ ...days, allDay: true }, HALL)).toBe('Thu 24 Jun 2027 to Sun 27 Jun 2027')
    expect(shortWhen({ ...days, allDay: false }, NOW, HALL)).toBe('Thu 24 Jun, 1:00am to Sun 27 Jun, 9:00pm')
    expect(longWhen({ ...days, allDay: false }, HALL)).toBe('Thu 24 Jun 2027, 1:00am to Sun 27 Jun 2027, 9:00pm')
    const night = { startsAt: new Date('2027-06-24T21:00:00Z'), endsAt: new Date('2027-06-25T03:00:00Z') }
    expect(shortWhen({ ...night, allDay: false }, NOW, HALL)).toBe('Thu 24 Jun, 10:00pm')
    expect(shortWhen({ startsAt: days.startsAt, endsAt: null, allDay: true }, NOW, HALL)).toBe('Thu 24 Jun')
  })

  it('name a month and a day', () => {
    expect([niceMonth('2026-12'), niceDay('2026-12-25')]).toEqual(['December', 'Fri 25 Dec 2026'])
  })
})

describe('dates as words', () => {
  it('[DSP-04] a date is day/month/year', () => {
    expect(ukDate(WINTER)).toBe('25/12/2025')
    expect(ukDate(new Date('2026-01-02T12:00:00Z'))).toBe('02/01/2026')
  })

  it('[DSP-04] the day is in the time zone, not in UTC', () => {
    expect(ukDate('2026-06-30T23:30:00Z')).toBe('01/07/2026')
    expect(ukDate('2026-06-30T23:30:00Z', 'America/New_York')).toBe('30/06/2026')
  })

  it.each([
    [WINTER, '25/12/2025 7:30pm'],
    ['2026-07-01T18:05:00Z', '01/07/2026 7:05pm'],
    ['2026-01-01T00:00:00Z', '01/01/2026 12:00am'],
    ['2026-01-01T12:00:00Z', '01/01/2026 12:00pm'],
    ['2026-01-01T09:09:00Z', '01/01/2026 9:09am'],
  ])('[DSP-05] the long form of %s is %s', (at, text) => expect(ukLongDate(at)).toBe(text))

  it('the full form has weekday and month, without a time for a whole day', () => {
    expect(niceDate('2026-12-25T19:30:00Z')).toBe('Fri 25 Dec 2026, 7:30pm')
    expect(niceDate('2026-12-25T19:30:00Z', 'Europe/Paris')).toBe('Fri 25 Dec 2026, 8:30pm')
    expect(niceDate('2026-09-05T00:00:00Z', 'Europe/London', { allDay: true })).toBe('Sat 5 Sep 2026')
    expect(niceDate('2026-12-01T12:00:00Z')).toBe('Tue 1 Dec 2026, 12 noon')
    expect(niceDate('2026-12-01T00:00:00Z')).toBe('Tue 1 Dec 2026, midnight')
    expect(niceDate('2026-12-01T00:30:00Z')).toBe('Tue 1 Dec 2026, 12:30am')
    expect(niceTime(SUMMER)).toBe('7:05pm')
  })

  it('dayOf sorts as text', () => {
    expect(dayOf('2026-06-30T23:30:00Z')).toBe('2026-07-01')
    expect(dayOf('0099-03-01T12:00:00Z')).toBe('0099-03-01')
  })
})

describe('a time read in other zones', () => {
  const online = (timezone: string) => ({ timezone, online: true, postponed: false })
  const LONDON = 'Europe/London'

  it.each([
    [WINTER, LONDON, '7:30pm UK time'],
    [SUMMER, LONDON, '7:05pm UK time'],
    [WINTER, 'Europe/Paris', '8:30pm GMT+1'],
    [SUMMER, 'Europe/Paris', '8:05pm GMT+2'],
    [WINTER, 'America/New_York', '2:30pm GMT−5'],
    [WINTER, 'Asia/Kathmandu', '1:15am GMT+5:45'],
    [WINTER, 'Africa/Abidjan', '7:30pm GMT'],
  ])('names its zone as it is at that moment: %s in %s', (at, zone, words) =>
    expect(heldTime(at, online(zone))).toBe(words),
  )

  it('is one of an event online, or of one outside the shop’s own zone', () => {
    expect(heldTime(WINTER, { timezone: LONDON, online: false })).toBe('7:30pm')
    expect(heldTime(WINTER, { timezone: 'Europe/Paris', online: false })).toBe('8:30pm GMT+1')
  })

  it('is left out of a postponed date, whose old day only names it', () => {
    const at = { startsAt: new Date('2027-06-24T18:00:00Z'), endsAt: new Date('2027-06-27T20:00:00Z'), allDay: false }
    const held = { ...online(LONDON), postponed: true }
    expect(shortWhen(at, '2026-11-22T12:00:00Z', held)).toBe('Postponed from Thu 24 Jun, new date to follow')
    expect(longWhen(at, held)).toBe('Postponed from Thu 24 Jun 2027, new date to follow')
  })

  it('names it once, after the last time, and not for whole days', () => {
    const from = new Date('2027-06-24T18:00:00Z')
    const days = { startsAt: from, endsAt: new Date('2027-06-27T20:00:00Z') }
    const now = '2026-11-22T12:00:00Z'
    const held = online(LONDON)
    expect(shortWhen({ startsAt: from, endsAt: null, allDay: false }, now, held)).toBe('Thu 24 Jun, 7:00pm UK time')
    expect(longWhen({ ...days, allDay: false }, held)).toBe(
      'Thu 24 Jun 2027, 7:00pm to Sun 27 Jun 2027, 9:00pm UK time',
    )
    expect(shortWhen({ ...days, allDay: true }, now, held)).toBe('24–27 Jun')
    expect(longWhen({ ...days, endsAt: null, allDay: true }, held)).toBe('Thu 24 Jun 2027')
    expect(shortHeldDate('2026-12-01T12:00:00Z', now, held)).toBe('Tue 1 Dec, 12 noon UK time')
    expect(heldDate(WINTER, held)).toBe('Thu 25 Dec 2025, 7:30pm UK time')
    expect(heldDate(WINTER, held, { allDay: true })).toBe('Thu 25 Dec 2025')
  })
})

describe('typed dates', () => {
  it.each([
    ['25/12/2025', '2025-12-25'],
    [' 1/2/2026 ', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2026', null],
    ['31/04/2026', null],
    ['12/25/2025', null],
    ['00/01/2026', null],
    ['2025-12-25', null],
    ['25/12/25', null],
    ['', null],
  ])('[TRF-13] parses %j as the day %s', (typed, day) => expect(parseUkDate(typed)).toBe(day))

  it('[TRF-13] parses every day it formats', () => {
    const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    fc.assert(fc.property(dates, (date) => parseUkDate(ukDate(date)) === dayOf(date)))
  })

  it.each([
    ['09:00', true],
    ['23:59', true],
    ['24:00', false],
    ['9:00', false],
    ['09:60', false],
    ['', false],
  ])('%j as a time of day: %s', (text, is) => expect(isTimeOfDay(text)).toBe(is))
})

describe('localIso', () => {
  it.each([
    ['Europe/London', '2025-12-25T19:30:00+00:00'],
    ['Europe/Paris', '2025-12-25T20:30:00+01:00'],
    ['America/St_Johns', '2025-12-25T16:00:00-03:30'],
    ['Asia/Kathmandu', '2025-12-26T01:15:00+05:45'],
  ])('gives the local time and offset in %s', (zone, local) => expect(localIso(WINTER, zone)).toBe(local))

  it('names the same minute in any zone', () => {
    const zones = ['Europe/London', 'America/Los_Angeles', 'Pacific/Chatham', 'Australia/Lord_Howe']
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (at) => {
        for (const zone of zones)
          expect(Date.parse(localIso(at, zone))).toBe(Math.floor(at.getTime() / 60_000) * 60_000)
      }),
    )
  })
})

describe('instantAt', () => {
  it.each([
    ['2026-01-10', '09:00', '2026-01-10T09:00:00.000Z'],
    ['2026-07-01', '09:00', '2026-07-01T08:00:00.000Z'],
    // skipped in spring, shown twice in autumn
    ['2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
  ])('%s %s in London is %s', (day, time, utc) => expect(instantAt(day, time).toISOString()).toBe(utc))

  it('is the inverse of dayOf and niceTime in any zone', () => {
    const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC')
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, days, fc.integer({ min: 6, max: 11 }), (zone, date, hour) => {
        const day = dayOf(date, zone)
        const at = instantAt(day, `${String(hour).padStart(2, '0')}:45`, zone)
        expect([dayOf(at, zone), niceTime(at, zone)]).toEqual([day, `${hour}:45am`])
      }),
    )
  })
})

describe('the patched Date constructor', () => {
  it.each([
    ['2025-12-25 19:30', '2025-12-25T19:30'],
    ['2025-12-25 19:30:15.5Z', '2025-12-25T19:30:15.5Z'],
    ['2025-12-25T19:30', '2025-12-25T19:30'],
    ['2025-12-25', '2025-12-25'],
    ['Fri, 25 Dec 2026 19:30:00 GMT', 'Fri, 25 Dec 2026 19:30:00 GMT'],
    ['25 Dec 2026 19:30', '25 Dec 2026 19:30'],
    ['', ''],
  ])('[DSP-13] parses %j as %j', (text, parsed) => expect(withT(text)).toBe(parsed))

  /** Behaves like the parser of a strict runtime: Safari once rejected dates with a space. */
  class StrictDate extends Date {
    constructor(...args: unknown[]) {
      if (typeof args[0] === 'string' && args[0].includes(' ')) super(Number.NaN)
      else super(...(args as []))
    }
  }

  it('[DSP-13] reads a date with a space in a runtime that cannot', () => {
    const Altered = installDateParsing(StrictDate as unknown as DateConstructor)
    expect(new StrictDate('2025-12-25 19:30:00Z').getTime()).toBeNaN()
    expect(new Altered('2025-12-25 19:30:00Z').toISOString()).toBe('2025-12-25T19:30:00.000Z')
  })

  it('[DSP-13] leaves everything else about dates unchanged', () => {
    const Altered = installDateParsing(Date)
    const date = new Altered(2025, 11, 25, 19, 30)
    expect(date).toBeInstanceOf(Date)
    expect(date).toBeInstanceOf(Altered)
    expect(date.getTime()).toBe(new Date(2025, 11, 25, 19, 30).getTime())
    expect(new Altered(0).getTime()).toBe(0)
    expect(new Altered(new Date(5)).getTime()).toBe(5)
    expect(new Altered('not a date').getTime()).toBeNaN()
    expect(Altered.UTC(1970, 0)).toBe(0)
    expect(typeof Altered()).toBe('string')
    class Day extends Altered {}
    expect(new Day('2025-12-25 19:30Z')).toBeInstanceOf(Day)
  })
})
