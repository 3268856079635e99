import { checkout as t } from '@foyer/contract/messages.ts'
import type { Step } from '@foyer/domain/checkout/steps.ts'

/**
 * Failures that mean that this page shows an older state of the sale. The buyer reads the server's reason and is taken to the
 * current step.
 */
export const STALE: ReadonlySet<string> = new Set([
  'wrong_step',
  'step_incomplete',
  'hold_expired',
  'basket_empty',
  'basket_is_held',
  'not_reserved',
  'already_paid',
  'payment_running',
  'not_paid',
  'unknown_code',
  'unknown_ticket',
  'unknown_voucher',
])

/** Why the page shows another step than the buyer was at. Only a release leads back to the basket. */
export const movedText = (step: Step): string => (step === 'basket' ? t['steps.released'] : t['steps.moved'])
