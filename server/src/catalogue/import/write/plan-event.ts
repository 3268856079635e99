import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction/tx.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import type { Plan, StoredParts } from '../plan.ts'
import { markedSeats } from '../seat-plan.ts'
import { accessCodeProblems } from './access-codes.ts'
import { currencyProblem } from './charity-currency.ts'
import type { Context } from './context.ts'
import { type PlannedDate, planDates, type StoredDate } from './dates.ts'
import { pictureOf, srcOf } from './pictures.ts'
import { type PlannedPool, planPools, poolProblems, readStoredPools, type StoredPool } from './pools.ts'
import { tierProblems } from './price-tiers.ts'
import { readStoredSeats } from './seats.ts'
import { usedOf } from './stock.ts'
import { type PlannedType, type StoredType, stockProblems } from './stock-problems.ts'
import { publishingProblem } from './traders.ts'

export type StoredEvent = { dates: StoredDate[]; types: StoredType[]; pools: StoredPool[] }

type Problem = { path: PropertyKey[]; why: string }

/** An event in a file, compared with the shop's data. The ids are undefined for rows that the shop does not have. */
export type PlannedEvent = {
  event: CatalogueEvent
  /** Why it can't be published, if the file says that it is. */
  unpublished: string | null
  existing:
    | {
        id: number
        imported_from: string | null
        currency: string
        organiser_id: number
        timezone: string
        status: CatalogueEvent['status']
      }
    | undefined
  organiserId: number | undefined
  venueId: number | null | undefined
  picture: Awaited<ReturnType<typeof pictureOf>>
  stored: StoredEvent
  dates: readonly PlannedDate[]
  pools: readonly PlannedPool[]
  types: readonly PlannedType[]
  /** Whether it is from a file, not from a form, which tells holders itself. */
  isFile: boolean
  /** What identifies it in its listing. */
  listingKey: string | undefined
}

export async function planEvent(context: Context, item: Plan['events'][number], now: Date): Promise<PlannedEvent> {
  const { tx, plan } = context
  const event = item.value
  const existing = await tx
    .selectFrom('events')
    .select(['id', 'imported_from', 'currency', 'organiser_id', 'timezone', 'status'])
    .where('slug', '=', event.slug)
    .executeTakeFirst()
  const organiserId = context.organisers.get(event.organiser)
  const venueId = event.venue === null ? null : context.venues.get(event.venue)
  const stored: StoredEvent = existing ? await readStored(tx, existing.id) : { dates: [], types: [], pools: [] }
  const dates = planDates(event, stored.dates, {
    storedIds: item.storedParts?.dates,
    performance: item.performance,
    zoneBefore: existing?.timezone,
    now,
  })
  const isFile = item.storedParts === undefined
  if (isFile) await keepPastDates(tx, dates, now)
  const pools = planPools(
    event,
    dates.map((date) => date.stored?.id),
    stored.pools,
    item.storedParts?.pools,
  )
  const types = planTypes(event, dates, stored, pools, item.storedParts?.ticket_types)
  const picture = await pictureOf(tx, plan, srcOf(event.picture), organiserId, now)
  const listingKey = item.performance?.keys[0]
  const unpublished = await publishingProblem(context, event, organiserId, existing)
  return {
    event,
    unpublished,
    existing,
    organiserId,
    venueId,
    picture,
    stored,
    dates,
    pools,
    types,
    isFile,
    listingKey,
  }
}

/**
 * A file doesn't say which dates moved. A date that is over and that people came to took place, so the one that the file has
 * in its stead is new: those people have no ticket for it.
 */
async function keepPastDates(tx: Tx, dates: readonly PlannedDate[], now: Date): Promise<void> {
  const moved = dates.filter(
    ({ stored, starts }) => stored !== undefined && stored.starts_at.getTime() !== starts.getTime(),
  )
  if (moved.length === 0) return
  const ids = moved.map(({ stored }) => stored!.id)
  const { rows } = await sql<{ id: number }>`
    select date.id from event_dates date join ticket_types type on type.date_id = date.id
      join tickets ticket on ticket.ticket_type_id = type.id
    where date.id = any(${sql.val(ids)}::bigint[]) and coalesce(date.ends_at, date.starts_at) < ${now}
      and ticket.admitted_at is not null`.execute(tx)
  const tookPlace = new Set(rows.map(({ id }) => id))
  for (const date of moved) if (tookPlace.has(date.stored!.id)) date.stored = undefined
}

/** Why an event can't be written. */
export async function problemsOf({ tx, plan }: Context, planned: PlannedEvent): Promise<Problem[]> {
  const { event, unpublished, existing, organiserId, venueId, picture, stored, pools, types } = planned
  const problems: Problem[] = []
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
  if (unpublished !== null && !staysDraft(plan, planned)) problems.push({ path: ['status'], why: unpublished })
  problems.push(...problemsOfSoldEvent(planned))
  const currencyConflict = organiserId === undefined ? null : await currencyProblem(tx, organiserId, event.currency)
  if (currencyConflict !== null) problems.push({ path: ['currency'], why: currencyConflict })
  problems.push(...types.flatMap((type) => stockProblems(event, type, pools)))
  problems.push(...pools.flatMap((pool) => poolProblems(pool, poolUse(event, pool, pools, types, stored))))
  if (existing)
    problems.push(...(await accessCodeProblems(tx, event, existing.id)), ...(await tierProblems(tx, event, types)))
  return problems
}

/**
 * Whether an event of a listing becomes a draft, or stays one, instead of being refused: no listing has all details of who sells,
 * so the organiser adds them first.
 */
export const staysDraft = (plan: Plan, { unpublished, existing }: PlannedEvent): boolean =>
  unpublished !== null && plan.format === 'schema.org' && existing?.status !== 'published'

/** What may no longer change once tickets have been sold or reserved. */
function problemsOfSoldEvent({ event, existing, organiserId, stored }: PlannedEvent): Problem[] {
  if (existing === undefined || stored.types.every((type) => usedOf(type) === 0)) return []
  const problems: Problem[] = []
  if (existing.currency !== event.currency)
    problems.push({
      path: ['currency'],
      why: `tickets have been sold or reserved in ${existing.currency}, so the currency cannot become ${event.currency}`,
    })
  if (organiserId !== undefined && existing.organiser_id !== organiserId)
    problems.push({
      path: ['organiser'],
      why: 'tickets have been sold or reserved, so it cannot go to another organiser',
    })
  return problems
}

async function readStored(tx: Tx, eventId: number): Promise<StoredEvent> {
  const dates = await tx
    .selectFrom('event_dates')
    .select(['id', 'starts_at', 'moved_from'])
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
      // Tickets kept for a waiting list aren't held for anyone yet.
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
    const seats = markedSeats(type)
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

/** How much of a pool its ticket types use after this import: those in the file, and those that stay for their buyers. */
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
