import { expect, it } from 'vitest'
import { type OwnedLine, type RulesOfType, rulesBrokenBy } from './self-service.ts'

const adult: OwnedLine = { ticketTypeId: 1, qty: 1, inOrder: 1, minPerCustomer: 1, requirements: [] }
const child: RulesOfType = {
  ticketTypeId: 2,
  minPerCustomer: 1,
  maxCanReserve: null,
  requirements: [{ title: 'With an adult', ids: [1, 4] }],
  isClosed: false,
}
const needs = { rule: 'requires', ticketTypeId: 2, anyOf: [1, 4] }

it('a ticket that needs one that the order no longer has, its own or another', () => {
  expect(rulesBrokenBy([adult], 1, child)).toEqual([needs])
  expect(rulesBrokenBy([{ ...adult, qty: 2, inOrder: 2 }], 1, child)).toEqual([])
  expect(rulesBrokenBy([{ ...adult, qty: 2 }], 1, child), 'the other is in another order').toEqual([])
  const has = [adult, { ...child, qty: 1, inOrder: 1 }]
  expect(rulesBrokenBy(has, 1, { ...child, ticketTypeId: 3, requirements: [] })).toEqual([needs])
  expect(rulesBrokenBy(has, 1, { ...child, ticketTypeId: 4, requirements: [] })).toEqual([])
})

it('does not name what was missing before, nor a change of seats alone', () => {
  const alone = { ...child, qty: 1, inOrder: 1 }
  expect(
    rulesBrokenBy([alone, { ...adult, ticketTypeId: 5 }], 5, { ...child, ticketTypeId: 3, requirements: [] }),
  ).toEqual([])
  expect(rulesBrokenBy([adult], 1, { ...child, ticketTypeId: 1, isClosed: true })).toEqual([])
})

it('fewer than the minimum of either type, more than the maximum, and a type that is closed to the public', () => {
  const pair = { ...adult, qty: 2, inOrder: 2, minPerCustomer: 2 }
  const to = { ...child, requirements: [] }
  expect(rulesBrokenBy([pair], 1, to)).toEqual([{ rule: 'below_min', ticketTypeId: 1, n: 1, min: 2 }])
  expect(rulesBrokenBy([{ ...pair, qty: 1, inOrder: 1 }], 1, to), 'none is left of it').toEqual([])
  expect(rulesBrokenBy([adult], 1, { ...to, minPerCustomer: 3 })).toEqual([
    { rule: 'below_min', ticketTypeId: 2, n: 1, min: 3 },
  ])
  const has = [adult, { ...to, qty: 4, inOrder: 1 }]
  expect(rulesBrokenBy(has, 1, { ...to, maxCanReserve: 4, isClosed: true })).toEqual([
    { rule: 'above_max', ticketTypeId: 2, n: 5, max: 4 },
    { rule: 'closed', ticketTypeId: 2 },
  ])
  expect(rulesBrokenBy(has, 1, { ...to, maxCanReserve: 5 })).toEqual([])
})
