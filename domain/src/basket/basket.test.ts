import { describe, expect, it } from 'vitest'
import { BLOCKS_RESERVING, type ReserveFacts, reserveBlock } from './blocks-reserving.ts'
import { showsMailingListLink } from './mailing-list-link.ts'
import { editQuantity, isBelowMinimum, storedWarning } from './quantity.ts'
import { basketQuantity } from './quantity-total.ts'
import { missingRequirements } from './requirements.ts'
import { timeslotWarnings } from './timeslots.ts'

describe('a typed quantity', () => {
  const rules = { maxCanReserve: 10, minPerCustomer: 2 }

  it.each(['', ' ', '0', '-1', '2.5', '1e1', 'two', '٣', '99999999999999999999', 0, -3, 2.5, Number.NaN])(
    '[BSK-35] %j is not a number of at least 1',
    (typed) => expect(editQuantity(typed, rules)).toEqual({ kind: 'invalid' }),
  )

  it.each(['4', ' 4 ', '04', 4])('%j is a valid quantity', (typed) =>
    expect(editQuantity(typed, rules)).toEqual({ kind: 'ok', quantity: 4 }),
  )

  it('[BSK-35] 1 is allowed without a minimum', () => {
    expect(editQuantity(1, { maxCanReserve: 10, minPerCustomer: 1 })).toEqual({ kind: 'ok', quantity: 1 })
    expect(editQuantity(1, { maxCanReserve: 10, minPerCustomer: 0 })).toEqual({ kind: 'ok', quantity: 1 })
  })

  it('[BSK-36] is lowered to the maximum', () => {
    expect(editQuantity('11', rules)).toEqual({ kind: 'cut', quantity: 10, max: 10 })
    expect(editQuantity('10', rules)).toEqual({ kind: 'ok', quantity: 10 })
  })

  it('[BSK-36] is not lowered without a maximum', () =>
    expect(editQuantity('5000', { ...rules, maxCanReserve: null })).toEqual({ kind: 'ok', quantity: 5000 }))

  it('is below the minimum if that is above 1', () => {
    expect(editQuantity('1', rules)).toEqual({ kind: 'below_min', quantity: 1, min: 2 })
    expect(isBelowMinimum(2, rules)).toBe(false)
    expect(isBelowMinimum(0, { minPerCustomer: 1 })).toBe(false)
  })

  it('stays below it if the maximum allows no more', () =>
    expect(editQuantity('9', { maxCanReserve: 3, minPerCustomer: 4 })).toEqual({
      kind: 'below_min',
      quantity: 3,
      min: 4,
    }))

  it('OPEN-41: a stored quantity carries the same warnings', () => {
    expect([2, 10].map((qty) => storedWarning({ ...rules, qty }))).toEqual([null, null])
    expect(storedWarning({ ...rules, qty: 11 })).toEqual({ kind: 'max', n: 10 })
    expect(storedWarning({ ...rules, maxCanReserve: null, qty: 11 })).toBeNull()
    expect(storedWarning({ ...rules, qty: 1 })).toEqual({ kind: 'min', n: 2 })
    expect(storedWarning({ maxCanReserve: null, minPerCustomer: 1, qty: 500 })).toBeNull()
  })
})

describe('required tickets', () => {
  const needs = (...requirements: { ids: number[]; title: string }[]) => ({ ticketTypeId: 1, requirements })
  const other = (ticketTypeId: number) => ({ ticketTypeId, requirements: [] })

  it('[BSK-27] are missing when none of the listed ids is in the basket', () => {
    const line = needs({ ids: [2, 3], title: 'Adult ticket' })
    expect(missingRequirements([line])).toEqual(['Adult ticket'])
    expect(missingRequirements([line, other(4)])).toEqual(['Adult ticket'])
    expect(missingRequirements([line, other(3)])).toEqual([])
  })

  it('[BSK-27] are missing per requirement, each title listed once', () => {
    const line = needs({ ids: [2], title: 'Adult ticket' }, { ids: [5], title: 'Camping' })
    expect(missingRequirements([line, { ...line, ticketTypeId: 9 }])).toEqual(['Adult ticket', 'Camping'])
    expect(missingRequirements([line, other(2)])).toEqual(['Camping'])
  })

  it('are not missing without requirements', () => expect(missingRequirements([other(1), other(2)])).toEqual([]))
})

describe('timeslots', () => {
  const event = (id: number, differentDatesWarning: string | null) => ({ id, differentDatesWarning })

  it('[BSK-29] for different dates of an event show its message', () => {
    const tickets = [
      { eventId: 1, dateId: 11 },
      { eventId: 1, dateId: 12 },
      { eventId: 2, dateId: 21 },
    ]
    const events = [event(1, 'Two days!'), event(2, 'Never shown')]
    expect(timeslotWarnings(tickets, events)).toEqual(['Two days!'])
  })

  it('[BSK-29] for one date do not, nor does an event without a message', () => {
    expect(
      timeslotWarnings(
        [
          { eventId: 1, dateId: 11 },
          { eventId: 1, dateId: 11 },
        ],
        [event(1, 'Two days!')],
      ),
    ).toEqual([])
    expect(
      timeslotWarnings(
        [
          { eventId: 1, dateId: 11 },
          { eventId: 1, dateId: 12 },
        ],
        [event(1, null)],
      ),
    ).toEqual([])
  })
})

describe('reserving', () => {
  const line = { ticketTypeId: 1, qty: 2, minPerCustomer: 1, requirements: [] }
  const FREE: ReserveFacts = { loading: false, quantityPending: false, updating: false, lines: [line] }
  const needy = { ...line, requirements: [{ ids: [9], title: 'Adult ticket' }] }
  const few = { ...line, minPerCustomer: 3 }

  it('is allowed when nothing blocks it', () => expect(reserveBlock(FREE)).toBeNull())

  it.each([
    ['BSK-43', 'loading', { loading: true }],
    ['BSK-44', 'quantityPending', { quantityPending: true }],
    ['BSK-45', 'updating', { updating: true }],
    ['BSK-46', 'requiredMissing', { lines: [needy] }],
    ['BSK-41', 'belowMinimum', { lines: [line, few] }],
  ] as const)('[%s] is blocked by %s', (_, block, facts) => expect(reserveBlock({ ...FREE, ...facts })).toBe(block))

  it('reports the first of several blocks', () => {
    const all = {
      loading: true,
      quantityPending: true,
      updating: true,
      lines: [{ ...few, ...needy, minPerCustomer: 3 }],
    }
    expect(reserveBlock(all)).toBe('loading')
    expect(reserveBlock({ ...FREE, lines: all.lines })).toBe('requiredMissing')
    expect(reserveBlock({ ...FREE, lines: [few] })).toBe('belowMinimum')
  })

  it('every block has a hint', () => {
    for (const block of Object.values(BLOCKS_RESERVING)) expect(block.hint).not.toBe('')
  })
})

it('OPEN-38: the badge counts every ticket and every gift voucher', () => {
  expect(basketQuantity({ lines: [{ qty: 2 }, { qty: 3 }], vouchers: [{ qty: 4 }] })).toBe(9)
  expect(basketQuantity({ lines: [], vouchers: [] })).toBe(0)
})

describe('the mailing-list link', () => {
  it('[BSK-06] is shown to visitors', () => {
    expect(showsMailingListLink(null)).toBe(true)
    expect(showsMailingListLink({ id: null, subscribed: false })).toBe(true)
  })
  it('[BSK-07] is shown to subscribed users only', () => {
    expect(showsMailingListLink({ id: 5, subscribed: true })).toBe(true)
    expect(showsMailingListLink({ id: 5, subscribed: false })).toBe(false)
  })
})
