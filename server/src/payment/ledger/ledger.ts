import type { Minor } from '@foyer/domain/money/money.ts'
import { sum } from '@foyer/domain/money/money.ts'
import type { Totals } from '@foyer/domain/money/totals.ts'
import { sql } from 'kysely'
import type { LedgerEntriesTable } from '../../db/schema/types.generated.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'

type Account = LedgerEntriesTable['account']
/** Debits are positive (what came in or was given away), credits negative (what it was for). A movement sums to zero. */
type Movement = Partial<Record<Account, Minor>>

/** Books a paid order: every amount shown to the buyer, against what they owe. */
export const saleMovement = (totals: Totals, refundProtectionChosen: boolean): Movement => ({
  tickets: -totals.ticketsMinor,
  booking_fees: -totals.bookingFeesMinor,
  gift_vouchers_sold: -totals.vouchersBoughtMinor,
  refund_protection: refundProtectionChosen ? -totals.refundProtectionMinor : 0,
  delivery: -totals.deliveryMinor,
  donation: -totals.donationMinor,
  donation_fee: -totals.donationFeeMinor,
  discounts: sum(Object.values(totals.discounts)),
  offers: totals.offersMinor,
  gift_vouchers_redeemed: totals.vouchersAppliedMinor,
  receivable: totals.totalMinor,
})

/** Books a payment against what was owed. A payment for nothing leaves a balance that only a refund clears. */
export const captureMovement = (amount: Minor): Movement => ({ captured: amount, receivable: -amount })
/** Books a refund. */
export const refundMovement = (amount: Minor): Movement => ({ refunded: -amount, receivable: amount })

/** Books money that a bank took back after a dispute. */
export const disputeMovement = (amount: Minor): Movement => ({ disputed: -amount, dispute_losses: amount })

type Entry = {
  saleId: number
  movement: string
  amounts: Movement
  currency: string
  paymentId?: number
  refundId?: number
  at: Date
}

/** Writes a movement. Throws if it does not sum to zero, because that is a bug and the transaction must not commit. */
export async function book(tx: Tx, entry: Entry): Promise<void> {
  await bookQuery(tx, entry)?.execute()
}

/** The statement of `book`, not yet run. */
export function bookQuery(tx: Tx, entry: Entry) {
  const rows = Object.entries(entry.amounts).filter(([, amount]) => amount !== 0) as [Account, Minor][]
  if (sum(rows.map(([, amount]) => amount)) !== 0) throw new Error(`movement ${entry.movement} does not sum to zero`)
  if (rows.length === 0) return null
  return tx.insertInto('ledger_entries').values(
    rows.map(([account, amount_minor]) => ({
      sale_id: entry.saleId,
      movement: entry.movement,
      account,
      amount_minor,
      currency: entry.currency,
      payment_id: entry.paymentId ?? null,
      refund_id: entry.refundId ?? null,
      at: entry.at,
    })),
  )
}

export type LedgerDifference = { sale_id: number; what: string; minor: number }

/**
 * Checks the ledger over the whole database and returns every difference in minor units. Movements and sales must sum to
 * zero, captures and refunds must match the payments, the cost of a paid order must match what its buyer was shown, and no
 * balance may be open except plan payments still to come and refunds on their way.
 */
export async function ledgerDifferences(db: Db): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    select sale_id, 'entries do not sum to zero' as what, sum(amount_minor)::bigint as minor
      from ledger_entries group by sale_id, movement, currency, coalesce(payment_id, 0), coalesce(refund_id, 0), at
      having sum(amount_minor) <> 0
    union all
    select coalesce(entry.sale_id, payment.sale_id), 'captured differs from the payments', coalesce(entry.minor, 0) - coalesce(payment.minor, 0)
      from (select sale_id, sum(amount_minor)::bigint as minor from ledger_entries where account = 'captured' group by sale_id) entry
      full join (select sale_id, sum(amount_minor)::bigint as minor from payments
        where status in ('paid', 'refunded', 'partly_refunded') and amount_minor > 0 group by sale_id) payment using (sale_id)
      where coalesce(entry.minor, 0) <> coalesce(payment.minor, 0)
    union all
    select coalesce(entry.sale_id, refund.sale_id), 'refunded differs from the refunds', coalesce(entry.minor, 0) - coalesce(refund.minor, 0)
      from (select sale_id, -sum(amount_minor)::bigint as minor from ledger_entries where account = 'refunded' group by sale_id) entry
      full join (select sale_id, sum(amount_minor)::bigint as minor from refunds where status = 'succeeded' group by sale_id) refund using (sale_id)
      where coalesce(entry.minor, 0) <> coalesce(refund.minor, 0)
    union all
    select payment.sale_id, 'refunds of a payment differ from its own sum', payment.refunded_minor - coalesce(refund.minor, 0)
      from payments payment
      left join (select payment_id, sum(amount_minor)::bigint as minor from refunds where status = 'succeeded' group by payment_id) refund
        on refund.payment_id = payment.id
      where payment.refunded_minor <> coalesce(refund.minor, 0)
    union all
    select sale.id, 'the order differs from what it cost', coalesce(entry.minor, 0) - coalesce(sale.total_minor, 0)
      from sales sale
      left join (select sale_id, sum(amount_minor)::bigint as minor from ledger_entries
        where account = 'receivable' and movement = 'sale' group by sale_id) entry on entry.sale_id = sale.id
      where coalesce(entry.minor, 0) <> case when sale.paid_at is null then 0 else coalesce(sale.total_minor, 0) end
    union all
    select sale.id, 'owed, and no payment or refund is on its way', entry.minor - coalesce(plan.minor, 0) + coalesce(refund.minor, 0)
      from sales sale
      join (select sale_id, sum(amount_minor)::bigint as minor from ledger_entries
        where account = 'receivable' group by sale_id) entry on entry.sale_id = sale.id
      left join (select sale_id, sum(amount_minor)::bigint as minor from plan_instalments
        where status not in ('paid', 'cancelled') group by sale_id) plan on plan.sale_id = sale.id
      left join (select sale_id, sum(amount_minor)::bigint as minor from refunds
        where status in ('queued', 'pending') group by sale_id) refund on refund.sale_id = sale.id
      where entry.minor - coalesce(plan.minor, 0) + coalesce(refund.minor, 0) <> 0
    order by 1, 2`.execute(db)
  return rows
}
