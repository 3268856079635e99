import { type Db, inTx } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import type { TicketSigner } from '../../ticket-signer.ts'
import { type HeldTicket, type Reader, readTickets } from '../read.ts'
import { readTypedCode } from '../signing/codes.ts'

/** What the person at the door compares with the person before them. */
export type DoorTicket = Pick<
  HeldTicket,
  'event' | 'event_id' | 'nice_date' | 'place' | 'ticket' | 'seat' | 'holder' | 'position' | 'outOf'
>

/**
 * `transferred`: the code was handed on, and the ticket has another one now. `not_ours`: the signature is not from our key,
 * so it was made up. `unknown`: no ticket has or had this code.
 */
export type DoorAnswer =
  | { outcome: 'admitted'; at: Date; ticket: DoorTicket }
  | { outcome: 'already_admitted'; when: Date; where: string; ticket: DoorTicket }
  | { outcome: 'transferred'; when: Date }
  | { outcome: 'refunded'; when: Date }
  | { outcome: 'void' }
  | { outcome: 'not_ours' }
  | { outcome: 'unknown' }

/** As `DoorAnswer`, before anybody is let in. */
export type DoorLook = Exclude<DoorAnswer, { outcome: 'admitted' }> | { outcome: 'valid'; ticket: DoorTicket }

/** The code in what was scanned or typed. A text with a dot claims a signature, and the claim must hold. */
export function readCode(signer: Pick<TicketSigner, 'verify'>, scanned: string): string | 'not_ours' | 'unknown' {
  const text = scanned.trim().toUpperCase()
  if (text.includes('.')) return signer.verify(text) ?? 'not_ours'
  return readTypedCode(text) ?? 'unknown'
}

type DoorDeps = { db: Db } & Pick<Deps, 'signer' | 'clock'>

/** What the door would say to this code. Lets nobody in. */
export async function lookAtTicket(deps: DoorDeps, scanned: string): Promise<DoorLook> {
  const code = readCode(deps.signer, scanned)
  if (code === 'not_ours' || code === 'unknown') return { outcome: code }
  return look(deps.db, code, deps)
}

/**
 * Lets the holder of a ticket in, once: of two doors that scan the same code at the same moment one gets `admitted` and the
 * other is told when and where. `scanned` is what the QR code holds, or the short code typed by hand; `where` names the door.
 */
export async function checkAtDoor(deps: DoorDeps, scanned: string, where: string): Promise<DoorAnswer> {
  const code = readCode(deps.signer, scanned)
  if (code === 'not_ours' || code === 'unknown') return { outcome: code }
  const at = deps.clock.now()
  return inTx(deps.db, async (tx): Promise<DoorAnswer> => {
    // The condition is the guard: the second statement waits for the first and then finds the ticket inside.
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
    // Issued in the instant between the two statements: its holder cannot have the code yet.
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
  const { event, event_id, nice_date, place, ticket: type, seat, holder, position, outOf } = ticket
  const shown = { event, event_id, nice_date, place, ticket: type, seat, holder, position, outOf }
  return ticket.admittedAt === null
    ? { outcome: 'valid', ticket: shown }
    : { outcome: 'already_admitted', when: ticket.admittedAt, where: ticket.admittedWhere ?? '', ticket: shown }
}
