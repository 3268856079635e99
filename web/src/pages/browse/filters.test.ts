import { expect, it } from 'vitest'
import { eventsAddress, isFiltered, NO_FILTERS } from './filters.ts'

it('only what is set stands in the address', () => {
  expect(eventsAddress(NO_FILTERS)).toBe('/all-events/')
  expect(eventsAddress({ ...NO_FILTERS, q: 'jazz & blues', place: 'Leeds' })).toBe(
    '/all-events/?q=jazz+%26+blues&place=Leeds',
  )
})

it('knows whether anything is filtered', () => {
  expect(isFiltered(NO_FILTERS)).toBe(false)
  expect(isFiltered({ ...NO_FILTERS, to: '2027-01-01' })).toBe(true)
})
