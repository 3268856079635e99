import { describe, expect, it } from 'vitest'
import { isOnSale, type SaleWindow, saleState } from './on-sale.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 12, minute))
const NOW = at(0)
const OPEN: SaleWindow = {
  eventStatus: 'published',
  onSaleFrom: null,
  startsAt: at(50),
  endsAt: null,
  saleFrom: null,
  saleUntil: null,
  visibility: 'all',
  archived: false,
}

describe('isOnSale', () => {
  it.each([
    [{}, true],
    [{ saleFrom: at(-1), saleUntil: at(1) }, true],
    [{ saleFrom: at(0) }, true],
    [{ saleFrom: at(1) }, false],
    [{ saleUntil: at(0) }, false],
    [{ saleUntil: at(-1) }, false],
    [{ visibility: 'staff' as const }, false],
    [{ visibility: 'staff' as const, unlocked: true }, false],
    [{ visibility: 'code' as const }, false],
    [{ visibility: 'code' as const, unlocked: true }, true],
    [{ visibility: 'code' as const, unlocked: true, archived: true }, false],
    [{ archived: true }, false],
    // The type's window does not open the event's.
    [{ saleFrom: at(-1), onSaleFrom: at(1) }, false],
    [{ saleFrom: at(-1), eventStatus: 'cancelled' }, false],
  ])('with %o is %s', (window, expected) => expect(isOnSale({ ...OPEN, ...window }, NOW)).toBe(expected))

  it('distinguishes sales not yet open from closed ones', () => {
    expect(saleState({ saleFrom: at(1), saleUntil: at(2) }, NOW)).toBe('not_yet')
    expect(saleState({ saleFrom: at(1), saleUntil: at(2) }, at(1))).toBe('open')
    expect(saleState({ saleFrom: at(1), saleUntil: at(2) }, at(2))).toBe('over')
  })
})
