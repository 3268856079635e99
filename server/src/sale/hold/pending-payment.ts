import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import { areOpen, areRunning } from '../../payment/provider/status.ts'

/**
 * Whether a payment that waits for a bank's final result keeps the hold after its expiry, up to the payment's own limit: a
 * lost payment must not hold tickets for ever. A payment counts as soon as the buyer is redirected to the bank. New payments
 * are refused after the hold expires, so repeated clicks cannot extend it.
 */
export const keepsHold = (now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from payments where payments.sale_id = sales.id and (${areRunning(now)}
    or (payments.status = 'created' and payments.expires_at > ${now} and payments.redirect_url is not null
      and payments.called_off_at is null and sales.state = 'awaiting_truelayer')))`

/** Whether a bank or vendor is processing a payment for this sale, so that nothing about the sale may change. */
export const isPaymentRunning = async (tx: Pick<Tx, 'selectFrom'>, saleId: number, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where(areRunning(now))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether a payment has been started that may still come in. The sale then stays with its payer. */
export const isBeingPaid = async (tx: Pick<Tx, 'selectFrom'>, saleId: number, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where(areOpen())
    .where('called_off_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()) !== undefined
