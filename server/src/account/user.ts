import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { fullName } from '@foyer/domain/people/full-name.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import type { Deps } from '../deps.ts'
import type { RequestContext } from '../http/handle.ts'

type User = NonNullable<ReplyOf<'get_user'>['user']>

/** The signed-in user for the page header; null for a visitor. */
export async function userOf({ db }: Pick<Deps, 'db'>, userId: number | null): Promise<User | null> {
  if (userId === null) return null
  const user = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'is_dark_mode', 'subscribed', 'is_event_subscribed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user ? { ...user, full_name: fullName(user.first_name, user.last_name) } : null
}

export const getUser = async (_body: unknown, { deps, session }: RequestContext): Promise<ReplyOf<'get_user'>> => ({
  user: await userOf(deps, session.userId),
})

/** Saves the theme preference of the signed-in user. */
export async function setDarkMode(
  { is_dark_mode }: BodyOf<'set_dark_mode'>,
  { deps, session }: RequestContext,
): Promise<ReplyOf<'set_dark_mode'> | Fail<'not_signed_in'>> {
  if (session.userId === null) return fail('not_signed_in')
  await deps.db.updateTable('users').set({ is_dark_mode }).where('id', '=', session.userId).execute()
  const user = await userOf(deps, session.userId)
  return user ? { user } : fail('not_signed_in')
}
