import { expect, it } from 'vitest'
import { stateOf } from './state.ts'

const now = new Date('2026-06-01T12:00:00Z')
const at = (ms: number) => new Date(now.getTime() + ms)
const ON_SALE = {
  status: 'published' as const,
  next: at(1),
  postponed: false,
  types: 1,
  left: 1,
  on_sale_from: null,
  closed: false,
}

it.each([
  ['on_sale', {}],
  ['draft', { status: 'draft' as const, left: 0 }],
  ['cancelled', { status: 'cancelled' as const }],
  ['over', { next: null }],
  ['postponed', { next: null, postponed: true }],
  // Another of its dates takes place.
  ['on_sale', { postponed: true }],
  ['no_tickets', { types: 0, left: 0 }],
  ['no_tickets', { types: 0, on_sale_from: at(1) }],
  ['opens', { on_sale_from: at(1), left: 0 }],
  ['on_sale', { on_sale_from: at(0) }],
  ['closed', { closed: true, left: 0 }],
  ['draft', { closed: true, status: 'draft' as const }],
  ['sold_out', { left: 0 }],
  ['sold_out', { left: 0, on_sale_from: at(-1) }],
])('[42] an event is %s with %j', (state, change) => {
  expect(stateOf({ ...ON_SALE, ...change }, now)).toBe(state)
})
