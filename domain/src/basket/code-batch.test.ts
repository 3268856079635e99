import { describe, expect, it } from 'vitest'
import { batchOf, codeOfBatch, codesOfBatches, isPrefix } from './code-batch.ts'

describe('a batch of codes', () => {
  it('has a common prefix, and no ambiguous characters', () => {
    const random = [7, 14, 21, 28, 3, 10, 17, 24]
    const code = codeOfBatch('SPRING-FAIR', () => random.pop()!)
    expect(code).toMatch(/^SPRING-FAIR-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(batchOf(code)).toBe('SPRING-FAIR')
  })

  it.each(['SPRING-FAIR', 'TEN', 'FRIENDS-1', 'AB-1234567', '-12345678'])('is refused: %s', (code) =>
    expect(batchOf(code)).toBeNull(),
  )

  it('has at least two codes, because a single one may have been typed', () => {
    const batch = ['FAIR-23456789', 'FAIR-ABCDEFGH']
    expect([...codesOfBatches(['HALF-EMBEDDED', ...batch, 'TEN'])]).toEqual(batch)
  })

  it('has a prefix that a code may start with', () => {
    expect(['FLY', 'FLY-27', 'A'].filter(isPrefix)).toHaveLength(3)
    expect(['', 'fly', 'FLY-', '-FLY', 'A B', 'X'.repeat(21)].filter(isPrefix)).toEqual([])
  })
})
