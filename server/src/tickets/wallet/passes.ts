import { createHash } from 'node:crypto'
import { normalEmail } from '@foyer/domain/people/email.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import type { Deps } from '../../deps.ts'
import { keyedHash } from '../../http/keys.ts'
import { type HeldTicket, readTickets, waitsForClaim } from '../read.ts'

const PURPOSE = 'wallet pass'

export type Pass = { serial: string; ticket_id: number; holder_hash: string; changed_at: Date }

const hashOf = (email: string): string => createHash('sha256').update(normalEmail(email)).digest('hex')

/** The pass of a ticket for its current holder; the same one at each request. */
export async function passOf(
  { db, random, clock }: Pick<Deps, 'db' | 'random' | 'clock'>,
  ticket: Pick<HeldTicket, 'id' | 'holderEmail'>,
): Promise<Pass> {
  const serial = Buffer.from(random.bytes(16)).toString('hex')
  const which = { ticket_id: ticket.id, holder_hash: hashOf(ticket.holderEmail) }
  await db
    .insertInto('ticket_passes')
    .values({ serial, ...which, changed_at: clock.now() })
    .onConflict((conflict) => conflict.columns(['ticket_id', 'holder_hash']).doNothing())
    .execute()
  return db
    .selectFrom('ticket_passes')
    .select(['serial', 'ticket_id', 'holder_hash', 'changed_at'])
    .where('ticket_id', '=', which.ticket_id)
    .where('holder_hash', '=', which.holder_hash)
    .executeTakeFirstOrThrow()
}

export const passBySerial = async (db: Db, serial: string): Promise<Pass | null> =>
  (await db
    .selectFrom('ticket_passes')
    .select(['serial', 'ticket_id', 'holder_hash', 'changed_at'])
    .where('serial', '=', serial)
    .executeTakeFirst()) ?? null

/**
 * The ticket of a pass. The pass has ended if the ticket was refunded, cancelled or transferred; then it shows neither a code
 * nor a name.
 */
export async function passTicket(
  { db, clock, signer }: Pick<Deps, 'db' | 'clock' | 'signer'>,
  { ticket_id, holder_hash }: Pass,
): Promise<{ ticket: HeldTicket; hasEnded: boolean } | null> {
  const [ticket] = await readTickets(db, { ticketId: ticket_id }, { now: clock.now(), signer })
  if (ticket === undefined) return null
  const { rows } = await sql<{ waits: boolean }>`
    select ${waitsForClaim('ticket')} as waits from tickets ticket where ticket.id = ${ticket_id}`.execute(db)
  // guard: pass-of-its-holder
  const isTheirs = hashOf(ticket.holderEmail) === holder_hash && rows[0]?.waits === false
  const hasEnded = !isTheirs || ticket.status === 'void' || ticket.cancelled === true
  if (!hasEnded) return { ticket, hasEnded }
  return { ticket: { ...ticket, code: null, short_code: '', holder: '', seat: null, orderNumber: null }, hasEnded }
}

/** The token by which a phone proves that it has the pass. */
export const passToken = ({ sessionSecret }: Pick<Deps['config'], 'sessionSecret'>, serial: string): string =>
  keyedHash(sessionSecret, PURPOSE, serial)

/** Whether a token is of this pass, made with any of the shop's secrets. */
export const isPassToken = (
  { sessionSecrets }: Pick<Deps['config'], 'sessionSecrets'>,
  serial: string,
  token: string,
): boolean => sessionSecrets.some((secret) => keyedHash(secret, PURPOSE, serial) === token)
