import { DAY_MS } from '../format/calendar-days.ts'

/**
 * What has become of a dispute: the shop has to answer (`answer`), the bank decides (`review`), the shop keeps the money (`won`) or
 * the buyer does (`lost`).
 */
export type DisputeState = 'answer' | 'review' | 'won' | 'lost'

/** The states of Stripe (https://docs.stripe.com/api/disputes/object) and Square (its Disputes API), in lower case. */
const STATES: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'answer',
  needs_response: 'answer',
  inquiry_evidence_required: 'answer',
  evidence_required: 'answer',
  warning_under_review: 'review',
  under_review: 'review',
  inquiry_processing: 'review',
  processing: 'review',
  waiting_third_party: 'review',
  won: 'won',
  // An inquiry that came to nothing, and a dispute that a network prevented.
  warning_closed: 'won',
  inquiry_closed: 'won',
  prevented: 'won',
  lost: 'lost',
  accepted: 'lost',
}

/** A state that isn't known counts as open, so that nobody overlooks it. */
export const disputeState = (status: string): DisputeState => STATES[status.toLowerCase()] ?? 'answer'

/** Whether the provider has taken the money back until the bank decides. A question before a dispute takes none. */
export const isWithdrawn = (status: string): boolean =>
  ['answer', 'review'].includes(disputeState(status)) && !/^(?:warning|inquiry)_/i.test(status)

/** Whole days left to answer a dispute. */
export const daysToAnswer = (dueAt: Date, now: Date): number =>
  Math.max(0, Math.floor((dueAt.getTime() - now.getTime()) / DAY_MS))

const statusesOf = (...states: DisputeState[]) =>
  Object.keys(STATES).filter((status) => states.includes(STATES[status]!))

/** In lower case, for conditions in SQL. */
export const ENDED_DISPUTES: readonly string[] = statusesOf('won', 'lost')
export const LOST_DISPUTES: readonly string[] = statusesOf('lost')
