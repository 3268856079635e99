import type { SeatData, TicketTypeData } from '@foyer/contract/types.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { typesForKind } from '@foyer/domain/seats/kinds.ts'
import { type Choices, isSoldOut, maxQuantity, type Selection, selectionOf, ticketCount } from './choice.ts'

/** Seats that are sold together: those of one ticket type, or of several types that sell them at different prices. */
export type SeatGroup = { id: number; onSale: TicketTypeData[]; seats: PlacedSeat[] }
/** A seat of the seating plan. Two groups may use the same labels; `key` is unique. */
export type PlacedSeat = SeatData & { key: string; name: string; group: SeatGroup }
/** A chosen seat and the ticket type it is chosen at. */
export type ChosenSeat = { seat: PlacedSeat; ticket: TicketTypeData }

/** The groups of seats, in the order of their ticket types; none if no seat can be bought now. */
export function seatGroupsOf(tickets: readonly TicketTypeData[]): SeatGroup[] {
  const typesByGroup = groupBy(
    tickets.filter(({ seats }) => seats),
    ({ pool_id, ticket_id }) => (pool_id === null ? `ticket ${ticket_id}` : `pool ${pool_id}`),
  )
  const groups = [...typesByGroup.values()].map((ticketTypes, id): SeatGroup => {
    const onSale = ticketTypes.filter((ticket) => ticket.sale === 'open' && !isSoldOut(ticket))
    const group: SeatGroup = { id, onSale, seats: [] }
    for (const seat of ticketTypes[0]?.seats ?? []) {
      const section = seat.section || (typesByGroup.size > 1 ? ticketTypes[0]!.name : '')
      const free = seat.free && onSale.length > 0
      group.seats.push({ name: seat.label, ...seat, section, free, key: `${id} ${seat.label}`, group })
    }
    return group
  })
  return groups.some(({ onSale }) => onSale.length > 0) ? groups : []
}

export const isFull = (choices: Choices, ticket: TicketTypeData): boolean =>
  selectionOf(choices, ticket).seats.length >= maxQuantity(ticket) * (ticket.seats_each ?? 1)

/** The ticket type at which this seat is chosen. */
export const ticketOf = (choices: Choices, { label, group }: PlacedSeat): TicketTypeData | undefined =>
  group.onSale.find((ticket) => selectionOf(choices, ticket).seats.includes(label))

export const chosenSeats = (choices: Choices, groups: readonly SeatGroup[]): ChosenSeat[] =>
  groups
    .flatMap(({ seats }) => seats)
    .flatMap((seat) => {
      const ticket = ticketOf(choices, seat)
      return ticket ? [{ seat, ticket }] : []
    })

const withSeats = (ticket: TicketTypeData, seats: readonly string[]): Selection => ({
  quantity: ticketCount(ticket, seats),
  seats,
})

type Change = [TicketTypeData, Selection]

const withoutSeat = (choices: Choices, { seat, ticket }: ChosenSeat): Change => [
  ticket,
  withSeats(
    ticket,
    selectionOf(choices, ticket).seats.filter((label) => label !== seat.label),
  ),
]
const withSeat = (choices: Choices, { seat, ticket }: ChosenSeat): Change => [
  ticket,
  withSeats(ticket, [...selectionOf(choices, ticket).seats, seat.label]),
]

/** The ticket types at which this seat can be chosen, first the one that is meant for it. */
export const ticketsFor = ({ group, kind }: PlacedSeat): TicketTypeData[] =>
  typesForKind(group.onSale, kind ?? 'standard')

/** Removes a chosen seat, or chooses a free one at its first price. Null if no more seats are allowed. */
export function toggleSeat(choices: Choices, seat: PlacedSeat): Change | null {
  const chosenTicket = ticketOf(choices, seat)
  if (chosenTicket) return withoutSeat(choices, { seat, ticket: chosenTicket })
  const [ticket] = ticketsFor(seat)
  return !seat.free || !ticket || isFull(choices, ticket) ? null : withSeat(choices, { seat, ticket })
}

/** Moves a chosen seat to another price. Returns the new selections of both ticket types. */
export const changePrice = (choices: Choices, chosen: ChosenSeat, ticket: TicketTypeData): Change[] => [
  withoutSeat(choices, chosen),
  withSeat(choices, { ...chosen, ticket }),
]
