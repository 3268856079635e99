import { timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@foyer/domain/limits.ts'
import { codeDigits } from '@foyer/domain/people/one-time-code.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { CHECKS } from '../../account/check-code.ts'
import { codeHashes } from '../../account/send-code.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { hit, takeBack } from '../../http/limits/rate-limit.ts'

/** Counts an attempt against the limit that buyers and staff share. */
export const countCheck = async (deps: Deps, ip: string): Promise<Fail<'too_many_requests'> | null> =>
  (await hit(deps, CHECKS.key(ip), CHECKS.windowSeconds)) > CHECKS.max ? fail('too_many_requests') : null

/** Takes back the count of an attempt with the correct code. */
export const uncountCheck = (deps: Deps, ip: string) => takeBack(deps, CHECKS.key(ip), CHECKS.windowSeconds)

/** Uses up a correct code. It works once, in the session that requested it, for the address it was sent to. */
export async function useCode(
  tx: Tx,
  deps: Deps,
  { email, typed, sessionId, now }: { email: string; typed: string; sessionId: string; now: Date },
): Promise<Ok | Fail<'wrong_code' | 'code_ended'>> {
  const code = await tx
    .selectFrom('one_time_codes')
    .selectAll()
    .where('email', '=', email)
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!code || code.ended_at !== null || code.expires_at <= now || code.tries >= LIMITS.oneTimeCodeTries)
    return fail('code_ended')
  const isCorrect = codeHashes(deps, email, codeDigits(typed)).some((hash) =>
    timingSafeEqual(Buffer.from(code.code_hash), Buffer.from(hash)),
  )
  const tries = isCorrect ? code.tries : code.tries + 1
  const isOver = isCorrect || tries >= LIMITS.oneTimeCodeTries
  await tx
    .updateTable('one_time_codes')
    .set({ tries, ...(isOver && { ended_at: now }) })
    .where('id', '=', code.id)
    .execute()
  if (isCorrect) return { ok: true }
  return fail(isOver ? 'code_ended' : 'wrong_code')
}

/** The address of the code that this session can still enter. */
export async function codeSentTo(db: Db, sessionId: string | null, now: Date): Promise<string | null> {
  if (sessionId === null) return null
  const row = await db
    .selectFrom('one_time_codes')
    .select('email')
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.email ?? null
}
