import fc from 'fast-check'
import { expect, it } from 'vitest'
import { durationClock, durationWords } from './duration.ts'

it.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [60, '1 minute'],
  [845, '14 minutes 5 seconds'],
  [3600, '1 hour'],
  [90061, '1 day 1 hour 1 minute 1 second'],
  [1209601, '2 weeks 1 second'],
  [59.9, '59 seconds'],
  [-5, '0 seconds'],
])('[DSP-03] formats %d seconds in words as %s', (seconds, words) => expect(durationWords(seconds)).toBe(words))

it('[DSP-03] the words add up to the duration and omit zeros', () => {
  const LENGTHS: Record<string, number> = { week: 604800, day: 86400, hour: 3600, minute: 60, second: 1 }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e8 }), (seconds) => {
      const parts = [...durationWords(seconds).matchAll(/(\d+) ([a-z]+?)s?(?: |$)/g)]
      expect(parts.reduce((sum, [, count, unit]) => sum + Number(count) * LENGTHS[unit!]!, 0)).toBe(seconds)
      for (const [, count] of parts) expect(Number(count)).toBeGreaterThan(0)
    }),
  )
})

it.each([
  [0, '00:00'],
  [9, '00:09'],
  [845, '14:05'],
  [3599, '59:59'],
  [3600, '01:00:00'],
  [36_061, '10:01:01'],
  [90_000, '25:00:00'],
  [-1, '00:00'],
])('OPEN-49: formats %d seconds on a clock as %s', (seconds, clock) => expect(durationClock(seconds)).toBe(clock))
