import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../sale.ts'

type User = { id: number; email: string }

/**
 * Returns the sales that would give their account more tickets of a type than one customer may buy, counting paid orders,
 * including orders made as a guest. A ticket type belongs to one date, so each date has its own limit.
 */
export async function overLimit(tx: Tx, sales: readonly { saleId: number; user: User }[]): Promise<Set<number>> {
  if (sales.length === 0) return new Set()
  const { rows } = await sql<{ sale_id: number }>`
    select distinct line.sale_id
    from unnest(${sql.val(sales.map(({ saleId }) => saleId))}::bigint[], ${sql.val(sales.map(({ user }) => user.id))}::bigint[],
      ${sql.val(sales.map(({ user }) => user.email))}::text[]) as buyer(sale_id, user_id, email)
    join sale_lines line on line.sale_id = buyer.sale_id
    join ticket_types type on type.id = line.ticket_type_id
    where type.max_can_reserve is not null
      and line.qty + (
        select coalesce(sum(earlier.qty), 0)
        from sale_lines earlier
        join sales on sales.id = earlier.sale_id
        where earlier.ticket_type_id = line.ticket_type_id and sales.id <> buyer.sale_id
          and sales.paid_at is not null and sales.cancelled_at is null
          and (sales.user_id = buyer.user_id or (sales.user_id is null and sales.guest_email = buyer.email))
      ) > type.max_can_reserve`.execute(tx)
  return new Set(rows.map(({ sale_id }) => sale_id))
}

/** The same as `overLimit`, for one sale. */
export const isOverLimit = async (tx: Tx, sale: Pick<SaleRow, 'id'>, user: User): Promise<boolean> =>
  (await overLimit(tx, [{ saleId: sale.id, user }])).has(sale.id)
