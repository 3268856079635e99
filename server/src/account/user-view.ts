import type { User } from '@foyer/contract/types.ts'
import { fullName } from '@foyer/domain/people/full-name.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'

/** An account as its owner sees it; null if there is none. */
export async function userView(db: Pick<Kysely<Database>, 'selectFrom'>, userId: number): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'is_dark_mode', 'subscribed', 'is_event_subscribed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, full_name: fullName(row) } : null
}
