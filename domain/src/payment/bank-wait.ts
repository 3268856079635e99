import { LIMITS } from '../limits.ts'

/** What is said while a bank is silent, from more than so many status answers on (BNK-13..15, BNK-18). Keys of the texts. */
const SAID = [
  { over: LIMITS.bankGiveUpAfterRetries, message: 'info.bankNotConfirmedYet', tryAnother: true, giveUp: true },
  { over: 9, message: 'info.bankTakingLonger', tryAnother: true, giveUp: false },
  { over: 6, message: 'info.bankAwaitingConfirmation', tryAnother: false, giveUp: false },
  { over: 3, message: 'info.bankWaiting', tryAnother: false, giveUp: false },
] as const

const SILENCE = { message: null, tryAnother: false, giveUp: false } as const

/**
 * What the awaiting-bank step shows after so many answers without an end (OPEN-77): its message, whether another method may be
 * tried (BNK-16) and whether asking stops (BNK-17).
 */
export const bankWait = (retries: number): (typeof SAID)[number] | typeof SILENCE =>
  SAID.find(({ over }) => retries > over) ?? SILENCE

/** How long until the next question: BNK-11 for the first, BNK-12 after it. In milliseconds. */
export const pollDelay = (polled: number): number => (polled === 0 ? LIMITS.bankFirstPollMs : LIMITS.bankPollMs)

/** BNK-08, OPEN-76: the bank sent the buyer back with a cancel code of 0. */
export const isCancelledReturn = (returnedFrom: string | number | null): boolean => String(returnedFrom) === '0'

/** These say enough themselves; banks and the documents spell the first differently. Money that was sent back had been taken. */
const SPEAKS_FOR_ITSELF = ['cancelled', 'canceled', 'rejected', 'expired', 'returned']

/** BNK-27, OPEN-78: whether a failed payment also gets the sentence that no money was taken. */
export const showsAdditionalMessage = (status: string): boolean => !SPEAKS_FOR_ITSELF.includes(status.toLowerCase())

/** BNK-24..26: where a failed payment leaves the buyer. */
export const afterBankError = (secondsRemaining: number): 'basket' | 'try_another' =>
  secondsRemaining <= 0 ? 'basket' : 'try_another'
