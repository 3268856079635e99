import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'

/**
 * A bank that has not said its last word keeps the hold, whatever the clock says, up to the payment's own limit: a payment
 * that is lost for good must not hold tickets for ever. A buyer who has been sent to their bank counts from the moment they
 * left (providers, 3.7); a new payment is refused once the hold has ended, so that nobody stretches it by clicking.
 */
export const keepsHold = (now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from payments where payments.sale_id = sales.id and payments.expires_at > ${now}
    and (payments.status = 'processing' or (payments.status = 'created' and payments.redirect_url is not null
      and payments.called_off_at is null and sales.state = 'awaiting_truelayer')))`

/** Whether a payment for this sale is with a bank or a vendor right now, so that nothing about the sale may change. */
export const isPaymentRunning = async (tx: Pick<Tx, 'selectFrom'>, saleId: number, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('status', '=', 'processing')
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether somebody has begun a payment that may still come in: the sale has its payer, and stays with them. */
export const isBeingPaid = async (tx: Pick<Tx, 'selectFrom'>, saleId: number, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['created', 'processing'])
    .where('called_off_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()) !== undefined
