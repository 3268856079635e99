import { describe, expect, it } from 'vitest'
import { batchOf, codeOfBatch, codesOfBatches, isPrefix } from './code-batch.ts'

describe('codes by the batch', () => {
  it('carry the prefix of their batch, and no character that is mistaken for another', () => {
    const random = [7, 14, 21, 28, 3, 10, 17, 24]
    const code = codeOfBatch('SPRING-FAIR', () => random.pop()!)
    expect(code).toMatch(/^SPRING-FAIR-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(batchOf(code)).toBe('SPRING-FAIR')
  })

  it.each(['SPRING-FAIR', 'TEN', 'FRIENDS-1', 'AB-1234567', '-12345678'])('are no others: %s', (code) =>
    expect(batchOf(code)).toBeNull(),
  )

  it('are at least two: a single code of that form may have been typed', () => {
    const batch = ['FAIR-23456789', 'FAIR-ABCDEFGH']
    expect([...codesOfBatches(['HALF-EMBEDDED', ...batch, 'TEN'])]).toEqual(batch)
  })

  it('have a prefix that a code may begin with', () => {
    expect(['FLY', 'FLY-27', 'A'].filter(isPrefix)).toHaveLength(3)
    expect(['', 'fly', 'FLY-', '-FLY', 'A B', 'X'.repeat(21)].filter(isPrefix)).toEqual([])
  })
})
