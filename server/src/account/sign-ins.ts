import type { SignIn } from '@foyer/contract/pages.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { type Db, inTx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { newNumbers, oldestSession, type Session } from '../http/session.ts'

const MAX_SHOWN = 50

/** The browsers in which the user is signed in: this one first, then the most recently used. */
export async function signInsOf(
  db: Pick<Db, 'selectFrom'>,
  session: Pick<Session, 'id' | 'userId'>,
  now: Date,
): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'last_seen_at'])
    .where('user_id', '=', session.userId)
    .where('expires_at', '>', now)
    .where((eb) => eb(eb.fn.coalesce('proved_at', 'created_at'), '>', oldestSession(now)))
    .orderBy((eb) => eb('id', '=', session.id), 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ id, device, last_seen_at }) => ({
    device: device ?? '',
    nice_last_seen: niceDate(last_seen_at),
    is_this: id === session.id,
  }))
}

/** Signs the user out in all other browsers. Their baskets remain. Safe to repeat. */
export async function signOutElsewhere(
  _body: unknown,
  { deps, session }: RequestContext,
): Promise<{ success: true } | Fail<'not_signed_in'>> {
  if (session.userId === null) return fail('not_signed_in')
  await inTx(deps.db, async (tx) => {
    const others = await tx
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', session.userId)
      .where('id', '<>', session.id)
      .orderBy('id')
      .forUpdate()
      .execute()
    const numbers = await newNumbers(tx, others.length)
    for (const [i, { id }] of others.entries())
      await tx
        .updateTable('sessions')
        .set({ user_id: null, proved_email: null, proved_at: null, device: null, number: numbers[i]! })
        .where('id', '=', id)
        .execute()
  })
  return { success: true }
}
