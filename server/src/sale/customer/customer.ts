import { fullName } from '@foyer/domain/people/full-name.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/types.generated.ts'
import type { Session } from '../../http/session.ts'
import type { Sale } from '../sale.ts'

/** Whose sale it is: an account, or a guest with a proved address. */
export type Customer = { email: string; full_name: string; is_guest: boolean; userId: number | null }

export async function customerOf(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  sale: Pick<Sale, 'user_id' | 'guest_email' | 'guest_name'>,
): Promise<Customer | null> {
  if (sale.user_id !== null) {
    const user = await db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('id', '=', sale.user_id)
      .executeTakeFirst()
    return user ? { email: user.email, full_name: fullName(user), is_guest: false, userId: user.id } : null
  }
  if (sale.guest_email === null || sale.guest_name === null) return null
  return { email: sale.guest_email, full_name: sale.guest_name, is_guest: true, userId: null }
}

/**
 * Whether this session may see and use the sale's personal side: it is signed in as the holder, or has proved the guest's
 * address. Holding the link alone is not enough (promise 7).
 */
export const canAccess = (session: Session, customer: Customer): boolean =>
  customer.userId !== null ? session.userId === customer.userId : session.provedEmail === customer.email
