import type { Minor } from '../money/money.ts'

/** How long a place is held for a buyer who was sent a link to pay the difference, and for one who is paying now. */
const BY_LINK_HOURS = 48
const BY_BUYER_MINUTES = 30

/**
 * Until when the difference for another ticket can be paid, and its place is held. Never later than any of `startTimes`, when
 * the dates of the two tickets begin; one that has begun already doesn't count.
 */
export function changeEndsAt(
  now: Date,
  { byBuyer, startTimes }: { byBuyer: boolean; startTimes: readonly Date[] },
): Date {
  const holdMs = byBuyer ? BY_BUYER_MINUTES * 60_000 : BY_LINK_HOURS * 3_600_000
  const starts = startTimes.map((at) => at.getTime()).filter((at) => at > now.getTime())
  return new Date(Math.min(now.getTime() + holdMs, ...starts))
}

/**
 * What a ticket counts as when it is changed to another. All amounts are prices with booking fees, in minor units. Offers, codes,
 * gift vouchers and refunds of goodwill change none of them, so that no change charges or returns them.
 */
export type TicketPrice = {
  /** The price of its type when it was bought or last changed. */
  priceMinor: Minor
  /** Up to which price it was paid: what it was sold for, and differences that were paid or returned since. */
  paidMinor: Minor
  /** Differences that were waived. */
  waivedMinor: Minor
}

/** What a change to a ticket of this price costs; negative for what a lower price returns. */
export function differenceTo(ticket: TicketPrice, priceMinor: Minor): Minor {
  const covered = ticket.paidMinor + ticket.waivedMinor
  if (priceMinor > covered) return priceMinor - covered
  return Math.min(0, priceMinor - Math.min(ticket.priceMinor, ticket.paidMinor))
}

/** The ticket's price after a change for which `settledMinor` was paid or, if negative, returned. The rest of a difference to pay is waived. */
export const changedTo = (ticket: TicketPrice, priceMinor: Minor, settledMinor: Minor): TicketPrice => ({
  priceMinor,
  paidMinor: ticket.paidMinor + settledMinor,
  waivedMinor: ticket.waivedMinor + Math.max(0, differenceTo(ticket, priceMinor) - settledMinor),
})
