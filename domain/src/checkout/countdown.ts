import { endsAtZero, isTimed, type Step } from './steps.ts'

/** The countdown counts towards a moment, not ticks: a hidden page misses none. Both in milliseconds. */
export const deadlineOf = (secondsRemaining: number, nowMs: number): number => nowMs + secondsRemaining * 1000

/** Whole seconds until the deadline, never less than 0 (SUM-13). */
export const secondsLeft = (deadlineMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000))

/** CLK-01, CLK-09: in the steps behind the reserve, until the sale is paid. */
export const countdownRuns = (step: Step, paymentComplete: boolean): boolean => isTimed(step) && !paymentComplete

/** CLK-05, CLK-08, CLK-09: whether these seconds left send the buyer back to the basket. */
export const expiresNow = (step: Step, seconds: number, paymentComplete: boolean): boolean =>
  seconds <= 0 && countdownRuns(step, paymentComplete) && endsAtZero(step)

/** When the time left is spoken to people who cannot see the clock, in seconds. */
export const SPOKEN_AT = [300, 120, 60, 30, 0] as const

/**
 * The mark passed between two looks at the clock (seconds left then and now), or null. Of several, as after a nap, the last
 * one counts: nobody needs to hear "5 minutes left" with one to go.
 */
export function spokenMark(before: number, now: number): (typeof SPOKEN_AT)[number] | null {
  return SPOKEN_AT.findLast((mark) => before > mark && now <= mark) ?? null
}
