import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction/tx.ts'
import { sanitiseHtml } from '../../../html/sanitise.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import { seatsOf } from '../foyer.ts'
import type { Plan, StoredParts } from '../plan.ts'
import { accessCodeProblems, writeAccessCodes } from './access-codes.ts'
import { currencyProblem } from './charity-currency.ts'
import { type Context, refuse, sanitiseOrNull } from './context.ts'
import { moveNotes, type PlannedDate, planDates, type StoredDate, writeDates } from './dates.ts'
import { describe } from './describe.ts'
import { replaceEventTexts } from './event-texts.ts'
import { policyOf } from './organisers.ts'
import { pictureOf, srcOf } from './pictures.ts'
import {
  finishPools,
  type PlannedPool,
  planPools,
  poolProblems,
  readStoredPools,
  removePools,
  type StoredPool,
  writePools,
} from './pools.ts'
import { tierProblems, writeTiers } from './price-tiers.ts'
import { readStoredSeats, writeSeats } from './seats.ts'
import { setCapacity, usedOf } from './stock.ts'
import { type PlannedType, type StoredType, stockProblems } from './stock-problems.ts'

type StoredEvent = { dates: StoredDate[]; types: StoredType[]; pools: StoredPool[] }

export async function writeEvent(context: Context, item: Plan['events'][number], now: Date): Promise<void> {
  const { tx, plan, result: out } = context
  const event = item.value
  const what = `event "${event.title}"`
  const existing = await tx
    .selectFrom('events')
    .select(['id', 'imported_from', 'currency', 'organiser_id'])
    .where('slug', '=', event.slug)
    .executeTakeFirst()
  const organiserId = context.organisers.get(event.organiser)
  const venueId = event.venue === null ? null : context.venues.get(event.venue)
  const stored: StoredEvent = existing ? await readStored(tx, existing.id) : { dates: [], types: [], pools: [] }
  const dates = planDates(event, stored.dates, item.storedParts?.dates)
  const pools = planPools(
    event,
    dates.map((date) => date.stored?.id),
    stored.pools,
    item.storedParts?.pools,
  )
  const types = planTypes(event, dates, stored, pools, item.storedParts?.ticket_types)
  const isInUse = stored.types.some((type) => usedOf(type) > 0)

  const picture = await pictureOf(tx, plan, srcOf(event.picture), organiserId, now)

  const problems: { path: PropertyKey[]; why: string }[] = []
  if (picture === 'unknown') problems.push({ path: ['picture'], why: 'the picture is not in the file' })
  if (organiserId === undefined)
    problems.push({
      path: ['organiser'],
      why: `there is no organiser "${event.organiser}" in this file or in the shop`,
    })
  if (venueId === undefined)
    problems.push({ path: ['venue'], why: `there is no venue "${event.venue}" in this file or in the shop` })
  if (existing && plan.format === 'schema.org' && existing.imported_from !== 'schema.org')
    problems.push({ path: [], why: `the shop has an event "${event.slug}" of its own, which a listing may not change` })
  if (existing && isInUse && existing.currency !== event.currency)
    problems.push({
      path: ['currency'],
      why: `tickets have been sold or reserved in ${existing.currency}, so the currency cannot become ${event.currency}`,
    })
  if (existing && isInUse && organiserId !== undefined && existing.organiser_id !== organiserId)
    problems.push({
      path: ['organiser'],
      why: 'tickets have been sold or reserved, so it cannot go to another organiser',
    })
  const currencyConflict = organiserId === undefined ? null : await currencyProblem(tx, organiserId, event.currency)
  if (currencyConflict !== null) problems.push({ path: ['currency'], why: currencyConflict })
  problems.push(...types.flatMap((type) => stockProblems(event, type, pools)))
  problems.push(...pools.flatMap((pool) => poolProblems(pool, poolUse(event, pool, pools, types, stored))))
  if (existing)
    problems.push(...(await accessCodeProblems(tx, event, existing.id)), ...(await tierProblems(tx, event, types)))
  if (problems.length > 0 || organiserId === undefined || venueId === undefined || picture === 'unknown') {
    for (const { path, why } of problems) refuse(out, item, what, why, path)
    return
  }

  const eventId = await upsertEvent(tx, event, { organiserId, venueId, picture }, plan.format)
  context.events.set(event.slug, eventId)
  const dateIds = await writeDates(tx, eventId, dates)
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
  const closedNotes = [
    ...(await removeParts(tx, stored, dates, types)),
    ...(await removePools(tx, stored.pools, pools)),
  ]
  const textNotes = await replaceEventTexts(tx, eventId, event, types, typeIds)

  out.taken.push({ line: item.line(), what: describe(event, what), how: existing ? 'updated' : 'new' })
  for (const why of [...moveNotes(dates), ...closedNotes, ...textNotes])
    out.notes.push({ line: item.line(), what, why })
}

async function readStored(tx: Tx, eventId: number): Promise<StoredEvent> {
  const dates = await tx
    .selectFrom('event_dates')
    .select(['id', 'starts_at'])
    .where('event_id', '=', eventId)
    .orderBy('starts_at')
    .execute()
  const types = await tx
    .selectFrom('ticket_types as type')
    .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
    .select([
      'type.id',
      'type.date_id',
      'type.name',
      'stock.capacity',
      'stock.closed',
      'type.seated',
      'type.extra',
      // What a waiting list keeps is nobody's yet.
      sql<number>`stock.held - stock.waiting`.as('held'),
      'stock.sold',
      'type.pool_id',
      'type.pool_places',
    ])
    .where('type.event_id', '=', eventId)
    .orderBy('type.sort')
    .orderBy('type.id')
    .execute()
  const seats = await readStoredSeats(tx, eventId)
  return {
    dates,
    types: types.map((type) => ({ ...type, seats: seats.ofType(type.id) })),
    pools: await readStoredPools(tx, eventId, seats),
  }
}

function planTypes(
  event: CatalogueEvent,
  dates: readonly PlannedDate[],
  stored: StoredEvent,
  pools: readonly PlannedPool[],
  storedNames?: StoredParts['ticket_types'],
): PlannedType[] {
  return event.ticket_types.flatMap((type, index) => {
    const seats = type.seats === undefined ? [] : seatsOf(type.seats)
    const dateIndexes = event.dates.flatMap(({ key }, date) =>
      type.dates === undefined || (key !== undefined && type.dates.includes(key)) ? [date] : [],
    )
    return dateIndexes.map((date) => ({
      index,
      date,
      sort: type.sort ?? index,
      capacity: type.seats === undefined ? (type.capacity ?? null) : seats.length,
      seats,
      pool: pools.findIndex((pool) => pool.name === type.pool && pool.date === date),
      stored: stored.types.find(
        ({ name, date_id }) => name === (storedNames?.[index] ?? type.name) && date_id === dates[date]!.stored?.id,
      ),
    }))
  })
}

/** What the ticket types of a pool have of it after this import: those of the file, and those that stay for their buyers. */
function poolUse(
  event: CatalogueEvent,
  pool: PlannedPool,
  pools: readonly PlannedPool[],
  types: readonly PlannedType[],
  stored: StoredEvent,
): { sold: number; held: number } {
  const remaining = stored.types.filter(
    (type) => type.pool_id === pool.stored?.id && !types.some((planned) => planned.stored === type),
  )
  const used = [
    ...types.flatMap((type) =>
      type.stored && pools[type.pool] === pool
        ? [{ ...type.stored, pool_places: event.ticket_types[type.index]!.places }]
        : [],
    ),
    ...remaining,
  ]
  return {
    sold: used.reduce((sum, { sold, pool_places }) => sum + sold * pool_places, 0),
    held: used.reduce((sum, type) => sum + type.held * type.pool_places, 0),
  }
}

async function upsertEvent(
  tx: Tx,
  event: CatalogueEvent,
  {
    organiserId,
    venueId,
    picture,
  }: { organiserId: number; venueId: number | null; picture: string | null | undefined },
  format: Plan['format'],
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
  }
  const { id } = await tx
    .insertInto('events')
    .values({ slug: event.slug, ...columns })
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet({ ...columns, version: sql<number>`events.version + 1` }),
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
  tx: Tx,
  stored: StoredEvent,
  dates: readonly PlannedDate[],
  types: readonly PlannedType[],
): Promise<string[]> {
  const removedTypes = stored.types.filter((type) => !types.some((planned) => planned.stored === type))
  const notes: string[] = []
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
      notes.push(`the date ${starts_at.toISOString()} is not in the file any more, but stays for those who bought it`)
  }
  return notes
}
