import { isBeforeAccount } from '@foyer/domain/checkout/steps.ts'
import type { Tx } from '../../db/transaction/tx.ts'
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
      init_guest_email: null,
      contact_number: null,
      gift_voucher_from: '',
      gift_voucher_to: '',
    })
    .where('id', '=', saleId)
    .execute()
}

/**
 * Gives the sale to a customer: the personal data of another customer is deleted. Returns the columns of the sale that name
 * the customer, for the caller to write.
 */
export async function attachCustomer(
  tx: Tx,
  sale: Sale,
  customer: Pick<Customer, 'email' | 'full_name' | 'userId'>,
): Promise<Pick<Sale, 'user_id' | 'guest_email' | 'guest_name'>> {
  const before = await customerOf(tx, sale)
  if (before !== null && before.email !== customer.email) await clearPersonalData(tx, sale.id)
  return customer.userId === null
    ? { user_id: null, guest_email: customer.email, guest_name: customer.full_name }
    : { user_id: customer.userId, guest_email: null, guest_name: null }
}

/** Takes the customer off a sale. Its basket and hold stay, and whoever continues starts at the account step. */
export async function detachCustomer(tx: Tx, sale: Sale): Promise<void> {
  await clearPersonalData(tx, sale.id)
  if (!isBeforeAccount(sale.state))
    await tx.updateTable('sales').set({ state: 'login' }).where('id', '=', sale.id).execute()
}
