import { moving as words } from '@foyer/contract/office/events/messages.en.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import { updateAll } from '../db/transaction/many-rows.ts'
import type { Tx } from '../db/transaction/tx.ts'

export type DateTimes = { starts: Date; ends: Date | null; doors: Date | null; allDay: boolean }

/** Where the wall clock of a date stands before and after a change; an event may change its time zone along with its dates. */
export type TimeZones = { before: string; after: string }

/** Whether a date that may have taken place takes place again: it moves to another day that is ahead. */
export const isHeldAgain = ({ from, to }: { from: Date; to: Date }, { before, after }: TimeZones, now: Date): boolean =>
  to > now && dayOf(to, after) !== dayOf(from, before)

/** A stored date and its new times. */
type DateChange = { date: { id: number; starts_at: Date }; times: DateTimes }

/**
 * Changes the times of stored dates, in the caller's transaction. Every change of a date's times goes through here. If a
 * date is held again, its earlier admissions are undone, so that its tickets admit again; otherwise they stay. A trigger
 * counts the move.
 */
export async function changeDateTimes(
  tx: Tx,
  changes: readonly DateChange[],
  zones: TimeZones,
  now: Date,
): Promise<void> {
  await updateAll(
    tx,
    'event_dates',
    { starts_at: 'timestamptz', ends_at: 'timestamptz', doors_at: 'timestamptz', all_day: 'boolean' },
    changes.map(({ date: { id }, times: { starts, ends, doors, allDay } }) => ({
      id,
      starts_at: starts,
      ends_at: ends,
      doors_at: doors,
      all_day: allDay,
    })),
  )
  // guard: held-again
  const again = changes.filter(({ date, times }) => isHeldAgain({ from: date.starts_at, to: times.starts }, zones, now))
  if (again.length > 0)
    await undoAdmissions(
      tx,
      again.map(({ date }) => date.id),
      now,
    )
}

/** Postpones dates, or ends that. Returns the ids of those it did so to: a cancelled date stays cancelled. */
export async function setDateStatus(
  tx: Tx,
  dateIds: readonly number[],
  { from, to }: { from: 'published' | 'postponed'; to: 'published' | 'postponed' },
): Promise<number[]> {
  if (dateIds.length === 0) return []
  const changed = await tx
    .updateTable('event_dates')
    .set({ status: to })
    .where('id', 'in', dateIds)
    .where('status', '=', from)
    .returning('id')
    .execute()
  return changed.map(({ id }) => id)
}

/** Has those who hold tickets of dates that have just moved or been postponed emailed, once each (tickets/moved). */
export async function tellHolders(tx: Tx, dateIds: readonly number[]): Promise<void> {
  if (dateIds.length === 0) return
  await tx
    .updateTable('event_dates')
    .set((eb) => ({ change_words: '', tell_move: eb.ref('moves') }))
    .where('id', 'in', dateIds)
    .execute()
}

/** Extras that were handed over stay handed over. */
async function undoAdmissions(tx: Tx, dateIds: readonly number[], now: Date): Promise<void> {
  const admitted = await tx
    .updateTable('tickets')
    .from('ticket_types as type')
    .set({ admitted_at: null, admitted_where: null })
    .whereRef('type.id', '=', 'tickets.ticket_type_id')
    .where('tickets.status', '=', 'valid')
    .where('tickets.admitted_at', 'is not', null)
    .where('type.date_id', 'in', dateIds)
    .where('type.extra', '=', false)
    .returning(['tickets.id', 'type.date_id'])
    .execute()
  if (admitted.length === 0) return
  await tx
    .insertInto('admissions')
    .values(
      admitted.map(({ id, date_id }) => ({
        ticket_id: id,
        date_id,
        kind: 'undo' as const,
        outcome: 'undone',
        at: now,
        place: words['again.place'],
        reason: words['again.reason'],
      })),
    )
    .execute()
}
