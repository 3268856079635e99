import { LIMITS } from '../limits.ts'

/** How many digits a code has. */
export const digitsOf = (isLong: boolean): number => (isLong ? LIMITS.longCodeDigits : LIMITS.oneTimeCodeDigits)

/** The digits of the typed or pasted text, at most as many as the code has. */
export const codeDigits = (typed: string, isLong = false): string => typed.replace(/\D/g, '').slice(0, digitsOf(isLong))

/** Whether the code is complete. */
export const isWholeCode = (digits: string, isLong = false): boolean =>
  codeDigits(digits, isLong) === digits && digits.length === digitsOf(isLong)

/** The code as people read it: a long one in groups of three digits. */
export const readableCode = (digits: string, isLong: boolean): string =>
  isLong ? digits.replace(/(\d{3})(?=\d)/g, '$1 ') : digits
