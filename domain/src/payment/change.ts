/** How long a place is held for a buyer who was sent a link to pay the difference, and for one who is paying now. */
const BY_LINK_HOURS = 48
const BY_BUYER_MINUTES = 30

/**
 * Until when the difference for another ticket can be paid, and its place is held. Never later than any of `startTimes`, when
 * the dates of the two tickets begin.
 */
export function changeEndsAt(
  now: Date,
  { byBuyer, startTimes }: { byBuyer: boolean; startTimes: readonly Date[] },
): Date {
  const holdMs = byBuyer ? BY_BUYER_MINUTES * 60_000 : BY_LINK_HOURS * 3_600_000
  return new Date(Math.min(now.getTime() + holdMs, ...startTimes.map((at) => at.getTime())))
}
