import { LIMITS } from '../limits.ts'

/** Message keys; each message is shown once the number of status requests without a result exceeds its limit. */
const MESSAGES = [
  { over: LIMITS.bankGiveUpAfterRetries, message: 'info.bankNotConfirmedYet', tryAnother: true, giveUp: true },
  { over: 9, message: 'info.bankTakingLonger', tryAnother: true, giveUp: false },
  { over: 6, message: 'info.bankAwaitingConfirmation', tryAnother: false, giveUp: false },
  { over: 3, message: 'info.bankWaiting', tryAnother: false, giveUp: false },
] as const

const NO_MESSAGE = { message: null, tryAnother: false, giveUp: false } as const

/**
 * What the awaiting-bank step shows after this many status requests: its message, whether the buyer can try another method,
 * and whether the page stops waiting. It then only asks slowly, while it is visible.
 */
export const bankWait = (retries: number): (typeof MESSAGES)[number] | typeof NO_MESSAGE =>
  MESSAGES.find(({ over }) => retries > over) ?? NO_MESSAGE

/** Milliseconds until the next status request. The first one waits longer, and those after giving up half as long again each. */
export function pollDelay(polled: number): number {
  if (polled === 0) return LIMITS.bankFirstPollMs
  if (!bankWait(polled).giveUp) return LIMITS.bankPollMs
  const slowed = LIMITS.bankSlowPollMs * 1.5 ** (polled - LIMITS.bankGiveUpAfterRetries - 1)
  return Math.min(slowed, LIMITS.bankSlowestPollMs)
}

/**
 * `truelayer_returned_from` of a buyer who came back by the bank's link and hasn't cancelled. It is null until then: the buyer may have
 * left the bank's page undecided.
 */
export const RETURNED_FROM_BANK = '1'

/** The bank sent the buyer back with the code 0, which means cancelled. */
export const isCancelledReturn = (returnedFrom: string | number | null): boolean => String(returnedFrom) === '0'

/**
 * These need no further sentence; banks spell the first in two ways. 'returned' is included because the money had been taken.
 */
const SELF_EXPLANATORY = ['cancelled', 'canceled', 'rejected', 'expired', 'returned']

/** Whether a failed payment also shows the sentence that no money was taken. */
export const showsAdditionalMessage = (status: string): boolean => !SELF_EXPLANATORY.includes(status.toLowerCase())

/** Where the buyer goes after a failed bank payment. */
export const afterBankError = (secondsRemaining: number): 'basket' | 'try_another' =>
  secondsRemaining <= 0 ? 'basket' : 'try_another'
