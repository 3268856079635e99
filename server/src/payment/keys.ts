import { createHash } from 'node:crypto'

/** A UUID v4 of these 16 bytes: 36 characters, short enough for every provider's keys. */
export function uuid(bytes: Uint8Array): string {
  const b = Buffer.from(bytes).subarray(0, 16)
  b[6] = (b[6]! & 0x0f) | 0x40
  b[8] = (b[8]! & 0x3f) | 0x80
  const hex = b.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The same words, the same key: for what follows from a fact and must be one to the provider however often it is asked. */
export const keyOf = (...words: (string | number)[]): string =>
  uuid(createHash('sha256').update(words.join(':')).digest())
