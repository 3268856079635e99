import { z } from 'zod'

/** What a bank says of a payment. */
export const Dispute = z.object({
  dispute_id: z.number(),
  amount: z.string(),
  reason: z.string(),
  /** What the reason means; empty for one that isn't known. */
  meaning: z.string(),
  provider: z.string(),
  /** Whole days left to answer; null if the provider has not said until when. */
  days_left: z.number().nullable(),
  /** The provider has taken the money back until the bank decides. */
  is_withdrawn: z.boolean(),
  state: z.enum(['answer', 'review', 'won', 'lost']),
  /** Until when to answer; empty if the provider has not said so. */
  nice_due: z.string(),
  /** The provider's own page; empty if there is none. */
  url: z.string(),
})
