import { splitFullName } from '@foyer/domain/people/full-name.ts'
import { sql } from 'kysely'
import { command, query, runBatch } from '../../db/transaction/batch.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { consentColumns } from './consents.ts'

/** Returns the account of an email address, creating it if needed. An existing account keeps its own name. */
export async function accountOf(tx: Tx, { email, name }: { email: string; name: string }, now: Date): Promise<number> {
  const { firstName, lastName } = splitFullName(name)
  const { subscribed, is_event_subscribed } = consentColumns(email)
  const [, id] = await runBatch(
    tx,
    command(
      tx
        .insertInto('users')
        .columns(['email', 'first_name', 'last_name', 'created_at', 'subscribed', 'is_event_subscribed'])
        .expression(
          tx.selectNoFrom([
            sql<string>`${email}::text`.as('email'),
            sql<string>`${firstName}::text`.as('first_name'),
            sql<string>`${lastName}::text`.as('last_name'),
            sql<Date>`${now}::timestamptz`.as('created_at'),
            subscribed.as('subscribed'),
            is_event_subscribed.as('is_event_subscribed'),
          ]),
        )
        // Another transaction may be creating the account at this moment; then the next statement finds it.
        .onConflict((conflict) => conflict.column('email').doNothing()),
    ),
    query(tx.selectFrom('users').select('id').where('email', '=', email), (rows) => rows[0]!.id),
  )
  return id
}
