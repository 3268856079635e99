import type { Minor } from '../money/money.ts'

/** What an organiser lets buyers of an event do themselves; hours before the start, null for not at all. */
export type SelfService = {
  refundHours: number | null
  refundKeepBp: number
  refundKeepMinor: Minor
  changeHours: number | null
  renameHours: number | null
  changes: number
}

/** Until when something is possible; null for never. */
export const possibleUntil = (hours: number | null, startsAt: Date): Date | null =>
  hours === null ? null : new Date(startsAt.getTime() - hours * 3_600_000)

export const isPossible = (hours: number | null, startsAt: Date, now: Date): boolean => {
  const until = possibleUntil(hours, startsAt)
  return until !== null && now < until
}

/** What the organiser keeps of returned tickets of this value: a share and an amount for each, rounded in the buyer's favour. */
export const keptOf = (
  { refundKeepBp, refundKeepMinor }: Pick<SelfService, 'refundKeepBp' | 'refundKeepMinor'>,
  valueMinor: Minor,
  count: number,
): Minor => Math.min(valueMinor, Math.floor((valueMinor * refundKeepBp) / 10_000) + refundKeepMinor * count)
