import { purchaseOf } from '@foyer/domain/money/cheapest-purchase.ts'
import type { SmallTotalTerms } from '@foyer/domain/money/small-total.ts'
import { expect, it } from 'vitest'
import { fromText, priceText, tierText } from './price-text.ts'

const small = (rule: 'round_up' | 'waive'): SmallTotalTerms => ({ rule, minimumMinor: 30, charityId: null })
const textOf = (parts: Partial<Parameters<typeof purchaseOf>[0]>, terms?: SmallTotalTerms, titles?: string[]) =>
  priceText(purchaseOf({ qty: 1, unitMinor: 1000, postageMinor: 0, requiredMinor: 0, ...parts }, terms), 'GBP', titles)

it('[DSP-07] a price of 0 or less is FREE', () => {
  expect(textOf({ unitMinor: 0 })).toBe('FREE')
  expect(fromText({ totalMinor: 0, qty: 1 }, 'GBP')).toBe('FREE')
  expect(fromText({ totalMinor: -500, qty: 1 }, 'GBP')).toBe('FREE')
  expect(fromText({ totalMinor: 1, qty: 1 }, 'GBP')).toBe('From £0.01')
})

it('a price that one ticket has and each further one too is that price', () => expect(textOf({})).toBe('£10.00'))

it('says in one line what the first order costs, each further ticket, and what the first has besides', () => {
  expect(textOf({ postageMinor: 495 })).toBe(
    '£14.95 for one, £10.00 for each further ticket (with £4.95 postage per order)',
  )
  expect(textOf({ qty: 2 })).toBe('£20.00 for 2, £10.00 for each further ticket')
  expect(textOf({ qty: 2, postageMinor: 495, requiredMinor: 2200 }, undefined, ['an Adult ticket'])).toBe(
    '£46.95 for 2, £10.00 for each further ticket (with £4.95 postage per order, with an Adult ticket for £22.00)',
  )
  expect(fromText({ totalMinor: 2495, qty: 2 }, 'GBP')).toBe('From £24.95 for 2')
})

it.each([
  [{ date: 'Tue 1 Dec 2026', left: null }, 'Until Tue 1 Dec 2026, then £13.00'],
  [{ date: null, left: 4 }, 'For the next 4, then £13.00'],
  [{ date: 'Tue 1 Dec 2026', left: 4 }, 'For the next 4, or until Tue 1 Dec 2026, then £13.00'],
])('says how long a price lasts, and the next total: %j', (tier, words) => {
  expect(tierText(tier, { totalMinor: 1300, qty: 1 }, 'GBP')).toBe(words)
  expect(tierText(tier, { totalMinor: 2600, qty: 2 }, 'GBP')).toContain('then £26.00 for 2')
})

it('shows what a total too small for a card is rounded up to, and promises none that is waived', () => {
  expect(textOf({ unitMinor: 20 }, small('round_up'))).toBe(
    '£0.30 for one, £0.20 for each further ticket (with £0.10 to reach the smallest card payment)',
  )
  expect(textOf({ unitMinor: 20 }, small('waive'))).toBe('£0.20')
})
