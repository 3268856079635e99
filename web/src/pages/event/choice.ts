import type { SeatData, TicketTypeData } from '@foyer/contract/types.ts'
import { type ChosenPrice, parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { type CurrencyCode, type Minor, toMinor } from '@foyer/domain/money/money.ts'

/**
 * The selection of one ticket type; with seats, they are the selection and the quantity follows from them. `section`: the shop
 * chooses the seats, in this section, or anywhere if it is empty.
 */
export type Chosen = { quantity: number; seats: readonly string[]; section?: string }
/** By ticket id; a missing id is not selected. */
export type Choice = Readonly<Record<number, Chosen>>

export const NOTHING: Chosen = { quantity: 0, seats: [] }
export const chosenOf = (choice: Choice, ticket: TicketTypeData): Chosen => choice[ticket.ticket_id] ?? NOTHING

/** The maximum a buyer can have now. */
export const mostOf = ({ max_per_basket, left }: TicketTypeData): number => Math.max(0, Math.min(max_per_basket, left))

/** A type with fewer tickets left than its minimum per customer counts as sold out. */
export const isSoldOut = (ticket: TicketTypeData): boolean =>
  ticket.sold_out || mostOf(ticket) < ticket.min_per_customer

/**
 * The quantity a buyer can have instead of the requested one: none, or from the minimum to the maximum. A step into the gap
 * below the minimum crosses the whole gap, in both directions.
 */
export function allowedQuantity(ticket: TicketTypeData, asked: number, before: number): number {
  if (asked > 0 && asked < ticket.min_per_customer) return asked > before ? ticket.min_per_customer : 0
  return Math.min(asked, mostOf(ticket))
}

export const totalQuantity = (choice: Choice): number =>
  Object.values(choice).reduce((sum, { quantity }) => sum + quantity, 0)

/** The seats to choose from. One that is chosen at another price of the same pool is not free. */
export function seatsFor(ticket: TicketTypeData, tickets: readonly TicketTypeData[], choice: Choice): SeatData[] {
  const others = tickets.filter(
    (other) => other.pool_id !== null && other.pool_id === ticket.pool_id && other !== ticket,
  )
  const taken = new Set(others.flatMap((other) => chosenOf(choice, other).seats))
  return (ticket.seats ?? []).map((seat) => (taken.has(seat.label) ? { ...seat, free: false } : seat))
}

/** How many tickets these seats are for; a ticket that is not complete counts. */
export const ticketsFor = ({ seats_each: each = 1 }: TicketTypeData, seats: readonly string[]): number =>
  Math.ceil(seats.length / each)

/** Whether the chosen seats are not all of a ticket's, as three of a family's four. */
export const isIncomplete = ({ seats_each: each = 1 }: TicketTypeData, { seats }: Chosen): boolean =>
  seats.length % each > 0

/** The sections with a free seat, in the order of the house. */
export const sectionsOf = (seats: readonly SeatData[]): string[] => [
  ...new Set(seats.flatMap(({ section, free }) => (free && section !== '' ? [section] : []))),
]

/** What buyers typed to pay for each ticket of a type, by ticket id; what is missing is the suggestion. */
export type Amounts = Readonly<Record<number, string>>

/** The price that the buyer chooses; null where it is fixed. */
export const chosenPriceOf = ({ pay_what_you_can }: TicketTypeData, currency: CurrencyCode): ChosenPrice | null =>
  pay_what_you_can && {
    minMinor: toMinor(pay_what_you_can.min, currency),
    suggestedMinor: toMinor(pay_what_you_can.suggested, currency),
  }

/** The amount that the buyer pays for each ticket; null while what they typed is none. */
export const amountOf = (ticket: TicketTypeData, price: ChosenPrice, amounts: Amounts, currency: CurrencyCode) => {
  const typed = amounts[ticket.ticket_id]
  return typed === undefined ? price.suggestedMinor : parseAmount(typed, currency)
}

/** The price of one ticket including its fee, in minor units. */
export function priceMinorOf(ticket: TicketTypeData, amounts: Amounts, currency: CurrencyCode): Minor {
  const price = chosenPriceOf(ticket, currency)
  const amount = price && amountOf(ticket, price, amounts, currency)
  return amount === null ? toMinor(ticket.all_in_price, currency) : amount + toMinor(ticket.booking_fee, currency)
}

/** In minor units, including fees. */
export const totalMinor = (
  choice: Choice,
  tickets: readonly TicketTypeData[],
  currency: CurrencyCode,
  amounts: Amounts = {},
): Minor =>
  tickets.reduce((sum, ticket) => sum + chosenOf(choice, ticket).quantity * priceMinorOf(ticket, amounts, currency), 0)
