import { LIMITS } from '../limits.ts'

/** The digits of the typed or pasted text, six at most. */
export const codeDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, LIMITS.oneTimeCodeDigits)

/** Whether the code is complete. */
export const isWholeCode = (digits: string): boolean =>
  codeDigits(digits) === digits && digits.length === LIMITS.oneTimeCodeDigits
