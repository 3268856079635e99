import { sql } from 'kysely'

/** The rate of refund protection for a ticket of `type`, in hundredths of a percent. A non-refundable ticket is not covered. */
export const REFUND_PROTECTION_BP = sql<
  number | null
>`case when not type.non_refundable then event.refund_protection_bp end`
