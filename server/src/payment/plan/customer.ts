import { fullName } from '@foyer/domain/people/full-name.ts'
import type { Deps } from '../../deps.ts'
import { installationOf } from '../keys.ts'
import type { CardProvider } from './card-provider.ts'

/**
 * The provider's record of this user, created when first needed. Concurrent calls create one record, because the key is
 * derived from the user. Each account has records of its own.
 */
export async function vendorCustomerOf({ db }: Pick<Deps, 'db'>, cards: CardProvider, userId: number): Promise<string> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const { accountId } = cards
  const existing = accountId === null ? user.stripe_customer_id : await customerAt(db, accountId, userId)
  if (existing !== null) return existing
  const id = await cards.createCustomer({
    id: user.id,
    email: user.email,
    name: fullName(user.first_name, user.last_name),
    installation: await installationOf(db),
  })
  if (accountId !== null) {
    await db
      .insertInto('account_customers')
      .values({ account_id: accountId, user_id: userId, provider_customer_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await customerAt(db, accountId, userId))!
  }
  const stored = await db
    .updateTable('users')
    .set((eb) => ({ stripe_customer_id: eb.fn.coalesce('stripe_customer_id', eb.val(id)) }))
    .where('id', '=', userId)
    .returning('stripe_customer_id')
    .executeTakeFirstOrThrow()
  return stored.stripe_customer_id!
}

async function customerAt(db: Deps['db'], accountId: number, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('account_customers')
    .select('provider_customer_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.provider_customer_id ?? null
}
