import { LIMITS } from '../limits.ts'

/** The pattern for browser and server, tested on the trimmed text. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export function isEmail(text: string): boolean {
  const email = text.trim()
  // no mailbox has a longer address, and the pattern is slow on a long run of dots
  return email.length <= LIMITS.text.email && EMAIL.test(email)
}

/** One spelling per mailbox, so that an account is found again however its address was typed. */
export const normalEmail = (text: string): string => text.trim().toLowerCase()
