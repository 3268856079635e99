import { isBelowMinimum } from '../basket/quantity.ts'
import { missingRequirements } from '../basket/requirements.ts'
import type { Minor } from '../money/money.ts'
import type { Line } from './line.ts'

/** What an organiser lets buyers of an event do themselves; hours before the start, null for not at all. */
export type SelfService = {
  refundHours: number | null
  refundKeepBp: number
  refundKeepMinor: Minor
  changeHours: number | null
  renameHours: number | null
  changes: number
}

/** Returns until when something is possible; null for never. */
export const possibleUntil = (hours: number | null, startsAt: Date): Date | null =>
  hours === null ? null : new Date(startsAt.getTime() - hours * 3_600_000)

/** Whether something is possible now: strictly before its time limit. */
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

/** The tickets of a type that a buyer has: over all their orders, and in the order they change. */
export type OwnedLine = Pick<Line, 'ticketTypeId' | 'qty' | 'minPerCustomer' | 'requirements'> & { inOrder: number }

/**
 * Whether a buyer who gives up these tickets of an order would keep tickets that they couldn't have bought: without the ticket
 * that they require, or fewer than the minimum of the order. `given`: numbers by ticket type. `gained`: the type that the buyer
 * gets instead. Requirements that were unmet before are ignored.
 */
export function breaksConditions(
  owned: readonly OwnedLine[],
  given: ReadonlyMap<number, number>,
  gained: number | null = null,
): boolean {
  const isShort = owned.some((line) => {
    const left = line.inOrder - (given.get(line.ticketTypeId) ?? 0)
    return left > 0 && left < line.inOrder && isBelowMinimum(left, line)
  })
  const remaining = owned.filter(({ ticketTypeId, qty }) => qty > (given.get(ticketTypeId) ?? 0))
  const before = new Set(missingRequirements(owned))
  const missing = missingRequirements(remaining, new Set(gained === null ? [] : [gained]))
  return isShort || missing.some((title) => !before.has(title))
}

/** The rules of a ticket type that a ticket may become. */
export type RulesOfType = Pick<Line, 'ticketTypeId' | 'minPerCustomer' | 'maxCanReserve' | 'requirements'> & {
  /** It is sold with an access code, or by staff. */
  isClosed: boolean
}

export type BrokenRule = { ticketTypeId: number } & (
  | { rule: 'requires'; anyOf: number[] }
  | { rule: 'below_min'; n: number; min: number }
  | { rule: 'above_max'; n: number; max: number }
  | { rule: 'closed' }
)

/** The rules that an order breaks once a ticket of it is of another type, and didn't break before. */
export function rulesBrokenBy(owned: readonly OwnedLine[], fromTypeId: number, to: RulesOfType): BrokenRule[] {
  if (to.ticketTypeId === fromTypeId) return []
  const others = owned.filter(({ ticketTypeId }) => ticketTypeId !== to.ticketTypeId)
  const before = owned.find(({ ticketTypeId }) => ticketTypeId === to.ticketTypeId)
  const gained = { ...to, qty: (before?.qty ?? 0) + 1, inOrder: (before?.inOrder ?? 0) + 1 }
  const less = (line: OwnedLine) =>
    line.ticketTypeId === fromTypeId ? { ...line, qty: line.qty - 1, inOrder: line.inOrder - 1 } : line
  const after = [...others.map(less).filter(({ qty }) => qty > 0), gained]
  const missingIn = (lines: readonly OwnedLine[], line: OwnedLine) => missingRequirements([line], idsOf(lines))
  const broken: BrokenRule[] = after
    .filter(({ inOrder }) => inOrder > 0)
    .flatMap((line) => {
      const had = owned.find(({ ticketTypeId }) => ticketTypeId === line.ticketTypeId)
      const missedBefore = had === undefined ? [] : missingIn(owned, had)
      const missed = missingIn(after, line).filter((title) => !missedBefore.includes(title))
      const { ticketTypeId } = line
      return line.requirements
        .filter(({ title }) => missed.includes(title))
        .map(({ ids }) => ({ rule: 'requires' as const, ticketTypeId, anyOf: [...ids] }))
    })
  for (const line of after)
    if ((line === gained || line.ticketTypeId === fromTypeId) && line.inOrder > 0 && isBelowMinimum(line.inOrder, line))
      broken.push({ rule: 'below_min', ticketTypeId: line.ticketTypeId, n: line.inOrder, min: line.minPerCustomer })
  if (to.maxCanReserve !== null && gained.qty > to.maxCanReserve)
    broken.push({ rule: 'above_max', ticketTypeId: to.ticketTypeId, n: gained.qty, max: to.maxCanReserve })
  if (to.isClosed) broken.push({ rule: 'closed', ticketTypeId: to.ticketTypeId })
  return broken
}

const idsOf = (lines: readonly OwnedLine[]) => new Set(lines.map(({ ticketTypeId }) => ticketTypeId))
