import { moving as words } from '@foyer/contract/office/events/messages.en.ts'
import { dayOf } from '@foyer/domain/format/dates.ts'
import type { Tx } from '../db/transaction/tx.ts'

export type DateTimes = { starts: Date; ends: Date | null; doors: Date | null; allDay: boolean }

/** Where the wall clock of a date stands before and after a change; an event may change its time zone along with its dates. */
export type TimeZones = { before: string; after: string }

/** Whether a date that may have taken place takes place again: it moves to another day that is ahead. */
export const isHeldAgain = ({ from, to }: { from: Date; to: Date }, { before, after }: TimeZones, now: Date): boolean =>
  to > now && dayOf(to, after) !== dayOf(from, before)

/**
 * Changes the times of a stored date, in the caller's transaction. Every change of a date's times goes through here. If the
 * date is held again, its earlier admissions are undone, so that its tickets admit again; otherwise they stay. A trigger
 * counts the move.
 */
export async function changeDateTimes(
  tx: Tx,
  date: { id: number; starts_at: Date },
  { starts, ends, doors, allDay }: DateTimes,
  zones: TimeZones,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('event_dates')
    .set({ starts_at: starts, ends_at: ends, doors_at: doors, all_day: allDay })
    .where('id', '=', date.id)
    .execute()
  // guard: held-again
  if (isHeldAgain({ from: date.starts_at, to: starts }, zones, now)) await undoAdmissions(tx, date.id, now)
}

/** Postpones a date, or ends that. Returns whether it did: a cancelled date stays cancelled. */
export async function setDateStatus(
  tx: Tx,
  dateId: number,
  { from, to }: { from: 'published' | 'postponed'; to: 'published' | 'postponed' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('event_dates')
    .set({ status: to })
    .where('id', '=', dateId)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Has those who hold tickets of a date that has just moved or been postponed emailed, once each (tickets/moved). */
export async function tellHolders(tx: Tx, dateId: number): Promise<void> {
  await tx
    .updateTable('event_dates')
    .set((eb) => ({ change_words: '', tell_move: eb.ref('moves') }))
    .where('id', '=', dateId)
    .execute()
}

/** Extras that were handed over stay handed over. */
async function undoAdmissions(tx: Tx, dateId: number, now: Date): Promise<void> {
  const admitted = await tx
    .updateTable('tickets')
    .set({ admitted_at: null, admitted_where: null })
    .where('status', '=', 'valid')
    .where('admitted_at', 'is not', null)
    .where('ticket_type_id', 'in', (eb) =>
      eb.selectFrom('ticket_types').select('id').where('date_id', '=', dateId).where('extra', '=', false),
    )
    .returning('id')
    .execute()
  if (admitted.length === 0) return
  await tx
    .insertInto('admissions')
    .values(
      admitted.map(({ id }) => ({
        ticket_id: id,
        date_id: dateId,
        kind: 'undo' as const,
        outcome: 'undone',
        at: now,
        place: words['again.place'],
        reason: words['again.reason'],
      })),
    )
    .execute()
}
