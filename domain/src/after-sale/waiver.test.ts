import { describe, expect, it } from 'vitest'
import { DRAWING, drawingOf, isDrawing, type WaiverSignature, waiverProblems } from './waiver.ts'

const FORM: WaiverSignature = {
  name: 'Ada Lovelace',
  isMinor: false,
  signedBy: 'Ada Lovelace',
  kind: 'typed',
  signature: 'Ada Lovelace',
}

describe('a drawn signature', () => {
  it('is stored as strokes of integers', () =>
    expect(
      drawingOf([
        [
          [10.4, 20],
          [14, 21.6],
        ],
        [[40, 8]],
      ]),
    ).toBe('M10 20L14 22 M40 8L40 8'))

  it('stays within its canvas', () =>
    expect(
      drawingOf([
        [
          [-5, 900],
          [9000, -1],
        ],
      ]),
    ).toBe(`M0 ${DRAWING.height}L${DRAWING.width} 0`))

  it('of nothing is empty, and no signature', () => {
    expect(drawingOf([[], []])).toBe('')
    expect(isDrawing('')).toBe(false)
  })

  it('can contain only lines', () => {
    expect(isDrawing('M10 20L14 22 M40 8L44 9')).toBe(true)
    for (const other of ['M10 20', 'M1 1L2 2"/><script>', 'M1 1L2 2Z', ' M1 1L2 2', 'M1.5 1L2 2', 'M1 1L2 2\nM1 1L2 2'])
      expect(isDrawing(other), other).toBe(false)
    expect(isDrawing(`M1 1${'L2 2'.repeat(6000)}`)).toBe(false)
  })
})

describe('a signature', () => {
  it('is valid with a name and either kind of signing', () => {
    expect(waiverProblems(FORM)).toEqual({})
    expect(waiverProblems({ ...FORM, kind: 'drawn', signature: 'M1 1L2 2' })).toEqual({})
  })

  it('reports each missing field', () =>
    expect(waiverProblems({ ...FORM, name: 'Ada', signedBy: 'Ada', signature: ' ' })).toEqual({
      name: 'error.invalidFullName',
      signature: 'signature_missing',
    }))

  it('of a minor is an adult’s, by name; an adult signs for nobody else', () => {
    const minor = { ...FORM, name: 'Byron King', isMinor: true }
    expect(waiverProblems(minor)).toEqual({})
    expect(waiverProblems({ ...minor, signedBy: '' })).toEqual({ signedBy: 'error.invalidFullName' })
    expect(waiverProblems({ ...FORM, signedBy: 'Charles Babbage' })).toEqual({ signedBy: 'error.invalidFullName' })
  })

  it('ignores spaces around a name, and accepts a drawing up to the maximum length', () => {
    expect(waiverProblems({ ...FORM, name: ` ${FORM.name} ` })).toEqual({})
    expect(waiverProblems({ ...FORM, signedBy: ` ${FORM.signedBy} ` })).toEqual({})
    const longest = `M1 1${'L2 2'.repeat((DRAWING.maxLength - 4) / 4)}`
    expect(longest).toHaveLength(DRAWING.maxLength)
    expect(isDrawing(longest)).toBe(true)
  })

  it('does not accept text as a drawing', () =>
    expect(waiverProblems({ ...FORM, kind: 'drawn' })).toEqual({ signature: 'signature_missing' }))
})
