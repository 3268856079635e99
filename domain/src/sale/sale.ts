import type { StoredStep } from '../checkout/steps.ts'
import type { AddressFields } from '../delivery/address.ts'
import type { CurrencyCode, Minor } from '../money/money.ts'
import type { SmallTotal } from '../money/small-total.ts'
import type { CardProvider } from '../payment/providers.ts'
import type { MarketingPreferences } from '../people/marketing-preferences.ts'
import type { Answers, Question } from '../questions/question.ts'
import type { Line, VoucherLine } from './line.ts'

/** An organiser whose tickets or gift vouchers are in the sale. */
export type SaleOrganiser = {
  id: number
  name: string
  /** The charity it collects for, or null. */
  charityId: number | null
  /** Paid into its own account, never into the platform's. */
  isSaas: boolean
  questionsIntroHtml: string | null
}

/** An event with tickets in the sale. */
export type SaleEvent = {
  id: number
  title: string
  /** The page of the event, as an absolute address. */
  url: string
  differentDatesWarning: string | null
  /** Where the event takes place; null where it has no venue or the venue no address. */
  address: string | null
  hasLivestream: boolean
  /** Where the livestream is watched; null while this buyer may not see it. */
  livestreamUrl: string | null
  /** The buyer's reward for referring friends. */
  reward: { text: string; shortText: string } | null
  questionsIntroHtml: string | null
  analyticsId: string | null
  conversionId: string | null
  pixelId: string | null
}

/**
 * One sale as the domain rules use it, with amounts in minor units. The server builds it from rows, the browser from the wire
 * (contract/sale.ts), and each rule takes the fields it needs.
 */
export type Sale = {
  step: StoredStep
  currency: CurrencyCode
  lines: readonly Line[]
  vouchers: readonly VoucherLine[]
  events: readonly SaleEvent[]
  organisers: readonly SaleOrganiser[]
  /** What the buyer pays now, with all additions and reductions. */
  totalMinor: Minor
  donationMinor: Minor
  vouchersAppliedMinor: Minor
  offersMinor: Minor
  deliveryMinor: Minor
  /** What refund protection costs; 0 unless chosen. */
  refundProtectionMinor: Minor
  /** What the organiser's rule adds to or waives from a total that is too small for a card; absent if it doesn't apply. */
  smallTotal?: Pick<SmallTotal, 'rule' | 'amountMinor'>
  /** The stock is held and the hold has not ended. */
  isHeld: boolean
  isPaid: boolean
  /** Sold without an account step: one page for details and payment. */
  isExpress: boolean
  /** The customer is known: an account, or a guest with a name and a proved address. */
  hasCustomer: boolean
  /** An organiser requires a contact number. */
  requiresPhone: boolean
  marketingPreferences: MarketingPreferences | null
  /** Tickets go by post, or there are gift vouchers, whose names are asked for on the same step. */
  needsDeliveryAddress: boolean
  /** Something goes by post; gift vouchers go by email. */
  needsPostalAddress: boolean
  deliveryAddress: AddressFields | null
  voucherFrom: string
  voucherTo: string
  questionsBefore: readonly Question[]
  questionsAfter: readonly Question[]
  answers: Answers
  hasWaivers: boolean
  hasAfterSaleMessages: boolean
  /** The provider of the single account that all organisers here own and are paid into; null for the platform's account. */
  ownProvider: CardProvider | null
  /** Keys of the payment plans on offer; '1' is a single payment. */
  planKeys: readonly string[]
  /** The operator has an account for bank transfers in this currency. */
  hasBankTransfer: boolean
  /** Analytics ids of the organisers; those of events are with the events. */
  organiserAnalyticsIds: readonly string[]
}
