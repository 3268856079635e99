import { mails } from '@foyer/contract/messages.ts'
import { isPersonName } from '@foyer/domain/people/person-name.ts'
import type { Db } from '../db/transaction/tx.ts'
import { customerOf } from '../sale/customer/customer.ts'
import type { SaleRow } from '../sale/sale.ts'

type Columns = Pick<SaleRow, 'user_id' | 'guest_email' | 'guest_name' | 'customer_session'>

/**
 * Whom a mail to a third person names as its sender. An unconfirmed address may belong to anyone, so neither its name nor its
 * message is passed on.
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
  // Names from before the rule may be addresses.
  return { name: isPersonName(customer.full_name) ? customer.full_name : unproved.name, isProved: true }
}
