import { normalEmail } from '@foyer/domain/people/email.ts'
import { fullName, splitFullName } from '@foyer/domain/people/full-name.ts'
import type { Tx } from '../db/tx.ts'

export type Owner = { userId: number; name: string; email: string }

/**
 * Whose a completed sale is. A guest's address gets an account now, without a sign-in, so that the wallet can be opened
 * later with a code (OPEN-58); an account that is there already keeps its own name, the tickets carry the guest's.
 * The sale must be locked. Safe to repeat.
 */
export async function ownerOf(tx: Tx, saleId: number, now: Date): Promise<Owner> {
  const sale = await tx
    .selectFrom('sales')
    .leftJoin('users', 'users.id', 'sales.user_id')
    .select([
      'sales.user_id',
      'sales.guest_email',
      'sales.guest_name',
      'users.email',
      'users.first_name',
      'users.last_name',
    ])
    .where('sales.id', '=', saleId)
    .executeTakeFirstOrThrow()

  const guestEmail = normalEmail(sale.guest_email ?? '')
  const guestName = (sale.guest_name ?? '').trim()
  if (sale.user_id !== null) {
    const own = fullName({ first_name: sale.first_name!, last_name: sale.last_name! })
    // Somebody who signed in after giving a guest's name buys as the account, unless both are the same person.
    const name = guestEmail === sale.email && guestName !== '' ? guestName : own
    return { userId: sale.user_id, name, email: sale.email! }
  }
  if (guestEmail === '') throw new Error('a paid sale without an email address')

  await tx
    .insertInto('users')
    .values({ email: guestEmail, ...splitFullName(guestName), created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const { id: userId } = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', guestEmail)
    .executeTakeFirstOrThrow()
  await tx.updateTable('sales').set({ user_id: userId }).where('id', '=', saleId).execute()
  return { userId, name: guestName, email: guestEmail }
}
