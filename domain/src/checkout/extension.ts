import { LIMITS } from '../limits.ts'
import { type Fail, fail } from '../result.ts'

export type Hold = {
  heldFrom: Date
  heldUntil: Date
  /** How often it was prolonged already. */
  extensions: number
  /** Its first length. */
  holdSeconds: number
}

const latestEnd = ({ heldFrom, holdSeconds }: Hold) =>
  heldFrom.getTime() + LIMITS.holdExtensionsCap * holdSeconds * 1000

/** How often the buyer may still ask for more time: hold_extensions_left of the checkout. */
export const extensionsLeft = (hold: Hold): number =>
  hold.heldUntil.getTime() >= latestEnd(hold) ? 0 : Math.max(0, LIMITS.holdExtensions - hold.extensions)

/**
 * Whether a hold may be prolonged, and until when: by its first length from now, never beyond twice that length in all
 * (promise 5). Not where others wait for the same tickets, and not under a running payment, whose end the bank knows.
 */
export function extendHold(
  hold: Hold,
  { now, othersWaiting, paymentRunning }: { now: Date; othersWaiting: boolean; paymentRunning: boolean },
): { ok: true; until: Date } | Fail<'hold_expired' | 'payment_running' | 'hold_wanted' | 'hold_not_extendable'> {
  if (hold.heldUntil <= now) return fail('hold_expired')
  if (paymentRunning) return fail('payment_running')
  const until = new Date(Math.min(now.getTime() + hold.holdSeconds * 1000, latestEnd(hold)))
  if (extensionsLeft(hold) === 0 || until <= hold.heldUntil) return fail('hold_not_extendable')
  if (othersWaiting) return fail('hold_wanted')
  return { ok: true, until }
}
