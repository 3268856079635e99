import { expect, it } from 'vitest'
import { addressAfter, addressInFull } from './place.ts'

it.each([
  ['The Old Mill', 'The Old Mill, Weir Lane, Wexcombe', 'Weir Lane, Wexcombe', 'The Old Mill, Weir Lane, Wexcombe'],
  ['The Old Mill', 'Weir Lane, Wexcombe', 'Weir Lane, Wexcombe', 'The Old Mill, Weir Lane, Wexcombe'],
  ['The Old Mill', 'The Old Mill', null, null],
  [
    'The Old Mill',
    'The Old Millhouse, Wexcombe',
    'The Old Millhouse, Wexcombe',
    'The Old Mill, The Old Millhouse, Wexcombe',
  ],
  ['The Old Mill', null, null, null],
  [null, 'Weir Lane', 'Weir Lane', 'Weir Lane'],
])('%s at %s', (name, address, after, full) => {
  expect(addressAfter(name, address)).toBe(after)
  expect(addressInFull(name, address)).toBe(full)
})
