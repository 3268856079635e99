import { describe, expect, it } from 'vitest'
import { sampleSeat, sampleTicket } from '../../testing/events.ts'
import { allowedQuantity, isSoldOut, maxQuantity, priceTextOf, seatsFor, totalMinor } from './choice.ts'

it.each([
  { left: 3, max_per_basket: 8, most: 3 },
  { left: 100, max_per_basket: 8, most: 8 },
  { left: -1, max_per_basket: 8, most: 0 },
])('with $left left and $max_per_basket allowed, one buyer can have $most', ({ most, ...ticket }) => {
  expect(maxQuantity(sampleTicket(ticket))).toBe(most)
})

it('a type is sold out when fewer are left than its minimum', () => {
  expect(isSoldOut(sampleTicket({ min_per_customer: 4, left: 3 }))).toBe(true)
  expect(isSoldOut(sampleTicket({ min_per_customer: 4, left: 4 }))).toBe(false)
  expect(isSoldOut(sampleTicket({ sold_out: true }))).toBe(true)
})

it.each([
  { asked: 1, before: 0, given: 4 },
  { asked: 3, before: 4, given: 0 },
  { asked: 5, before: 4, given: 5 },
  { asked: 7, before: 5, given: 6 },
  { asked: 0, before: 4, given: 0 },
])(
  'minimum four, maximum six: $asked requested with $before in the basket gives $given',
  ({ asked: requested, before: current, given: allowed }) => {
    expect(allowedQuantity(sampleTicket({ min_per_customer: 4, max_per_basket: 6 }), requested, current)).toBe(allowed)
  },
)

const POUNDS = { currency: { symbol: '£', code: 'GBP' as const } }

it('the total includes fees and loses no penny', () => {
  const stalls = sampleTicket({ ticket_id: 1, all_in_price: 1.1 })
  const circle = sampleTicket({ ticket_id: 2, all_in_price: 0.7 })
  const choice = { 1: { quantity: 3, seats: [] }, 2: { quantity: 1, seats: [] } }
  expect(totalMinor(choice, [stalls, circle], POUNDS)).toBe(400)
})

it('the total has postage once, at the dearest rate chosen, and what a total too small for a card becomes', () => {
  const programme = sampleTicket({ ticket_id: 1, all_in_price: 10, delivered_by_post: true, delivery_cost: 4.95 })
  const poster = sampleTicket({ ticket_id: 2, all_in_price: 5, delivered_by_post: true, delivery_cost: 2 })
  const one = { quantity: 1, seats: [] }
  expect(totalMinor({ 1: one }, [programme, poster], POUNDS)).toBe(1495)
  expect(totalMinor({ 1: { quantity: 2, seats: [] }, 2: one }, [programme, poster], POUNDS)).toBe(2995)
  expect(totalMinor({}, [programme, poster], POUNDS)).toBe(0)
  const tiny = sampleTicket({ ticket_id: 1, all_in_price: 0.2 })
  expect(totalMinor({ 1: one }, [tiny], { ...POUNDS, small_total: { rule: 'round_up', minimum: 0.3 } })).toBe(30)
})

it('the price of an amount that the buyer typed is the total of the least quantity', () => {
  const pair = sampleTicket({
    ticket_id: 1,
    all_in_price: 6,
    booking_fee: 1,
    pay_what_you_can: { min: 5, suggested: 8 },
    min_per_customer: 2,
    delivery_cost: 4.95,
    required_cost: 3,
    price_text: 'the lowest',
  })
  expect(priceTextOf(pair, { 1: '5' }, POUNDS)).toBe('the lowest')
  expect(priceTextOf(pair, { 1: '10' }, POUNDS)).toBe('£29.95 for 2')
  const tiny = sampleTicket({
    ticket_id: 1,
    all_in_price: 0,
    booking_fee: 0,
    pay_what_you_can: { min: 0, suggested: 1 },
  })
  const textOf = (rule: 'round_up' | 'waive', amount: string) =>
    priceTextOf(tiny, { 1: amount }, { ...POUNDS, small_total: { rule, minimum: 0.3 } })
  expect([textOf('round_up', '0.20'), textOf('round_up', '0.40'), textOf('waive', '0.20')]).toEqual([
    '£0.30',
    '£0.40',
    '£0.20',
  ])
})

describe('seats with several prices', () => {
  const seatedTicket = (ticket_id: number, pool_id: number | null) =>
    sampleTicket({ ticket_id, pool_id, seats: [sampleSeat('A1'), sampleSeat('A2')] })

  it('are not available for a child once chosen for an adult of the same pool', () => {
    const [adult, child, other] = [seatedTicket(1, 9), seatedTicket(2, 9), seatedTicket(3, null)]
    const choice = { 1: { quantity: 1, seats: ['A1'] } }
    const free = (ticket: typeof adult) => seatsFor(ticket, [adult, child, other], choice).map((seat) => seat.free)
    expect(free(adult)).toEqual([true, true])
    expect(free(child)).toEqual([false, true])
    expect(free(other)).toEqual([true, true])
  })
})
