import { isBeforeAccount } from '@foyer/domain/checkout/steps.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { cancelOpenPayments } from '../hold/release.ts'
import type { SaleRow } from '../sale.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { missingTickets } from '../terms/requirements.ts'
import { type Customer, customerOf } from './customer.ts'

/** Deletes one customer's personal data from a sale. The basket, hold, donation and state stay. */
async function clearPersonalData(tx: Tx, saleId: number): Promise<void> {
  await tx.deleteFrom('sale_addresses').where('sale_id', '=', saleId).execute()
  await tx.deleteFrom('question_answers').where('sale_id', '=', saleId).execute()
  // A declaration without a name will belong to the next customer who gives one; a declaration with a name belongs to that
  // person alone.
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
  /** The browser's session number, if the address was typed but not proved. */
  typedIn?: number | null
}

type CustomerColumns = Pick<SaleRow, 'user_id' | 'guest_email' | 'guest_name' | 'customer_session'>

/**
 * Assigns the sale to a customer. Deletes another customer's personal data and cancels the payments they started. Returns
 * the columns of the sale that name the customer, for the caller to write. Refuses, and writes nothing, if the sale holds a
 * ticket that requires another one which this customer lacks.
 */
export async function attachCustomer(
  tx: Tx,
  { sale, has }: { sale: SaleRow; has?: Pick<Snapshot['has'], 'requirements'> },
  customer: NewCustomer,
  now: Date,
): Promise<Ok<{ sale: CustomerColumns }> | Fail<'required_missing'>> {
  const requires = sale.held_until !== null && has?.requirements !== false
  const missing = requires ? await missingTickets(tx, sale.id, customer.userId) : []
  // guard: required-of-new-customer
  if (missing.length > 0) return fail('required_missing', { tickets: missing.join(', ') })
  const before = await customerOf(tx, sale)
  if (before !== null && before.email !== customer.email) {
    await clearPersonalData(tx, sale.id)
    await cancelOpenPayments(tx, sale.id, now)
  }
  const columns =
    customer.userId === null
      ? {
          user_id: null,
          guest_email: customer.email,
          guest_name: customer.full_name,
          customer_session: customer.typedIn ?? null,
        }
      : { user_id: customer.userId, guest_email: null, guest_name: null, customer_session: null }
  return { ok: true, sale: columns }
}

/** Removes the customer from a sale. The basket and hold stay, and the next buyer starts at the account step. */
export async function detachCustomer(tx: Tx, sale: SaleRow, now: Date): Promise<void> {
  await clearPersonalData(tx, sale.id)
  await cancelOpenPayments(tx, sale.id, now)
  if (!isBeforeAccount(sale.state))
    await tx.updateTable('sales').set({ state: 'login' }).where('id', '=', sale.id).execute()
}
