import { isBelowMinimum } from '../basket/quantity.ts'
import { missingRequirements } from '../basket/requirements.ts'
import type { Minor } from '../money/money.ts'
import type { Line } from './line.ts'

/** What an organiser lets buyers of an event do themselves; hours before the start, null for not at all. */
export type SelfService = {
  refundHours: number | null
  /** For how many hours after paying tickets may be returned without a reason; null for not at all. */
  coolOffHours: number | null
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

const HOUR_MS = 3_600_000
/** A cool-off never reaches into the last week, in which a place is hard to sell again. */
const COOL_OFF_LAST_HOURS = 7 * 24

/** When the cool-off of a date ends at the latest, however late a ticket was bought. */
export const coolOffEnds = (startsAt: Date): Date => new Date(startsAt.getTime() - COOL_OFF_LAST_HOURS * HOUR_MS)

/** A ticket as far as it decides whether it may be returned. */
export type ReturnableTicket = {
  rules: Pick<SelfService, 'refundHours' | 'coolOffHours'>
  starts_at: Date
  paid_at: Date
}

const coolOffUntil = ({ rules: { coolOffHours }, starts_at, paid_at }: ReturnableTicket): Date | null =>
  coolOffHours === null
    ? null
    : new Date(Math.min(paid_at.getTime() + coolOffHours * HOUR_MS, coolOffEnds(starts_at).getTime()))

/** Whether a ticket is in its cool-off: strictly before its end. */
export function isInCoolOff(ticket: ReturnableTicket, now: Date): boolean {
  const until = coolOffUntil(ticket)
  return until !== null && now < until
}

/** Until when its buyer may return a ticket, by the organiser's rules or the cool-off; null once neither allows it. */
export function returnableUntil(ticket: ReturnableTicket, now: Date): Date | null {
  const ends = [possibleUntil(ticket.rules.refundHours, ticket.starts_at), coolOffUntil(ticket)]
  const open = ends.filter((until): until is Date => until !== null && now < until)
  return open.length === 0 ? null : new Date(Math.max(...open.map((until) => until.getTime())))
}

export const isReturnable = (ticket: ReturnableTicket, now: Date): boolean => returnableUntil(ticket, now) !== null

/** What the organiser keeps of returned tickets of this value: a share and an amount for each, rounded in the buyer's favour. */
export const keptOf = (
  { refundKeepBp, refundKeepMinor }: Pick<SelfService, 'refundKeepBp' | 'refundKeepMinor'>,
  valueMinor: Minor,
  count: number,
): Minor => Math.min(valueMinor, Math.floor((valueMinor * refundKeepBp) / 10_000) + refundKeepMinor * count)

/** The tickets of a type that a buyer has: over all their orders, and in the order they change. */
export type OwnedLine = Pick<Line, 'ticketTypeId' | 'qty' | 'minPerCustomer' | 'requirements'> & { inOrder: number }

/** What a buyer has left after giving up these tickets of an order, by ticket type. */
const without = (owned: readonly OwnedLine[], given: ReadonlyMap<number, number>): OwnedLine[] =>
  owned
    .map((line) => ({ line, count: given.get(line.ticketTypeId) ?? 0 }))
    .map(({ line, count }) => ({ ...line, qty: line.qty - count, inOrder: line.inOrder - count }))
    .filter(({ qty }) => qty > 0)

/** The requirements of these lines that tickets of these types don't meet, and that were met or not there before. */
function unmetOf(lines: readonly OwnedLine[], types: ReadonlySet<number>, before: readonly OwnedLine[]) {
  const unmet = (line: OwnedLine | undefined, has: ReadonlySet<number>) =>
    line === undefined ? [] : missingRequirements([line], has)
  return lines.flatMap((line) => {
    const { ticketTypeId, requirements } = line
    const own = before.find((other) => other.ticketTypeId === ticketTypeId)
    const ignored = unmet(own, typesOf(before))
    const titles = unmet(line, types).filter((title) => !ignored.includes(title))
    return requirements
      .filter(({ title }) => titles.includes(title))
      .map(({ ids }) => ({ rule: 'requires' as const, ticketTypeId, anyOf: [...ids] }))
  })
}

/** The lines of which fewer than the minimum of an order are left in it. None left is enough. */
const shortOf = (lines: readonly OwnedLine[]) =>
  lines
    .filter((line) => line.inOrder > 0 && isBelowMinimum(line.inOrder, line))
    .map(({ ticketTypeId, inOrder: n, minPerCustomer: min }) => ({ rule: 'below_min' as const, ticketTypeId, n, min }))

const typesOf = (lines: readonly OwnedLine[], gained: number | null = null): Set<number> =>
  new Set([...lines.map(({ ticketTypeId }) => ticketTypeId), ...(gained === null ? [] : [gained])])

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
  const left = without(owned, given)
  const fewer = left.filter(({ ticketTypeId }) => (given.get(ticketTypeId) ?? 0) > 0)
  return shortOf(fewer).length > 0 || unmetOf(left, typesOf(left, gained), owned).length > 0
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
  const { ticketTypeId, maxCanReserve: max } = to
  if (ticketTypeId === fromTypeId) return []
  const before = owned.find((line) => line.ticketTypeId === ticketTypeId)
  const gained = { ...to, qty: (before?.qty ?? 0) + 1, inOrder: (before?.inOrder ?? 0) + 1 }
  const others = owned.filter((line) => line !== before)
  const after = [...without(others, new Map([[fromTypeId, 1]])), gained]
  return [
    ...unmetOf(
      after.filter(({ inOrder }) => inOrder > 0),
      typesOf(after),
      owned,
    ),
    ...shortOf(after.filter((line) => line === gained || line.ticketTypeId === fromTypeId)),
    ...(max !== null && gained.qty > max ? [{ rule: 'above_max' as const, ticketTypeId, n: gained.qty, max }] : []),
    ...(to.isClosed ? [{ rule: 'closed' as const, ticketTypeId }] : []),
  ]
}
