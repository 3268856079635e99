import { eventPath } from '@foyer/contract/pages.ts'
import { missingRequirements } from '@foyer/domain/basket/requirements.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import type { TicketRequirement } from '@foyer/domain/sale/line.ts'
import type { Kysely } from 'kysely'
import { HELD } from '../../db/held-online.ts'
import type { Database } from '../../db/schema/types.generated.ts'
import { IS_CLOSED } from '../../may-sell.ts'
import { boughtTypesOf } from '../hold/lines.ts'
import type { SnapshotLine } from '../snapshot/snapshot.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** Returns the requirements of each ticket type that an earlier order of this buyer does not already meet. */
export async function requirementsOf(
  db: Reader,
  { lines }: { lines: readonly Pick<SnapshotLine, 'ticketTypeId'>[] },
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

/**
 * The titles of the tickets that a held sale requires and that neither its basket nor the earlier orders of this account contain.
 * A reserve has checked this for the customer it was made for, so it is checked again for each later one.
 */
export async function missingTickets(db: Reader, saleId: number, userId: number | null): Promise<string[]> {
  const lines = await db
    .selectFrom('sale_lines')
    .select('ticket_type_id as ticketTypeId')
    .where('sale_id', '=', saleId)
    .execute()
  if (lines.length === 0) return []
  const open = await requirementsOf(db, { lines }, userId)
  return missingRequirements(
    lines.map(({ ticketTypeId }) => ({ ticketTypeId, requirements: open.get(ticketTypeId) ?? [] })),
  )
}

export type OpenRequirement = TicketRequirement & { ids: number[]; offers: Awaited<ReturnType<typeof offersOf>> }

/** Returns where these ticket types are on sale. */
async function offersOf(db: Reader, ticketTypeIds: readonly number[]) {
  if (ticketTypeIds.length === 0) return []
  const rows = await db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select(['type.id as ticket_id', 'type.name as ticket_name', 'event.title as event_name', 'event.slug'])
    .select(['event.timezone', ...HELD, 'date.starts_at', 'date.ends_at', 'date.all_day'])
    .where('type.id', 'in', ticketTypeIds)
    .where('event.status', '=', 'published')
    .where(IS_CLOSED, '=', false)
    .orderBy('type.id')
    .execute()
  return rows.map(({ slug, timezone, online, postponed, starts_at, ends_at, all_day, ...offer }) => ({
    ...offer,
    event_url: eventPath(slug),
    nice_date: longWhen({ starts_at, ends_at, all_day }, { timezone, online, postponed }),
  }))
}
