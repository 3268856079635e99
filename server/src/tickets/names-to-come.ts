import type { Tx } from '../db/transaction/tx.ts'

/** A name for a ticket that its payment plan hasn't issued yet. `place`: its first seat, or a number among those without seats. */
export type NameToCome = { place: number; name: string }

export type TicketToCome = NameToCome & { seatIds: number[] }

/**
 * The tickets that will be issued of a type, as they stand now: a name stays with its seat. Tickets without seats are alike, so
 * those with a name come first, and those without go first when some are returned.
 */
export function ticketsToCome(units: readonly (readonly number[])[], names: readonly NameToCome[]): TicketToCome[] {
  const inOrder = [...names].sort((a, b) => a.place - b.place)
  const used = new Set(inOrder.map(({ place }) => place))
  const free = Array.from({ length: units.length + used.size }, (_, place) => place).filter((place) => !used.has(place))
  const alike = [...inOrder, ...free.map((place) => ({ place, name: '' }))]
  return units.map((seatIds, i) => {
    const [seat] = seatIds
    if (seat === undefined) return { ...alike[i]!, seatIds: [] }
    return { place: seat, name: inOrder.find(({ place }) => place === seat)?.name ?? '', seatIds: [...seatIds] }
  })
}

/** The names of a sale's tickets to come, by ticket type. */
export async function namesToCome(
  db: Pick<Tx, 'selectFrom'>,
  saleId: number,
): Promise<(ticketTypeId: number) => NameToCome[]> {
  const rows = await db.selectFrom('plan_names').selectAll().where('sale_id', '=', saleId).execute()
  return (ticketTypeId) => rows.filter(({ ticket_type_id }) => ticket_type_id === ticketTypeId)
}

/** Keeps a name until the ticket is issued with it. The sale must be locked, and the place one of its tickets to come. */
export const storeNameToCome = (tx: Tx, saleId: number, ticketTypeId: number, { place, name }: NameToCome) =>
  tx
    .insertInto('plan_names')
    .values({ sale_id: saleId, ticket_type_id: ticketTypeId, place, name })
    .onConflict((conflict) => conflict.columns(['sale_id', 'ticket_type_id', 'place']).doUpdateSet({ name }))
    .execute()

/** The tickets are issued, or never will be. */
export const deleteNamesToCome = (tx: Tx, saleId: number) =>
  tx.deleteFrom('plan_names').where('sale_id', '=', saleId).execute()
