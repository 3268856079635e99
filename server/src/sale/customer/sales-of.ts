import { type RawBuilder, sql } from 'kysely'

/**
 * The sales of a person, by the account of this address and by the address itself (lower case, proved): a query of whole rows. Each half
 * has an index, so it reads no more than a person's own.
 */
export const salesOf = (email: string): RawBuilder<unknown> => sql`
  select own.* from users join sales own on own.user_id = users.id where users.email = ${email}
  union all
  select own.* from sales own where own.user_id is null and lower(own.guest_email) = ${email}`
