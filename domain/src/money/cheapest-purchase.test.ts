import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cheapestPurchase, lowestPurchase, type SoldType } from './cheapest-purchase.ts'

const type = (id: number, over: Partial<SoldType> = {}): SoldType => ({
  id,
  organiserId: 1,
  unitMinor: 1000,
  leastQty: 1,
  postageMinor: 0,
  requires: [],
  ...over,
})
const byId = (...types: SoldType[]) => new Map(types.map((one) => [one.id, one]))

it('is the least quantity with its postage', () => {
  expect(cheapestPurchase(type(1, { postageMinor: 495 })).totalMinor).toBe(1495)
  expect(cheapestPurchase(type(1, { postageMinor: 495, leastQty: 2 })).totalMinor).toBe(2495)
})

it('has the cheapest tickets that are required, also by those, and postage once for an organiser', () => {
  const child = type(1, { unitMinor: 500, postageMinor: 200, requires: [[2, 3]] })
  const adult = type(2, { unitMinor: 2000, postageMinor: 300 })
  const member = type(3, { unitMinor: 100, requires: [[4]] })
  const card = type(4, { unitMinor: 2500, organiserId: 2, postageMinor: 90 })
  expect(cheapestPurchase(child, byId(child, adult, member, card))).toMatchObject({
    totalMinor: 500 + 2000 + 300,
    requiredMinor: 2000 + 100,
    postageMinor: 200,
  })
  expect(cheapestPurchase(child, byId(child, member, card)).totalMinor).toBe(500 + 200 + 100 + 2500 + 90)
  expect(cheapestPurchase(child, byId(child)).totalMinor).toBe(700)
})

it('tickets that require each other are bought once', () => {
  const [one, other] = [type(1, { requires: [[2]] }), type(2, { requires: [[1]] })]
  expect(cheapestPurchase(one, byId(one, other)).totalMinor).toBe(2000)
})

it('of very many requirements is found without trying all ways to meet them', () => {
  const many = Array.from({ length: 600 }, (_, i) => type(i + 2, { unitMinor: 10 + (i % 50) }))
  const needs = Array.from({ length: 12 }, (_, i) => many.slice(i * 50, i * 50 + 50).map(({ id }) => id))
  expect(cheapestPurchase(type(1, { requires: needs }), byId(...many)).totalMinor).toBe(1000 + 12 * 10)
})

it('follows the rule for totals too small for a card', () => {
  const tiny = type(1, { unitMinor: 20 })
  const small = { minimumMinor: 30, charityId: null }
  expect(cheapestPurchase(tiny, byId(), { ...small, rule: 'round_up' }).totalMinor).toBe(30)
  expect(cheapestPurchase(tiny, byId(), { ...small, rule: 'waive' }).totalMinor).toBe(0)
  expect(cheapestPurchase(tiny).totalMinor).toBe(20)
})

it('a dearer part never makes a purchase cheaper, and the lowest of several has the fewest tickets', () =>
  fc.assert(
    fc.property(
      fc.nat(3000),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(900),
      fc.nat(500),
      (unitMinor, leastQty, post, more) => {
        const at = (over: Partial<SoldType>) =>
          cheapestPurchase(type(1, { unitMinor, leastQty, postageMinor: post, ...over }))
        expect(at({ unitMinor: unitMinor + more }).totalMinor).toBeGreaterThanOrEqual(at({}).totalMinor)
        expect(at({ postageMinor: post + more }).totalMinor).toBe(at({}).totalMinor + more)
        expect(
          lowestPurchase([
            { totalMinor: 5, qty: 2 },
            { totalMinor: 5, qty: 1 },
            { totalMinor: 6, qty: 1 },
          ])?.qty,
        ).toBe(1)
        expect(lowestPurchase([])).toBeNull()
      },
    ),
  ))
