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
])
