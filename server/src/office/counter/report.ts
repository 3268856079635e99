import type { Minor } from '@foyer/domain/money/money.ts'
import { COUNTER_PAYMENTS, type CounterPayment } from '@foyer/domain/office/counter.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'

/** What a shift took and refunded by one method of payment. */
export type MethodReport = { how: CounterPayment; sales: number; tickets: number; takenMinor: Minor; backMinor: Minor }

/** A buyer pays the difference for a dearer ticket online, even if the ticket was sold at the counter. */
const AT_THE_COUNTER = sql<boolean>`payment.purpose <> 'ticket_change'`

/**
 * What a shift took and refunded, read from the ledger. A refund to a card counts when it is requested, because the provider
 * confirms it later. Methods without a sale or refund are left out.
 */
export async function reportOf(db: Db | Tx, shiftId: number): Promise<MethodReport[]> {
  const { rows } = await sql<MethodReport>`
    with sold as (
      select own.how, count(*)::int as sales,
        coalesce(sum((select sum(line.qty) from order_lines line where line.sale_id = own.sale_id)), 0)::int as tickets,
        coalesce(sum((select sum(entry.amount_minor) from ledger_entries entry join payments payment on payment.id = entry.payment_id
          where entry.sale_id = own.sale_id and entry.account = 'captured' and ${AT_THE_COUNTER})), 0)::bigint as taken
      from counter_sales own join orders on orders.sale_id = own.sale_id
      where own.shift_id = ${shiftId} group by 1),
    back as (
      select case payment.provider when 'cash' then 'cash' when 'other' then 'other' else 'reader' end as how,
        sum(case when payment.provider in ('cash', 'other')
          then coalesce((select -sum(entry.amount_minor) from ledger_entries entry
            where entry.refund_id = refund.id and entry.account = 'refunded'), 0)
          when refund.status <> 'failed' then refund.amount_minor else 0 end)::bigint as back
      from counter_refunds own join refunds refund on refund.id = own.refund_id join payments payment on payment.id = refund.payment_id
      where own.shift_id = ${shiftId} and ${AT_THE_COUNTER} group by 1)
    select how, coalesce(sold.sales, 0) as sales, coalesce(sold.tickets, 0) as tickets,
      coalesce(sold.taken, 0) as "takenMinor", coalesce(back.back, 0) as "backMinor"
    from sold full join back using (how)`.execute(db)
  return COUNTER_PAYMENTS.flatMap((how) => rows.find((row) => row.how === how) ?? [])
}

/** The cash that was put into the drawer and taken out of it. */
export function cashOf(report: readonly MethodReport[]): { takenMinor: Minor; handedBackMinor: Minor } {
  const cash = report.find(({ how }) => how === 'cash')
  return { takenMinor: cash?.takenMinor ?? 0, handedBackMinor: cash?.backMinor ?? 0 }
}
