import type { Kysely } from 'kysely'
import type { Database } from '../db/schema/types.generated.ts'

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** A person in the shop's data: an account, a guest's address, or both. */
export type Person = { userId: number | null; email: string }

/** Finds the account of an address, if any; orders made as a guest with that address belong to the same person. */
export async function personByEmail(db: Reader, email: string): Promise<Person> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return { userId: user?.id ?? null, email }
}

/** Returns the ids of a person's sales, paid or not, lowest first. */
export async function salesOf(db: Reader, { userId, email }: Person): Promise<number[]> {
  const rows = await db
    .selectFrom('sales')
    .select('id')
    .where((eb) =>
      eb.or([
        ...(userId === null ? [] : [eb('user_id', '=', userId)]),
        eb.and([eb('user_id', 'is', null), eb('guest_email', '=', email)]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
