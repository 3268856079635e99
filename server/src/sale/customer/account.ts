import { splitFullName } from '@foyer/domain/people/full-name.ts'
import { sql } from 'kysely'
import { command, type Query, query, runBatch } from '../../db/transaction/batch.ts'
import { unnestRows } from '../../db/transaction/column-lists.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { consentColumns } from './consents.ts'

type Person = { email: string; name: string }

/** Returns the account of an email address, creating it if needed. An existing account keeps its own name. */
export async function accountOf(tx: Tx, person: Person, now: Date): Promise<number> {
  const [, idOf] = await runBatch(tx, ...accountQueries([person], now))
  return idOf(person.email)
}

/** The same for several people: the second query finds the id of each address. */
export function accountQueries(
  people: readonly Person[],
  now: Date,
): readonly [Query<void>, Query<(email: string) => number>] {
  if (people.length === 0)
    return [
      command(null),
      query(null, () => (email) => {
        throw new Error(`no account was requested for ${email}`)
      }),
    ]
  // Sorted, so that two transactions that create the same accounts don't deadlock.
  const inOrder = [...people].sort((a, b) => (a.email < b.email ? -1 : 1))
  const emails = inOrder.map(({ email }) => email)
  const { subscribed, is_event_subscribed } = consentColumns(sql.ref('person.email'))
  return [
    command(sql`
      insert into users (email, first_name, last_name, created_at, subscribed, is_event_subscribed)
      select email, first_name, last_name, ${now}::timestamptz, ${subscribed}, ${is_event_subscribed}
      from ${unnestRows('person', inOrder, {
        email: ['text', ({ email }) => email],
        first_name: ['text', ({ name }) => splitFullName(name).firstName],
        last_name: ['text', ({ name }) => splitFullName(name).lastName],
      })}
      -- Another transaction may be creating the account at this moment; then the next statement finds it.
      on conflict (email) do nothing`),
    query(
      sql<{ id: number; email: string }>`select id, email from users where email = any(${sql.val(emails)}::text[])`,
      (rows) => {
        const ids = new Map(rows.map(({ id, email }) => [email, id]))
        return (email) => ids.get(email)!
      },
    ),
  ]
}
