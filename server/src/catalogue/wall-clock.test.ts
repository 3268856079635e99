import { describe, expect, it } from 'vitest'
import { offsetIn, parseWallClock } from './wall-clock.ts'

const instant = (written: string, zone = 'Europe/London', boundary?: 'start' | 'end') =>
  parseWallClock(written, zone, boundary)?.at.toISOString() ?? null

describe('parseWallClock', () => {
  it.each([
    ['2027-01-10T19:30', '2027-01-10T19:30:00.000Z'],
    ['2027-07-10T19:30', '2027-07-10T18:30:00.000Z'],
    ['2027-07-10 19:30:05', '2027-07-10T18:30:05.000Z'],
    ['2027-07-10T19:30:00.000+02:00', '2027-07-10T17:30:00.000Z'],
    ['2027-07-10T19:30-0500', '2027-07-11T00:30:00.000Z'],
    ['2027-07-10T19:30Z', '2027-07-10T19:30:00.000Z'],
    ['2027-7-1', '2027-06-30T23:00:00.000Z'],
    ['20270701', '2027-06-30T23:00:00.000Z'],
    // An hour that the clock change skips, and the first of an hour that it repeats.
    ['2027-03-28T01:30', '2027-03-28T01:30:00.000Z'],
    ['2027-10-31T01:30', '2027-10-31T00:30:00.000Z'],
  ])('reads %s in London as %s', (written, expected) => expect(instant(written)).toBe(expected))

  it.each([
    '2027-02-30',
    '2027-13-01',
    '2027-01-10T25:00',
    'tomorrow',
    '',
    '2027-05',
    '10/01/2027',
    '2027-01-10T19',
    '2027-01-10T19:30+99:00',
  ])('refuses %j', (written) => expect(instant(written)).toBeNull())

  it('reads a date alone as its start or its last second', () => {
    expect(instant('2027-01-10', 'America/New_York')).toBe('2027-01-10T05:00:00.000Z')
    expect(instant('2027-01-10', 'America/New_York', 'end')).toBe('2027-01-11T04:59:59.000Z')
  })
})

it('returns the UTC offset of a place', () => {
  expect(offsetIn(new Date('2027-01-10T23:30:00Z'), 'Asia/Kolkata')).toBe(330)
})
