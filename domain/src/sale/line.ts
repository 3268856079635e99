import type { Minor } from '../money/money.ts'

/** Another ticket that must be bought as well: any one of these ticket types. */
export type TicketRequirement = { ids: readonly number[]; title: string }

/** A line of tickets: one ticket type, which belongs to one date of one event, with a quantity. */
export type Line = {
  ticketTypeId: number
  eventId: number
  dateId: number
  qty: number
  priceMinor: Minor
  bookingFeeMinor: Minor
  /** What codes take off the whole line. */
  discountMinor: Minor
  /** The organiser pays the booking fee out of the price. */
  absorbFee: boolean
  hideBookingFee: boolean
  minPerCustomer: number
  /** The organiser's maximum; null for the shop's own. */
  maxCanReserve: number | null
  /** The most places of its event that one order may have, and how many each ticket takes; null without such a limit. */
  placesLimit?: { most: number; each: number } | null
  /** Requirements that earlier orders of this buyer do not meet. */
  requirements: readonly TicketRequirement[]
  /** Labels of the seats, where they are allocated. */
  seats: readonly string[]
}

/** A line with the other fields that its total depends on. */
export type PricedLine = Pick<Line, 'ticketTypeId' | 'eventId' | 'qty' | 'priceMinor' | 'bookingFeeMinor'> & {
  organiserId: number
  /** Doesn't admit anyone, so offers don't count it. */
  isExtra?: boolean
  /** The rate of refund protection in hundredths of a percent; null if it doesn't cover this line's tickets. */
  refundProtectionBp: number | null
  /** What posting this organiser's tickets costs; 0 when nothing is posted. */
  deliveryCostMinor: Minor
}

/** A line of gift vouchers to buy: one design in one value. */
export type VoucherLine = { designId: number; valueMinor: Minor; qty: number }
