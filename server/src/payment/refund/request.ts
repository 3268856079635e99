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

type RefundPart = {
  /** Only lines of this organiser. */
  organiserId?: number
  /** The donation may be refunded as well, after everything else. */
  donation?: boolean
  /** Why tickets are refunded although they were used at the door. */
  used?: string
  /** The money is returned in another way. */
  sent?: SentOtherwise
}

/** What to refund. */
export type RefundRequest =
  /** The order: its payment, tickets, stock, codes and Gift Aid. */
  | { what: 'whole'; used?: string }
  /** Lines with what belongs to them: these, those of these ticket types, or all. */
  | (RefundPart & { what: 'lines'; lines?: number[]; ticketTypeIds?: number[] })
  /** Tickets, which end, with their own price and fee, or with this amount instead. */
  | (RefundPart & { what: 'tickets'; codes: string[]; amountMinor?: Minor })
  /** A goodwill refund, which leaves the tickets valid. */
  | (RefundPart & { what: 'amount'; amountMinor: Minor })

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
  | 'companion_left'
>
