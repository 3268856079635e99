import { fullName } from '@foyer/domain/people/full-name.ts'
import type { Deps } from '../../deps.ts'
import { installationOf } from '../keys.ts'
import type { CardProvider } from './card-provider.ts'

/**
 * The provider's record of this user, created when first needed. Concurrent calls create one record, because the key is
 * derived from the user.
 */
export async function vendorCustomerOf({ db }: Pick<Deps, 'db'>, cards: CardProvider, userId: number): Promise<string> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  if (user.stripe_customer_id !== null) return user.stripe_customer_id
  const id = await cards.createCustomer({
    id: user.id,
    email: user.email,
    name: fullName(user.first_name, user.last_name),
    installation: await installationOf(db),
  })
  const kept = await db
    .updateTable('users')
    .set((eb) => ({ stripe_customer_id: eb.fn.coalesce('stripe_customer_id', eb.val(id)) }))
    .where('id', '=', userId)
    .returning('stripe_customer_id')
    .executeTakeFirstOrThrow()
  return kept.stripe_customer_id!
}
