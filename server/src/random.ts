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

/** The same seed gives the same numbers from 0 up to 1 (mulberry32: short, uniform, and not for secrets). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word = (word + Math.imul(word ^ (word >>> 7), word | 61)) ^ word
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The same seed gives the same codes in the same order. */
export function seededRandom(seed: number): Random {
  const next = seededNumbers(seed)
  const int = (maxExclusive: number): number => {
    if (!Number.isInteger(maxExclusive) || maxExclusive < 1) throw new RangeError(`Not a range: ${maxExclusive}`)
    return Math.floor(next() * maxExclusive)
  }
  return { int, bytes: (length) => Uint8Array.from({ length }, () => int(256)) }
}
