import { isBeforeAccount } from '@foyer/domain/checkout/steps.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { cancelOpenPayments } from '../hold/release.ts'
import type { Sale } from '../sale.ts'
import { type Customer, customerOf } from './customer.ts'

/** Takes what one person has said about themselves off a sale; basket, hold, donation and state stay. */
async function clearPersonalData(tx: Tx, saleId: number): Promise<void> {
  await tx.deleteFrom('sale_addresses').where('sale_id', '=', saleId).execute()
  await tx.deleteFrom('question_answers').where('sale_id', '=', saleId).execute()
  // One made before the sale had a name is of whoever gives theirs; one with a name is of that person alone.
  await tx.deleteFrom('gift_aid_declarations').where('sale_id', '=', saleId).where('donor_name', '<>', '').execute()
  await tx
    .updateTable('sales')
    .set({
      user_id: null,
      guest_email: null,
      guest_name: null,
      customer_session: null,
      init_guest_email: null,
      contact_number: null,
      gift_voucher_from: '',
      gift_voucher_to: '',
    })
    .where('id', '=', saleId)
    .execute()
}

type NewCustomer = Pick<Customer, 'email' | 'full_name' | 'userId'> & {
  /** The browser's number, where the address was typed and not proved. */
  typedIn?: number | null
}

/**
 * Gives the sale to a customer: the personal data of another customer is deleted, and payments that they began are
 * cancelled. Returns the columns of the sale that name the customer, for the caller to write.
 */
export async function attachCustomer(
  tx: Tx,
  sale: Sale,
  customer: NewCustomer,
  now: Date,
): Promise<Pick<Sale, 'user_id' | 'guest_email' | 'guest_name' | 'customer_session'>> {
  const before = await customerOf(tx, sale)
  if (before !== null && before.email !== customer.email) {
    await clearPersonalData(tx, sale.id)
    await cancelOpenPayments(tx, sale.id, now)
  }
  return customer.userId === null
    ? {
        user_id: null,
        guest_email: customer.email,
        guest_name: customer.full_name,
        customer_session: customer.typedIn ?? null,
      }
    : { user_id: customer.userId, guest_email: null, guest_name: null, customer_session: null }
}

/** Takes the customer off a sale. Its basket and hold stay, and whoever continues starts at the account step. */
export async function detachCustomer(tx: Tx, sale: Sale, now: Date): Promise<void> {
  await clearPersonalData(tx, sale.id)
  await cancelOpenPayments(tx, sale.id, now)
  if (!isBeforeAccount(sale.state))
    await tx.updateTable('sales').set({ state: 'login' }).where('id', '=', sale.id).execute()
}
