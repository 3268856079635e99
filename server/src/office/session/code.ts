import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import {
  type CodeRow,
  countWrongTry,
  endCode,
  hasTriesLeft,
  isCorrect,
  lockNewestCode,
  typedHashes,
} from '../../account/one-time-code.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'

/** Uses up a correct code. It works once, in the session that requested it, for the address it was sent to. */
export async function useCode(
  tx: Tx,
  deps: Deps,
  { email, typed, sessionId, now }: { email: string; typed: string; sessionId: string; now: Date },
): Promise<Ok<{ used: CodeRow }> | Fail<'wrong_code' | 'code_ended'>> {
  const code = await lockNewestCode(tx, email, sessionId)
  if (!code || code.ended_at !== null || !hasTriesLeft(code, now)) return fail('code_ended')
  if (!isCorrect(code, typedHashes(deps, email, typed)))
    return fail((await countWrongTry(tx, code, now)) === 'wrong' ? 'wrong_code' : 'code_ended')
  await endCode(tx, code, now)
  return { ok: true, used: code }
}

/** The code that this session can still enter, and its address. */
export async function codeSentTo(
  db: Db,
  sessionId: string | null,
  now: Date,
): Promise<{ email: string; isLong: boolean } | null> {
  if (sessionId === null) return null
  const row = await db
    .selectFrom('one_time_codes')
    .select(['email', 'kind'])
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? { email: row.email, isLong: row.kind !== 'short' } : null
}
