import { expect, it } from 'vitest'
import { missingDetails } from './legal.ts'

const WHOLE = { kind: 'charity', name: 'Old Mill Trust', address: '1 Weir Lane', email: 'box@mill.example' } as const

it('names each detail that is required and missing, in the order of the form', () => {
  expect(missingDetails(WHOLE)).toEqual([])
  expect(missingDetails({ ...WHOLE, address: ' \n', email: '' })).toEqual(['address', 'email'])
  expect(missingDetails({ kind: null, name: '', address: '', email: '' })).toEqual(['kind', 'name', 'address', 'email'])
})
