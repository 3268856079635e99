import type { Tx } from '../db/transaction/tx.ts'

/** A name for a ticket that its payment plan hasn't issued yet. `place`: its first seat, or a number among those without seats. */
export type PendingName = { place: number; name: string }

export type PendingTicket = PendingName & { seatIds: number[] }

/**
 * The tickets of a type that its payment plan will issue, with their names. `units`: the seats of each ticket. A name stays with its
 * seat. Tickets without seats are alike: those with a name come first, so that returned tickets are those without one.
 */
export function pendingTickets(units: readonly (readonly number[])[], names: readonly PendingName[]): PendingTicket[] {
  const sortedNames = [...names].sort((a, b) => a.place - b.place)
  const usedPlaces = new Set(sortedNames.map(({ place }) => place))
  const places = Array.from({ length: units.length + usedPlaces.size }, (_, place) => place)
  const unnamed = places.filter((place) => !usedPlaces.has(place)).map((place) => ({ place, name: '' }))
  const withoutSeats = [...sortedNames, ...unnamed]
  return units.map((seatIds, i) => {
    const [seat] = seatIds
    if (seat === undefined) return { ...withoutSeats[i]!, seatIds: [] }
    return { place: seat, name: sortedNames.find(({ place }) => place === seat)?.name ?? '', seatIds: [...seatIds] }
  })
}

/** The names for a sale's pending tickets, by ticket type. */
export async function pendingNamesOf(
  db: Pick<Tx, 'selectFrom'>,
  saleId: number,
): Promise<(ticketTypeId: number) => PendingName[]> {
  const rows = await db.selectFrom('plan_names').selectAll().where('sale_id', '=', saleId).execute()
  return (ticketTypeId) => rows.filter(({ ticket_type_id }) => ticket_type_id === ticketTypeId)
}

/** Stores a name until its ticket is issued. The sale must be locked, and the place one of its pending tickets. */
export const storePendingName = (tx: Tx, saleId: number, ticketTypeId: number, { place, name }: PendingName) =>
  tx
    .insertInto('plan_names')
    .values({ sale_id: saleId, ticket_type_id: ticketTypeId, place, name })
    .onConflict((conflict) => conflict.columns(['sale_id', 'ticket_type_id', 'place']).doUpdateSet({ name }))
    .execute()

/** Deletes the names once the tickets have been issued, or never will be. */
export const deletePendingNames = (tx: Tx, saleId: number) =>
  tx.deleteFrom('plan_names').where('sale_id', '=', saleId).execute()
