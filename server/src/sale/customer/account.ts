import { splitFullName } from '@foyer/domain/people/full-name.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { consentColumns } from './consents.ts'

/** Returns the account of an email address, creating it if needed. An existing account keeps its own name. */
export async function accountOf(tx: Tx, { email, name }: { email: string; name: string }, now: Date): Promise<number> {
  const { firstName, lastName } = splitFullName(name)
  const existing = tx.selectFrom('users').select('id').where('email', '=', email)
  const user = await tx
    .with('made', (own) =>
      own
        .insertInto('users')
        .values({ email, first_name: firstName, last_name: lastName, ...consentColumns(email), created_at: now })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id'),
    )
    .selectFrom('made')
    .select('id')
    .unionAll(existing)
    .executeTakeFirst()
  // No row: another transaction created the account after this statement began, so the next statement finds it.
  const { id } = user ?? (await existing.executeTakeFirstOrThrow())
  return id
}
