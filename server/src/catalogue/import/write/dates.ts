import type { Tx } from '../../../db/transaction/tx.ts'
import { changeDateTimes, type TimeZones } from '../../date-times.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'

export type StoredDate = { id: number; starts_at: Date }

export type PlannedDate = {
  starts: Date
  ends: Date | null
  doors: Date | null
  allDay: boolean
  cancelled: boolean
  stored: StoredDate | undefined
}

/**
 * Matches dates to existing ones by their start. If exactly one is new and one is gone, the date has moved. If `storedIds`
 * gives the ids of the dates by position, they decide instead.
 */
export function planDates(
  event: CatalogueEvent,
  stored: readonly StoredDate[],
  storedIds?: readonly (number | null)[],
): PlannedDate[] {
  const planned = event.dates.map((date, i): PlannedDate => {
    const starts = parseWallClock(date.starts, event.timezone)!
    return {
      starts: starts.at,
      ends: date.ends === null ? null : parseWallClock(date.ends, event.timezone, 'end')!.at,
      doors: date.doors === null ? null : parseWallClock(date.doors, event.timezone)!.at,
      allDay: date.all_day ?? starts.dateOnly,
      cancelled: date.cancelled,
      stored:
        storedIds?.[i] != null
          ? stored.find(({ id }) => id === storedIds[i])
          : stored.find(({ id, starts_at }) => starts_at.getTime() === starts.at.getTime() && !storedIds?.includes(id)),
    }
  })
  if (storedIds !== undefined) return planned
  const added = planned.filter((date) => date.stored === undefined)
  const removed = stored.filter((date) => !planned.some((other) => other.stored === date))
  if (added.length === 1 && removed.length === 1) added[0]!.stored = removed[0]
  return planned
}

export const moveNotes = (dates: readonly PlannedDate[]): string[] =>
  dates
    .filter(({ stored, starts }) => stored !== undefined && stored.starts_at.getTime() !== starts.getTime())
    .map(
      ({ stored, starts }) =>
        `moved from ${stored!.starts_at.toISOString()} to ${starts.toISOString()}, tickets and all`,
    )

/** Writes the dates and returns their ids in file order. */
export async function writeDates(
  tx: Tx,
  eventId: number,
  dates: readonly PlannedDate[],
  zones: TimeZones,
  now: Date,
): Promise<number[]> {
  const ids: number[] = []
  for (const { stored, cancelled, ...times } of dates) {
    if (stored !== undefined) {
      await changeDateTimes(tx, stored, times, zones, now)
      if (cancelled)
        await tx.updateTable('event_dates').set({ status: 'cancelled' }).where('id', '=', stored.id).execute()
      ids.push(stored.id)
      continue
    }
    const row = await tx
      .insertInto('event_dates')
      .values({
        event_id: eventId,
        starts_at: times.starts,
        ends_at: times.ends,
        doors_at: times.doors,
        all_day: times.allDay,
        ...(cancelled && { status: 'cancelled' as const }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(row.id)
  }
  return ids
}
