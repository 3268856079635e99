import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, readColour, shadesOf, worstContrast } from './accent.ts'

it('calculates contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
})

it('parses colours as people write them', () => {
  expect(['#6D1B52', ' 6d1b52 ', '#63c', 'plum', '#12345', '', 'url(x)', '#12345g'].map(readColour)).toEqual([
    '#6d1b52',
    '#6d1b52',
    '#6633cc',
    null,
    null,
    null,
    null,
    null,
  ])
})

it('keeps a legible colour, and adjusts an illegible one in that theme only', () => {
  expect(shadesOf('#6d1b52', 'light').accent).toBe('#6d1b52')
  expect(shadesOf('#6d1b52', 'dark').accent).not.toBe('#6d1b52')
  expect(shadesOf('#ffd54a', 'light').accent).not.toBe('#ffd54a')
  expect(shadesOf('#ffd54a', 'dark').accent).toBe('#ffd54a')
})

it('makes any colour legible as a link, on its tint and as a button’s background, in both themes', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colour, fc.constantFrom('light' as const, 'dark' as const), (hex, theme) => {
      const { accent, hover, ink, soft } = shadesOf(hex, theme)
      for (const shade of [accent, hover]) {
        expect(worstContrast(shade, theme)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(shade, ink)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(shade, soft)).toBeGreaterThanOrEqual(4.5)
      }
      // What is readable already is not touched.
      if (accent !== hex) expect(Math.min(worstContrast(hex, theme), contrast(hex, soft))).toBeLessThan(4.5)
    }),
    { numRuns: 400 },
  )
})
