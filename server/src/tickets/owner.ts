import { normalEmail } from '@foyer/domain/people/email.ts'
import { splitFullName } from '@foyer/domain/people/full-name.ts'
import type { Tx } from '../db/transaction/tx.ts'
import { consentColumns } from '../sale/customer/consents.ts'
import { customerOf } from '../sale/customer/customer.ts'
import type { Sale } from '../sale/sale.ts'

export type Owner = { userId: number; name: string; email: string }

/**
 * Whose the tickets of a completed sale are. A guest's address gets an account now, so that the wallet can be opened later
 * with a code (OPEN-58); one that is there already keeps its own name, the tickets carry the guest's. The sale itself stays
 * the guest's: no sign-in follows, and the session that proved the address goes on speaking for it. Safe to repeat.
 */
export async function ownerOf(tx: Tx, sale: Sale, now: Date): Promise<Owner> {
  const holder = await customerOf(tx, sale)
  if (holder === null) throw new Error(`sale ${sale.id} is paid and nobody's`)
  const email = normalEmail(holder.email)
  const name = holder.full_name.trim()
  if (holder.userId !== null) return { userId: holder.userId, name, email }
  const known = tx.selectFrom('users').select('id').where('email', '=', email)
  const user = await tx
    .with('made', (own) =>
      own
        .insertInto('users')
        .values({ email, ...splitFullName(name), ...consentColumns(email), created_at: now })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id'),
    )
    .selectFrom('made')
    .select('id')
    .unionAll(known)
    .executeTakeFirst()
  // Neither: somebody has made it since this statement began, and the next one sees it.
  const { id } = user ?? (await known.executeTakeFirstOrThrow())
  return { userId: id, name, email }
}
