/** Whole seconds until a deadline, both in milliseconds since 1970: never less than 0. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / 1000))

/** When the time left is spoken, in seconds. */
export const SPOKEN_AT = [300, 120, 60, 30, 0] as const

/**
 * The mark passed between two looks at the clock, or null. Several passed at once (a page that was hidden)
 * count as the last of them.
 */
export function markPassed(before: number, after: number): number | null {
  let passed: number | null = null
  for (const mark of SPOKEN_AT) if (before > mark && after <= mark) passed = mark
  return passed
}
