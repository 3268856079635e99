/** Characters that are not mistaken for each other: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** A code of a batch: the prefix, a hyphen and eight random characters, which nobody guesses. `int` is a source of randomness. */
export const codeOfBatch = (prefix: string, int: (below: number) => number): string =>
  `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[int(ALPHABET.length)]).join('')}`

const OF_BATCH = new RegExp(`^(.+)-[${ALPHABET}]{${LENGTH}}$`)

/** The prefix of a code that was made by the batch; null for any other. */
export const batchOf = (code: string): string | null => OF_BATCH.exec(code)?.[1] ?? null

export const isPrefix = (text: string): boolean => /^[A-Z0-9][A-Z0-9-]{0,19}$/.test(text) && !text.endsWith('-')
