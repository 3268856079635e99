import { answers } from '@foyer/contract/office/log/done.en.ts'
import type { OfficeCallName } from '@foyer/contract/office/paths.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { entryOf } from './entry.ts'
import { type Part, sentencesOf } from './sentence.ts'

/** Calls whose next page shows that they were done: steps of signing in and of confirming identity. */
const ANSWERED_BY_PAGE: ReadonlySet<OfficeCallName> = new Set<OfficeCallName>([
  'office_send_code',
  'office_check_code',
  'get_passkey_options',
  'sign_in_with_passkey',
  'join_first',
  'accept_invitation',
  'office_send_proof',
  'office_prove',
  'prove_with_passkey',
  'begin_passkey',
])
/** Calls without an entry in the log, or after which there is nobody whose log could be read. */
const FIXED: Partial<Record<OfficeCallName, keyof typeof answers>> = {
  choose_columns: 'columns',
  office_sign_out: 'signed_out',
}
const MAX_AGE_MS = 10 * 60_000

/**
 * What an act answers with: the entry of the log that the next page shows as a sentence, or the name of a fixed sentence. It is
 * passed on as `done` in the address.
 */
export function answerTo(call: OfficeCallName, entry: number | null): { done?: string } {
  if (ANSWERED_BY_PAGE.has(call)) return {}
  return { done: FIXED[call] ?? (entry === null ? 'nothing' : String(entry)) }
}

/** The sentence of an answer; null if there is none, or it is of another person or too long ago. */
export async function answerShown(
  db: Db,
  { staffId, organiserId, now }: { staffId: number | null; organiserId: number | null; now: Date },
  done: unknown,
): Promise<Part[] | null> {
  if (typeof done !== 'string') return null
  if (Object.hasOwn(answers, done)) return [{ text: answers[done as keyof typeof answers] }]
  if (staffId === null || !/^\d{1,15}$/.test(done)) return null
  const row = await db
    .selectFrom('staff_log')
    .select(['action', 'subject_kind', 'subject_id', 'before', 'after'])
    .where('id', '=', Number(done))
    // guard: own-answer
    .where('staff_id', '=', staffId)
    .where('outcome', '=', 'done')
    .where('at', '>', new Date(now.getTime() - MAX_AGE_MS))
    .executeTakeFirst()
  return row === undefined ? null : (await sentencesOf(db, organiserId, [entryOf(row)]))[0]!
}
