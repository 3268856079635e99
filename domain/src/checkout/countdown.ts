import type { Step } from './steps.ts'
import { endsAtZero, isTimed } from './steps.ts'

/**
 * A fixed deadline, not a count of ticks, so the countdown stays correct while the page is hidden. `nowMs` and the result are
 * in milliseconds.
 */
export const deadlineOf = (secondsRemaining: number, nowMs: number): number => nowMs + secondsRemaining * 1000

/** Whole seconds until the deadline, never less than 0. */
export const secondsLeft = (deadlineMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000))

/** The countdown runs in the steps after the reserve, until the sale is paid. */
export const countdownRuns = (step: Step, paymentComplete: boolean): boolean => isTimed(step) && !paymentComplete

/** Whether this number of seconds left sends the buyer back to the basket. */
export const expiresNow = (step: Step, seconds: number, paymentComplete: boolean): boolean =>
  seconds <= 0 && countdownRuns(step, paymentComplete) && endsAtZero(step)

/** The seconds left at which a screen reader announces the time. */
export const SPOKEN_AT = [300, 120, 60, 30, 0] as const

/**
 * The mark passed between two readings of the clock (seconds left then and now), or null. If several were passed, for example
 * while the device slept, only the last one counts.
 */
export function spokenMark(before: number, now: number): (typeof SPOKEN_AT)[number] | null {
  return SPOKEN_AT.findLast((mark) => before > mark && now <= mark) ?? null
}
