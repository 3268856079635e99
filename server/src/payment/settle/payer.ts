import type { Tx } from '../../db/transaction/tx.ts'
import { isCounterSale } from '../../sale/counter-sale.ts'
import type { Customer } from '../../sale/customer/customer.ts'
import type { SaleRow } from '../../sale/sale.ts'
import type { Payment } from '../payment.ts'

/**
 * Why the money is not from the sale's customer; null if it is. Payments of earlier versions don't name the payer, and a walk-in
 * at the counter has no name.
 */
export async function payerProblemOf(
  tx: Tx,
  sale: Pick<SaleRow, 'id'>,
  { payer_user_id, payer_email }: Payment,
  customer: Customer | null,
): Promise<'nobodys' | 'other_customer' | null> {
  if (customer === null) return (await isCounterSale(tx, sale.id)) ? null : 'nobodys'
  const isPayer =
    payer_user_id !== null ? payer_user_id === customer.userId : payer_email === null || payer_email === customer.email
  return isPayer ? null : 'other_customer'
}
