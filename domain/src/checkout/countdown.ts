import { endsAtZero, isTimed, type Step } from './steps.ts'

/** The countdown runs towards a fixed moment and counts no ticks, so a hidden page stays right. Both in milliseconds. */
export const deadlineOf = (secondsRemaining: number, nowMs: number): number => nowMs + secondsRemaining * 1000

/** Whole seconds until the deadline, never less than 0. */
export const secondsLeft = (deadlineMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000))

/** In the steps after the reserve, until the sale is paid. */
export const countdownRuns = (step: Step, paymentComplete: boolean): boolean => isTimed(step) && !paymentComplete

/** Whether this number of seconds left sends the buyer back to the basket. */
export const expiresNow = (step: Step, seconds: number, paymentComplete: boolean): boolean =>
  seconds <= 0 && countdownRuns(step, paymentComplete) && endsAtZero(step)

/** When a screen reader announces the time left, in seconds. */
export const SPOKEN_AT = [300, 120, 60, 30, 0] as const

/**
 * The mark passed between two readings of the clock (seconds left then and now), or null. If several were passed, as after
 * the device slept, only the last one counts.
 */
export function spokenMark(before: number, now: number): (typeof SPOKEN_AT)[number] | null {
  return SPOKEN_AT.findLast((mark) => before > mark && now <= mark) ?? null
}
