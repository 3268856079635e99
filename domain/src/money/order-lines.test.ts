import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { share, sum } from './money.ts'
import { paidForLine, shareOfLine, ticketLinesOf } from './order-lines.ts'
import { type MoneyBasket, totalsOf } from './totals.ts'

const anyBasket = fc
  .record({
    lines: fc.uniqueArray(
      fc.record({
        ticketTypeId: fc.nat(50),
        organiserId: fc.integer({ min: 1, max: 3 }),
        eventId: fc.integer({ min: 1, max: 3 }),
        qty: fc.integer({ min: 1, max: 7 }),
        priceMinor: fc.nat(5000),
        bookingFeeMinor: fc.nat(300),
        refundProtectionBp: fc.option(fc.integer({ min: 1, max: 2000 })),
        deliveryCostMinor: fc.oneof(fc.constant(0), fc.nat(700)),
      }),
      { selector: (line) => line.ticketTypeId, minLength: 1, maxLength: 5 },
    ),
    percentBp: fc.integer({ min: 1, max: 10_000 }),
    amountMinor: fc.integer({ min: 1, max: 4000 }),
    offerBp: fc.integer({ min: 1, max: 10_000 }),
    balances: fc.array(fc.nat(6000), { maxLength: 4 }),
    refundProtectionChosen: fc.boolean(),
    donationMinor: fc.nat(3000),
  })
  .map(
    (made): MoneyBasket => ({
      lines: made.lines,
      vouchersBought: [],
      discounts: [
        { code: 'PERCENT', organiserId: 1, eventId: null, percentBp: made.percentBp, amountMinor: null },
        { code: 'AMOUNT', organiserId: null, eventId: 2, percentBp: null, amountMinor: made.amountMinor },
      ],
      offers: [
        { organiserId: 2, eventId: null, kind: 'percent', minQty: 2, percentBp: made.offerBp },
        { organiserId: 1, eventId: null, kind: 'cheapest_free', minQty: 3, percentBp: null },
      ],
      vouchers: made.balances.map((balanceMinor, i) => ({ code: `V${i}`, organiserId: 1 + (i % 3), balanceMinor })),
      refundProtectionChosen: made.refundProtectionChosen,
      donationMinor: made.donationMinor,
      donationFeeMinor: Math.floor(made.donationMinor / 10),
    }),
  )

describe('order lines', () => {
  it('add up to the totals to the penny, for any basket', () => {
    fc.assert(
      fc.property(anyBasket, (basket) => {
        const totals = totalsOf(basket)
        const lines = ticketLinesOf(basket, totals)
        const all = (part: keyof (typeof lines)[number]) => sum(lines.map((line) => line[part]))
        expect(all('listMinor')).toBe(totals.ticketsMinor)
        expect(all('offerMinor')).toBe(totals.offersMinor)
        expect(all('discountMinor')).toBe(sum(Object.values(totals.discounts)))
        expect(all('feeMinor')).toBe(totals.bookingFeesMinor)
        expect(all('deliveryMinor')).toBe(totals.deliveryMinor)
        expect(all('voucherMinor')).toBe(totals.vouchersAppliedMinor)
        expect(all('protectionMinor')).toBe(basket.refundProtectionChosen ? totals.refundProtectionMinor : 0)
        expect(sum(lines.map(paidForLine)) + totals.donationMinor + totals.donationFeeMinor).toBe(totals.totalMinor)
        for (const line of lines) for (const minor of Object.values(line)) expect(minor).toBeGreaterThanOrEqual(0)
        for (const line of lines) expect(paidForLine(line)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 1000 },
    )
  })

  it('refund protection costs its rate of what would be refunded if every covered ticket were returned', () => {
    fc.assert(
      fc.property(anyBasket, (basket) => {
        const totals = totalsOf(basket)
        const returned = ticketLinesOf(basket, totals).map((line) =>
          sum(
            Array.from({ length: line.qty }, (_, before) =>
              shareOfLine({ net: line.netMinor }, { qty: line.qty, before, count: 1 }),
            ).map(({ net }) => net),
          ),
        )
        const expected = basket.lines.map(({ refundProtectionBp }, i) => share(returned[i]!, refundProtectionBp ?? 0))
        expect(totals.protectionOfLine).toEqual(expected)
        expect(totals.hasRefundProtection).toBe(sum(expected) > 0)
      }),
      { numRuns: 1000 },
    )
  })

  it('refund ticket by ticket exactly what was paid, in any grouping', () => {
    fc.assert(
      fc.property(
        fc.nat(9999),
        fc.nat(999),
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1 }),
        (net, fee, groups) => {
          const qty = sum(groups)
          let rest = { net, fee }
          let before = 0
          for (const count of groups) {
            const part = shareOfLine({ net, fee }, { qty, before, count })
            expect(part.net).toBeGreaterThanOrEqual(0)
            rest = { net: rest.net - part.net, fee: rest.fee - part.fee }
            before += count
          }
          expect(rest).toEqual({ net: 0, fee: 0 })
        },
      ),
    )
  })

  it('refund half of a half when one of two half-price tickets is returned', () =>
    expect(shareOfLine({ net: 2000, fee: 200 }, { qty: 2, before: 0, count: 1 })).toEqual({ net: 1000, fee: 100 }))
})
