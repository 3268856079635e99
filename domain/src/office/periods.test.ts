import { expect, it } from 'vitest'
import { usualPeriods } from './periods.ts'

const daysAt = (today: string) => usualPeriods(today).map(({ from, until }) => `${from} to ${until}`)

it('months and years end today or at their own end', () => {
  expect(daysAt('2026-11-29')).toEqual([
    '2026-11-01 to 2026-11-29',
    '2026-10-01 to 2026-10-31',
    '2026-01-01 to 2026-11-29',
    '2025-01-01 to 2025-12-31',
  ])
})

it('the month before January is last year’s December, and that before March ends with February', () => {
  expect(daysAt('2027-01-01')).toEqual([
    '2027-01-01 to 2027-01-01',
    '2026-12-01 to 2026-12-31',
    '2027-01-01 to 2027-01-01',
    '2026-01-01 to 2026-12-31',
  ])
  expect(daysAt('2028-03-31')[1]).toBe('2028-02-01 to 2028-02-29')
})
