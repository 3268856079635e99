import { createHmac } from 'node:crypto'

/** A key of its own for each purpose, so that what one part of the shop signs means nothing to another. */
const keyFor = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`foyer ${purpose}`).digest()

/** The same as text, for libraries that take their secret so. */
export const secretFor = (secret: string, purpose: string): string => keyFor(secret, purpose).toString('base64url')

/** HMAC of a text under the key of a purpose. Without the shop's secret it cannot be made or guessed back. */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest('base64url')
