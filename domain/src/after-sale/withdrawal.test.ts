import { describe, expect, it } from 'vitest'
import { canWithdraw, lastWithdrawalDay, type SoldThing, withdrawalFrom, withdrawalRight } from './withdrawal.ts'

const at = (text: string) => new Date(text)
const ticket = (change: Partial<Extract<SoldThing, { kind: 'ticket' }>> = {}): SoldThing => ({
  kind: 'ticket',
  isExtra: false,
  isOnline: false,
  isAllDay: false,
  startsAt: at('2026-12-24T19:30:00Z'),
  endsAt: null,
  ...change,
})

describe('withdrawal', () => {
  it.each([
    ['a ticket for an evening', ticket(), 'none_dated'],
    ['a whole day', ticket({ isAllDay: true }), 'none_dated'],
    ['a festival of ten days', ticket({ isAllDay: true, endsAt: at('2027-01-03T00:00:00Z') }), 'none_dated'],
    ['online at an hour', ticket({ isOnline: true }), 'none_dated'],
    ['a recording', ticket({ isOnline: true, isAllDay: true }), 'days14'],
    ['a pass for half a year', ticket({ endsAt: at('2027-06-24T19:30:00Z') }), 'days14'],
    ['an add-on', ticket({ isExtra: true }), 'days14'],
    ['a gift voucher', { kind: 'gift_voucher' }, 'days14'],
    ['a donation', { kind: 'donation' }, 'days14'],
  ] as const)('%s', (_, sold, right) => expect(withdrawalRight(sold)).toBe(right))

  it('ends with the 14th day in London, not on the 15th', () => {
    const period = { from: at('2026-11-29T23:59:00Z'), toldAt: at('2026-11-29T23:59:30Z') }
    expect(lastWithdrawalDay(period)).toBe('2026-12-13')
    expect(canWithdraw(period, at('2026-12-13T23:59:59Z'))).toBe(true)
    expect(canWithdraw(period, at('2026-12-14T00:00:00Z'))).toBe(false)
  })

  it('is open a year more for buyers who weren’t told, and 14 days from when they are', () => {
    const from = at('2026-11-29T12:00:00Z')
    expect(lastWithdrawalDay({ from, toldAt: null })).toBe('2027-12-13')
    expect(lastWithdrawalDay({ from, toldAt: at('2027-01-10T12:00:00Z') })).toBe('2027-01-24')
    expect(lastWithdrawalDay({ from, toldAt: at('2028-01-10T12:00:00Z') })).toBe('2027-12-13')
    expect(lastWithdrawalDay({ from: at('2024-02-15T12:00:00Z'), toldAt: null })).toBe('2025-03-01')
  })

  it('counts for goods from their delivery', () => {
    const paidAt = at('2026-11-29T12:00:00Z')
    const collectedAt = at('2026-12-24T19:00:00Z')
    const extra = ticket({ isExtra: true })
    expect(withdrawalFrom(ticket(), { paidAt, collectedAt })).toEqual(paidAt)
    expect(withdrawalFrom(extra, { paidAt, collectedAt })).toEqual(collectedAt)
    expect(withdrawalFrom(extra, { paidAt, collectedAt: null })).toEqual(at('2026-12-24T19:30:00Z'))
    expect(withdrawalFrom({ kind: 'gift_voucher' }, { paidAt, collectedAt: null })).toEqual(paidAt)
  })
})
