import { randomBytes, randomInt } from 'node:crypto'

/** The source of randomness. Codes, references and keys need the real source; tests use a seeded one. */
export interface Random {
  bytes(length: number): Uint8Array
  /** A whole number from 0 up to, but not including, `maxExclusive`. */
  int(maxExclusive: number): number
}

export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
  int: (maxExclusive) => randomInt(maxExclusive),
}
