import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction/tx.ts'
import { sanitiseHtml } from '../../../html/sanitise.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import { seatsOf } from '../foyer.ts'
import type { Plan, Was } from '../plan.ts'
import { accessCodeProblems, writeAccessCodes } from './access-codes.ts'
import { currencyProblem } from './charity-currency.ts'
import { type Context, refuse, sanitised } from './context.ts'
import { type HeldDate, movedDates, type WantedDate, wantedDates, writeDates } from './dates.ts'
import { describe } from './describe.ts'
import { replaceEventTexts } from './event-texts.ts'
import { policyOf } from './organisers.ts'
import { pictureOf, srcOf } from './pictures.ts'
import {
  type HeldPool,
  heldPoolsOf,
  poolProblems,
  settlePools,
  takeAwayPools,
  type WantedPool,
  wantedPools,
  writePools,
} from './pools.ts'
import { tierProblems, writeTiers } from './price-tiers.ts'
import { heldSeatsOf, writeSeats } from './seats.ts'
import { setCapacity, usedOf } from './stock.ts'
import { type HeldType, stockProblems, type WantedType } from './stock-problems.ts'

type Held = { dates: HeldDate[]; types: HeldType[]; pools: HeldPool[] }

export async function writeEvent(context: Context, item: Plan['events'][number], now: Date): Promise<void> {
  const { tx, plan, out } = context
  const event = item.value
  const what = `event "${event.title}"`
  const before = await tx
    .selectFrom('events')
    .select(['id', 'imported_from', 'currency', 'organiser_id'])
    .where('slug', '=', event.slug)
    .executeTakeFirst()
  const organiserId = context.organisers.get(event.organiser)
  const venueId = event.venue === null ? null : context.venues.get(event.venue)
  const held: Held = before ? await heldOf(tx, before.id) : { dates: [], types: [], pools: [] }
  const dates = wantedDates(event, held.dates, item.was?.dates)
  const pools = wantedPools(
    event,
    dates.map((date) => date.held?.id),
    held.pools,
    item.was?.pools,
  )
  const types = wantedTypes(event, dates, held, pools, item.was?.ticket_types)
  const inUse = held.types.some((type) => usedOf(type) > 0)

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
  if (before && plan.format === 'schema.org' && before.imported_from !== 'schema.org')
    problems.push({ path: [], why: `the shop has an event "${event.slug}" of its own, which a listing may not change` })
  if (before && inUse && before.currency !== event.currency)
    problems.push({
      path: ['currency'],
      why: `tickets have been sold or reserved in ${before.currency}, so the currency cannot become ${event.currency}`,
    })
  if (before && inUse && organiserId !== undefined && before.organiser_id !== organiserId)
    problems.push({
      path: ['organiser'],
      why: 'tickets have been sold or reserved, so it cannot go to another organiser',
    })
  const currencyWhy = organiserId === undefined ? null : await currencyProblem(tx, organiserId, event.currency)
  if (currencyWhy !== null) problems.push({ path: ['currency'], why: currencyWhy })
  problems.push(...types.flatMap((type) => stockProblems(event, type, pools)))
  problems.push(...pools.flatMap((pool) => poolProblems(pool, usedOfPool(event, pool, pools, types, held))))
  if (before)
    problems.push(...(await accessCodeProblems(tx, event, before.id)), ...(await tierProblems(tx, event, types)))
  if (problems.length > 0 || organiserId === undefined || venueId === undefined || picture === 'unknown') {
    for (const { path, why } of problems) refuse(out, item, what, why, path)
    return
  }

  const eventId = await upsertEvent(tx, event, { organiserId, venueId, picture }, plan.format)
  context.events.set(event.slug, eventId)
  const dateIds = await writeDates(tx, eventId, dates)
  const poolIds = await writePools(tx, eventId, pools, dateIds)
  const typeIds = await writeTypes(tx, eventId, event, types, { dateIds, poolIds, pools })
  for (const [i, { index, seats, held: before }] of types.entries()) {
    await writeSeats(tx, { ticket_type_id: typeIds[i]! }, seats, before?.seats ?? [])
    await writeTiers(tx, typeIds[i]!, event.ticket_types[index]!, event.timezone)
  }
  await settlePools(tx, pools, poolIds)
  await writeAccessCodes(tx, eventId, event, (name) =>
    typeIds.filter((_, i) => event.ticket_types[types[i]!.index]!.name === name),
  )
  const closed = [...(await takeAway(tx, held, dates, types)), ...(await takeAwayPools(tx, held.pools, pools))]
  const kept = await replaceEventTexts(tx, eventId, event, types, typeIds)

  out.taken.push({ line: item.line(), what: describe(event, what), how: before ? 'updated' : 'new' })
  for (const why of [...movedDates(dates), ...closed, ...kept]) out.notes.push({ line: item.line(), what, why })
}

async function heldOf(tx: Tx, eventId: number): Promise<Held> {
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
  const seats = await heldSeatsOf(tx, eventId)
  return {
    dates,
    types: types.map((type) => ({ ...type, seats: seats.ofType(type.id) })),
    pools: await heldPoolsOf(tx, eventId, seats),
  }
}

function wantedTypes(
  event: CatalogueEvent,
  dates: readonly WantedDate[],
  held: Held,
  pools: readonly WantedPool[],
  was?: Was['ticket_types'],
): WantedType[] {
  return event.ticket_types.flatMap((type, index) => {
    const seats = type.seats === undefined ? [] : seatsOf(type.seats)
    const its = event.dates.flatMap(({ key }, date) =>
      type.dates === undefined || (key !== undefined && type.dates.includes(key)) ? [date] : [],
    )
    return its.map((date) => ({
      index,
      date,
      sort: type.sort ?? index,
      capacity: type.seats === undefined ? (type.capacity ?? null) : seats.length,
      seats,
      pool: pools.findIndex((pool) => pool.name === type.pool && pool.date === date),
      held: held.types.find(
        ({ name, date_id }) => name === (was?.[index] ?? type.name) && date_id === dates[date]!.held?.id,
      ),
    }))
  })
}

/** What the ticket types of a pool have of it after this import: those of the file, and those that stay for their buyers. */
function usedOfPool(
  event: CatalogueEvent,
  pool: WantedPool,
  pools: readonly WantedPool[],
  types: readonly WantedType[],
  held: Held,
): { sold: number; held: number } {
  const staying = held.types.filter(
    (type) => type.pool_id === pool.held?.id && !types.some((wanted) => wanted.held === type),
  )
  const used = [
    ...types.flatMap((type) =>
      type.held && pools[type.pool] === pool
        ? [{ ...type.held, pool_places: event.ticket_types[type.index]!.places }]
        : [],
    ),
    ...staying,
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
  source: Plan['format'],
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
    questions_intro_html: sanitised(event.questions_intro_html),
    ga: event.ga,
    ga_conversion_id: event.ga_conversion_id,
    fb_pixel: event.fb_pixel,
    source_url: event.source_url,
    imported_from: source,
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
  types: readonly WantedType[],
  { dateIds, poolIds, pools }: { dateIds: readonly number[]; poolIds: readonly number[]; pools: readonly WantedPool[] },
): Promise<number[]> {
  const ids: number[] = []
  for (const { index, date, sort, capacity, seats, pool, held } of types) {
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
    if (held === undefined) {
      const { id } = await tx.insertInto('ticket_types').values(columns).returning('id').executeTakeFirstOrThrow()
      await tx.insertInto('stock').values({ ticket_type_id: id, capacity }).execute()
      ids.push(id)
      continue
    }
    // A type always has a limit: its own before it leaves a pool, none only after it has joined one.
    const changed = capacity !== held.capacity || held.closed
    if (changed && capacity !== null) await setCapacity(tx, held.id, type.name, capacity)
    await tx.updateTable('ticket_types').set(columns).where('id', '=', held.id).execute()
    if (changed && capacity === null) await setCapacity(tx, held.id, type.name, null)
    ids.push(held.id)
  }
  return ids
}

/**
 * Removes ticket types and dates that the file no longer names. Unused ones are deleted; those in a basket or sale stay but
 * are closed for sale. Returns notes about what had to stay.
 */
async function takeAway(
  tx: Tx,
  held: Held,
  dates: readonly WantedDate[],
  types: readonly WantedType[],
): Promise<string[]> {
  const left = held.types.filter((type) => !types.some((wanted) => wanted.held === type))
  const said: string[] = []
  for (const { id, name } of left) {
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from sale_lines where ticket_type_id = ${id})
          or exists (select from holds where ticket_type_id = ${id})
          or exists (select from tickets where ticket_type_id = ${id})
          or exists (select from ticket_changes where ticket_type_id = ${id} or from_type_id = ${id})
          or exists (select from transfers where ticket_type_id = ${id})
          or exists (select from question_answers where ticket_type_id = ${id}) as used`.execute(tx)
    if (rows[0]!.used) {
      await sql`update stock set capacity = held + sold, closed = true where ticket_type_id = ${id}`.execute(tx)
      said.push(
        `"${name}" is not in the file any more: it is closed, and stays for those who have it in a basket or a sale`,
      )
    } else {
      await tx.deleteFrom('ticket_types').where('id', '=', id).execute()
    }
  }
  for (const { id, starts_at } of held.dates.filter((date) => !dates.some((wanted) => wanted.held === date))) {
    const { numDeletedRows } = await tx
      .deleteFrom('event_dates')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('ticket_types').select('ticket_types.id').where('date_id', '=', id))),
      )
      .executeTakeFirst()
    if (numDeletedRows === 0n)
      said.push(`the date ${starts_at.toISOString()} is not in the file any more, but stays for those who bought it`)
  }
  return said
}
