import { localIso } from '@foyer/domain/format/dates.ts'
import { insertAll } from '../../../db/transaction/many-rows.ts'
import type { Tx } from '../../../db/transaction/tx.ts'
import { changeDateTimes, setDateStatus, type TimeZones, tellHolders } from '../../date-times.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'
import { pairUp } from '../pair-up.ts'
import type { Performance } from '../plan.ts'

export type StoredDate = { id: number; starts_at: Date; moved_from: Date | null }

export type PlannedDate = {
  starts: Date
  ends: Date | null
  doors: Date | null
  allDay: boolean
  cancelled: boolean
  postponed: boolean
  /** Where a listing says that it was before. */
  movedFrom: readonly Date[] | null
  stored: StoredDate | undefined
}

/** How the dates of an entry are matched to stored ones. */
export type DateMatching = {
  /** The ids of the dates by position, where a form knows them: nothing else counts then. */
  storedIds?: readonly (number | null)[] | undefined
  performance?: Performance | undefined
  zoneBefore?: string | undefined
  now: Date
}

/**
 * Matches dates to existing ones. In a listing a date has moved only where the listing says so. In our own format it has if
 * exactly one date is new and one is gone.
 */
export function planDates(
  event: CatalogueEvent,
  stored: readonly StoredDate[],
  { storedIds, performance, zoneBefore = event.timezone, now }: DateMatching,
): PlannedDate[] {
  const planned = event.dates.map((date, i): PlannedDate => {
    const starts = parseWallClock(date.starts, event.timezone)!
    return {
      starts: starts.at,
      ends: date.ends === null ? null : parseWallClock(date.ends, event.timezone, 'end')!.at,
      doors: date.doors === null ? null : parseWallClock(date.doors, event.timezone)!.at,
      allDay: date.all_day ?? starts.dateOnly,
      cancelled: date.cancelled,
      postponed: date.postponed,
      movedFrom: performance?.movedFrom[i] ?? null,
      stored: storedIds?.[i] == null ? undefined : stored.find(({ id }) => id === storedIds[i]),
    }
  })
  const free = stored.filter(({ id }) => !storedIds?.includes(id))
  const zones = { before: zoneBefore, after: event.timezone }
  const pairs = pairUp(
    planned.filter((date) => date.stored === undefined),
    free,
    [
      hasMovedAlready,
      hasMovedFrom,
      startsLike,
      ...(performance === undefined
        ? []
        : [(date: PlannedDate, one: StoredDate) => hasSameWallClock(date, one, zones)]),
    ],
  )
  for (const [date, found] of pairs) date.stored = found
  if (storedIds !== undefined) return planned
  const added = planned.filter(
    (date) => date.stored === undefined && (performance === undefined || date.movedFrom !== null),
  )
  const removed = stored
    .filter((date) => !planned.some((other) => other.stored === date))
    .filter((date) => performance === undefined || date.starts_at > now)
  if (added.length === 1 && removed.length === 1) added[0]!.stored = removed[0]
  return planned
}

type Start = Pick<PlannedDate, 'starts' | 'movedFrom'>
type StoredStart = Pick<StoredDate, 'starts_at' | 'moved_from'>

const isAmong = (dates: readonly Date[] | null, at: Date | null): boolean =>
  at !== null && (dates ?? []).some((date) => date.getTime() === at.getTime())

/** The tests by which a start of a file is one that is stored, the strongest first. Dates may exchange their times. */
export const hasMovedAlready = (date: Start, stored: StoredStart): boolean =>
  startsLike(date, stored) && isAmong(date.movedFrom, stored.moved_from)
export const hasMovedFrom = (date: Start, stored: StoredStart): boolean => isAmong(date.movedFrom, stored.starts_at)
export const startsLike = ({ starts }: Pick<Start, 'starts'>, { starts_at }: Pick<StoredStart, 'starts_at'>): boolean =>
  starts.getTime() === starts_at.getTime()

/** Whether a start was read by the clocks of another zone before. */
export const hasSameWallClock = (
  { starts }: Pick<Start, 'starts'>,
  { starts_at }: Pick<StoredStart, 'starts_at'>,
  { before, after }: TimeZones,
): boolean => before !== after && localIso(starts, after).slice(0, 16) === localIso(starts_at, before).slice(0, 16)

const isMoved = ({ stored, starts }: PlannedDate, zones: TimeZones): boolean =>
  stored !== undefined && !startsLike({ starts }, stored) && !hasSameWallClock({ starts }, stored, zones)

export const moveNotes = (dates: readonly PlannedDate[], zones: TimeZones): string[] => [
  ...(dates.some(({ stored, starts }) => stored && hasSameWallClock({ starts }, stored, zones))
    ? [`its time zone is ${zones.after}, not ${zones.before} as before: its times stay those of the clock`]
    : []),
  ...dates
    .filter((date) => isMoved(date, zones))
    .map(
      ({ stored, starts }) =>
        `moved from ${stored!.starts_at.toISOString()} to ${starts.toISOString()}, tickets and all; who holds tickets is told`,
    ),
]

/** Writes the dates and returns their ids in file order. With `tell`, the holders of tickets of a moved date are emailed. */
export async function writeDates(
  tx: Tx,
  eventId: number,
  dates: readonly PlannedDate[],
  { zones, now, tell }: { zones: TimeZones; now: Date; tell: boolean },
): Promise<number[]> {
  const known = dates.flatMap((date) => (date.stored === undefined ? [] : [{ ...date, stored: date.stored }]))
  const idsOf = (some: typeof known) => some.map(({ stored }) => stored.id)
  await changeDateTimes(
    tx,
    known.map(({ stored, ...times }) => ({ date: stored, times })),
    zones,
    now,
  )
  const moved = known.filter((date) => isMoved(date, zones))
  // Only another time ends that a date is postponed: a file that doesn't mention it says nothing.
  const changed = [
    ...(await setDateStatus(tx, idsOf(known.filter(({ postponed }) => postponed)), {
      from: 'published',
      to: 'postponed',
    })),
    ...(await setDateStatus(tx, idsOf(moved.filter(({ postponed }) => !postponed)), {
      from: 'postponed',
      to: 'published',
    })),
  ]
  if (tell) await tellHolders(tx, [...new Set([...idsOf(moved), ...changed])])
  const cancelled = idsOf(known.filter((date) => date.cancelled))
  if (cancelled.length > 0)
    await tx.updateTable('event_dates').set({ status: 'cancelled' }).where('id', 'in', cancelled).execute()
  const added = dates.filter(({ stored }) => stored === undefined)
  const newIds = await insertAll(
    tx,
    'event_dates',
    added.map(({ starts, ends, doors, allDay, movedFrom, ...date }) => ({
      event_id: eventId,
      starts_at: starts,
      ends_at: ends,
      doors_at: doors,
      all_day: allDay,
      // The next import then sees that it has moved already.
      moved_from: movedFrom?.[0] ?? null,
      status: date.cancelled ? 'cancelled' : date.postponed ? 'postponed' : 'published',
    })),
  )
  return dates.map((date) => date.stored?.id ?? newIds[added.indexOf(date)]!)
}
