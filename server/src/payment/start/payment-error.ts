import type { ReplyOf } from '@foyer/contract/calls.ts'
import type { RequestContext } from '../../http/handle.ts'
import { CUSTOMER_COLUMNS, canChange } from '../../sale/customer/customer.ts'

/** Returns why the last payment attempt failed. Reading it clears it. */
export async function getPaymentError({ deps, session }: RequestContext): Promise<ReplyOf<'get_payment_error'>> {
  if (session.saleId === null) return { payment_error: '' }
  const row = await deps.db
    .selectFrom('sales')
    .select(['payment_error', ...CUSTOMER_COLUMNS])
    .where('id', '=', session.saleId)
    .executeTakeFirst()
  if (!row || !canChange(session, row)) return { payment_error: '' }
  if (row.payment_error)
    await deps.db.updateTable('sales').set({ payment_error: null }).where('id', '=', session.saleId).execute()
  return { payment_error: row.payment_error ?? '' }
}
