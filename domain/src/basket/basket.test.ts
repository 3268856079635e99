import { describe, expect, it } from 'vitest'
import { BLOCKS_RESERVING, type ReserveFacts, reserveBlock, storedReserveBlock } from './blocks-reserving.ts'
import { showsMailingListLink } from './mailing-list-link.ts'
import { editQuantity, isBelowMinimum, storedWarning } from './quantity.ts'
import { basketQuantity } from './quantity-total.ts'
import { missingRequirements } from './requirements.ts'
import { timeslotWarnings } from './timeslots.ts'

describe('a quantity that is typed', () => {
  const rules = { max_can_reserve: 10, min_per_customer: 2 }

  it.each(['', ' ', '0', '-1', '2.5', '1e1', 'two', '٣', '99999999999999999999', 0, -3, 2.5, Number.NaN])(
    '[BSK-35] %j is not a number of at least 1',
    (typed) => expect(editQuantity(typed, rules)).toEqual({ kind: 'invalid' }),
  )

  it.each(['4', ' 4 ', '04', 4])('%j is a quantity', (typed) =>
    expect(editQuantity(typed, rules)).toEqual({ kind: 'ok', quantity: 4 }),
  )

  it('[BSK-35] 1 will do where there is no minimum', () => {
    expect(editQuantity(1, { max_can_reserve: 10, min_per_customer: 1 })).toEqual({ kind: 'ok', quantity: 1 })
    expect(editQuantity(1, { max_can_reserve: 10, min_per_customer: 0 })).toEqual({ kind: 'ok', quantity: 1 })
  })

  it('[BSK-36] is cut down to the maximum', () => {
    expect(editQuantity('11', rules)).toEqual({ kind: 'cut', quantity: 10, max: 10 })
    expect(editQuantity('10', rules)).toEqual({ kind: 'ok', quantity: 10 })
  })

  it('[BSK-36] is not cut where no maximum is set', () =>
    expect(editQuantity('5000', { ...rules, max_can_reserve: null })).toEqual({ kind: 'ok', quantity: 5000 }))

  it('is below the minimum when that is above 1', () => {
    expect(editQuantity('1', rules)).toEqual({ kind: 'below_min', quantity: 1, min: 2 })
    expect(isBelowMinimum(2, rules)).toBe(false)
    expect(isBelowMinimum(0, { min_per_customer: 1 })).toBe(false)
  })

  it('stays below it when the maximum leaves no more', () =>
    expect(editQuantity('9', { max_can_reserve: 3, min_per_customer: 4 })).toEqual({
      kind: 'below_min',
      quantity: 3,
      min: 4,
    }))

  it('OPEN-41: a stored quantity carries the same warnings', () => {
    const line = { ...rules, max_can_reserve_exceeded: false, min_per_customer_exceeded: false }
    expect(storedWarning(line)).toBeNull()
    expect(storedWarning({ ...line, max_can_reserve_exceeded: true })).toEqual({ kind: 'max', n: 10 })
    expect(storedWarning({ ...line, max_can_reserve_exceeded: true, max_can_reserve: null })).toBeNull()
    expect(storedWarning({ ...line, min_per_customer_exceeded: true })).toEqual({ kind: 'min', n: 2 })
  })
})

describe('required tickets', () => {
  const needs = (...required_tickets: { ids: number[]; title: string }[]) => ({ ticket_id: 1, required_tickets })
  const other = (ticket_id: number) => ({ ticket_id, required_tickets: [] })

  it('[BSK-27] are missing when none of the listed ids is in the basket', () => {
    const line = needs({ ids: [2, 3], title: 'Adult ticket' })
    expect(missingRequirements([line])).toEqual(['Adult ticket'])
    expect(missingRequirements([line, other(4)])).toEqual(['Adult ticket'])
    expect(missingRequirements([line, other(3)])).toEqual([])
  })

  it('[BSK-27] every need counts, and its title is listed once', () => {
    const line = needs({ ids: [2], title: 'Adult ticket' }, { ids: [5], title: 'Camping' })
    expect(missingRequirements([line, { ...line, ticket_id: 9 }])).toEqual(['Adult ticket', 'Camping'])
    expect(missingRequirements([line, other(2)])).toEqual(['Camping'])
  })

  it('a basket that needs nothing misses nothing', () => expect(missingRequirements([other(1), other(2)])).toEqual([]))
})

describe('timeslots', () => {
  const event = (id: number, message: string | null) => ({
    id,
    warn_customers_about_different_timeslots_message: message,
  })

  it('[BSK-29] tickets of an event for different dates show its message', () => {
    const tickets = [
      { event_id: 1, date_id: 11 },
      { event_id: 1, date_id: 12 },
      { event_id: 2, date_id: 21 },
    ]
    const events = [event(1, 'Two days!'), event(2, 'Never shown')]
    expect(timeslotWarnings(tickets, events)).toEqual(['Two days!'])
  })

  it('[BSK-29] tickets of an event for one date do not, nor an event without a message', () => {
    expect(
      timeslotWarnings(
        [
          { event_id: 1, date_id: 11 },
          { event_id: 1, date_id: 11 },
        ],
        [event(1, 'Two days!')],
      ),
    ).toEqual([])
    expect(
      timeslotWarnings(
        [
          { event_id: 1, date_id: 11 },
          { event_id: 1, date_id: 12 },
        ],
        [event(1, null)],
      ),
    ).toEqual([])
  })
})

describe('reserving', () => {
  const line = { ticket_id: 1, qty: 2, min_per_customer: 1, required_tickets: [] }
  const FREE: ReserveFacts = { loading: false, quantityPending: false, updating: false, tickets: [line] }
  const needy = { ...line, required_tickets: [{ ids: [9], title: 'Adult ticket' }] }
  const few = { ...line, min_per_customer: 3 }

  it('is not blocked when nothing stands against it', () => expect(reserveBlock(FREE)).toBeNull())

  it.each([
    ['BSK-43', 'loading', { loading: true }],
    ['BSK-44', 'quantity_pending', { quantityPending: true }],
    ['BSK-45', 'updating', { updating: true }],
    ['BSK-46', 'required_missing', { tickets: [needy] }],
    ['BSK-41', 'below_minimum', { tickets: [line, few] }],
  ] as const)('[%s] is blocked by %s', (_, block, facts) => expect(reserveBlock({ ...FREE, ...facts })).toBe(block))

  it('tells the first of several blocks', () => {
    const all = {
      loading: true,
      quantityPending: true,
      updating: true,
      tickets: [{ ...few, ...needy, min_per_customer: 3 }],
    }
    expect(reserveBlock(all)).toBe('loading')
    expect(storedReserveBlock(all.tickets)).toBe('required_missing')
    expect(storedReserveBlock([few])).toBe('below_minimum')
    expect(storedReserveBlock([line])).toBeNull()
  })

  it('every block has a hint', () => {
    for (const block of Object.values(BLOCKS_RESERVING)) expect(block.hint).not.toBe('')
  })
})

it('OPEN-38: the badge counts every ticket and every gift voucher', () => {
  expect(basketQuantity({ tickets: [{ qty: 2 }, { qty: 3 }], gift_vouchers: [{ qty: 4 }] })).toBe(9)
  expect(basketQuantity({ tickets: [], gift_vouchers: [] })).toBe(0)
})

describe('the mailing-list link', () => {
  it('[BSK-06] is for visitors', () => {
    expect(showsMailingListLink(null)).toBe(true)
    expect(showsMailingListLink({ id: null, subscribed: false })).toBe(true)
  })
  it('[BSK-07] is for users flagged as subscribed, and no others', () => {
    expect(showsMailingListLink({ id: 5, subscribed: true })).toBe(true)
    expect(showsMailingListLink({ id: 5, subscribed: false })).toBe(false)
  })
})
