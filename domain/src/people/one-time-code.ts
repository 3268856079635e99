import { LIMITS } from '../limits.ts'

/** What the code field keeps of what was typed or pasted: digits, six at most (ACC-18, ACC-19). */
export const codeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, LIMITS.oneTimeCodeDigits)

/** ACC-20: whether there is enough to verify. */
export const isWholeCode = (digits: string): boolean =>
  codeDigits(digits) === digits && digits.length === LIMITS.oneTimeCodeDigits
