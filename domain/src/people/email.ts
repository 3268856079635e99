import { LIMITS } from '../limits.ts'

/** Used by browser and server, on the trimmed text. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export function isEmail(text: string): boolean {
  const email = text.trim()
  // no valid address is longer, and the pattern is slow on a long run of dots
  return email.length <= LIMITS.text.email && EMAIL.test(email)
}

/** Normalises an address, so that its account is found however it was typed. */
export const normalEmail = (text: string): string => text.trim().toLowerCase()

/** Returns 'g•••@example.org': enough for a recipient to tell which of their addresses it is. Dots keep it on one line. */
export const emailHint = (email: string): string => email.replace(/^(.)[^@]*/, '$1•••')
