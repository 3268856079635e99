import { groupBy } from '@foyer/domain/group.ts'
import { sql } from 'kysely'
import { type Query, query } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { overLimit } from '../customer/limit.ts'
import type { Sale } from '../sale.ts'
import type { ReserveLine, ReserveType } from './rules.ts'

type LineType = ReserveType & {
  seated: boolean
  price_minor: number
  booking_fee_minor: number
  high_demand: boolean
}

export type Line = ReserveLine & {
  saleId: number
  type: LineType
  /** The sale has codes applied. */
  coded: boolean
}

type OfType = LineType & { lines: [saleId: number, qty: number, coded: boolean][] }

/**
 * Lines of these sales with what the rules ask, by sale, in order of the ticket type. Read as a row for each ticket type, because
 * at an on-sale a hundred baskets ask for the same one.
 */
export function linesQuery(saleIds: readonly number[]): Query<Map<number, Line[]>> {
  const types = sql<OfType>`
    with line as (
      select ticket_type_id, jsonb_agg(jsonb_build_array(sale_id, qty,
        exists (select from sale_codes where sale_codes.sale_id = sale_lines.sale_id))) as lines
      from sale_lines where sale_id = any(${sql.val(saleIds)}::bigint[]) group by ticket_type_id
    )
    select type.id, line.lines, type.name, type.min_per_customer, type.max_can_reserve,
      type.seated, type.price_minor, type.booking_fee_minor, event.title as event_title, event.status as event_status,
      event.on_sale_from, event.high_demand, date.starts_at, date.ends_at,
      coalesce((select jsonb_agg(jsonb_build_object('title', need.title, 'any_of', need.any_of))
        from ticket_requirements need where need.ticket_type_id = type.id), '[]') as requires
    from line
    join ticket_types type on type.id = line.ticket_type_id
    join events event on event.id = type.event_id
    join event_dates date on date.id = type.date_id
    order by type.id`
  return query(types, (rows) => {
    const ofSale = new Map<number, Line[]>(saleIds.map((id) => [id, []]))
    for (const type of rows)
      for (const [saleId, qty, coded] of type.lines) ofSale.get(saleId)!.push({ saleId, type, qty, coded })
    return ofSale
  })
}

/** Those of these sales that have gift vouchers to buy. */
export async function withVouchers(tx: Tx, saleIds: readonly number[]): Promise<Set<number>> {
  if (saleIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('sale_vouchers')
    .select('sale_id')
    .distinct()
    .where('sale_id', 'in', saleIds)
    .execute()
  return new Set(rows.map(({ sale_id }) => sale_id))
}

/** Ticket types each of these users has from earlier orders (OPEN-39). */
export async function alreadyBought(
  tx: Pick<Tx, 'selectFrom'>,
  userIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('tickets')
    .select(['user_id', 'ticket_type_id'])
    .distinct()
    .where('user_id', 'in', userIds)
    .where('status', '=', 'valid')
    .execute()
  return new Map(
    [...groupBy(rows, (row) => row.user_id!)].map(([id, own]) => [id, new Set(own.map((row) => row.ticket_type_id))]),
  )
}

/** Those of these sales whose account would have more of a type than one customer may, earlier orders counted (OPEN-57). */
export async function withTooMany(tx: Tx, sales: readonly Pick<Sale, 'id' | 'user_id'>[]): Promise<Set<number>> {
  const userIds = sales.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]))
  if (userIds.length === 0) return new Set()
  const users = await tx.selectFrom('users').select(['id', 'email']).where('id', 'in', userIds).execute()
  const byId = new Map(users.map((user) => [user.id, user]))
  return overLimit(
    tx,
    sales.flatMap((sale) => {
      const user = byId.get(sale.user_id!)
      return user ? [{ saleId: sale.id, user }] : []
    }),
  )
}
