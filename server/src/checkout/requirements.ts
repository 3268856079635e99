import type { Checkout } from '@foyer/contract/types.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { alreadyBought } from '../sale/hold/lines.ts'
import type { Snapshot } from '../sale/snapshot.ts'

/** Needs of each ticket type that this buyer has not met by an earlier order (OPEN-39). */
export async function requirementsOf({ db }: Deps, session: Session, { sale, has, lines }: Snapshot) {
  const needs = new Map<number, Checkout['tickets'][number]['required_tickets']>()
  if (!has.requirements) return needs
  const rows = await db
    .selectFrom('ticket_requirements')
    .selectAll()
    .where(
      'ticket_type_id',
      'in',
      lines.map((line) => line.ticket_type_id),
    )
    .orderBy('id')
    .execute()
  const userId = sale.user_id ?? session.userId
  const bought = userId === null ? undefined : (await alreadyBought(db, [userId])).get(userId)
  const open = rows.filter(({ any_of }) => !any_of.some((id) => bought?.has(id)))
  const offers = await offersOf(
    db,
    open.flatMap(({ any_of }) => any_of),
  )
  for (const { ticket_type_id, any_of, title } of open) {
    const need = { ids: any_of, title, offers: offers.filter((offer) => any_of.includes(offer.ticket_id)) }
    needs.set(ticket_type_id, [...(needs.get(ticket_type_id) ?? []), need])
  }
  return needs
}

/** Where these ticket types are on sale. */
async function offersOf(db: Deps['db'], ticketIds: readonly number[]) {
  if (ticketIds.length === 0) return []
  const rows = await db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['type.id as ticket_id', 'type.name as ticket_name', 'event.title as event_name', 'event.slug'])
    .where('type.id', 'in', ticketIds)
    .where('event.status', '=', 'published')
    .orderBy('type.id')
    .execute()
  return rows.map(({ slug, ...offer }) => ({ ...offer, event_url: `/events/${slug}/` }))
}
