import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedTo, changeEndsAt, differenceTo, type TicketPrice } from './change.ts'

const HOUR_MS = 3_600_000
/** The price of a ticket that hasn't been changed. */
const soldAt = (priceMinor: number): TicketPrice => ({ priceMinor, paidMinor: priceMinor, waivedMinor: 0 })
const NOW = new Date('2026-03-01T12:00:00Z')
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

describe('the difference for another ticket can be paid', () => {
  it.each([
    ['by link for two days', { byBuyer: false, startTimes: [inHours(100), inHours(200)] }, 48],
    ['by a buyer who is paying now for half an hour', { byBuyer: true, startTimes: [inHours(100)] }, 0.5],
    ['not after the new date has begun', { byBuyer: false, startTimes: [inHours(100), inHours(3)] }, 3],
    ['not after the old date has begun', { byBuyer: false, startTimes: [inHours(2), inHours(100)] }, 2],
    [
      'for a ticket of a date that has begun, until the new one',
      { byBuyer: false, startTimes: [inHours(-1), inHours(5)] },
      5,
    ],
  ])('%s', (_, which, hours) => expect(changeEndsAt(NOW, which)).toEqual(inHours(hours)))
})

describe('the difference of a change', () => {
  const price = fc.nat(9999)
  /** A change to a ticket of this price: settled, waived (or kept by the organiser), or settled in part. */
  const step = fc.record({ to: price, settles: fc.constantFrom('all', 'nothing', 'half') })
  type Step = { to: number; settles: string }
  const settledOf = (difference: number, settles: string) =>
    settles === 'all' ? difference : settles === 'half' ? Math.trunc(difference / 2) : 0
  const walk = (
    start: number,
    steps: readonly Step[],
    each: (ticket: TicketPrice, settled: number) => void = () => {},
  ) =>
    steps.reduce((ticket, { to, settles }) => {
      const settled = settledOf(differenceTo(ticket, to), settles)
      const next = changedTo(ticket, to, settled)
      each(next, settled)
      return next
    }, soldAt(start))

  it('is that of the prices', () =>
    fc.assert(
      fc.property(price, price, (from, to) => {
        expect(differenceTo(soldAt(from), to)).toBe(to - from)
      }),
    ))

  it('to a ticket of the same price is nothing, whatever was changed, waived or kept before', () =>
    fc.assert(
      fc.property(price, fc.array(step, { maxLength: 6 }), (start, steps) => {
        const ticket = walk(start, steps)
        expect(differenceTo(ticket, ticket.priceMinor)).toBe(0)
      }),
    ))

  it('there and back again costs nothing, over any tickets', () =>
    fc.assert(
      fc.property(price, fc.array(price, { maxLength: 6 }), (start, prices) => {
        let paid = start
        const steps = [...prices, start].map((to) => ({ to, settles: 'all' }))
        const ticket = walk(start, steps, ({ paidMinor }, settled) => {
          paid += settled
          expect(paidMinor).toBe(paid)
        })
        expect(ticket).toEqual(soldAt(start))
      }),
    ))

  it('returns no waived difference, and never more than was paid', () =>
    fc.assert(
      fc.property(price, fc.array(step, { maxLength: 8 }), (start, steps) => {
        walk(start, steps, ({ priceMinor, paidMinor, waivedMinor }, settled) => {
          expect(paidMinor).toBeGreaterThanOrEqual(0)
          expect(waivedMinor).toBeGreaterThanOrEqual(0)
          // Money goes back only for a price below what was paid.
          if (settled < 0) expect(paidMinor).toBeGreaterThanOrEqual(priceMinor)
        })
      }),
    ))

  it('that the organiser kept for a lower price is not charged again on the way back', () => {
    const kept = changedTo(soldAt(1000), 600, 0)
    expect(differenceTo(kept, 1000)).toBe(0)
    expect(differenceTo(kept, 1200)).toBe(200)
    expect(differenceTo(kept, 600), 'and not returned later').toBe(0)
  })
})
