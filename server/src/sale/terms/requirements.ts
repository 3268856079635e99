import { eventPath } from '@foyer/contract/pages.ts'
import { groupBy } from '@foyer/domain/group.ts'
import type { TicketRequirement } from '@foyer/domain/sale/line.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import { boughtTypesOf } from '../hold/lines.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** Returns the requirements of each ticket type that an earlier order of this buyer does not already meet. */
export async function requirementsOf(
  db: Reader,
  { lines }: Pick<Snapshot, 'lines'>,
  userId: number | null,
): Promise<Map<number, OpenRequirement[]>> {
  const rows = await db
    .selectFrom('ticket_requirements')
    .selectAll()
    .where(
      'ticket_type_id',
      'in',
      lines.map((line) => line.ticketTypeId),
    )
    .orderBy('id')
    .execute()
  const bought = userId === null ? undefined : (await boughtTypesOf(db, [userId])).get(userId)
  const open = rows.filter(({ any_of }) => !any_of.some((id) => bought?.has(id)))
  const offers = await offersOf(
    db,
    open.flatMap(({ any_of }) => any_of),
  )
  return groupBy(
    open.map(({ ticket_type_id, any_of: ids, title }) => ({
      ticketTypeId: ticket_type_id,
      ids,
      title,
      offers: offers.filter((offer) => ids.includes(offer.ticket_id)),
    })),
    ({ ticketTypeId }) => ticketTypeId,
  )
}

export type OpenRequirement = TicketRequirement & { ids: number[]; offers: Awaited<ReturnType<typeof offersOf>> }

/** Returns where these ticket types are on sale. */
async function offersOf(db: Reader, ticketTypeIds: readonly number[]) {
  if (ticketTypeIds.length === 0) return []
  const rows = await db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .select(['type.id as ticket_id', 'type.name as ticket_name', 'event.title as event_name', 'event.slug'])
    .where('type.id', 'in', ticketTypeIds)
    .where('event.status', '=', 'published')
    .orderBy('type.id')
    .execute()
  return rows.map(({ slug, ...offer }) => ({ ...offer, event_url: eventPath(slug) }))
}
