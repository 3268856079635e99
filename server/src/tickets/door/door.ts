import { type Db, inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { TicketSigner } from '../../ticket-signer.ts'
import { type HeldTicket, type Reader, readTickets } from '../read.ts'
import { readTypedCode } from '../signing/codes.ts'

/** What door staff compare with the person in front of them. */
export type DoorTicket = Pick<
  HeldTicket,
  'event' | 'extra' | 'event_id' | 'nice_date' | 'place' | 'ticket' | 'seat' | 'holder' | 'position' | 'outOf'
> & {
  /** What the office wrote about the order for the door. */
  note?: string
}

/**
 * `transferred`: the ticket was transferred and has a new code. `not_ours`: our key did not make the signature, so it is
 * forged. `unknown`: no ticket has or had this code.
 */
export type DoorAnswer =
  | { outcome: 'admitted'; at: Date; ticket: DoorTicket }
  | { outcome: 'already_admitted'; when: Date; where: string; ticket: DoorTicket }
  | { outcome: 'transferred'; when: Date }
  | { outcome: 'refunded'; when: Date }
  | { outcome: 'void' }
  | { outcome: 'not_ours' }
  | { outcome: 'unknown' }

/** A `DoorAnswer` before admission. */
export type DoorLook = Exclude<DoorAnswer, { outcome: 'admitted' }> | { outcome: 'valid'; ticket: DoorTicket }

/** Returns the code in a scanned or typed text. A text with a dot includes a signature, which must be valid. */
export function readCode(signer: Pick<TicketSigner, 'verify'>, scanned: string): string | 'not_ours' | 'unknown' {
  const text = scanned.trim().toUpperCase()
  if (text.includes('.')) return signer.verify(text) ?? 'not_ours'
  return readTypedCode(text) ?? 'unknown'
}

type DoorDeps = { db: Db } & Pick<Deps, 'signer' | 'clock'>

/** Returns what the door would answer for this code, without admitting anyone. */
export async function lookAtTicket(deps: DoorDeps, scanned: string): Promise<DoorLook> {
  const code = readCode(deps.signer, scanned)
  if (code === 'not_ours' || code === 'unknown') return { outcome: code }
  return look(deps.db, code, deps)
}

/**
 * Admits the holder of a ticket once: if two doors scan the same code at the same moment, one gets `admitted` and the other
 * is shown when and where. `scanned` is the content of the QR code, or the short code typed by hand; `where` names the door.
 */
export async function checkAtDoor(deps: DoorDeps, scanned: string, where: string): Promise<DoorAnswer> {
  const code = readCode(deps.signer, scanned)
  if (code === 'not_ours' || code === 'unknown') return { outcome: code }
  const at = deps.clock.now()
  return inTx(deps.db, async (tx): Promise<DoorAnswer> => {
    // This condition admits only one: the second statement waits for the first, then finds the ticket already admitted.
    const { numUpdatedRows } = await tx
      .updateTable('tickets')
      .set({ admitted_at: at, admitted_where: where })
      .where('code', '=', code)
      // guard: void-ticket-refused
      .where('status', '=', 'valid')
      // guard: ticket-admitted-once
      .where('admitted_at', 'is', null)
      .executeTakeFirstOrThrow()
    const found = await look(tx, code, deps)
    if (found.outcome === 'already_admitted' && numUpdatedRows === 1n)
      return { outcome: 'admitted', at, ticket: found.ticket }
    // Issued between the two statements, so its holder cannot have the code yet.
    return found.outcome === 'valid' ? { outcome: 'unknown' } : found
  })
}

async function look(
  db: Reader,
  code: string,
  { signer, clock }: Pick<DoorDeps, 'signer' | 'clock'>,
): Promise<DoorLook> {
  const former = await db
    .selectFrom('former_ticket_codes')
    .select(['why', 'ended_at'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (former) return { outcome: former.why === 'refunded' ? 'refunded' : 'transferred', when: former.ended_at }
  const [ticket] = await readTickets(db, { code }, { now: clock.now(), signer })
  if (!ticket) return { outcome: 'unknown' }
  if (ticket.status === 'void') return { outcome: 'void' }
  const { event, event_id, nice_date, place, ticket: type, extra, seat, holder, position, outOf } = ticket
  const facts = { event, event_id, nice_date, place, ticket: type, extra, seat, holder, position, outOf }
  const note = await noteFor(db, ticket)
  const details = note === '' ? facts : { ...facts, note }
  return ticket.admittedAt === null
    ? { outcome: 'valid', ticket: details }
    : { outcome: 'already_admitted', when: ticket.admittedAt, where: ticket.admittedWhere ?? '', ticket: details }
}

/** The notes of the ticket's organiser; one of another organiser's is not for this door. */
async function noteFor(db: Reader, { id, event_id }: Pick<HeldTicket, 'id' | 'event_id'>): Promise<string> {
  const notes = await db
    .selectFrom('order_notes as note')
    .innerJoin('tickets as ticket', 'ticket.sale_id', 'note.sale_id')
    .innerJoin('events as event', 'event.organiser_id', 'note.organiser_id')
    .select('note.words')
    .where('ticket.id', '=', id)
    .where('event.id', '=', event_id)
    .where('note.at_door', '=', true)
    .where('note.ended_at', 'is', null)
    .orderBy('note.id')
    .execute()
  return notes.map(({ words }) => words).join(' · ')
}
