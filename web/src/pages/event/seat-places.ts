import type { SeatData, TicketTypeData } from '@foyer/contract/types.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type Choice, type Chosen, chosenOf, isSoldOut, mostOf, ticketsFor } from './choice.ts'

/** Seats that are sold together: of one ticket type, or of several that share them at different prices. */
export type Place = { id: number; onSale: TicketTypeData[]; seats: PlacedSeat[] }
/** A seat of the whole house. Two places may use the same labels; `key` is unique. */
export type PlacedSeat = SeatData & { key: string; place: Place }
/** A chosen seat and the ticket type it is chosen at. */
export type ChosenSeat = { seat: PlacedSeat; ticket: TicketTypeData }

/** The places with seats that can be bought now, in the order of their ticket types. */
export function placesOf(tickets: readonly TicketTypeData[]): Place[] {
  const seated = groupBy(
    tickets.filter(({ seats }) => seats),
    ({ pool_id, ticket_id }) => (pool_id === null ? `ticket ${ticket_id}` : `pool ${pool_id}`),
  )
  const places = [...seated.values()].map((types, id): Place => {
    const onSale = types.filter((ticket) => ticket.sale === 'open' && !isSoldOut(ticket))
    const place: Place = { id, onSale, seats: [] }
    for (const seat of types[0]?.seats ?? []) {
      const section = seat.section || (seated.size > 1 ? types[0]!.name : '')
      const free = seat.free && onSale.length > 0
      place.seats.push({ ...seat, section, free, key: `${id} ${seat.label}`, place })
    }
    return place
  })
  return places.some(({ onSale }) => onSale.length > 0) ? places : []
}

export const isFull = (choice: Choice, ticket: TicketTypeData): boolean =>
  chosenOf(choice, ticket).seats.length >= mostOf(ticket) * (ticket.seats_each ?? 1)

/** The ticket type at which this seat is chosen. */
export const ticketOf = (choice: Choice, { label, place }: PlacedSeat): TicketTypeData | undefined =>
  place.onSale.find((ticket) => chosenOf(choice, ticket).seats.includes(label))

export const chosenSeats = (choice: Choice, places: readonly Place[]): ChosenSeat[] =>
  places
    .flatMap(({ seats }) => seats)
    .flatMap((seat) => {
      const ticket = ticketOf(choice, seat)
      return ticket ? [{ seat, ticket }] : []
    })

const withSeats = (ticket: TicketTypeData, seats: readonly string[]): Chosen => ({
  quantity: ticketsFor(ticket, seats),
  seats,
})

type Change = [TicketTypeData, Chosen]

const without = (choice: Choice, { seat, ticket }: ChosenSeat): Change => [
  ticket,
  withSeats(
    ticket,
    chosenOf(choice, ticket).seats.filter((label) => label !== seat.label),
  ),
]
const withSeat = (choice: Choice, { seat, ticket }: ChosenSeat): Change => [
  ticket,
  withSeats(ticket, [...chosenOf(choice, ticket).seats, seat.label]),
]

/** Leaves a chosen seat, or takes a free one at the first price of its place. Null when no more are allowed. */
export function toggled(choice: Choice, seat: PlacedSeat): Change | null {
  const chosenAt = ticketOf(choice, seat)
  if (chosenAt) return without(choice, { seat, ticket: chosenAt })
  const [ticket] = seat.place.onSale
  return !seat.free || !ticket || isFull(choice, ticket) ? null : withSeat(choice, { seat, ticket })
}

/** The same seat at another price: what is left at the one before, and what is chosen at the other. */
export const repriced = (choice: Choice, chosen: ChosenSeat, ticket: TicketTypeData): Change[] => [
  without(choice, chosen),
  withSeat(choice, { ...chosen, ticket }),
]
