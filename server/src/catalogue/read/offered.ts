import { sql } from 'kysely'
import { IS_CLOSED } from '../../may-sell.ts'

/*
 * The rules of domain/basket (on-sale.ts, tickets-left.ts) as SQL conditions, for lists that PostgreSQL aggregates. They refer
 * to rows named `event`, `type`, `date`, `stock` and `pool`. A property test compares them with the rules.
 */

/** A type that every buyer sees. */
export const OFFERED_TO_ALL = sql<boolean>`(type.visibility = 'all' and not type.archived)`

/** A type that this access code unlocks. */
export const openedByCode = (codeId: number) => sql<boolean>`(type.visibility = 'code' and not type.archived
  and type.id in (select ticket_type_id from access_code_types where access_code_id = ${codeId}))`

/** A type whose own sale has not closed. */
export const saleNotOver = (now: Date) => sql<boolean>`(type.sale_until is null or type.sale_until > ${now})`

/** A date that is not over: it ends later, or begins later if no end is given. */
export const dateNotOver = (now: Date) => sql<boolean>`(coalesce(date.ends_at, date.starts_at) >= ${now})`

/** A date that buyers still look for: not over, or postponed, whose old time says nothing. */
export const dateToCome = (now: Date) => sql<boolean>`(${dateNotOver(now)} or date.status = 'postponed')`

/** A type that every buyer can buy now, if any are left. */
export const onSaleToAll = (now: Date) => sql<boolean>`(event.status = 'published' and not ${IS_CLOSED}
  and (event.on_sale_from is null or event.on_sale_from <= ${now}) and (type.sale_from is null or type.sale_from <= ${now})
  and ${OFFERED_TO_ALL} and ${saleNotOver(now)} and ${dateNotOver(now)})`

/** How many tickets of a type are free, by its own limit and its pool's. `least` ignores a missing limit, which is null. */
export const FREE = sql<number>`greatest(least(stock.capacity - stock.held - stock.sold,
  (pool.capacity - pool.held - pool.sold - pool.kept) / stock.places), 0)`
