import type { StripeStore } from '../store.ts'

const DAY_SECONDS = 86_400

/** Schedules the next daily payout after a change of the balance. */
export function planPayout(store: StripeStore, availableOn: number): void {
  if (store.planned.get('payout')) return
  store.planned.put('payout', true)
  const midnight = (Math.floor(availableOn / DAY_SECONDS) + 1) * DAY_SECONDS
  store.kernel.timeline.schedule(midnight * 1000, 'stripe.payout', { account: store.account })
}
