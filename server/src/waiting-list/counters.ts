import { isOnSale, type SaleWindow } from '@foyer/domain/basket/on-sale.ts'
import { type CountedType, freeOf, listedCounters } from '@foyer/domain/basket/waiting-list.ts'
import { sql } from 'kysely'
import { command, type Query, runBatch } from '../db/transaction/batch.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { SALE_STATUS } from '../sale/terms/event-status.ts'
import { TAKES_ORDINARY_SEATS } from '../sale/terms/seat-kinds.ts'

/** What the waiting list needs to know about a date and its event. */
export type ListOfDate = {
  dateId: number
  eventId: number
  /** The organiser's switch. */
  on: boolean
  offerMinutes: number
  /** The date or its event was cancelled or is over. An event that is a draft for a while, or a date that is postponed, keeps its line. */
  ended: boolean
  /** Nothing is offered in the meantime. Free places stay kept for the line, so that nobody else buys them when it is published again. */
  draft: boolean
  currency: string
}

/** A ticket type of the date, with what its own counter keeps for the line. */
export type ListedType = CountedType & {
  /** Its free ordinary seats. Nobody is offered a wheelchair space or a companion seat. Null without numbered seats. */
  ordinary: number | null
  kept: number
  minPerCustomer: number
  maxCanReserve: number | null
}

/**
 * Locks the list of a date for the rest of the transaction, before any sale or counter; null if another process works on it and
 * the caller doesn't want to wait.
 */
export async function lockList(tx: Tx, dateId: number, now: Date, wait: 'skip' | 'wait'): Promise<ListOfDate | null> {
  const { rows } = await sql<ListOfDate>`
    select date.id as "dateId", event.id as "eventId", event.waiting_list as on, event.offer_minutes as "offerMinutes",
      event.currency, event.status = 'draft' or (date.status = 'postponed' and event.status = 'published') as draft, event.status = 'cancelled' or date.status = 'cancelled'
        or (date.status = 'published' and coalesce(date.ends_at, date.starts_at) < ${now}) as ended
    from event_dates date join events event on event.id = date.event_id
    where date.id = ${dateId} for no key update of date ${wait === 'skip' ? sql`skip locked` : sql``}`.execute(tx)
  return rows[0] ?? null
}

type Row = SaleWindow & {
  id: number
  waits: boolean
  ownFree: number | null
  kept: number
  listed: boolean
  poolId: number | null
  places: number
  poolFree: number
  poolUnsold: number
  poolListed: boolean
  plain: boolean
  ordinary: number | null
  minPerCustomer: number
  maxCanReserve: number | null
}

/**
 * Reads the ticket types of a date. `offers`: whether the list may offer tickets, which the organiser's switch or a person in the
 * office decides.
 */
export async function typesOfList(tx: Tx, list: ListOfDate, offers: boolean, now: Date): Promise<ListedType[]> {
  const { rows } = await sql<Row>`
    select type.id, stock.capacity - stock.held - stock.sold + stock.waiting as "ownFree", stock.waiting as kept, stock.listed,
      stock.pool_id as "poolId", stock.places,
      pool.capacity - pool.held - pool.sold - pool.kept + pool.waiting + stock.waiting * stock.places as "poolFree",
      pool.capacity - pool.sold - pool.kept as "poolUnsold", coalesce(pool.listed, false) as "poolListed",
      exists (select from waiting_types accepted join waiting on waiting.id = accepted.waiting_id
        where accepted.ticket_type_id = type.id and waiting.kind = 'place' and waiting.state = 'waiting') as waits,
      not type.extra and not exists (select from ticket_requirements where ticket_type_id = type.id)
        and ${TAKES_ORDINARY_SEATS} as plain,
      case when type.seated then (select count(*)::int from seats where status = 'free' and kind = 'standard'
        and (pool_id = stock.pool_id or (stock.pool_id is null and ticket_type_id = type.id))) end as ordinary,
      type.min_per_customer as "minPerCustomer", type.max_can_reserve as "maxCanReserve",
      ${SALE_STATUS} as "eventStatus",
      event.on_sale_from as "onSaleFrom", type.sale_from as "saleFrom", type.sale_until as "saleUntil", type.visibility,
      type.archived, date.starts_at as "startsAt", date.ends_at as "endsAt"
    from ticket_types type join stock on stock.ticket_type_id = type.id join event_dates date on date.id = type.date_id
      join events event on event.id = type.event_id left join pools pool on pool.id = stock.pool_id
    where type.date_id = ${list.dateId} order by stock.pool_id nulls first, type.id`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    wanted:
      offers &&
      !list.ended &&
      row.waits &&
      row.plain &&
      isOnSale(list.draft ? { ...row, eventStatus: 'published' } : row, now),
    ownFree: row.ownFree,
    listed: row.listed,
    kept: row.kept,
    ordinary: row.ordinary,
    pool:
      row.poolId === null
        ? null
        : {
            id: row.poolId,
            places: row.places,
            free: row.poolFree,
            unsold: row.poolUnsold,
            listed: row.poolListed,
          },
    minPerCustomer: row.minPerCustomer,
    maxCanReserve: row.maxCanReserve,
  }))
}

/** Locks the counters of these types, in the order that a reserve takes them. */
export async function lockTypes(tx: Tx, types: readonly Pick<ListedType, 'id' | 'pool'>[]): Promise<void> {
  const ids = types.map(({ id }) => id)
  const pools = [...new Set(types.flatMap(({ pool }) => (pool === null ? [] : [pool.id])))]
  await runBatch(
    tx,
    command(sql`select from stock where ticket_type_id = any(${sql.val(ids)}::bigint[])
      order by pool_id nulls first, ticket_type_id for update`),
    command(
      pools.length === 0
        ? null
        : sql`select from pools where id = any(${sql.val(pools)}::bigint[]) order by id for update`,
    ),
  )
}

/** The updates that make counters keep free tickets for the waiting list, or release them; only for counters that change. */
export function keepFreeQueries(types: readonly ListedType[], on: boolean): Query<void>[] {
  const listed = on ? listedCounters(types) : { types: new Set<number>(), pools: new Set<number>() }
  const pools = new Map(types.flatMap(({ pool }) => (pool === null ? [] : [[pool.id, pool.listed] as const])))
  const changed = (to: boolean) => types.filter((type) => listed.types.has(type.id) === to && type.listed !== to)
  const changedPools = (to: boolean) => [...pools].filter(([id, was]) => listed.pools.has(id) === to && was !== to)
  return [false, true].flatMap((to) => {
    const ids = changed(to).map(({ id }) => id)
    const poolIds = changedPools(to).map(([id]) => id)
    return [
      ...(ids.length > 0
        ? [command(sql`update stock set listed = ${to} where ticket_type_id = any(${sql.val(ids)}::bigint[])`)]
        : []),
      ...(poolIds.length > 0
        ? [command(sql`update pools set listed = ${to} where id = any(${sql.val(poolIds)}::bigint[])`)]
        : []),
    ]
  })
}

/** Releases the tickets of one type that are kept for the list, so that its next offer can hold them. */
export async function releaseKept(tx: Tx, { id, pool }: ListedType): Promise<void> {
  await runBatch(
    tx,
    command(sql`update stock set listed = false where ticket_type_id = ${id} and listed`),
    command(pool === null ? null : sql`update pools set listed = false where id = ${pool.id} and listed`),
  )
}

/** The statements that keep the remaining tickets for the list again, once `qty` of them are held. */
export function keepRestQueries(type: ListedType, qty: number): Query<void>[] {
  const { id, pool, ownFree, kept, listed } = type
  // What a type of a pool kept before, if there is still room for it.
  const rest =
    pool === null
      ? 0
      : Math.max(0, Math.min(kept, (ownFree ?? 0) - qty, Math.floor((pool.free - qty * pool.places) / pool.places)))
  return [
    command(
      listed
        ? sql`update stock set listed = true, waiting = ${rest}, held = held + ${rest}::int where ticket_type_id = ${id}`
        : null,
    ),
    command(pool?.listed ? sql`update pools set listed = true where id = ${pool.id}` : null),
  ]
}

/** How many tickets of each type may be offered. */
export const offerableTickets = (types: readonly ListedType[]): Map<number, number> =>
  new Map(types.flatMap((type) => (type.wanted ? [[type.id, Math.min(freeOf(type), ordinaryOf(type))] as const] : [])))

const ordinaryOf = ({ ordinary, pool }: ListedType): number =>
  ordinary === null ? Number.POSITIVE_INFINITY : Math.floor(ordinary / (pool?.places ?? 1))
