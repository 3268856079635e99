import type { Checkout } from '@foyer/contract/types.ts'
import { countdownRuns, deadlineOf } from '@foyer/domain/checkout/countdown.ts'
import { isPaidStep, type Step, type StoredStep } from '@foyer/domain/checkout/steps.ts'

export const isEmpty = ({ tickets, gift_vouchers }: Pick<Checkout, 'tickets' | 'gift_vouchers'>): boolean =>
  tickets.length === 0 && gift_vouchers.length === 0

/** An unpaid empty basket is always at the basket step. */
export const stepOf = (checkout: Checkout): StoredStep =>
  isEmpty(checkout) && !isPaidStep(checkout.state) && !checkout.payment_complete ? 'basket' : checkout.state

/** When the hold ends, in milliseconds; null while nothing counts down. */
export const deadlineFor = (step: Step, checkout: Checkout, now: number): number | null =>
  countdownRuns(step, checkout.payment_complete) ? deadlineOf(checkout.seconds_remaining, now) : null
