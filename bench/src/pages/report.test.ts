import { describe, expect, it } from 'vitest'
import { median } from '../median.ts'
import type { Measured } from './lighthouse.ts'
import { misses, table } from './report.ts'

const visit = (changes: Partial<Measured> = {}): Measured => ({
  lcp: 1000,
  fcp: 800,
  tbt: 40,
  cls: 0,
  performance: 99,
  accessibility: 100,
  broken: [],
  browser: 'Chrome/1',
  ...changes,
})
const bare = { page: { name: 'Bare' }, visits: [visit()] }
const ours = (...visits: Measured[]) => ({ page: { name: 'Home', aim: 1 }, visits })

describe('the report of the pages', () => {
  it('uses the median visit, so that one slow visit changes nothing', () => {
    expect(median([5, 1, 900])).toBe(5)
    expect(median([4, 1, 900, 2])).toBe(3)
  })

  it('states how much later than the bare page each is rendered', () => {
    const text = table([bare, ours(visit({ lcp: 900 }), visit({ lcp: 850, tbt: 60 }), visit({ lcp: 5000 }))])
    expect(text).toContain('| Home | 900 | 0.90 | 1 | 800 | 1.00 | 40 | 0.000 | 99 | 100 |')
  })

  it('reports nothing for a page within its targets', () => {
    expect(misses(ours(visit()), bare)).toEqual([])
  })

  it('names each target missed, and the rules broken', () => {
    const slow = visit({
      lcp: 1010,
      tbt: 101,
      cls: 0.03,
      performance: 94,
      accessibility: 97,
      broken: ['color-contrast'],
    })
    expect(misses(ours(slow), bare)).toEqual([
      'main content at 1.01 times the bare page, aim 1',
      'blocked for 101 ms, aim 100',
      'shifts by 0.030, aim 0.02',
      'performance 94, aim 95',
      'accessibility 97: color-contrast',
    ])
  })
})
