import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'

/**
 * The events whose livestream and messages an order opens: those it still has tickets for, from the last payment of a plan on, as
 * for the tickets themselves. Empty for a sale that is not paid.
 */
export async function eventsOpenTo(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  saleId: number,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('sale_lines as line')
    .innerJoin('sales as sale', 'sale.id', 'line.sale_id')
    .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
    .leftJoin('order_lines as sold', (on) =>
      on.onRef('sold.sale_id', '=', 'sale.id').onRef('sold.ticket_type_id', '=', 'type.id'),
    )
    .select('type.event_id')
    .distinct()
    .where('sale.id', '=', saleId)
    .where('sale.paid_at', 'is not', null)
    .where('sale.cancelled_at', 'is', null)
    .where(sql<boolean>`line.qty > coalesce(sold.refunded_qty, 0)`)
    // guard: plan-opens-nothing-early
    .where(sql<boolean>`not exists (select from payment_plans where sale_id = sale.id and status <> 'completed')`)
    .execute()
  return new Set(rows.map(({ event_id }) => event_id))
}
