import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Derives a separate key for each purpose, so that a signature for one purpose is not valid for another. */
const keyFor = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`foyer ${purpose}`).digest()

/** The same key as text, for libraries that expect a string. */
export const secretFor = (secret: string, purpose: string): string => keyFor(secret, purpose).toString('base64url')

/** HMAC of a text under the key of a purpose. It cannot be computed or reversed without the shop's secret. */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest('base64url')

/** Compares two secrets in the same time for any input, including one of another length. */
export function isSameSecret(secret: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(secret), digest(other))
}
