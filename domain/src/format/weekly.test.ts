import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, isDay } from './calendar-days.ts'
import { weeklyDays } from './weekly.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
const weekdayOf = (text: string) => new Date(`${text}T12:00:00Z`).getUTCDay() || 7

describe('recurring days', () => {
  it('every Tuesday and Thursday for twelve weeks over a clock change, one left out', () => {
    const days = weeklyDays({ weekdays: [2, 4], from: '2027-02-02', until: '2027-04-25', except: ['2027-03-11'] }, 400)
    expect(days).toHaveLength(23)
    expect(days.slice(0, 3)).toEqual(['2027-02-02', '2027-02-04', '2027-02-09'])
    expect(days).not.toContain('2027-03-11')
  })

  it('are exactly those weekdays between both ends, once each, in order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
        day,
        fc.integer({ min: 0, max: 300 }),
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 5 }),
        (weekdays, from, length, left) => {
          const except = left.map((n) => addDays(from, n))
          const days = weeklyDays({ weekdays, from, until: addDays(from, length), except }, 1000)
          const all = Array.from({ length: length + 1 }, (_, n) => addDays(from, n))
          expect(days).toEqual(all.filter((day) => weekdays.includes(weekdayOf(day)) && !except.includes(day)))
        },
      ),
    )
  })

  it('adding days and counting days are inverse', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, n) => {
        expect(daysBetween(from, addDays(from, n))).toBe(n)
      }),
    )
  })

  it('stop at a maximum, and reject invalid days', () => {
    expect(
      weeklyDays({ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '2027-01-01', until: '9999-01-01', except: [] }, 400),
    ).toHaveLength(401)
    expect(weeklyDays({ weekdays: [1], from: 'soon', until: '2027-01-01', except: [] }, 400)).toEqual([])
    expect([isDay('2027-02-29'), isDay('2028-02-29'), isDay('2027-2-1')]).toEqual([false, true, false])
  })
})
