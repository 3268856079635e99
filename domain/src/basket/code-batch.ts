import { CODE_CHARACTERS } from '../format/codes.ts'
import { groupBy } from '../group.ts'
import { LIMITS } from '../limits.ts'

const LENGTH = 8

/** A code of a batch: the prefix, a hyphen and eight random characters, too many to guess. `randomInt(n)` returns a whole number below n. */
export const codeOfBatch = (prefix: string, randomInt: (below: number) => number): string =>
  `${prefix}-${Array.from({ length: LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('')}`

const BATCH_CODE = new RegExp(`^(.+)-[${CODE_CHARACTERS}]{${LENGTH}}$`)

/** The prefix of a code that was made by the batch; null for any other. */
export const batchOf = (code: string): string | null => BATCH_CODE.exec(code)?.[1] ?? null

/**
 * The codes that were made by the batch: at least two with one prefix. A single code of that form may have been typed
 * (HALF-EMBEDDED).
 */
export function codesOfBatches(codes: readonly string[]): Set<string> {
  const byPrefix = groupBy(
    codes.filter((code) => batchOf(code) !== null),
    (code) => batchOf(code)!,
  )
  return new Set([...byPrefix.values()].filter(({ length }) => length > 1).flat())
}

/** Capitals, digits and inner hyphens. */
export const isPrefix = (text: string): boolean =>
  text.length <= LIMITS.text.codePrefix && /^[A-Z0-9][A-Z0-9-]*$/.test(text) && !text.endsWith('-')
