/** How long a place is held for a buyer who was sent a link to pay the difference, and for one who is paying now. */
const BY_LINK_HOURS = 48
const BY_BUYER_MINUTES = 30

/** Until when the difference for another ticket can be paid: never after one of the two dates has begun. */
export function changeEndsAt(now: Date, { byBuyer, begins }: { byBuyer: boolean; begins: readonly Date[] }): Date {
  const waits = byBuyer ? BY_BUYER_MINUTES * 60_000 : BY_LINK_HOURS * 3_600_000
  return new Date(Math.min(now.getTime() + waits, ...begins.map((at) => at.getTime())))
}
