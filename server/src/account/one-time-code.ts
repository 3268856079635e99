import { timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@foyer/domain/limits.ts'
import { codeDigits } from '@foyer/domain/people/one-time-code.ts'
import type { Selectable } from 'kysely'
import type { OneTimeCodesTable } from '../db/schema/types.generated.ts'
import type { Tx } from '../db/transaction/tx.ts'
import type { Deps } from '../deps.ts'
import { keyedHash } from '../http/keys.ts'

export type CodeRow = Selectable<OneTimeCodesTable>

const hashWith = (secret: string, email: string, code: string) => keyedHash(secret, 'one-time code', `${email} ${code}`)

/** Codes are stored as a hash with their address, so that they can be checked but not read. */
export const codeHash = ({ config }: Pick<Deps, 'config'>, email: string, code: string): string =>
  hashWith(config.sessionSecret, email, code)

/**
 * The hashes of what was typed, as a code of each length, under every configured secret: a code may have been sent before a
 * secret was changed.
 */
export const typedHashes = ({ config }: Pick<Deps, 'config'>, email: string, typed: string): string[] =>
  [false, true].flatMap((isLong) =>
    config.sessionSecrets.map((secret) => hashWith(secret, email, codeDigits(typed, isLong))),
  )

/** Locks the newest code that this session requested for the address. */
export const lockNewestCode = (tx: Tx, email: string, sessionId: string): Promise<CodeRow | undefined> =>
  tx
    .selectFrom('one_time_codes')
    .selectAll()
    .where('email', '=', email)
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

export const hasTriesLeft = ({ expires_at, tries }: Pick<CodeRow, 'expires_at' | 'tries'>, now: Date): boolean =>
  expires_at > now && tries < LIMITS.oneTimeCodeTries

export const isCorrect = (code: Pick<CodeRow, 'code_hash'>, hashes: readonly string[]): boolean =>
  hashes.some((hash) => timingSafeEqual(Buffer.from(code.code_hash), Buffer.from(hash)))

/** Counts a wrong try, the last of which ends the code. A code that was used stays as it is. */
export async function countWrongTry(tx: Tx, code: CodeRow, now: Date): Promise<'ended' | 'wrong'> {
  const tries = code.tries + 1
  const isLast = tries >= LIMITS.oneTimeCodeTries
  const isUsed = code.ended_at !== null
  await tx
    .updateTable('one_time_codes')
    .set({ tries, ...(isLast && !isUsed && { ended_at: now }) })
    .where('id', '=', code.id)
    .execute()
  return isLast || isUsed ? 'ended' : 'wrong'
}

/** Ends a code that was entered correctly. */
export const endCode = (tx: Tx, { id }: Pick<CodeRow, 'id'>, now: Date) =>
  tx.updateTable('one_time_codes').set({ ended_at: now }).where('id', '=', id).execute()
