import type { Random } from '../random.ts'

/** The same seed gives the same codes in the same order (mulberry32: short, uniform, and not for secrets). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word = (word + Math.imul(word ^ (word >>> 7), word | 61)) ^ word
    return (word ^ (word >>> 14)) >>> 0
  }
  const int = (maxExclusive: number): number => {
    if (!Number.isInteger(maxExclusive) || maxExclusive < 1) throw new RangeError(`Not a range: ${maxExclusive}`)
    return Math.floor((next() / 2 ** 32) * maxExclusive)
  }
  return { int, bytes: (length) => Uint8Array.from({ length }, () => int(256)) }
}
