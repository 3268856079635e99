import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { isPossible } from '@foyer/domain/sale/self-service.ts'
import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { type PendingTicket, pendingNamesOf, pendingTickets, storePendingName } from '../../tickets/pending-names.ts'
import { type OwnPlaces, ownOrderOf, ownPlaces, seatLabels, unitsOf } from './own-tickets.ts'

/** Pending tickets of one type, each with its name and seat. */
export type NamedPlaces = OwnPlaces & { tickets: (PendingTicket & { seat: string })[] }

/** The tickets that a running plan will issue, with their names. */
export async function namedPlaces(tx: Pick<Tx, 'selectFrom'>, saleId: number, now: Date): Promise<NamedPlaces[]> {
  const places = await ownPlaces(tx, saleId, now)
  if (places.length === 0) return []
  const namesOf = await pendingNamesOf(tx, saleId)
  return places.map((place) => {
    const units = unitsOf(place)
    const seatIds = units.map((seats) => seats.map(({ id }) => id))
    const tickets = pendingTickets(seatIds, namesOf(place.ticket_type_id))
    return { ...place, tickets: tickets.map((ticket, i) => ({ ...ticket, seat: seatLabels(units[i]!) })) }
  })
}

/**
 * Stores another name for a pending ticket. Returns the previous name; null if there is no such ticket. The sale must be
 * locked.
 */
export async function renamePlace(
  tx: Tx,
  saleId: number,
  about: { ticket_type_id: number; place: number; name: string },
  now: Date,
  isOpen: (places: NamedPlaces) => boolean,
): Promise<string | null> {
  const { ticket_type_id, place, name } = about
  const places = (await namedPlaces(tx, saleId, now)).find((type) => type.ticket_type_id === ticket_type_id)
  // guard: place-of-plan-named
  const ticket = places && isOpen(places) && places.tickets.find((ticket) => ticket.place === place)
  if (!ticket) return null
  if (ticket.name !== name) {
    await storePendingName(tx, saleId, ticket_type_id, { place, name })
    await record(tx, saleId, 'holder_renamed', now)
  }
  return ticket.name
}

/** Names a ticket of the buyer's that is issued after the last payment of its plan. */
export async function namePlanTicket(
  { reference, ...about }: BodyOf<'name_plan_ticket'>,
  { deps, session, now }: RequestContext,
): Promise<ReplyOf<'name_plan_ticket'> | Fail<'unknown_sale' | 'proof_too_old' | 'holder_missing' | 'not_renamable'>> {
  const own = await ownOrderOf(deps.db, session, reference)
  if (own === null) return fail('unknown_sale')
  // guard: plan-name-needs-proof
  if (!own.isProved) return fail('proof_too_old')
  if (about.name === '') return fail('holder_missing')
  return inTx(deps.db, async (tx) => {
    const sale = await lockSale(tx, own.sale.id)
    // guard: plan-name-within-policy
    const mayRename = ({ rules, starts_at }: OwnPlaces) => isPossible(rules.renameHours, starts_at, now)
    const before = await renamePlace(tx, sale.id, about, now, mayRename)
    return before === null ? fail('not_renamable') : { success: true as const }
  })
}
