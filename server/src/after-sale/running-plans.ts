import { orderPath } from '@foyer/contract/pages.ts'
import type { WalletData } from '@foyer/contract/types.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/transaction/tx.ts'
import { salesOf } from '../sale/customer/sales-of.ts'

type Shown = NonNullable<WalletData['plans']>

/** The orders of a wallet's owner whose tickets come after the last payment of a plan. `email` has been proved. */
export async function runningPlans(db: Pick<Db, 'selectFrom'>, { email }: Pick<WalletData, 'email'>): Promise<Shown> {
  if (email === '') return []
  const { rows } = await sql<{ reference: string; event: string }>`
    select sale.reference, string_agg(distinct event.title, ', ' order by event.title) as event
    from payment_plans plan join sales sale on sale.id = plan.sale_id
      join order_lines line on line.sale_id = sale.id and line.kind = 'ticket' and line.qty > line.refunded_qty
      join events event on event.id = line.event_id
    where plan.sale_id = any(${salesOf(email)}) and plan.status in ('active', 'overdue') and sale.paid_at is not null and sale.cancelled_at is null
    group by sale.id, sale.reference order by sale.id`.execute(db as Tx)
  return rows.map(({ reference, event }) => ({ event, order_url: orderPath(reference) }))
}
