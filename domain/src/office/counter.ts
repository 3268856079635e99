import { type CurrencyCode, type Minor, toMinor } from '../money/money.ts'

/** How a sale at the counter is paid. */
export const COUNTER_PAYMENTS = ['cash', 'other', 'free', 'reader'] as const
export type CounterPayment = (typeof COUNTER_PAYMENTS)[number]

export type Chosen = { ticketTypeId: number; qty: number }

/** Tickets in a query parameter, such as "12x2-15x1". Malformed parts are left out. */
export function chosenIn(text: string): Chosen[] {
  const chosen = new Map<number, number>()
  for (const part of text.split('-')) {
    const [, id, qty] = /^(\d{1,15})x(\d{1,3})$/.exec(part) ?? []
    if (id !== undefined && Number(qty) > 0) chosen.set(Number(id), Number(qty))
  }
  return [...chosen].map(([ticketTypeId, qty]) => ({ ticketTypeId, qty }))
}

export const chosenText = (chosen: readonly Chosen[]): string =>
  chosen.flatMap(({ ticketTypeId, qty }) => (qty > 0 ? [`${ticketTypeId}x${qty}`] : [])).join('-')

/** The same tickets with a different quantity of one type. */
export const withChosen = (chosen: readonly Chosen[], { ticketTypeId, qty }: Chosen): Chosen[] =>
  [...chosen.filter((item) => item.ticketTypeId !== ticketTypeId), { ticketTypeId, qty }].filter(({ qty }) => qty > 0)

/** The ids of seats in a query parameter, such as "101-102". Malformed parts are left out. */
export const seatIdsIn = (text: string): number[] => [
  ...new Set(text.split('-').flatMap((part) => (/^\d{1,15}$/.test(part) ? [Number(part)] : []))),
]

export const seatIdsText = (ids: readonly number[]): string => ids.join('-')

/** The bank notes that people pay with, in major units. */
const NOTES: Record<CurrencyCode, readonly number[]> = {
  GBP: [5, 10, 20, 50],
  EUR: [5, 10, 20, 50, 100],
  USD: [5, 10, 20, 50, 100],
  JPY: [1000, 2000, 5000, 10_000],
}

/** The notes and round sums that may be handed over for a total, at most four of them. */
export function usualCash(totalMinor: Minor, currency: CurrencyCode): Minor[] {
  const notes = NOTES[currency].map((note) => toMinor(note, currency))
  const rounded = notes.map((note) => Math.ceil(totalMinor / note) * note)
  return [...new Set(rounded)]
    .filter((minor) => minor > totalMinor)
    .sort((a, b) => a - b)
    .slice(0, 4)
}

/** The cash that should be in the drawer. */
export const expectedCash = (shift: { floatMinor: Minor; takenMinor: Minor; handedBackMinor: Minor }): Minor =>
  shift.floatMinor + shift.takenMinor - shift.handedBackMinor
