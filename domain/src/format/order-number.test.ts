import { expect, it } from 'vitest'
import { shownOrderNumber, typedOrderNumber } from './order-number.ts'

it('formats an order number in groups, and parses it in any notation', () => {
  expect(shownOrderNumber('2345CDFG')).toBe('FY-2345-CDFG')
  for (const typed of ['FY-2345-CDFG', 'fy2345cdfg', ' 2345 cdfg ', '2345CDFG', 'FY 2345-CDFG'])
    expect(typedOrderNumber(typed)).toBe('2345CDFG')
})

it('keeps a number that itself begins with the prefix', () => {
  expect(typedOrderNumber('FY-FY34-CDFG')).toBe('FY34CDFG')
  expect(typedOrderNumber('FY34 CDFG')).toBe('FY34CDFG')
})
