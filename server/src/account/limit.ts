import { sql } from 'kysely'
import type { Sale } from '../checkout/sale.ts'
import type { Tx } from '../db/tx.ts'

/**
 * Whether an account would have more tickets of a type than one customer may buy, with this sale and those it has paid for
 * before, as a guest too (OPEN-57). A ticket type belongs to one date, so each date counts for itself.
 */
export async function isOverLimit(
  tx: Tx,
  sale: Pick<Sale, 'id'>,
  user: { id: number; email: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from sale_lines line
    join ticket_types type on type.id = line.ticket_type_id
    where line.sale_id = ${sale.id} and type.max_can_reserve is not null
      and line.qty + (
        select coalesce(sum(earlier.qty), 0)
        from sale_lines earlier
        join sales on sales.id = earlier.sale_id
        where earlier.ticket_type_id = line.ticket_type_id and sales.id <> ${sale.id}
          and sales.paid_at is not null and sales.cancelled_at is null
          and (sales.user_id = ${user.id} or (sales.user_id is null and sales.guest_email = ${user.email}))
      ) > type.max_can_reserve
    limit 1`.execute(tx)
  return rows.length > 0
}
