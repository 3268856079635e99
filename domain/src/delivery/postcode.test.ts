import { expect, it } from 'vitest'
import { isUkPostcode } from './postcode.ts'

it.each(['SW1A 1AA', 'sw1a1aa', ' M1 1AE ', 'B33 8TH', 'CR2 6XH', 'DN55 1PT', 'EC1A 1BB', 'GIR 0AA', 'BFPO 12'])(
  '%s is a valid UK postcode',
  (postcode) => expect(isUkPostcode(postcode)).toBe(true),
)

it.each(['', 'LS1', '12345', 'SW1A 1A', 'SW1A 1AAA', '1AA SW1A', 'nowhere', 'BFPO'])('%j is not', (postcode) =>
  expect(isUkPostcode(postcode)).toBe(false),
)
