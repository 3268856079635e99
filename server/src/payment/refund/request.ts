import type { Minor } from '@foyer/domain/money/money.ts'
import type { Fail, Ok } from '@foyer/domain/result.ts'

/** `amountMinor` is refunded; `lessToPayMinor` is taken off what a payment plan still has to pay. */
export type Refunded = Ok<{
  amountMinor: Minor
  lessToPayMinor?: Minor
  currency: string
  tickets: number
  whole: boolean
}>

/** What to refund: without an amount, codes, lines or an organiser, the whole order. */
export type RefundRequest = {
  reference: string
  /** In minor units. */
  amountMinor?: Minor
  /** Tickets by their codes. */
  codes?: string[]
  /** Whole lines, by their ticket types. */
  ticketTypeIds?: number[]
  /** Only lines of this organiser. */
  organiserId?: number
  /** The donation may be refunded as well, after everything else. */
  donation?: boolean
  /** Why tickets are refunded although they were used at the door. */
  used?: string
  /** The money is returned in another way. Not for a whole order at once. */
  sent?: SentOtherwise
}

/** By cash or bank transfer outside of Foyer, or as a gift voucher, which the caller issues. */
export type SentOtherwise = 'elsewhere' | 'vouchers'

export type CannotRefund = Fail<
  | 'unknown_order'
  | 'not_paid'
  | 'already_refunded'
  | 'voucher_spent'
  | 'too_much'
  | 'nothing_to_refund'
  | 'unknown_code'
  | 'admitted'
  | 'plan_paying'
>
