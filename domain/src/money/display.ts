import { sum, toMajor, toMinor } from './money.ts'

type TicketPrice = { price: number; booking_fee: number; event_hide_booking_fee: boolean }

/** DSP-07: by the price alone, whatever the fee (OPEN-87). */
export const isFree = (ticket: { price: number }): boolean => ticket.price <= 0

/** The price shown for one ticket, in major units (DSP-08): absorbed fees are in it unless the event hides them. */
export const displayedPrice = (ticket: TicketPrice, allBookingFeesAreAbsorbed: boolean): number =>
  allBookingFeesAreAbsorbed && !ticket.event_hide_booking_fee
    ? toMajor(toMinor(ticket.price) + toMinor(ticket.booking_fee))
    : ticket.price

type FeeFacts = {
  basket_total: number
  gift_vouchers_applied_total: number
  offers_applied_total: number
  delivery_cost: number
  refund_protection: 0 | 1
  refund_protection_cost: number
  donation: { amount_before_booking_fee: number } | null
  tickets: readonly { price: number; qty: number; discount_amount: number }[]
  gift_vouchers: readonly { value: number; qty: number }[]
}

/** All booking fees of the basket in major units, as what is left of its total without everything else (DSP-09, OPEN-86). */
export function bookingFeeTotal(checkout: FeeFacts): number {
  const fees =
    toMinor(checkout.basket_total) +
    toMinor(checkout.gift_vouchers_applied_total) +
    toMinor(checkout.offers_applied_total) -
    toMinor(checkout.delivery_cost) -
    (checkout.refund_protection ? toMinor(checkout.refund_protection_cost) : 0) -
    toMinor(checkout.donation?.amount_before_booking_fee ?? 0) -
    sum(checkout.tickets.map((line) => toMinor(line.price) * line.qty - toMinor(line.discount_amount))) -
    sum(checkout.gift_vouchers.map((line) => toMinor(line.value) * line.qty))
  return toMajor(Math.max(0, fees))
}

/** DSP-10. A basket without events hides nothing: a donation's fee has no other line to be seen in. */
export const hidesBookingFees = (checkout: { tickets: readonly { event_hide_booking_fee: boolean }[] }): boolean =>
  checkout.tickets.length > 0 && checkout.tickets.every((line) => line.event_hide_booking_fee)

/** DSP-11: the fact behind all_booking_fees_are_absorbed (OPEN-87). */
export const absorbsBookingFees = (checkout: {
  tickets: readonly { absorb_fee: boolean }[]
  gift_vouchers: readonly unknown[]
}): boolean =>
  checkout.tickets.length > 0 &&
  checkout.tickets.every((line) => line.absorb_fee) &&
  checkout.gift_vouchers.length === 0
