import type { FieldRow } from '@foyer/contract/office/events/fields.en.ts'
import { describe, expect, it } from 'vitest'
import { putValue, shownValue } from './kinds.ts'

const KEPT: FieldRow = { path: 'kept', kind: 'kept', label: 'Kept' }
const CONTEXT = { currency: 'GBP', dateKeys: [], typeNames: [] } as const

describe('what is kept for the house', () => {
  it.each([
    { kept: [{ reason: 'Press', places: 4 }] },
    { kept: [{ reason: 'Hold until 19:00', places: 4 }] },
    { kept: [{ reason: 'Press: Times', seats: ['A1', 'A2'] }], seats: ['A1', 'A2', 'A3'] },
    { kept: [{ reason: 'Press', seats: ['Box: 1', 'Box: 2'] }], seats: ['Box: 1', 'Box: 2'] },
  ])('is read from the form as the form shows it: %o', (pool) => {
    const read = { ...pool, kept: [] }
    putValue(KEPT, read, shownValue(KEPT, pool, CONTEXT), CONTEXT)
    expect(read).toEqual(pool)
  })
})
