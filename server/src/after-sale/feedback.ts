import { fail } from '@foyer/domain/result.ts'
import type { Handler } from '../http/handle.ts'
import { paidSale } from './paid-sale.ts'

/** API-52 */
export const feedback: Handler<'send_customer_feedback'> = async ({ message }, asking) => {
  const sale = await paidSale(asking)
  if (!sale) return fail('not_paid')
  if (message === '') return fail('message_missing')
  await asking.deps.db.insertInto('feedback').values({ sale_id: sale.id, message, sent_at: asking.now }).execute()
  return { success: true }
}
