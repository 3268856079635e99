import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PricedLine } from '../sale/line.ts'
import { bookingFeeTotal } from './display.ts'
import { sum } from './money.ts'
import { type Discount, type MoneyBasket, type Offer, totalsOf, type VoucherCredit } from './totals.ts'

const makeLine = (over: Partial<PricedLine> = {}): PricedLine => ({
  ticketTypeId: 1,
  eventId: 10,
  organiserId: 100,
  qty: 2,
  priceMinor: 2000,
  bookingFeeMinor: 150,
  refundProtectionBp: null,
  deliveryCostMinor: 0,
  ...over,
})
const makeBasket = (over: Partial<MoneyBasket> = {}): MoneyBasket => ({
  lines: [makeLine()],
  vouchersBought: [],
  discounts: [],
  offers: [],
  vouchers: [],
  refundProtectionChosen: false,
  donationMinor: 0,
  donationFeeMinor: 0,
  ...over,
})
const makeDiscount = (over: Partial<Discount>): Discount => ({
  code: 'TEN',
  organiserId: null,
  eventId: null,
  percentBp: null,
  amountMinor: null,
  ...over,
})
const makeOffer = (over: Partial<Offer>): Offer => ({
  organiserId: 100,
  eventId: null,
  kind: 'percent',
  minQty: 2,
  percentBp: 1000,
  ...over,
})

describe('the totals of a basket', () => {
  it('include tickets and fees', () => {
    const totals = totalsOf(makeBasket())
    expect(totals).toMatchObject({ ticketsMinor: 4000, bookingFeesMinor: 300, totalMinor: 4300 })
  })

  it('are 0 for an empty basket', () => expect(totalsOf(makeBasket({ lines: [] })).totalMinor).toBe(0))

  it('include everything else bought', () => {
    const totals = totalsOf(
      makeBasket({
        lines: [makeLine({ deliveryCostMinor: 250, refundProtectionBp: 800 })],
        vouchersBought: [{ valueMinor: 2500, qty: 2 }],
        refundProtectionChosen: true,
        donationMinor: 1000,
        donationFeeMinor: 45,
      }),
    )
    // protection: 8 % of the price of both tickets
    expect(totals.refundProtectionMinor).toBe(320)
    expect(totals.totalMinor).toBe(4300 + 250 + 5000 + 320 + 1000 + 45)
  })

  it('[RFP-01] [RFP-03] quote refund protection, but charge it only when chosen', () => {
    const basket = makeBasket({ lines: [makeLine({ refundProtectionBp: 1000 }), makeLine({ ticketTypeId: 2 })] })
    expect(totalsOf(basket)).toMatchObject({ hasRefundProtection: true, refundProtectionMinor: 400, totalMinor: 8600 })
    expect(totalsOf({ ...basket, refundProtectionChosen: true }).totalMinor).toBe(9000)
    expect(totalsOf(makeBasket()).hasRefundProtection).toBe(false)
  })

  it('[RFP-07] charge refund protection of what a claim returns: prices after offers and codes, without fees', () => {
    const lines = [makeLine({ refundProtectionBp: 1000, bookingFeeMinor: 500 })]
    const offers = [makeOffer({ percentBp: 2500 })]
    const discounts = [makeDiscount({ amountMinor: 1000 })]
    expect(totalsOf(makeBasket({ lines, offers, discounts }))).toMatchObject({ refundProtectionMinor: 200 })
  })

  it('[RFP-01] offer no refund protection where a claim returns nothing', () => {
    const free = makeLine({ priceMinor: 0, refundProtectionBp: 1000 })
    expect(totalsOf(makeBasket({ lines: [free] }))).toMatchObject({
      hasRefundProtection: false,
      refundProtectionMinor: 0,
    })
    const paidByCode = makeBasket({
      lines: [makeLine({ refundProtectionBp: 1000 })],
      discounts: [makeDiscount({ percentBp: 10_000 })],
    })
    expect(totalsOf(paidByCode)).toMatchObject({ hasRefundProtection: false, refundProtectionMinor: 0 })
  })

  it('charge refund protection as it was shown, for a sale that was reserved before fees were left out', () => {
    const lines = [makeLine({ refundProtectionBp: 1000 })]
    const discounts = [makeDiscount({ percentBp: 5000 })]
    const basket = makeBasket({ lines, discounts, refundProtectionOf: 'list_price_and_fee' })
    expect(totalsOf(basket)).toMatchObject({ hasRefundProtection: true, refundProtectionMinor: 430 })
  })

  it('charge postage once per organiser', () => {
    const lines = [
      makeLine({ deliveryCostMinor: 250 }),
      makeLine({ ticketTypeId: 2, deliveryCostMinor: 400 }),
      makeLine({ ticketTypeId: 3, organiserId: 200, deliveryCostMinor: 300 }),
    ]
    expect(totalsOf(makeBasket({ lines })).deliveryMinor).toBe(700)
  })
})

describe('offers', () => {
  it('cheapest free: every full group gets its cheapest tickets', () => {
    const offer = makeOffer({ kind: 'cheapest_free', minQty: 3, percentBp: null })
    const lines = [makeLine({ qty: 5, priceMinor: 3000 }), makeLine({ ticketTypeId: 2, qty: 1, priceMinor: 1000 })]
    // six tickets earn two: the one of 10.00 and one of 30.00
    expect(totalsOf(makeBasket({ lines, offers: [offer] })).offersMinor).toBe(4000)
    expect(totalsOf(makeBasket({ lines: [makeLine({ qty: 5 })], offers: [offer] })).offersMinor).toBe(2000)
    expect(totalsOf(makeBasket({ lines: [makeLine()], offers: [offer] })).offersMinor).toBe(0)
  })

  it('apply to their own organiser and event only', () => {
    const lines = [makeLine(), makeLine({ ticketTypeId: 2, organiserId: 200, eventId: 20 })]
    expect(totalsOf(makeBasket({ lines, offers: [makeOffer({})] })).offersMinor).toBe(400)
    expect(totalsOf(makeBasket({ lines, offers: [makeOffer({ eventId: 20 })] })).offersMinor).toBe(0)
  })
})

describe('codes', () => {
  it('reduce what offers leave, never fees', () => {
    const totals = totalsOf(
      makeBasket({ offers: [makeOffer({ percentBp: 5000 })], discounts: [makeDiscount({ amountMinor: 99_999 })] }),
    )
    expect(totals).toMatchObject({ offersMinor: 2000, discounts: { TEN: 2000 }, totalMinor: 300 })
  })

  it('apply in order: a percentage of what the previous one left', () => {
    const half = makeDiscount({ code: 'HALF', percentBp: 5000 })
    const tenner = makeDiscount({ code: 'TENNER', amountMinor: 1000 })
    const of = (...discounts: Discount[]) => totalsOf(makeBasket({ discounts })).discounts
    expect(of(half, tenner)).toEqual({ HALF: 2000, TENNER: 1000 })
    expect(of(tenner, half)).toEqual({ TENNER: 1000, HALF: 1500 })
  })

  it('of an event are spread over its lines without losing a penny', () => {
    const lines = [1, 2, 3].map((ticketTypeId) => makeLine({ ticketTypeId, qty: 1 }))
    const other = makeLine({ ticketTypeId: 4, eventId: 20 })
    const totals = totalsOf(
      makeBasket({ lines: [...lines, other], discounts: [makeDiscount({ eventId: 10, amountMinor: 100 })] }),
    )
    expect(totals.discountOfLine).toEqual([34, 33, 33, 0])
  })
})

describe('gift vouchers', () => {
  const voucher = (over: Partial<VoucherCredit> = {}): VoucherCredit => ({
    code: 'GIFT',
    organiserId: 100,
    balanceMinor: 1000,
    ...over,
  })

  it('pay for their organiser’s tickets, fees, protection and postage, and keep the remaining balance', () => {
    const line = makeLine({ refundProtectionBp: 1000, deliveryCostMinor: 250 })
    const totals = totalsOf(
      makeBasket({
        lines: [line, makeLine({ ticketTypeId: 2, organiserId: 200 })],
        refundProtectionChosen: true,
        vouchers: [voucher({ balanceMinor: 999_999 })],
      }),
    )
    expect(totals.vouchersApplied).toEqual({ GIFT: 4300 + 400 + 250 })
    expect(totals.totalMinor).toBe(4300)
  })

  it('keep what would otherwise leave an amount too small to charge', () => {
    const line = makeLine({ qty: 1, priceMinor: 1000, bookingFeeMinor: 100 })
    const of = (balanceMinor: number, over: object = {}) =>
      totalsOf(makeBasket({ lines: [line], vouchers: [voucher({ balanceMinor })], minimumMinor: 30, ...over }))
    expect(of(1088)).toMatchObject({ totalMinor: 30, keptForMinimumMinor: 18, vouchersApplied: { GIFT: 1070 } })
    expect(of(1070)).toMatchObject({ totalMinor: 30, keptForMinimumMinor: 0 })
    expect(of(1100)).toMatchObject({ totalMinor: 0, keptForMinimumMinor: 0 })
    expect(of(5)).toMatchObject({ totalMinor: 1095, keptForMinimumMinor: 0 })
    expect(of(1088, { donationMinor: 500 }), 'a donation comes later').toMatchObject({ totalMinor: 530 })
    expect(of(1088, { minimumMinor: undefined })).toMatchObject({ totalMinor: 12, keptForMinimumMinor: 0 })
    const two = [voucher({ balanceMinor: 1083 }), voucher({ code: 'SECOND', balanceMinor: 5 })]
    expect(of(0, { vouchers: two })).toMatchObject({ totalMinor: 30, vouchersApplied: { GIFT: 1069, SECOND: 1 } })
    const cheap = makeLine({ qty: 1, priceMinor: 20, bookingFeeMinor: 0 })
    expect(of(10, { lines: [cheap] }), 'not enough').toMatchObject({ totalMinor: 10, keptForMinimumMinor: 0 })
  })

  it('do not pay for gift vouchers or donations', () => {
    const totals = totalsOf(
      makeBasket({
        lines: [],
        vouchersBought: [{ valueMinor: 2500, qty: 1 }],
        donationMinor: 1000,
        vouchers: [voucher()],
      }),
    )
    expect(totals).toMatchObject({ vouchersAppliedMinor: 0, totalMinor: 3500 })
  })

  it('share what their organiser is owed, in order', () => {
    const vouchers = [voucher({ balanceMinor: 4000 }), voucher({ code: 'SECOND', balanceMinor: 4000 })]
    expect(totalsOf(makeBasket({ vouchers })).vouchersApplied).toEqual({ GIFT: 4000, SECOND: 300 })
  })
})

// Properties of every basket ----------------------------------------------------------------------------------------------

const organiserId = fc.constantFrom(100, 200)
const eventId = fc.constantFrom(10, 20, 30)
const bp = fc.integer({ min: 1, max: 10_000 })
const anyLine = (ticketTypeId: number) =>
  fc.record<PricedLine>({
    ticketTypeId: fc.constant(ticketTypeId),
    eventId,
    organiserId,
    qty: fc.integer({ min: 1, max: 20 }),
    priceMinor: fc.oneof(fc.constant(0), fc.nat(20_000)),
    bookingFeeMinor: fc.nat(500),
    refundProtectionBp: fc.option(bp),
    deliveryCostMinor: fc.nat(500),
  })
const anyDiscount = fc
  .tuple(fc.boolean(), bp, fc.integer({ min: 1, max: 50_000 }))
  .chain(([percent, percentBp, amount]) =>
    fc.record({
      organiserId: fc.option(organiserId),
      eventId: fc.option(eventId),
      percentBp: fc.constant(percent ? percentBp : null),
      amountMinor: fc.constant(percent ? null : amount),
    }),
  )
const anyOffer = fc.record<Offer>({
  organiserId,
  eventId: fc.option(eventId),
  kind: fc.constantFrom('cheapest_free', 'percent'),
  minQty: fc.integer({ min: 2, max: 6 }),
  percentBp: bp,
})
const anyBasket: fc.Arbitrary<MoneyBasket> = fc.record({
  lines: fc.integer({ min: 0, max: 6 }).chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => anyLine(i + 1)))),
  vouchersBought: fc.array(
    fc.record({ valueMinor: fc.integer({ min: 1, max: 10_000 }), qty: fc.integer({ min: 1, max: 5 }) }),
    { maxLength: 2 },
  ),
  discounts: fc
    .array(anyDiscount, { maxLength: 4 })
    .map((all) => all.map((discount, i) => ({ ...discount, code: `D${i}` }))),
  offers: fc.array(anyOffer, { maxLength: 3 }),
  vouchers: fc
    .array(fc.record({ organiserId, balanceMinor: fc.nat(30_000) }), { maxLength: 3 })
    .map((all) => all.map((voucher, i) => ({ ...voucher, code: `V${i}` }))),
  refundProtectionChosen: fc.boolean(),
  donationMinor: fc.nat(100_000),
  donationFeeMinor: fc.nat(1_000),
})

/** The fields of a sale that its displayed total depends on. */
function asSale(basket: MoneyBasket) {
  const totals = totalsOf(basket)
  return {
    ...totals,
    refundProtectionMinor: basket.refundProtectionChosen ? totals.refundProtectionMinor : 0,
    lines: basket.lines.map((line, i) => ({ ...line, discountMinor: totals.discountOfLine[i]! })),
    vouchers: basket.vouchersBought,
  }
}

describe('for random baskets', () => {
  const always = (holds: (basket: MoneyBasket, totals: ReturnType<typeof totalsOf>) => void) =>
    fc.assert(
      fc.property(anyBasket, (basket) => {
        holds(basket, totalsOf(basket))
      }),
      { numRuns: 400 },
    )

  it('the total is the sum of the visible lines', () =>
    always((basket, t) => {
      const lines = [
        ...basket.lines.map((line) => line.priceMinor * line.qty),
        ...basket.vouchersBought.map((voucher) => voucher.valueMinor * voucher.qty),
        t.bookingFeesMinor,
        t.deliveryMinor,
        basket.refundProtectionChosen ? t.refundProtectionMinor : 0,
        t.donationMinor,
        t.donationFeeMinor,
        -t.offersMinor,
        ...Object.values(t.discounts).map((off) => -off),
        ...Object.values(t.vouchersApplied).map((paid) => -paid),
      ]
      expect(t.totalMinor).toBe(sum(lines))
    }))

  it('codes by code and codes by line have the same sum', () =>
    always((_, t) => expect(sum(t.discountOfLine)).toBe(sum(Object.values(t.discounts)))))

  it('no figure is negative or fractional', () =>
    always((_, t) => {
      const {
        discountOfLine,
        offerOfLine,
        protectionOfLine,
        discounts,
        vouchersApplied,
        hasRefundProtection,
        ...figures
      } = t
      const all = [
        ...discountOfLine,
        ...offerOfLine,
        ...protectionOfLine,
        ...Object.values(discounts),
        ...Object.values(vouchersApplied),
      ]
      for (const figure of [...all, ...Object.values(figures)]) {
        expect(Number.isSafeInteger(figure)).toBe(true)
        expect(figure).toBeGreaterThanOrEqual(0)
      }
      expect(typeof hasRefundProtection).toBe('boolean')
    }))

  it('no line is discounted below 0', () =>
    always((basket, t) => {
      for (const [i, off] of t.discountOfLine.entries())
        expect(off).toBeLessThanOrEqual(basket.lines[i]!.priceMinor * basket.lines[i]!.qty)
      expect(t.offersMinor + sum(t.discountOfLine)).toBeLessThanOrEqual(t.ticketsMinor)
    }))

  it('no gift voucher is overspent, or spent on another organiser', () =>
    always((basket, t) => {
      for (const { code, balanceMinor } of basket.vouchers)
        expect(t.vouchersApplied[code]).toBeLessThanOrEqual(balanceMinor)
      for (const organiser of [100, 200]) {
        const paid = sum(
          basket.vouchers.filter((v) => v.organiserId === organiser).map((v) => t.vouchersApplied[v.code]!),
        )
        const alone = { ...basket, lines: basket.lines.filter((line) => line.organiserId === organiser) }
        const own = totalsOf({
          ...alone,
          vouchers: [],
          discounts: [],
          vouchersBought: [],
          donationMinor: 0,
          donationFeeMinor: 0,
        })
        expect(paid).toBeLessThanOrEqual(own.totalMinor)
      }
    }))

  it('[DSP-09] the booking fee total derived from the rest matches the booking and donation fees', () =>
    always((basket, t) => {
      const donationFee = basket.donationMinor > 0 ? t.donationFeeMinor : 0
      const sale = asSale({ ...basket, donationFeeMinor: donationFee })
      expect(bookingFeeTotal(sale)).toBe(t.bookingFeesMinor + donationFee)
    }))
})

describe('a percentage offer', () => {
  it('[OPEN-37] applies from its minimum number of tickets, across all its lines', () => {
    const offer = makeOffer({ minQty: 3 })
    const totalWith = (...lines: MoneyLine[]) => totalsOf(makeBasket({ lines, offers: [offer] })).totalMinor
    expect(totalWith(makeLine({ qty: 2 }))).toBe(4300)
    expect(totalWith(makeLine({ qty: 3 }))).toBe(6450 - 600)
    expect(totalWith(makeLine({ qty: 2 }), makeLine({ ticketTypeId: 2, qty: 1 }))).toBe(6450 - 600)
    expect(totalWith(makeLine({ qty: 2 }), makeLine({ ticketTypeId: 2, organiserId: 200, qty: 1 }))).toBe(6450)
  })
})
