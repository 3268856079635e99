import { sum } from '@foyer/domain/money/money.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitToLedger } from './fill-in.ts'
import type { OrderLine } from './lines.ts'

const NO_MONEY = {
  listMinor: 0,
  offerMinor: 0,
  discountMinor: 0,
  netMinor: 0,
  feeMinor: 0,
  protectionMinor: 0,
  deliveryMinor: 0,
  voucherMinor: 0,
  roundingMinor: 0,
}
const makeLine = (line: Partial<OrderLine>) =>
  ({ ...NO_MONEY, kind: 'ticket', qty: 1, taxes: [], ...line }) as OrderLine

/** Two lines of tickets as today's prices have them. */
const today = () => [
  makeLine({ qty: 2, listMinor: 4000, offerMinor: 400, discountMinor: 360, feeMinor: 200, protectionMinor: 100 }),
  makeLine({ qty: 1, listMinor: 1000, offerMinor: 100, discountMinor: 90, feeMinor: 50, protectionMinor: 25 }),
]
const column = (lines: readonly OrderLine[], part: keyof typeof NO_MONEY) => lines.map((line) => line[part])

it('keeps amounts whose sum matches the ledger', () => {
  const sold = { tickets: 5000, offers: 500, discounts: 450, booking_fees: 250, refund_protection: 125 }
  const lines = fitToLedger(today(), sold)
  expect(column(lines, 'listMinor')).toEqual([4000, 1000])
  expect(column(lines, 'offerMinor')).toEqual([400, 100])
  expect(column(lines, 'discountMinor')).toEqual([360, 90])
  expect(column(lines, 'netMinor')).toEqual([3240, 810])
  expect(column(lines, 'feeMinor')).toEqual([200, 50])
  expect(column(lines, 'protectionMinor')).toEqual([100, 25])
})

it('splits an amount that differs: by price, postage by tickets, a voucher by the lines’ cost', () => {
  const sold = { tickets: 2500, offers: 100, discounts: 240, booking_fees: 125, refund_protection: 50, delivery: 300 }
  const lines = fitToLedger(today(), { ...sold, gift_vouchers_redeemed: 1000 })
  expect(column(lines, 'listMinor')).toEqual([2000, 500])
  expect(column(lines, 'offerMinor')).toEqual([80, 20])
  expect(column(lines, 'discountMinor')).toEqual([192, 48])
  expect(column(lines, 'netMinor')).toEqual([1728, 432])
  expect(column(lines, 'feeMinor')).toEqual([100, 25])
  expect(column(lines, 'protectionMinor')).toEqual([40, 10])
  expect(column(lines, 'deliveryMinor')).toEqual([200, 100])
  // Of 2068 and 567.
  expect(column(lines, 'voucherMinor')).toEqual([785, 215])
})

it('splits by tickets between lines that cost nothing today', () => {
  expect(column(fitToLedger([makeLine({ qty: 3 }), makeLine({ qty: 1 })], { tickets: 800 }), 'listMinor')).toEqual([
    600, 200,
  ])
})

it('keeps gift vouchers and donations, and assumes no tax for an old order', () => {
  const donation = makeLine({ kind: 'donation', listMinor: 700, netMinor: 700 })
  const tax = [{ rateBp: 2000, taxMinor: 100 }] as unknown as OrderLine['taxes']
  const lines = fitToLedger([makeLine({ listMinor: 10, taxes: tax }), donation], { tickets: 20 })
  expect(lines[1]).toMatchObject({ listMinor: 700, netMinor: 700 })
  expect(lines.flatMap(({ taxes }) => taxes)).toEqual([])
})

it('sums each part to what was booked, whatever today’s terms are', () => {
  const minor = fc.integer({ min: 0, max: 100_000 })
  const line = fc.record({ qty: fc.integer({ min: 1, max: 9 }), listMinor: minor, feeMinor: minor })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), minor, minor, (lines, tickets, booking_fees) => {
      const result = fitToLedger(lines.map(makeLine), { tickets, booking_fees })
      expect(sum(column(result, 'listMinor'))).toBe(tickets)
      expect(sum(column(result, 'feeMinor'))).toBe(booking_fees)
      expect(column(result, 'netMinor')).toEqual(column(result, 'listMinor'))
    }),
  )
})
