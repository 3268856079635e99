import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { DoorDeps, DoorPlace } from './door.ts'
import { decideEntry, type EntryPlace } from './entries.ts'

/** Entries that ended devices handed in, and that wait for review at one date: a range of their ids. */
export type LateEntries = DoorPlace & { fromId: number; untilId: number }

const waiting = ({ dateId, fromId, untilId }: LateEntries) =>
  sql`entry.outcome = 'for_review' and entry.date_id = ${dateId} and entry.id between ${fromId} and ${untilId}`

type Taken = {
  id: number
  ticket_id: number
  device_id: number
  kind: 'in' | 'undo'
  at: Date
  place: string
  reason: string
  key: string
  shown_code: string | null
}

/**
 * Takes these entries out of the list and decides each as if it had arrived in time. Of two presses at the same moment, the second
 * finds none. Returns how many there were, and how many of them were wrong.
 */
export async function acceptEntries(
  tx: Tx,
  deps: Omit<DoorDeps, 'db'>,
  entries: LateEntries,
): Promise<{ accepted: number; wrong: number }> {
  const { rows } = await sql<Taken>`
    delete from admissions entry where ${waiting(entries)}
    returning id, ticket_id, device_id, kind, at, place, reason, key, shown_code`.execute(tx)
  // The tickets in the order of their ids, so that two presses can't wait for each other; the entries of each in their own order.
  rows.sort((a, b) => a.ticket_id - b.ticket_id || a.at.getTime() - b.at.getTime() || a.id - b.id)
  let wrong = 0
  for (const { id: _, ticket_id, device_id, place, shown_code, ...entry } of rows) {
    const device = { ...entries, id: device_id, name: place }
    const named = shown_code === null ? { ticketId: ticket_id } : { code: shown_code }
    const { outcome } = await decideEntry(tx, deps, device, named, { ...entry, offline: true })
    if (outcome === 'admitted' || outcome === 'undone') continue
    wrong++
    if (entry.kind === 'undo') await keepUseless(tx, device, ticket_id, entry)
  }
  return { accepted: rows.length, wrong }
}

/** An undoing that found nothing to undo. A device that sends one in time is told so; here it stays listed. */
const keepUseless = (
  tx: Tx,
  { id, name, dateId }: EntryPlace,
  ticketId: number,
  entry: Pick<Taken, 'kind' | 'at' | 'reason' | 'key'>,
) =>
  tx
    .insertInto('admissions')
    .values({
      ...entry,
      ticket_id: ticketId,
      date_id: dateId,
      device_id: id,
      outcome: 'nothing_undone',
      place: name,
      offline: true,
    })
    .execute()

/** Rejects these entries; they stay listed. Returns how many there were. */
export async function rejectEntries(tx: Tx, entries: LateEntries): Promise<number> {
  const { numAffectedRows } = await sql`
    update admissions entry set outcome = 'rejected', shown_code = null where ${waiting(entries)}`.execute(tx)
  return Number(numAffectedRows)
}
