import { describe, expect, it } from 'vitest'
import {
  type DateOptions,
  formatDays,
  isChoiceAllowed,
  isDayAllowed,
  isDaySelectable,
  isTextAllowed,
  isTimeAllowed,
  normaliseDate,
  parseDays,
  pickDay,
  rangeLength,
  withSlashes,
} from './selectable-days.ts'

const allowed = (options: DateOptions, days: string[]) => days.filter((day) => isDayAllowed(day, options))
const WEEK = ['2027-10-01', '2027-10-02', '2027-10-03', '2027-10-04', '2027-10-05']

describe('a day', () => {
  it('[UI-10] lies between the first and the last, inclusive', () => {
    expect(allowed({ minDate: '2027-10-03' }, WEEK)).toEqual(['2027-10-03', '2027-10-04', '2027-10-05'])
    expect(allowed({ maxDate: '2027-10-02' }, WEEK)).toEqual(['2027-10-01', '2027-10-02'])
  })

  it('[UI-11] is not disabled by date or weekday, and is among the allowed ones, if any', () => {
    expect(allowed({ disabledDates: ['2027-10-02'] }, WEEK)).not.toContain('2027-10-02')
    // 2 and 3 October 2027 are a Saturday and a Sunday
    expect(allowed({ disabledWeekdays: [0, 6] }, WEEK)).toEqual(['2027-10-01', '2027-10-04', '2027-10-05'])
    expect(allowed({ allowedDates: ['2027-10-04', '2027-11-01'] }, WEEK)).toEqual(['2027-10-04'])
    expect(allowed({ allowedDates: ['2027-10-04'], disabledDates: ['2027-10-04'] }, WEEK)).toEqual([])
  })
})

describe('a range', () => {
  const options: DateOptions = { mode: 'range', minRange: 2, maxRange: 4 }
  const offered = (chosen: string[], more: DateOptions = {}) =>
    WEEK.filter((day) => isDaySelectable(day, chosen, { ...options, ...more }))

  it('[UI-12] respects minimum and maximum length', () => {
    expect(rangeLength('2027-10-01', '2027-10-05')).toBe(5)
    const of = (to: string) => isChoiceAllowed(['2027-10-01', to], options)
    expect([of('2027-10-01'), of('2027-10-02'), of('2027-10-04'), of('2027-10-05')]).toEqual([false, true, true, false])
  })

  it('[UI-12] offers only valid ends, on both sides of its start', () => {
    expect(offered(['2027-10-01'])).toEqual(['2027-10-01', '2027-10-02', '2027-10-03', '2027-10-04'])
    expect(offered(['2027-10-05'])).toEqual(['2027-10-02', '2027-10-03', '2027-10-04', '2027-10-05'])
    expect(offered([])).toEqual(WEEK)
  })

  it('[UI-11, UI-12] contains no unselectable day', () => {
    expect(offered(['2027-10-01'], { disabledDates: ['2027-10-03'] })).toEqual(['2027-10-01', '2027-10-02'])
    expect(isChoiceAllowed(['2027-10-02', '2027-10-04'], { ...options, disabledDates: ['2027-10-03'] })).toBe(false)
  })

  it('[UI-12] is correct across a change of the clocks', () => expect(rangeLength('2027-10-30', '2027-11-01')).toBe(3))

  it('starts, ends on either side, and starts again', () => {
    expect(pickDay('2027-10-03', [], options)).toEqual(['2027-10-03'])
    expect(pickDay('2027-10-02', ['2027-10-03'], options)).toEqual(['2027-10-02', '2027-10-03'])
    expect(pickDay('2027-10-05', ['2027-10-02', '2027-10-03'], options)).toEqual(['2027-10-05'])
  })

  it('its start can be deselected, or is the whole range if one day is enough', () => {
    expect(pickDay('2027-10-03', ['2027-10-03'], options)).toEqual([])
    expect(pickDay('2027-10-03', ['2027-10-03'], { mode: 'range' })).toEqual(['2027-10-03', '2027-10-03'])
  })
})

describe('several days', () => {
  const options: DateOptions = { mode: 'multiple', maxDates: 2 }
  it('[UI-12] are limited in number, and a chosen one can be deselected', () => {
    const two = ['2027-10-01', '2027-10-03']
    expect(WEEK.filter((day) => isDaySelectable(day, two, options))).toEqual(two)
    expect(pickDay('2027-10-04', two, options)).toEqual(two)
    expect(pickDay('2027-10-01', two, options)).toEqual(['2027-10-03'])
    expect(pickDay('2027-10-02', ['2027-10-03'], options)).toEqual(['2027-10-02', '2027-10-03'])
    expect(isChoiceAllowed([...two, '2027-10-05'], options)).toBe(false)
    expect(isChoiceAllowed(two, options)).toBe(true)
  })
})

describe('a typed date', () => {
  it.each([
    ['01/10/2027', 'single', ['2027-10-01']],
    ['1.10.2027', 'single', ['2027-10-01']],
    ['01102027', 'single', ['2027-10-01']],
    ['31/02/2027', 'single', null],
    ['tomorrow', 'single', null],
    ['', 'single', []],
    ['01/10/2027 - 05/10/2027', 'range', ['2027-10-01', '2027-10-05']],
    ['01/10/2027 to 05/10/2027', 'range', ['2027-10-01', '2027-10-05']],
    ['01/10/2027, 05/10/2027', 'multiple', ['2027-10-01', '2027-10-05']],
  ] as const)('%j (%s) names %j', (text, mode, days) => expect(parseDays(text, mode)).toEqual(days))

  it.each(['single', 'range', 'multiple'] as const)('for %s is parsed in its format', (mode) => {
    const days = mode === 'single' ? ['2027-10-01'] : ['2027-10-01', '2027-10-05']
    expect(parseDays(formatDays(days, mode), mode)).toEqual(days)
  })

  it('[UI-10, UI-11] follows the same rules as a click', () => {
    expect(isTextAllowed('02/10/2027', { minDate: '2027-10-03' })).toBe(false)
    expect(isTextAllowed('04/10/2027', { minDate: '2027-10-03' })).toBe(true)
    expect(isTextAllowed('', {})).toBe(false)
  })

  it('in another format is normalised, and an invalid one kept', () => {
    expect(normaliseDate('1-1-2027')).toBe('01/01/2027')
    expect(normaliseDate('1 jan')).toBe('1 jan')
  })

  it('gets its slashes while typing, but not while deleting', () => {
    expect([withSlashes('01', '0'), withSlashes('01/10', '01/1'), withSlashes('01', '01/')]).toEqual([
      '01/',
      '01/10/',
      '01',
    ])
  })
})

it('[UI-13] a time lies between the first and the last, inclusive', () => {
  const bounds = { minTime: '09:00', maxTime: '17:30' }
  const times = ['08:59', '09:00', '17:30', '17:31', '24:00', '']
  expect(times.filter((time) => isTimeAllowed(time, bounds))).toEqual(['09:00', '17:30'])
})
