import { type ReservableLine, reserveRefusal } from '@foyer/domain/basket/reserve-refusal.ts'
import { describe, expect, it } from 'vitest'
import { isShortageText, refusalText, soldOutText } from './rules.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const NOTHING = new Set<number>()

const line = (qty: number, said: Partial<ReservableLine> = {}): ReservableLine => ({
  ticketTypeId: 1,
  eventId: 1,
  qty,
  eventTitle: 'Quiet Night',
  minPerCustomer: 1,
  maxCanReserve: null,
  eventStatus: 'published',
  onSaleFrom: null,
  startsAt: at(24),
  endsAt: null,
  saleFrom: null,
  saleUntil: null,
  visibility: 'all',
  archived: false,
  requirements: [],
  ...said,
})
const why = (lines: ReservableLine[], bought: ReadonlySet<number> = NOTHING) => {
  const refusal = reserveRefusal(lines, bought, NOW)
  return refusal && refusalText(refusal)
}

describe('rules of a reserve', () => {
  it('[BSK-39, BSK-41] require at least the minimum of a type, and exactly the minimum is enough', () => {
    expect(why([line(1, { minPerCustomer: 2 })])).toBe('You must purchase a minimum of 2 tickets of this type')
    expect(why([line(2, { minPerCustomer: 2 })])).toBeNull()
  })

  it('[BSK-36] allow at most the maximum of a type, or without one the general maximum per line', () => {
    expect(why([line(4, { maxCanReserve: 3 })])).toBe('You can only reserve 3 tickets of this type')
    expect(why([line(3, { maxCanReserve: 3 })])).toBeNull()
    expect(why([line(100)])).toBeNull()
    expect(why([line(101)])).toBe('You can only reserve 100 tickets of this type')
    expect(why([line(101, { maxCanReserve: 500 })])).toBe('You can only reserve 100 tickets of this type')
  })

  it('[BSK-46] accept a required ticket in the basket or bought earlier, any one of those listed', () => {
    const child = line(1, { ticketTypeId: 2, requirements: [{ title: 'an Adult ticket', ids: [1, 3] }] })
    const refusal = 'You must also purchase the following tickets to continue the checkout. an Adult ticket'
    expect(why([child])).toEqual(refusal)
    expect(why([child], new Set([2, 9]))).toEqual(refusal)
    expect(why([child], new Set([3]))).toBeNull()
    expect(why([child, line(1)])).toBeNull()
  })

  it('[BSK-46] require every requirement to be met', () => {
    const both = line(1, {
      ticketTypeId: 2,
      requirements: [
        { title: 'an Adult ticket', ids: [1] },
        { title: 'a membership', ids: [5] },
      ],
    })
    expect(why([both])).toMatch(/ an Adult ticket and a membership$/)
    expect(why([both, line(1)])).toMatch(/ a membership$/)
    expect(why([both, line(1)], new Set([5]))).toBeNull()
  })

  it('allow only what is on sale: published, open and not over', () => {
    const not = 'Quiet Night: '
    for (const type of [
      { eventStatus: 'cancelled' },
      { onSaleFrom: at(1) },
      { saleFrom: at(1) },
      { saleUntil: at(0) },
      { visibility: 'staff' as const },
      { archived: true },
      { startsAt: at(-1) },
      { startsAt: at(-3), endsAt: at(-1) },
    ])
      expect(why([line(1, type)]), JSON.stringify(type)).toMatch(not)
    for (const type of [{ onSaleFrom: NOW }, { startsAt: NOW }, { startsAt: at(-1), endsAt: at(1) }])
      expect(why([line(1, type)]), JSON.stringify(type)).toBeNull()
  })

  it('check every line', () => {
    expect(why([line(1), line(1, { ticketTypeId: 2, minPerCustomer: 2 })])).toMatch('minimum of 2')
  })
})

describe('a stock refusal', () => {
  it('[RSV-16] says how many there are of each, or that it is sold out', () =>
    expect(
      soldOutText([
        { name: 'Quiet Night, Stalls', left: 2 },
        { name: 'Quiet Night, Balcony', left: 0 },
      ]),
    ).toBe('Sorry, only 2 left for Quiet Night, Stalls. Sorry, Quiet Night, Balcony has just sold out.'))

  it('names an access code that is used up, or how many tickets it still allows', () => {
    expect(soldOutText([{ name: 'Quiet Night', left: 0, ofCode: true }])).toBe(
      'Sorry, your access code for Quiet Night has been used up.',
    )
    expect(soldOutText([{ name: 'Quiet Night', left: 2, ofCode: true }])).toBe(
      'Sorry, your access code is good for only 2 more tickets for Quiet Night.',
    )
  })

  it('is distinguishable from other reasons when stored', () => {
    for (const short of [
      { name: 'Gala, Stalls', left: 0 },
      { name: 'Gala, Stalls', left: 3 },
      { name: 'Gala', left: 3, together: ['Adult', 'Child'] },
    ])
      expect(isShortageText(soldOutText([short])), short.name).toBe(true)
    for (const other of [
      soldOutText([{ name: 'Gala', left: 0, ofCode: true }]),
      'You can only reserve 3 tickets of this type',
      '',
    ])
      expect(isShortageText(other), other).toBe(false)
  })
})
