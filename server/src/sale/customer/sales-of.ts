import { type RawBuilder, sql } from 'kysely'

/**
 * The ids of a person's sales, by the account of this address and by the address itself (lower case, proved), as an array. Each half has
 * an index. It is an array because the database guesses thousands of sales of one address, and would then read whole tables beside them.
 */
export const salesOf = (email: string): RawBuilder<number[]> => sql`array(
  select own.id from users join sales own on own.user_id = users.id where users.email = ${email}
  union all
  select own.id from sales own where own.user_id is null and lower(own.guest_email) = ${email})`
