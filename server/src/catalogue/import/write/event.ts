import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction/tx.ts'
import { sanitiseHtml } from '../../../html/sanitise.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import type { Plan } from '../plan.ts'
import { writeAccessCodes } from './access-codes.ts'
import { type Context, refuse, sanitiseOrNull } from './context.ts'
import { moveNotes, type PlannedDate, writeDates } from './dates.ts'
import { describe } from './describe.ts'
import { replaceEventTexts } from './event-texts.ts'
import { policyOf } from './organisers.ts'
import { type PlannedEvent, planEvent, problemsOf, type StoredEvent } from './plan-event.ts'
import { finishPools, type PlannedPool, removePools, writePools } from './pools.ts'
import { writeTiers } from './price-tiers.ts'
import { writeSeats } from './seats.ts'
import { setCapacity } from './stock.ts'
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
  const notes = await writeParts(context, planned, { organiserId, venueId, picture }, now)
  const how = planned.existing ? 'updated' : 'new'
  out.taken.push({ line: item.line(), what: describe(item.value, what), how })
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
  for (const [i, { index, seats, stored: before }] of types.entries()) {
    await writeSeats(tx, { ticket_type_id: typeIds[i]! }, seats, before?.seats ?? [])
    await writeTiers(tx, typeIds[i]!, event.ticket_types[index]!, event.timezone)
  }
  await finishPools(tx, pools, poolIds)
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
    title: event.title,
    summary: event.summary,
    description_html: sanitiseHtml(event.description_html),
    category: event.category,
    ...(picture !== undefined && { picture, picture_alt: event.picture?.alt ?? '' }),
    currency: event.currency,
    timezone: event.timezone,
    status: event.status,
    on_sale_from: event.on_sale_from === null ? null : parseWallClock(event.on_sale_from, event.timezone)!.at,
    express: event.express,
    waivers_together: event.waivers_together,
    max_places: event.max_places,
    waiting_list: event.waiting_list,
    offer_minutes: event.offer_minutes,
    high_demand: event.high_demand,
    hide_booking_fee: event.hide_booking_fee,
    refund_protection_bp: event.refund_protection_percent,
    buyers_refund_hours: event.buyers_refund_hours,
    buyers_refund_keep_bp: event.buyers_refund_keep_percent,
    buyers_refund_keep_minor: event.buyers_refund_keep,
    buyers_change_hours: event.buyers_change_hours,
    buyers_rename_hours: event.buyers_rename_hours,
    buyers_changes: event.buyers_changes,
    reminder: event.reminder,
    reminder_days: event.reminder_days,
    reminder_hours: event.reminder_hours,
    reminder_text: event.reminder_text,
    thanks: event.thanks,
    thanks_days: event.thanks_days,
    thanks_hours: event.thanks_hours,
    thanks_text: event.thanks_text,
    thanks_feedback: event.thanks_feedback,
    require_phone_number: event.require_phone_number,
    different_timeslots_warning: event.different_timeslots_warning,
    livestream_url: event.livestream_url,
    online_url: event.online_url,
    reward_text: event.reward?.text ?? null,
    reward_short_text: event.reward?.short_text ?? null,
    questions_intro_html: sanitiseOrNull(event.questions_intro_html),
    ga: event.ga,
    ga_conversion_id: event.ga_conversion_id,
    fb_pixel: event.fb_pixel,
    source_url: event.source_url,
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
  const ids: number[] = []
  for (const { index, date, sort, capacity, seats, pool, stored } of types) {
    const type = event.ticket_types[index]!
    const columns = {
      event_id: eventId,
      date_id: dateIds[date]!,
      name: type.name,
      description: type.description,
      price_minor: type.price,
      min_price_minor: type.min_price,
      tiered: type.price_tiers.length > 0,
      extra: type.extra,
      booking_fee_minor: type.booking_fee,
      absorb_fee: type.absorb_fee,
      door_price_minor: type.door_price,
      sale_from: type.sale_from === null ? null : parseWallClock(type.sale_from, event.timezone)!.at,
      sale_until: type.sale_until === null ? null : parseWallClock(type.sale_until, event.timezone, 'end')!.at,
      tax_bp: type.tax_percent,
      visibility: type.visibility,
      hide_when_sold_out: type.hide_when_sold_out,
      archived: type.archived,
      min_per_customer: type.min_per_customer,
      max_can_reserve: type.max_can_reserve,
      can_update_quantity: type.can_update_quantity,
      refund_policy: policyOf(type.refund_policy),
      non_refundable: type.non_refundable,
      seated: seats.length > 0 || (pools[pool]?.seats.length ?? 0) > 0,
      pool_id: poolIds[pool] ?? null,
      pool_places: type.places,
      delivered_by_post: type.delivered_by_post,
      delivery_cost_minor: type.delivery_cost,
      sort,
    }
    if (stored === undefined) {
      const { id } = await tx.insertInto('ticket_types').values(columns).returning('id').executeTakeFirstOrThrow()
      await tx.insertInto('stock').values({ ticket_type_id: id, capacity }).execute()
      ids.push(id)
      continue
    }
    // A type always has a limit: its own before it leaves a pool, none only after it has joined one.
    const isChanged = capacity !== stored.capacity || stored.closed
    if (isChanged && capacity !== null) await setCapacity(tx, stored.id, type.name, capacity)
    await tx.updateTable('ticket_types').set(columns).where('id', '=', stored.id).execute()
    if (isChanged && capacity === null) await setCapacity(tx, stored.id, type.name, null)
    ids.push(stored.id)
  }
  return ids
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
  for (const { id, name } of removedTypes) {
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from sale_lines where ticket_type_id = ${id})
          or exists (select from holds where ticket_type_id = ${id})
          or exists (select from tickets where ticket_type_id = ${id})
          or exists (select from ticket_changes where ticket_type_id = ${id} or from_type_id = ${id})
          or exists (select from transfers where ticket_type_id = ${id})
          or exists (select from question_answers where ticket_type_id = ${id}) as used`.execute(tx)
    if (rows[0]!.used) {
      await sql`update stock set capacity = held + sold, closed = true where ticket_type_id = ${id}`.execute(tx)
      notes.push(
        `"${name}" is not in the file any more: it is closed, and stays for those who have it in a basket or a sale`,
      )
    } else {
      await tx.deleteFrom('ticket_types').where('id', '=', id).execute()
      deletedTypes.push({ slug, id, name })
    }
  }
  for (const { id, starts_at } of stored.dates.filter((date) => !dates.some((wanted) => wanted.stored === date))) {
    const { numDeletedRows } = await tx
      .deleteFrom('event_dates')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('ticket_types').select('ticket_types.id').where('date_id', '=', id))),
      )
      .executeTakeFirst()
    if (numDeletedRows === 0n)
      notes.push(
        `the date ${starts_at.toISOString()} is not in the file any more, but stays for those who bought it${unsaidMove}`,
      )
  }
  return notes
}
