import { LIMITS } from '../limits.ts'
import { type Fail, fail } from '../result.ts'

export type Hold = {
  heldFrom: Date
  heldUntil: Date
  /** How often it has been extended. */
  extensions: number
  /** The original length. */
  holdSeconds: number
}

const latestEnd = ({ heldFrom, holdSeconds }: Hold) =>
  heldFrom.getTime() + LIMITS.holdExtensionsCap * holdSeconds * 1000

/** How often the buyer can still ask for more time. */
export const extensionsLeft = (hold: Hold): number =>
  hold.heldUntil.getTime() >= latestEnd(hold) ? 0 : Math.max(0, LIMITS.holdExtensions - hold.extensions)

/**
 * Whether a hold can be extended, and until when: by its original length from now, up to twice that length in total. Refused
 * while others wait for the same tickets and while a payment is running.
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
