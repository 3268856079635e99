import { sql } from 'kysely'
import { insertAll, insertMany, updateAll } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { EVENT, TICKET_TYPE } from '../../model/event.ts'
import type { Plan } from '../plan.ts'
import { writeAccessCodes } from './access-codes.ts'
import { type Context, refuse } from './context.ts'
import { moveNotes, type PlannedDate, writeDates } from './dates.ts'
import { describe } from './describe.ts'
import { replaceEventTexts } from './event-texts.ts'
import { type PlannedEvent, planEvent, problemsOf, type StoredEvent, staysDraft } from './plan-event.ts'
import { finishPools, type PlannedPool, removePools, writePools } from './pools.ts'
import { writeTiers } from './price-tiers.ts'
import { writeSeats } from './seats.ts'
import { setCapacities } from './stock.ts'
import type { PlannedType } from './stock-problems.ts'

/** Writes an event with its dates, types, pools, codes and texts, or refuses it with all of its problems. */
export async function writeEvent(context: Context, item: Plan['events'][number], now: Date): Promise<void> {
  const { result: out } = context
  const what = `event "${item.value.title}"`
  const planned = await planEvent(context, item, now)
  const { organiserId, venueId, picture } = planned
  const problems = await problemsOf(context, planned)
  if (problems.length > 0 || organiserId === undefined || venueId === undefined || picture === 'unknown') {
    for (const { path, why } of problems) refuse(out, item, what, why, path)
    return
  }
  const isDraft = staysDraft(context.plan, planned)
  const event: CatalogueEvent = isDraft ? { ...planned.event, status: 'draft' } : planned.event
  const notes = await writeParts(context, { ...planned, event }, { organiserId, venueId, picture }, now)
  if (isDraft) notes.unshift(`it is a draft: ${planned.unpublished}`)
  const how = planned.existing ? 'updated' : 'new'
  out.taken.push({ line: item.line(), what: describe(event, what), how })
  for (const why of notes) out.notes.push({ line: item.line(), what, why })
}

/** Writes the event and everything that belongs to it. Returns notes about what had to stay. */
async function writeParts(
  context: Context,
  { event, existing, stored, dates, pools, types, isFile, listingKey }: PlannedEvent,
  ids: { organiserId: number; venueId: number | null; picture: string | null | undefined },
  now: Date,
): Promise<string[]> {
  const { tx, plan } = context
  const eventId = await upsertEvent(tx, event, { ...ids, format: plan.format, listingKey })
  context.events.set(event.slug, eventId)
  const zones = { before: existing?.timezone ?? event.timezone, after: event.timezone }
  const dateIds = await writeDates(tx, eventId, dates, { zones, now, tell: isFile })
  const poolIds = await writePools(tx, eventId, pools, dateIds)
  const typeIds = await writeTypes(tx, eventId, event, types, { dateIds, poolIds, pools })
  await writeSeats(
    tx,
    types.map(({ seats, stored: before }, i) => ({
      owner: { ticket_type_id: typeIds[i]! },
      seats,
      stored: before?.seats ?? [],
    })),
  )
  await writeTiers(
    tx,
    types.map(({ index }) => event.ticket_types[index]!),
    typeIds,
    event.timezone,
  )
  await finishPools(tx, pools, { poolIds, dateIds, now })
  await writeAccessCodes(tx, eventId, event, (name) =>
    typeIds.filter((_, i) => event.ticket_types[types[i]!.index]!.name === name),
  )
  return [
    ...(existing?.status === 'cancelled' && event.status !== 'cancelled' ? [STAYS_CANCELLED] : []),
    ...moveNotes(dates, zones),
    ...(await removeParts(context, event.slug, stored, dates, types)),
    ...(await removePools(tx, stored.pools, pools)),
    ...(await replaceEventTexts(tx, eventId, event, types, typeIds)),
    ...(await taxNotes(tx, event, ids.organiserId)),
  ]
}

/** A rate of a ticket type counts only for an organiser that is registered for tax. */
async function taxNotes(tx: Tx, event: CatalogueEvent, organiserId: number): Promise<string[]> {
  const rated = event.ticket_types.filter(({ tax_percent }) => tax_percent !== null && tax_percent > 0)
  if (rated.length === 0) return []
  const { tax_number } = await tx
    .selectFrom('organisers')
    .select('tax_number')
    .where('id', '=', organiserId)
    .executeTakeFirstOrThrow()
  if (tax_number !== null) return []
  return [...new Set(rated.map(({ name }) => name))].map(
    (name) => `the tax of "${name}" is not used, because the organiser has no tax number`,
  )
}

const unitsOf = ({ currency, timezone }: CatalogueEvent) => ({ currency, zone: timezone })

const STAYS_CANCELLED = 'it has been cancelled, which a file cannot undo'

async function upsertEvent(
  tx: Tx,
  event: CatalogueEvent,
  {
    organiserId,
    venueId,
    picture,
    format,
    listingKey,
  }: {
    organiserId: number
    venueId: number | null
    picture: string | null | undefined
    format: Plan['format']
    listingKey: string | undefined
  },
): Promise<number> {
  const columns = {
    organiser_id: organiserId,
    venue_id: venueId,
    ...EVENT.columns(event, unitsOf(event)),
    ...(picture !== undefined && { picture, picture_alt: event.picture?.alt ?? '' }),
    reward_text: event.reward?.text ?? null,
    reward_short_text: event.reward?.short_text ?? null,
    imported_from: format,
    ...(listingKey !== undefined && { listing_key: listingKey }),
  }
  const { id } = await tx
    .insertInto('events')
    .values({ slug: event.slug, ...columns })
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet({
        ...columns,
        // The orders of a cancelled event are refunded, so no file puts it on sale again.
        status: sql<
          CatalogueEvent['status']
        >`case when events.status = 'cancelled' then 'cancelled' else ${event.status} end`,
        version: sql<number>`events.version + 1`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes the ticket types and returns their ids in the order of `types`. */
async function writeTypes(
  tx: Tx,
  eventId: number,
  event: CatalogueEvent,
  types: readonly PlannedType[],
  {
    dateIds,
    poolIds,
    pools,
  }: { dateIds: readonly number[]; poolIds: readonly number[]; pools: readonly PlannedPool[] },
): Promise<number[]> {
  const units = unitsOf(event)
  const rows = types.map(({ index, date, sort, seats, pool }) => {
    const type = event.ticket_types[index]!
    return {
      ...TICKET_TYPE.columns(type, units),
      event_id: eventId,
      date_id: dateIds[date]!,
      tiered: type.price_tiers.length > 0,
      seated: seats.length > 0 || (pools[pool]?.seats.length ?? 0) > 0,
      pool_id: poolIds[pool] ?? null,
      sort,
    }
  })
  const added = rows.filter((_, i) => types[i]!.stored === undefined)
  const newIds = await insertAll(tx, 'ticket_types', added)
  const ids = rows.map((row, i) => types[i]!.stored?.id ?? newIds[added.indexOf(row)]!)
  const capacities = types.map(({ stored, capacity }, i) => ({ id: ids[i]!, name: rows[i]!.name, capacity, stored }))
  const unstocked = capacities.filter(({ stored }) => stored === undefined)
  const stock = unstocked.map(({ id, capacity }) => ({ ticket_type_id: id, capacity }))
  await insertMany(tx, 'stock', stock)
  // A type always has a limit: its own before it leaves a pool, none only after it has joined one.
  const changed = capacities.filter(
    ({ stored, capacity }) => stored !== undefined && (capacity !== stored.capacity || stored.closed),
  )
  await setCapacities(
    tx,
    changed.filter(({ capacity }) => capacity !== null),
  )
  await updateAll(
    tx,
    'ticket_types',
    TYPE_COLUMNS,
    rows.flatMap((row, i) => (types[i]!.stored === undefined ? [] : [{ ...row, id: ids[i]! }])),
  )
  await setCapacities(
    tx,
    changed.filter(({ capacity }) => capacity === null),
  )
  return ids
}

const TYPE_COLUMNS = {
  ...TICKET_TYPE.types,
  event_id: 'bigint',
  date_id: 'bigint',
  tiered: 'boolean',
  seated: 'boolean',
  pool_id: 'bigint',
  sort: 'int',
}

/**
 * Removes ticket types and dates that the file no longer names. Unused ones are deleted; those in a basket or sale stay but
 * are closed for sale. Returns notes about what had to stay.
 */
async function removeParts(
  { tx, deletedTypes, plan }: Context,
  slug: string,
  stored: StoredEvent,
  dates: readonly PlannedDate[],
  types: readonly PlannedType[],
): Promise<string[]> {
  const removedTypes = stored.types.filter((type) => !types.some((planned) => planned.stored === type))
  const notes: string[] = []
  const unsaidMove =
    plan.format === 'schema.org'
      ? '; if it has moved, the listing must say so with a previousStartDate or EventRescheduled'
      : ''
  if (removedTypes.length > 0) {
    const { rows } = await sql<{ id: number }>`
      select type.id from ticket_types type
      where type.id = any(${sql.val(removedTypes.map(({ id }) => id))}::bigint[])
        and (exists (select from sale_lines where ticket_type_id = type.id)
          or exists (select from holds where ticket_type_id = type.id)
          or exists (select from tickets where ticket_type_id = type.id)
          or exists (select from ticket_changes where ticket_type_id = type.id or from_type_id = type.id)
          or exists (select from transfers where ticket_type_id = type.id)
          or exists (select from question_answers where ticket_type_id = type.id))`.execute(tx)
    const used = rows.map(({ id }) => id)
    const unused = removedTypes.filter(({ id }) => !used.includes(id))
    if (used.length > 0)
      await sql`update stock set capacity = held + sold, closed = true
        where ticket_type_id = any(${sql.val(used)}::bigint[])`.execute(tx)
    if (unused.length > 0)
      await sql`delete from ticket_types where id = any(${sql.val(unused.map(({ id }) => id))}::bigint[])`.execute(tx)
    deletedTypes.push(...unused.map(({ id, name }) => ({ slug, id, name })))
    for (const { id, name } of removedTypes)
      if (used.includes(id))
        notes.push(
          `"${name}" is not in the file any more: it is closed, and stays for those who have it in a basket or a sale`,
        )
  }
  const removedDates = stored.dates.filter((date) => !dates.some((wanted) => wanted.stored === date))
  if (removedDates.length === 0) return notes
  const { rows: deleted } = await sql<{ id: number }>`
    delete from event_dates where id = any(${sql.val(removedDates.map(({ id }) => id))}::bigint[])
      and not exists (select from ticket_types where date_id = event_dates.id) returning id`.execute(tx)
  for (const { id, starts_at } of removedDates)
    if (!deleted.some((date) => date.id === id))
      notes.push(
        `the date ${starts_at.toISOString()} is not in the file any more, but stays for those who bought it${unsaidMove}`,
      )
  return notes
}
