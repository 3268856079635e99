/** What the buyer has already agreed to. */
export type MarketingPreferences = {
  newsletter: boolean
  eventNews: boolean
  organisers: readonly { subscribed: boolean }[]
  /** The buyer agreed to something in this sale, and can revoke it in this sale. */
  canRevoke: boolean
}
