import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LineRow, moneyOf, type Parts, postingsOf, remainingOf, spreadAmount } from './book-refund.ts'

const NOTHING: Parts = { net: 0, fee: 0, protection: 0, delivery: 0, voucher: 0, rounding: 0 }

/** A line with these amounts, of which `refunded` has gone back. */
const lineOf = (paid: Partial<Parts>, refunded: Partial<Parts> = {}, kind: LineRow['kind'] = 'ticket'): LineRow => {
  const [all, back] = [
    { ...NOTHING, ...paid },
    { ...NOTHING, ...refunded },
  ]
  const amounts = (Object.keys(NOTHING) as (keyof Parts)[]).flatMap((part) => [
    [`${part}_minor`, all[part]],
    [`refunded_${part}_minor`, back[part]],
  ])
  return { kind, organiser_id: 1, event_id: 2, ticket_type_id: 3, ...Object.fromEntries(amounts) } as LineRow
}

const PAID = { net: 1000, fee: 100, protection: 70, delivery: 230, voucher: 400, rounding: 5 }

describe('the parts of a line that can be refunded', () => {
  it('are what was paid less what was refunded', () => {
    const refunded = { net: 400, fee: 30, protection: 20, delivery: 200, voucher: 150, rounding: 5 }
    const left = { net: 600, fee: 70, protection: 50, delivery: 30, voucher: 250, rounding: 0 }
    expect(remainingOf(lineOf(PAID, refunded))).toEqual(left)
  })

  it('are paid in money, except for the part of gift vouchers', () => expect(moneyOf(PAID)).toBe(1005))
})

describe('the postings of a refund', () => {
  const accounts = (kind: LineRow['kind'], parts: Partial<Parts>) =>
    postingsOf(lineOf({}, {}, kind), { ...NOTHING, ...parts }).map(({ account, minor }) => [account, minor])

  it('have an account for each part, without those of zero', () => {
    expect(accounts('ticket', PAID)).toEqual([
      ['tickets', 1000],
      ['booking_fees', 100],
      ['refund_protection', 70],
      ['delivery', 230],
      ['gift_vouchers_redeemed', -400],
      ['rounding', 5],
    ])
    expect(accounts('ticket', { net: 1000 })).toEqual([['tickets', 1000]])
  })

  it.each<[LineRow['kind'], string, string]>([
    ['ticket', 'tickets', 'booking_fees'],
    ['gift_voucher', 'gift_vouchers_sold', 'booking_fees'],
    ['donation', 'donation', 'donation_fee'],
  ])('use the accounts of a %s: %s and %s', (kind, net, fee) =>
    expect(accounts(kind, { net: 10, fee: 1 })).toEqual([
      [net, 10],
      [fee, 1],
    ]),
  )

  it('name organiser, event and ticket type', () =>
    expect(postingsOf(lineOf({}), { ...NOTHING, net: 1 })).toEqual([
      { account: 'tickets', minor: 1, organiserId: 1, eventId: 2, ticketTypeId: 3 },
    ]))
})

describe('spreading an amount over lines', () => {
  const ticket = lineOf({ net: 900, fee: 100 })
  const dearer = lineOf({ net: 2700, fee: 300 })
  const donation = lineOf({ net: 500, fee: 50 }, {}, 'donation')

  it('is proportional to the money paid for each, and within a line to its parts', () =>
    expect([...spreadAmount([ticket, dearer], 400).values()]).toEqual([
      { ...NOTHING, net: 90, fee: 10 },
      { ...NOTHING, net: 270, fee: 30 },
    ]))

  it('reaches the donation last', () => {
    expect(spreadAmount([donation, ticket], 1000).has(donation)).toBe(false)
    expect(spreadAmount([donation, ticket], 1110).get(donation)).toEqual({ ...NOTHING, net: 100, fee: 10 })
  })

  it('includes protection, postage and rounding up, but not a line that was waived', () => {
    const full = lineOf({ net: 100, fee: 100, protection: 100, delivery: 100, rounding: 100 })
    const each = { net: 50, fee: 50, protection: 50, delivery: 50, rounding: 50 }
    expect(spreadAmount([full], 250).get(full)).toEqual({ ...NOTHING, ...each })
    const waived = lineOf({ net: 20, fee: 5, rounding: -25 })
    expect([...spreadAmount([waived, ticket], 1000).keys()]).toEqual([ticket])
  })

  it('excludes what gift vouchers paid and what was refunded before', () => {
    const partlyPaid = lineOf({ net: 900, fee: 100, voucher: 400 }, { net: 90, fee: 10 })
    const spread = spreadAmount([partlyPaid, ticket], 750)
    expect(moneyOf(spread.get(partlyPaid)!)).toBe(250)
    expect(moneyOf(spread.get(ticket)!)).toBe(500)
  })

  it('spreads exactly the amount, up to the money that is left', () => {
    const amount = fc.nat(10_000)
    const line = fc
      .record({ net: amount, fee: amount, protection: amount, delivery: amount, isDonation: fc.boolean() })
      .map(({ isDonation, ...paid }) => lineOf(paid, {}, isDonation ? 'donation' : 'ticket'))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), fc.nat(100_000), (lines, wanted) => {
        const left = lines.reduce((all, one) => all + moneyOf(remainingOf(one)), 0)
        const spread = [...spreadAmount(lines, wanted)]
        expect(spread.reduce((all, [, parts]) => all + moneyOf(parts), 0)).toBe(Math.min(wanted, left))
        for (const [one, parts] of spread) expect(moneyOf(parts)).toBeLessThanOrEqual(moneyOf(remainingOf(one)))
      }),
    )
  })
})
