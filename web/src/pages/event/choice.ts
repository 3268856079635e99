import { common } from '@foyer/contract/messages.ts'
import { forText } from '@foyer/contract/price-text.ts'
import type { EventPageData, SeatData, TicketTypeData } from '@foyer/contract/types.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { type ChosenPrice, parseAmount } from '@foyer/domain/money/chosen-amount.ts'
import { type CurrencyCode, type Minor, sum, toMinor } from '@foyer/domain/money/money.ts'
import { addedToTickets } from '@foyer/domain/money/small-total.ts'

/**
 * The selection of one ticket type. If the buyer chooses seats, the quantity follows from them. `section`: the shop chooses
 * the seats, in this section or, if it is empty, anywhere.
 */
export type Selection = { quantity: number; seats: readonly string[]; section?: string }
/** The selections by ticket id; a missing id is not selected. */
export type Choices = Readonly<Record<number, Selection>>

export const NO_SELECTION: Selection = { quantity: 0, seats: [] }
export const selectionOf = (choices: Choices, ticket: TicketTypeData): Selection =>
  choices[ticket.ticket_id] ?? NO_SELECTION

/** The maximum a buyer can have now. */
export const maxQuantity = ({ max_per_basket, left }: TicketTypeData): number =>
  Math.max(0, Math.min(max_per_basket, left))

/** A type with fewer tickets left than its minimum per customer counts as sold out. */
export const isSoldOut = (ticket: TicketTypeData): boolean =>
  ticket.sold_out || maxQuantity(ticket) < ticket.min_per_customer

/**
 * The quantity a buyer can have instead of the requested one: none, or from the minimum to the maximum. A step into the gap
 * below the minimum crosses the whole gap, in both directions.
 */
export function allowedQuantity(ticket: TicketTypeData, requested: number, current: number): number {
  if (requested > 0 && requested < ticket.min_per_customer) return requested > current ? ticket.min_per_customer : 0
  return Math.min(requested, maxQuantity(ticket))
}

export const totalQuantity = (choices: Choices): number =>
  Object.values(choices).reduce((sum, { quantity }) => sum + quantity, 0)

/** The seats of a ticket type. A seat already chosen for another type of the same pool is not free. */
export function seatsFor(ticket: TicketTypeData, tickets: readonly TicketTypeData[], choices: Choices): SeatData[] {
  const others = tickets.filter(
    (other) => other.pool_id !== null && other.pool_id === ticket.pool_id && other !== ticket,
  )
  const taken = new Set(others.flatMap((other) => selectionOf(choices, other).seats))
  return (ticket.seats ?? []).map((seat) => (taken.has(seat.label) ? { ...seat, free: false } : seat))
}

/** The number of tickets that these seats are for. An incomplete ticket counts. */
export const ticketCount = ({ seats_each: each = 1 }: TicketTypeData, seats: readonly string[]): number =>
  Math.ceil(seats.length / each)

/** Whether a ticket still lacks seats, for example three of four chosen for a family ticket. */
export const isIncomplete = ({ seats_each: each = 1 }: TicketTypeData, { seats }: Selection): boolean =>
  seats.length % each > 0

/** The sections with a free seat, in the order of the seating plan. */
export const sectionsOf = (seats: readonly SeatData[]): string[] => [
  ...new Set(seats.flatMap(({ section, free }) => (free && section !== '' ? [section] : []))),
]

/** The amounts that the buyer typed, by ticket id; the suggested amount applies to a missing id. */
export type Amounts = Readonly<Record<number, string>>

/** What of an event its prices depend on. */
export type PricedEvent = Pick<EventPageData['event'], 'small_total' | 'currency'>

/** The limits of a price that the buyer chooses; null if the price is fixed. */
export const chosenPriceOf = ({ pay_what_you_can }: TicketTypeData, currency: CurrencyCode): ChosenPrice | null =>
  pay_what_you_can && {
    minMinor: toMinor(pay_what_you_can.min, currency),
    suggestedMinor: toMinor(pay_what_you_can.suggested, currency),
  }

/** The amount that the buyer chose for each ticket; null while the text is not an amount. */
export const amountOf = (ticket: TicketTypeData, price: ChosenPrice, amounts: Amounts, currency: CurrencyCode) => {
  const amountText = amounts[ticket.ticket_id]
  return amountText === undefined ? price.suggestedMinor : parseAmount(amountText, currency)
}

/** The price of one ticket including its fee, in minor units. */
export function priceMinorOf(ticket: TicketTypeData, amounts: Amounts, currency: CurrencyCode): Minor {
  const price = chosenPriceOf(ticket, currency)
  const amount = price && amountOf(ticket, price, amounts, currency)
  return amount === null ? toMinor(ticket.all_in_price, currency) : amount + toMinor(ticket.booking_fee, currency)
}

/**
 * What a ticket type costs in words; at an amount that the buyer typed, the total of its least quantity. As in the server's text,
 * a total that the organiser waives is not promised.
 */
export function priceTextOf(ticket: TicketTypeData, amounts: Amounts, event: PricedEvent): string {
  const { code } = event.currency
  const { min_per_customer: least, required_cost = 0 } = ticket
  const unitMinor = priceMinorOf(ticket, amounts, code)
  if (unitMinor === toMinor(ticket.all_in_price, code)) return ticket.price_text
  const dueMinor = least * unitMinor + toMinor(ticket.delivery_cost + required_cost, code)
  const totalMinor = dueMinor + Math.max(0, addedMinor(dueMinor, event))
  return totalMinor === 0 ? common['label.free'] : forText(formatMinor(totalMinor, code), least)
}

/** What the organiser's rule adds to a total too small for a card, in minor units; negative if it is waived. */
const addedMinor = (dueMinor: Minor, { small_total: small, currency: { code } }: PricedEvent): Minor =>
  addedToTickets(dueMinor, small && { rule: small.rule, minimumMinor: toMinor(small.minimum, code), charityId: null })

/** In minor units, as an order charges it: with fees, the dearest postage, and what a total too small for a card becomes. */
export function totalMinor(
  choices: Choices,
  tickets: readonly TicketTypeData[],
  event: PricedEvent,
  amounts: Amounts = {},
): Minor {
  const { code } = event.currency
  const chosen = tickets.filter((ticket) => selectionOf(choices, ticket).quantity > 0)
  const dueMinor =
    sum(chosen.map((ticket) => selectionOf(choices, ticket).quantity * priceMinorOf(ticket, amounts, code))) +
    Math.max(0, ...chosen.map(({ delivery_cost }) => toMinor(delivery_cost, code)))
  return dueMinor + addedMinor(dueMinor, event)
}
