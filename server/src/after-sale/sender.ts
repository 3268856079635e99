import { mails } from '@foyer/contract/messages.ts'
import type { Db } from '../db/transaction/tx.ts'
import { customerOf } from '../sale/customer/customer.ts'
import type { SaleRow } from '../sale/sale.ts'

type Columns = Pick<SaleRow, 'user_id' | 'guest_email' | 'guest_name' | 'customer_session'>

/**
 * Whom a mail to a third person names as its sender. An address that was typed and never proved may be anybody's, and what goes
 * with it is not passed on: neither the name nor a message.
 */
export async function senderOf(
  db: Pick<Db, 'selectFrom'>,
  sale: Columns,
): Promise<{ name: string; isProved: boolean }> {
  const customer = await customerOf(db, sale)
  const unproved = { name: mails['sender.unproved'], isProved: false }
  if (customer === null) return unproved
  if (customer.typedIn !== null) {
    const proof = await db
      .selectFrom('sessions')
      .select('id')
      .where('number', '=', customer.typedIn)
      .where('proved_email', '=', customer.email)
      .executeTakeFirst()
    if (!proof) return unproved
  }
  return { name: customer.full_name, isProved: true }
}
