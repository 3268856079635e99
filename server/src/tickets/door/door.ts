import { type SqlBool, sql } from 'kysely'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { TicketSigner } from '../../ticket-signer.ts'
import { type HeldTicket, type Reader, readTickets } from '../read.ts'
import { SEAT_NAMES } from '../seat-names.ts'
import { readTypedCode } from '../signing/codes.ts'
import { type DoorWaiver, doorWaiverOf, TICKET_WAIVERS } from '../waivers.ts'
import { accessWords } from './access-words.ts'

/** What door staff compare with the person in front of them. */
export type DoorTicket = Pick<
  HeldTicket,
  'event' | 'extra' | 'event_id' | 'nice_date' | 'place' | 'ticket' | 'seat' | 'holder' | 'position' | 'outOf'
> & {
  /** Notes of the office on the order, for door staff. */
  note?: string
  waiver?: DoorWaiver
}

/** `timezone`: of the ticket's event. */
type Since = { when: Date; timezone: string }

/**
 * `transferred`: the ticket was transferred or taken back and has a new code. `replaced`: it was changed and has a new code.
 * `not_ours`: our key did not make the signature, so it is forged. `unknown`: no ticket has or had this code.
 */
export type DoorAnswer =
  | { outcome: 'admitted'; at: Date; ticket: DoorTicket }
  | ({ outcome: 'already_admitted'; where: string; ticket: DoorTicket } & Since)
  | { outcome: 'wrong_event' }
  | { outcome: 'wrong_date' | 'cancelled' | 'postponed'; ticket: DoorTicket }
  | ({ outcome: 'transferred' | 'replaced' | 'refunded' } & Since)
  | { outcome: 'void' }
  | { outcome: 'not_ours' }
  | { outcome: 'unknown' }

/** Where a paired device checks: one date of an event. */
export type DoorPlace = { eventId: number; dateId: number; organiserId: number }

/** A `DoorAnswer` before admission. */
export type Inspection = Exclude<DoorAnswer, { outcome: 'admitted' }> | { outcome: 'valid'; ticket: DoorTicket }

/** Returns the code in a scanned or typed text. A text with a dot includes a signature, which must be valid. */
export function readCode(signer: Pick<TicketSigner, 'verify'>, scanned: string): string | 'not_ours' | 'unknown' {
  const text = scanned.trim().toUpperCase()
  if (text.includes('.')) return signer.verify(text) ?? 'not_ours'
  return readTypedCode(text) ?? 'unknown'
}

export type DoorDeps = { db: Db } & Pick<Deps, 'signer' | 'clock'>

/** Returns what the door would answer for this code, without admitting anyone. */
export async function inspectCode(deps: DoorDeps, scanned: string): Promise<Inspection> {
  const code = readCode(deps.signer, scanned)
  if (code === 'not_ours' || code === 'unknown') return { outcome: code }
  return inspect(deps.db, { code }, deps, null)
}

/**
 * Admits the holder of a ticket once: if two doors scan the same code at the same moment, one gets `admitted` and the other
 * is shown when and where. `scanned` is the content of the QR code, or the short code typed by hand; `where` names the door.
 */
export async function checkAtDoor(deps: DoorDeps, scanned: string, where: string): Promise<DoorAnswer> {
  const code = readCode(deps.signer, scanned)
  if (code === 'not_ours' || code === 'unknown') return { outcome: code }
  return inTx(deps.db, async (tx) => {
    const answer = await admit(tx, deps, { code }, { at: deps.clock.now(), where, place: null })
    if (answer.outcome !== 'admitted') return answer
    const { ticketId, ...admitted } = answer
    await recordAdmission(tx, ticketId, { at: answer.at, where })
    return admitted
  })
}

/** Records an entry by the access code, for the numbers of the night. */
const recordAdmission = (tx: Tx, ticketId: number, { at, where }: { at: Date; where: string }) =>
  tx
    .insertInto('admissions')
    .columns(['ticket_id', 'date_id', 'kind', 'outcome', 'at', 'place'])
    .expression((eb) =>
      eb
        .selectFrom('ticket_types')
        .select([
          sql.val(ticketId).$castTo<number>().as('ticket_id'),
          'date_id',
          sql.lit('in').as('kind'),
          sql.lit('admitted').as('outcome'),
          sql.val(at).as('at'),
          sql.val(where).as('place'),
        ])
        .where('id', '=', eb.selectFrom('tickets').select('ticket_type_id').where('id', '=', ticketId)),
    )
    .execute()

export type WhichTicket = { code: string } | { ticketId: number }
type Entry = { at: Date; where: string; place: DoorPlace | null }
export type Admitted =
  | Exclude<DoorAnswer, { outcome: 'admitted' }>
  | (DoorAnswer & { outcome: 'admitted'; ticketId: number })

/** Admits the holder of a ticket once, in the caller's transaction. */
export async function admit(
  tx: Tx,
  deps: Omit<DoorDeps, 'db'>,
  which: WhichTicket,
  { at, where, place }: Entry,
): Promise<Admitted> {
  // This condition admits only one: the second statement waits for the first, then finds the ticket already admitted.
  const admitted = await tx
    .updateTable('tickets')
    .set({ admitted_at: at, admitted_where: where })
    .where((eb) => ('code' in which ? eb('code', '=', which.code) : eb('id', '=', which.ticketId)))
    // guard: void-ticket-refused
    .where('status', '=', 'valid')
    // guard: ticket-admitted-once
    .where('admitted_at', 'is', null)
    // guard: admitted-at-its-date
    .where(isExpected(place))
    .returning('id')
    .executeTakeFirst()
  const found = await inspect(tx, which, deps, place)
  if (found.outcome === 'already_admitted' && admitted !== undefined)
    return { outcome: 'admitted', at, ticket: found.ticket, ticketId: admitted.id }
  // The ticket was issued between the two statements, so its holder cannot have the code yet.
  return found.outcome === 'valid' ? { outcome: 'unknown' } : found
}

/** Whether a ticket's date takes place, and is the one of this door. */
const isExpected = (place: DoorPlace | null) => sql<SqlBool>`exists (
  select from ticket_types type join event_dates date on date.id = type.date_id join events event on event.id = type.event_id
  where type.id = tickets.ticket_type_id and date.status = 'published' and event.status <> 'cancelled'
    and (${place === null} or date.id = ${place?.dateId ?? 0}))`

/** The door's answer. A door of one date gets nothing about another organiser's ticket. */
export async function inspect(
  db: Reader,
  which: WhichTicket,
  { signer, clock }: Omit<DoorDeps, 'db'>,
  door: DoorPlace | null,
): Promise<Inspection> {
  if ('code' in which) {
    const former = await db
      .selectFrom('former_ticket_codes as former')
      .innerJoin('tickets as ticket', 'ticket.id', 'former.ticket_id')
      .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .select(['former.why', 'former.ended_at as when', 'event.timezone'])
      .where('former.code', '=', which.code)
      .executeTakeFirst()
    if (former) {
      const { why, ...since } = former
      return { outcome: why === 'taken_back' ? 'transferred' : why, ...since }
    }
  }
  const [ticket] = await readTickets(db, which, { now: clock.now(), signer })
  if (!ticket) return { outcome: 'unknown' }
  // guard: door-of-one-organiser
  if (door !== null && ticket.event_id !== door.eventId) return { outcome: 'wrong_event' }
  if (ticket.status === 'void') return { outcome: 'void' }
  const { event, event_id, nice_date, place, ticket: type, extra, holder, position, outOf } = ticket
  const [access, waiver, seat] = await accessAndWaiver(db, ticket)
  const facts = { event, event_id, nice_date, place, ticket: type, extra, seat, holder, position, outOf }
  const note = [access, await noteFor(db, ticket)].filter(Boolean).join(' · ')
  const details = { ...facts, ...(note !== '' && { note }), ...(waiver && { waiver }) }
  if (door !== null && ticket.dateId !== door.dateId) return { outcome: 'wrong_date', ticket: details }
  if (ticket.cancelled) return { outcome: 'cancelled', ticket: details }
  if (ticket.postponed) return { outcome: 'postponed', ticket: details }
  const { admittedAt: when, admittedWhere, timezone } = ticket
  return when === null
    ? { outcome: 'valid', ticket: details }
    : { outcome: 'already_admitted', when, timezone, where: admittedWhere ?? '', ticket: details }
}

/** What the door is told about the seat of a ticket, its waivers, and the seat, whose kind the first has said. */
async function accessAndWaiver(
  db: Reader,
  { id }: Pick<HeldTicket, 'id'>,
): Promise<[string, DoorWaiver | undefined, string | null]> {
  const { waiver, kind, takes, seat } = await db
    .selectFrom('tickets as ticket')
    .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .leftJoin('seats as seat', 'seat.id', 'ticket.seat_id')
    .select([
      TICKET_WAIVERS.$castTo<Parameters<typeof doorWaiverOf>[0]>().as('waiver'),
      'seat.kind',
      'type.seat_kinds as takes',
      SEAT_NAMES.as('seat'),
    ])
    .where('ticket.id', '=', id)
    .executeTakeFirstOrThrow()
  return [kind === null ? '' : accessWords({ kind, takes }), doorWaiverOf(waiver), seat]
}

/** The notes on an order by the organiser of this ticket; those of other organisers are not for this door. */
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
