import { describe, expect, it } from 'vitest'
import { areTransfersValid, canSend, emptyRow, firstInvalidRow, rowProblems, type TransferRow } from './transfers.ts'

const TODAY = '2026-06-01'
const row = (over: Partial<TransferRow> = {}): TransferRow => ({
  ...emptyRow(1),
  name: 'Grace Hopper',
  email: 'grace@example.org',
  qty: 1,
  ...over,
})
const gift = (deliveryDate: string, over: Partial<TransferRow> = {}) =>
  row({ isGift: true, sendGift: 'Schedule', deliveryDate, deliveryTime: '09:00', ...over })

describe('a row of a transfer', () => {
  it('starts empty: not a gift, and a gift would be sent now', () =>
    expect(emptyRow(7)).toEqual({
      ticketTypeId: 7,
      name: '',
      email: '',
      qty: 0,
      isGift: false,
      sendGift: 'Send now',
      deliveryDate: '',
      deliveryTime: '',
      message: '',
    }))

  it('[TRF-19, TRF-20] requires a name and an email, and spaces do not count', () =>
    expect(rowProblems(row({ name: '  ', email: '  ' }), TODAY)).toEqual({
      name: 'error.transferNameMissing',
      email: 'error.transferEmailMissing',
    }))

  it('[TRF-14] takes an existing day, today or later, in its event’s time zone', () => {
    expect(rowProblems(gift('31/02/2027'), TODAY)).toEqual({ deliveryDate: 'error.transferDateMissing' })
    const today = (ticketId: number) => (ticketId === 1 ? '2026-06-01' : '2026-06-02')
    expect(canSend([gift('01/06/2026')], today)).toBe(true)
    expect(canSend([gift('01/06/2026', { ticketTypeId: 2 })], today)).toBe(false)
    expect(firstInvalidRow([gift('01/06/2026'), gift('01/06/2026', { ticketTypeId: 2 })], today)).toBe(1)
  })
})

describe('a transfer', () => {
  it('[TRF-26] that sends nothing reports the first row begun, not one with spaces', () => {
    const begun = row({ qty: 0, name: 'Grace' })
    expect(firstInvalidRow([emptyRow(1), row({ qty: 0, name: ' ', email: ' ' }), begun], TODAY)).toBe(2)
    expect(firstInvalidRow([emptyRow(1), emptyRow(2)], TODAY)).toBe(0)
  })

  it('[TRF-27, TRF-28] refuses a negative quantity that would make room for more', () => {
    const tickets = [{ ticketTypeId: 1, qty: 2, seats: [] }]
    expect(areTransfersValid([row({ qty: 2 })], tickets, TODAY)).toBe(true)
    expect(areTransfersValid([row({ qty: 3 }), row({ qty: -1 })], tickets, TODAY)).toBe(false)
  })
})

describe('a gift and its event', () => {
  const end = { over: '2027-06-05T18:00:00Z', timezone: 'Europe/London' }
  const gift = (deliveryDate: string, deliveryTime: string) =>
    rowProblems(
      {
        ...emptyRow(1),
        name: 'Grace Hopper',
        email: 'grace@example.org',
        qty: 1,
        isGift: true,
        sendGift: 'Schedule',
        deliveryDate,
        deliveryTime,
      },
      '2027-06-01',
      end,
    ).deliveryDate

  it('cannot be scheduled after the event’s end, in its local time', () => {
    expect(gift('05/06/2027', '18:59')).toBeUndefined()
    expect(gift('05/06/2027', '19:00')).toBe('error.transferAfterEvent')
    expect(gift('06/06/2027', '')).toBe('error.transferAfterEvent')
    expect(gift('05/06/2027', '')).toBeUndefined()
    expect(gift('', '')).toBe('error.transferDateMissing')
  })
})
