import { breaksConditions, type OwnedLine } from '@foyer/domain/sale/self-service.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../../sale/sale.ts'

type Returned = {
  /** How many tickets of each type the buyer would no longer have. */
  byType: ReadonlyMap<number, number>
  /** Those of them that have been issued. */
  ticketIds?: readonly number[]
  /** The type the buyer gets instead. */
  gained?: number
}

/**
 * Whether a return or change of a buyer's own tickets would leave them with tickets that need one of these, or with fewer than
 * can be bought. The orders of an account count together: a membership isn't returned while a ticket that needs it is kept, and
 * two returns at once wait for each other. The sale must be locked.
 */
export async function leavesTooFewTickets(
  tx: Tx,
  sale: Pick<SaleRow, 'id' | 'user_id'>,
  { byType, ticketIds = [], gained }: Returned,
): Promise<boolean> {
  if (sale.user_id !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tickets of user ${sale.user_id}`}, 0))`.execute(tx)
  return breaksConditions(await ownedLines(tx, sale, ticketIds), byType, gained)
}

/** The tickets that the buyer of an order has: in all orders of the account, and in this one. */
export async function ownedLines(
  db: Pick<Tx, 'selectFrom'>,
  { id, user_id }: Pick<SaleRow, 'id' | 'user_id'>,
  ticketIds: readonly number[] = [],
): Promise<OwnedLine[]> {
  // A ticket with a change that is not paid yet doesn't count, because it may change at any time.
  const { rows } = await sql<OwnedLine>`
    with owned as (
      select line.sale_id, line.ticket_type_id, (line.qty - line.refunded_qty - (
        select count(*) from ticket_changes change join tickets ticket on ticket.id = change.ticket_id
        where change.sale_id = line.sale_id and change.state = 'waiting' and ticket.ticket_type_id = line.ticket_type_id
          and change.ticket_type_id <> line.ticket_type_id
          and ticket.id <> all(${sql.val([...ticketIds])}::bigint[])))::int as qty
      from order_lines line join sales sale on sale.id = line.sale_id
      where line.kind = 'ticket' and sale.paid_at is not null and sale.cancelled_at is null
        and (sale.id = ${id} or sale.user_id = ${user_id}::bigint)
    )
    select owned.ticket_type_id as "ticketTypeId", type.min_per_customer as "minPerCustomer", sum(owned.qty)::int as qty,
      coalesce(sum(owned.qty) filter (where owned.sale_id = ${id}), 0)::int as "inOrder",
      coalesce((select jsonb_agg(jsonb_build_object('title', title, 'ids', any_of) order by required.id)
        from ticket_requirements required where required.ticket_type_id = owned.ticket_type_id), '[]') as requirements
    from owned join ticket_types type on type.id = owned.ticket_type_id
    where owned.qty > 0
    group by owned.ticket_type_id, type.min_per_customer`.execute(db as Tx)
  return rows
}
