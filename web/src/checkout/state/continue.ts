import { LIMITS } from '@foyer/domain/limits.ts'
import type { CheckoutStore } from './store.ts'

const TRIES = 5

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Continues without a press, after what the buyer can't repeat: a payment or the delivery. The page may be out of date, and is
 * reloaded when a move is refused, or offline for a moment. Returns whether it left the step.
 */
export async function continueByItself(store: CheckoutStore): Promise<boolean> {
  const { step } = store.now()
  for (let tried = 0; tried < TRIES && store.now().step === step; tried++) {
    if (await store.next()) return true
    await sleep(LIMITS.deliveryAdvanceMs)
  }
  return store.now().step !== step
}
