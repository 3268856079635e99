import { describe, expect, it } from 'vitest'
import { datesOfSchedule } from './schedule.ts'
import type { Node } from './values.ts'

const WEEKLY: Node = { startDate: '2027-03-01', endDate: '2027-03-31', startTime: '19:30', repeatFrequency: 'P1W' }

const startsOf = (schedule: Node): string[] => {
  const read = datesOfSchedule(schedule)
  if (!read.ok) throw new Error(read.why)
  return read.dates.map(({ start }) => start)
}
const daysOf = (schedule: Node): string[] => startsOf(schedule).map((start) => start.slice(5, 10))
const refusalOf = (schedule: Node): string => {
  const read = datesOfSchedule(schedule)
  return read.ok ? `taken: ${read.dates.map(({ start }) => start)}` : read.why
}

describe('the dates of a schedule', () => {
  it.each<[string, Node, string[]]>([
    ['every week', {}, ['03-01', '03-08', '03-15', '03-22', '03-29']],
    ['every two weeks', { repeatFrequency: 'P2W' }, ['03-01', '03-15', '03-29']],
    ['every third day', { repeatFrequency: 'P3D', endDate: '2027-03-10' }, ['03-01', '03-04', '03-07', '03-10']],
    ['in words', { repeatFrequency: 'Weekly', repeatCount: 2 }, ['03-01', '03-08']],
    ['a number of times', { endDate: undefined as never, repeatCount: '3' }, ['03-01', '03-08', '03-15']],
    [
      'on several weekdays',
      { byDay: ['https://schema.org/Tuesday', 'Friday'], endDate: '2027-03-12' },
      ['03-02', '03-05', '03-09', '03-12'],
    ],
    [
      'on weekdays as calendars write them',
      { byDay: 'MO,WE', endDate: '2027-03-10' },
      ['03-01', '03-03', '03-08', '03-10'],
    ],
    [
      'every two weeks on several weekdays',
      { repeatFrequency: 'P2W', byDay: ['Monday', 'Sunday'] },
      ['03-01', '03-07', '03-15', '03-21', '03-29'],
    ],
    [
      'every day but weekends',
      { repeatFrequency: 'P1D', byDay: ['MO', 'TU', 'WE', 'TH', 'FR'], startDate: '2027-03-04', endDate: '2027-03-09' },
      ['03-04', '03-05', '03-08', '03-09'],
    ],
    ['every month', { repeatFrequency: 'P1M', endDate: '2027-06-30' }, ['03-01', '04-01', '05-01', '06-01']],
    [
      'every month on the 31st, where there is one',
      { repeatFrequency: 'P1M', startDate: '2027-03-31', endDate: '2027-07-31' },
      ['03-31', '05-31', '07-31'],
    ],
    [
      'every month on certain days',
      { repeatFrequency: 'P1M', byMonthDay: [1, '15'], endDate: '2027-04-30' },
      ['03-01', '03-15', '04-01', '04-15'],
    ],
    [
      'every second Tuesday of a month',
      { repeatFrequency: 'P1M', byDay: '2TU', endDate: '2027-05-31' },
      ['03-09', '04-13', '05-11'],
    ],
    [
      'every last Friday of a month',
      { repeatFrequency: 'P1M', byDay: '-1FR', endDate: '2027-05-31' },
      ['03-26', '04-30', '05-28'],
    ],
    [
      'every first Sunday of a month',
      { repeatFrequency: 'P1M', byDay: 'Sunday', byMonthWeek: 1, endDate: '2027-05-31' },
      ['03-07', '04-04', '05-02'],
    ],
    ['every quarter', { repeatFrequency: 'P3M', endDate: '2027-12-31' }, ['03-01', '06-01', '09-01', '12-01']],
    ['only in certain months', { repeatFrequency: 'P1M', byMonth: [3, 5], endDate: '2027-06-30' }, ['03-01', '05-01']],
    ['but not on some', { exceptDate: ['2027-03-08', '2027-03-22T19:30'] }, ['03-01', '03-15', '03-29']],
    ['once', { endDate: '2027-03-01', repeatFrequency: undefined as never }, ['03-01']],
  ])('%s', (_, more, days) => expect(daysOf({ ...WEEKLY, ...more })).toEqual(days))

  it('repeat every year', () => {
    expect(startsOf({ ...WEEKLY, repeatFrequency: 'P1Y', endDate: '2029-12-31' })).toEqual([
      '2027-03-01T19:30',
      '2028-03-01T19:30',
      '2029-03-01T19:30',
    ])
  })

  it('end the next day after midnight, or after a duration', () => {
    const late = datesOfSchedule({ ...WEEKLY, repeatCount: 1, startTime: '22:00', endTime: '02:00:00' })
    expect(late).toMatchObject({ dates: [{ start: '2027-03-01T22:00', end: '2027-03-02T02:00' }] })
    const long = datesOfSchedule({ ...WEEKLY, repeatCount: 1, duration: 'PT2H30M' })
    expect(long).toMatchObject({ dates: [{ start: '2027-03-01T19:30', end: '2027-03-01T22:00' }] })
  })

  it('are whole days without a time, and keep an explicit offset', () => {
    expect(startsOf({ ...WEEKLY, startTime: undefined as never, repeatCount: 1 })).toEqual(['2027-03-01'])
    expect(startsOf({ ...WEEKLY, startTime: '19:30:00+02:00', repeatCount: 1 })).toEqual(['2027-03-01T19:30+02:00'])
    expect(
      startsOf({ ...WEEKLY, startTime: undefined as never, startDate: '2027-03-01T18:00', repeatCount: 1 }),
    ).toEqual(['2027-03-01T18:00'])
  })

  it.each<[Node, string]>([
    [
      { repeatFrequency: undefined as never },
      'its schedule does not say how often it repeats: give a repeatFrequency such as "P1W"',
    ],
    [
      { repeatFrequency: 'now and then' },
      'its schedule repeats "now and then", which is not a frequency: write one such as "P1W"',
    ],
    [{ repeatFrequency: 'PT4H' }, 'its schedule repeats "PT4H", which is not a frequency: write one such as "P1W"'],
    [{ endDate: undefined as never }, 'its schedule has no end: give an endDate or a repeatCount'],
    [{ byDay: 'Caturday' }, 'its schedule is on "Caturday", which is not a day of the week'],
    [{ byDay: 'PublicHolidays' }, 'its schedule is on "PublicHolidays", which is not a day of the week'],
    [{ byDay: '2TU' }, 'its schedule is on "2TU", which needs a repeatFrequency in months'],
    [{ exceptDate: 'Easter' }, 'its schedule leaves out "Easter", which is not a date'],
    [{ byMonthDay: 32 }, 'its schedule has the byMonthDay "32", which is not a number from 1 to 31'],
    [{ byMonth: 'May' }, 'its schedule has the byMonth "May", which is not a number from 1 to 12'],
    [{ byMonthWeek: 1 }, 'its schedule has a byMonthWeek, which needs a repeatFrequency in months and a byDay'],
    [{ repeatCount: 'many' }, 'its schedule repeats "many" times, which is not a whole number'],
    [{ startTime: 'noon' }, 'its schedule starts at "noon", which is not a time'],
    [{ endTime: '25:00' }, 'its schedule ends at "25:00", which is not a time'],
    [{ duration: 'two hours' }, 'its schedule lasts "two hours", which is not a duration'],
    [{ startDate: undefined as never }, 'its schedule has no startDate'],
    [{ startDate: 'May' }, 'its schedule starts on "May", which is not a date'],
    [{ endDate: '2027-02-01' }, 'its schedule ends before it starts'],
    [{ repeatFrequency: 'P1D', endDate: '2037-01-01' }, 'its schedule has more than 1000 dates'],
    [
      { exceptDate: ['2027-03-01', '2027-03-08', '2027-03-15', '2027-03-22', '2027-03-29'] },
      'its schedule has no date',
    ],
  ])('refuses %j: %s', (more, why) => expect(refusalOf({ ...WEEKLY, ...more })).toBe(why))
})
