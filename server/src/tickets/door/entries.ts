import { inTx, type Tx } from '../../db/transaction/tx.ts'
import type { DoorDevice } from './devices.ts'
import { type Admitted, admit, type DoorDeps, type DoorPlace, inspect, readCode, type WhichTicket } from './door.ts'

export type SentEntry = {
  key: string
  kind: 'in' | 'undo'
  code: string
  ticketId: number | undefined
  at: string
  /** The device decided without a network, so the person has been admitted in any case. */
  offline: boolean
  reason: string
}
type Undone = { outcome: 'undone' }
export type EntryAnswer = Admitted | Undone

/** A device's clock may be wrong. An entry from the future, or more than a day old, counts as made now. */
const OLDEST_MS = 24 * 3_600_000

function entryTimeOf({ at, offline }: SentEntry, now: Date): Date {
  const sent = new Date(at)
  const age = now.getTime() - sent.getTime()
  return offline && age > 0 && age < OLDEST_MS ? sent : now
}

/**
 * Records an entry of a paired device, or that one was undone. An entry that arrives again gets the answer of the first. One that
 * was decided without a network and turns out to be wrong is kept as a conflict, for the office.
 */
export async function recordEntry(deps: DoorDeps, device: DoorDevice, sent: SentEntry): Promise<EntryAnswer> {
  const now = deps.clock.now()
  const key = `${device.id}:${sent.key}`
  const at = entryTimeOf(sent, now)
  return inTx(deps.db, async (tx): Promise<EntryAnswer> => {
    const named = whichTicket(deps, sent)
    if ('outcome' in named) return named
    return (await earlierAnswer(tx, deps, device, key)) ?? decideEntry(tx, deps, device, named, { ...sent, key, at })
  })
}

export type EntryPlace = DoorPlace & Pick<DoorDevice, 'id' | 'name'>
type KeyedEntry = Pick<SentEntry, 'kind' | 'offline' | 'reason'> & { key: string; at: Date }

/** Admits or undoes at an entry's time, and records what came of it under its key. */
export async function decideEntry(
  tx: Tx,
  deps: Omit<DoorDeps, 'db'>,
  device: EntryPlace,
  named: WhichTicket,
  entry: KeyedEntry,
): Promise<EntryAnswer> {
  const which = entry.offline ? await asItWasThen(tx, named, entry.at) : named
  if (entry.kind === 'undo') return undoEntry(tx, deps, device, which, entry)
  const answer = await admit(tx, deps, which, { at: entry.at, where: device.name, place: device })
  if (answer.outcome !== 'admitted' && !entry.offline) return answer
  const isNew = await storeEntry(tx, device, which, answer, entry)
  // The same entry was stored at the same moment by another request.
  return isNew ? answer : ((await earlierAnswer(tx, deps, device, entry.key)) ?? answer)
}

export function whichTicket(
  { signer }: Pick<DoorDeps, 'signer'>,
  sent: SentEntry,
): WhichTicket | { outcome: 'not_ours' | 'unknown' } {
  // A code that was shown comes first: since the device had its list, its ticket may have been sent to someone else.
  // guard: offline-code-as-shown
  if (sent.ticketId !== undefined && sent.code === '') return { ticketId: sent.ticketId }
  const code = readCode(signer, sent.code)
  return code === 'not_ours' || code === 'unknown' ? { outcome: code } : { code }
}

/** The ticket that a code belonged to when it was shown, if it was given a new code only later. */
export async function asItWasThen(tx: Tx, which: WhichTicket, at: Date): Promise<WhichTicket> {
  if (!('code' in which)) return which
  const former = await tx
    .selectFrom('former_ticket_codes')
    .select('ticket_id')
    .where('code', '=', which.code)
    .where('why', '<>', 'refunded')
    // guard: sent-on-after-entry
    .where('ended_at', '>', at)
    .executeTakeFirst()
  return former === undefined ? which : { ticketId: former.ticket_id }
}

async function earlierAnswer(
  tx: Tx,
  deps: Omit<DoorDeps, 'db'>,
  device: DoorPlace,
  key: string,
): Promise<EntryAnswer | null> {
  // guard: entry-recorded-once
  const before = await tx.selectFrom('admissions').selectAll().where('key', '=', key).executeTakeFirst()
  if (before === undefined) return null
  if (before.outcome === 'undone') return { outcome: 'undone' }
  const found = await inspect(tx, { ticketId: before.ticket_id }, deps, device)
  const ticket = 'ticket' in found ? { ticket: found.ticket } : {}
  const earlier = before.other_at && { when: before.other_at, where: before.other_place ?? '' }
  return { outcome: before.outcome, at: before.at, ticketId: before.ticket_id, ...ticket, ...earlier } as EntryAnswer
}

async function storeEntry(
  tx: Tx,
  device: EntryPlace,
  which: WhichTicket,
  answer: Admitted,
  { key, at, offline }: KeyedEntry,
): Promise<boolean> {
  const ticketId = 'ticketId' in answer ? answer.ticketId : await ticketIdOf(tx, device, which)
  // No ticket ever had this code, or it isn't on this organiser's lists, so there is nothing to record.
  if (ticketId === null) return true
  const earlier = 'when' in answer ? answer.when : null
  const where = answer.outcome === 'already_admitted' ? answer.where : null
  const inserted = await tx
    .insertInto('admissions')
    .values({
      ticket_id: ticketId,
      date_id: device.dateId,
      device_id: device.id,
      kind: 'in',
      outcome: answer.outcome,
      at,
      place: device.name,
      offline,
      other_at: earlier,
      other_place: where,
      key,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function ticketIdOf(
  tx: Tx,
  { organiserId }: Pick<DoorDevice, 'organiserId'>,
  which: WhichTicket,
): Promise<number | null> {
  if ('ticketId' in which) {
    // A number proves nothing, unlike a code that somebody showed: no list of this door has other organisers' tickets.
    const own = await tx
      .selectFrom('tickets')
      .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .select('tickets.id')
      .where('tickets.id', '=', which.ticketId)
      // guard: entry-of-own-organiser
      .where('event.organiser_id', '=', organiserId)
      .executeTakeFirst()
    return own?.id ?? null
  }
  const now = await tx.selectFrom('tickets').select('id').where('code', '=', which.code).executeTakeFirst()
  if (now !== undefined) return now.id
  const former = await tx
    .selectFrom('former_ticket_codes')
    .select('ticket_id')
    .where('code', '=', which.code)
    .executeTakeFirst()
  return former?.ticket_id ?? null
}

/**
 * Undoes an entry, so that the ticket can be used again. Only for tickets of this door's date. An undoing that arrives late leaves
 * the entry that another door made since.
 */
async function undoEntry(
  tx: Tx,
  deps: Omit<DoorDeps, 'db'>,
  device: EntryPlace,
  which: WhichTicket,
  { key, at, reason, offline }: KeyedEntry,
): Promise<EntryAnswer> {
  const undone = await tx
    .updateTable('tickets')
    .set({ admitted_at: null, admitted_where: null })
    .where((eb) => ('code' in which ? eb('code', '=', which.code) : eb('id', '=', which.ticketId)))
    // guard: undo-of-earlier-entry
    .where('admitted_at', '<=', at)
    // guard: undo-of-this-date
    .where('ticket_type_id', 'in', (eb) =>
      eb.selectFrom('ticket_types').select('id').where('date_id', '=', device.dateId),
    )
    .returning('id')
    .executeTakeFirst()
  if (undone === undefined) {
    const found = await inspect(tx, which, deps, device)
    return found.outcome === 'already_admitted' ? found : { outcome: 'unknown' }
  }
  await tx
    .insertInto('admissions')
    .values({
      ticket_id: undone.id,
      date_id: device.dateId,
      device_id: device.id,
      kind: 'undo',
      outcome: 'undone',
      at,
      place: device.name,
      reason,
      offline,
      key,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return { outcome: 'undone' }
}
