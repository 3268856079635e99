import { describe, expect, it } from 'vitest'
import { periodOf, spanOf } from './when.ts'

describe('the days of a date filter', () => {
  it.each([
    // a Wednesday
    ['tonight', '2026-11-25', { from: '2026-11-25', to: '2026-11-25', evening: true }],
    ['weekend', '2026-11-25', { from: '2026-11-27', to: '2026-11-29' }],
    ['next-week', '2026-11-25', { from: '2026-11-30', to: '2026-12-06' }],
    // a Sunday: what is left of the weekend
    ['weekend', '2026-11-29', { from: '2026-11-29', to: '2026-11-29' }],
    ['next-week', '2026-11-29', { from: '2026-11-30', to: '2026-12-06' }],
    ['2026-12', '2026-11-25', { from: '2026-12-01', to: '2026-12-31' }],
    ['2027-02', '2026-11-25', { from: '2027-02-01', to: '2027-02-28' }],
    ['2028-02', '2026-11-25', { from: '2028-02-01', to: '2028-02-29' }],
    ['2026-13', '2026-11-25', null],
    ['someday', '2026-11-25', null],
  ])('%s from %s', (when, today, days) => expect(periodOf(when, today)).toEqual(days))

  it('are in the event’s time zone', () => {
    const now = new Date('2026-11-26T02:00:00Z')
    const chosen = { when: 'tonight', from: '', to: '' }
    expect(spanOf(chosen, now, 'Europe/London')).toEqual({
      start: new Date('2026-11-26T17:00:00Z'),
      end: new Date('2026-11-27T00:00:00Z'),
      day: new Date('2026-11-26T00:00:00Z'),
    })
    expect(spanOf(chosen, now, 'America/New_York').start).toEqual(new Date('2026-11-25T22:00:00Z'))
  })

  it('may be open-ended', () => {
    const now = new Date('2026-11-26T02:00:00Z')
    expect(spanOf({ when: '', from: '2026-12-01', to: '' }, now, 'Europe/London')).toMatchObject({ end: null })
    expect(spanOf({ when: '', from: '', to: '2026-12-01' }, now, 'Europe/London')).toEqual({
      start: null,
      end: new Date('2026-12-02T00:00:00Z'),
      day: null,
    })
  })
})
