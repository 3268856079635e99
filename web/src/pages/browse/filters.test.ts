import { expect, it } from 'vitest'
import { changed, eventsAddress, isFiltered, NO_FILTERS } from './filters.ts'

it('puts only active filters into the address', () => {
  expect(eventsAddress(NO_FILTERS)).toBe('/all-events/')
  expect(eventsAddress({ ...NO_FILTERS, q: 'jazz & blues', place: 'Leeds' })).toBe(
    '/all-events/?q=jazz+%26+blues&place=Leeds',
  )
  expect(eventsAddress({ ...NO_FILTERS, when: 'weekend', page: 3 })).toBe('/all-events/?when=weekend&page=3')
})

it('returns to the first page when a filter changes', () => {
  expect(changed({ ...NO_FILTERS, q: 'jazz', page: 3 }, { when: 'tonight' })).toEqual({
    ...NO_FILTERS,
    q: 'jazz',
    when: 'tonight',
  })
})

it('reports whether any filter is active', () => {
  expect(isFiltered({ ...NO_FILTERS, page: 2, view: 'map' })).toBe(false)
  expect(isFiltered({ ...NO_FILTERS, to: '2027-01-01' })).toBe(true)
})
