import type { Tx } from '../../../db/transaction/tx.ts'
import type { CatalogueEvent } from '../../format/format.ts'
import { parseWallClock } from '../../wall-clock.ts'

export type HeldDate = { id: number; starts_at: Date }

export type WantedDate = {
  starts: Date
  ends: Date | null
  doors: Date | null
  allDay: boolean
  cancelled: boolean
  held: HeldDate | undefined
}

/**
 * Matches dates to existing ones by their start. If exactly one is new and one is gone, the date has moved. If `was` gives
 * the ids of the dates by position, they decide instead.
 */
export function wantedDates(
  event: CatalogueEvent,
  held: readonly HeldDate[],
  was?: readonly (number | null)[],
): WantedDate[] {
  const wanted = event.dates.map((date, i): WantedDate => {
    const starts = parseWallClock(date.starts, event.timezone)!
    return {
      starts: starts.at,
      ends: date.ends === null ? null : parseWallClock(date.ends, event.timezone, 'end')!.at,
      doors: date.doors === null ? null : parseWallClock(date.doors, event.timezone)!.at,
      allDay: date.all_day ?? starts.dateOnly,
      cancelled: date.cancelled,
      held:
        was?.[i] != null
          ? held.find(({ id }) => id === was[i])
          : held.find(({ id, starts_at }) => starts_at.getTime() === starts.at.getTime() && !was?.includes(id)),
    }
  })
  if (was !== undefined) return wanted
  const fresh = wanted.filter((date) => date.held === undefined)
  const removed = held.filter((date) => !wanted.some((other) => other.held === date))
  if (fresh.length === 1 && removed.length === 1) fresh[0]!.held = removed[0]
  return wanted
}

export const movedDates = (dates: readonly WantedDate[]): string[] =>
  dates
    .filter(({ held, starts }) => held !== undefined && held.starts_at.getTime() !== starts.getTime())
    .map(
      ({ held, starts }) => `moved from ${held!.starts_at.toISOString()} to ${starts.toISOString()}, tickets and all`,
    )

/** Writes the dates and returns their ids in file order. */
export async function writeDates(tx: Tx, eventId: number, dates: readonly WantedDate[]): Promise<number[]> {
  const ids: number[] = []
  for (const { starts, ends, doors, allDay, cancelled, held } of dates) {
    const columns = {
      ...{ starts_at: starts, ends_at: ends, doors_at: doors, all_day: allDay },
      ...(cancelled && { status: 'cancelled' as const }),
    }
    const written = held
      ? await tx
          .updateTable('event_dates')
          .set(columns)
          .where('id', '=', held.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('event_dates')
          .values({ event_id: eventId, ...columns })
          .returning('id')
          .executeTakeFirstOrThrow()
    ids.push(written.id)
  }
  return ids
}
