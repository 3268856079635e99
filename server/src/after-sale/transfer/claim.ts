import type { BodyOf, ReplyOf } from '@foyer/contract/calls.ts'
import { type ClaimPageData, eventThumbnail } from '@foyer/contract/pages.ts'
import { shortWhen } from '@foyer/domain/format/dates.ts'
import { emailHint } from '@foyer/domain/people/email.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { HELD } from '../../db/held-online.ts'
import { type Db, inTx, type Tx } from '../../db/transaction/tx.ts'
import type { RequestContext } from '../../http/handle.ts'
import type { Session } from '../../http/session.ts'
import { accountOf } from '../../sale/customer/account.ts'
import { lockSale, record } from '../../sale/sale.ts'
import { placeOf } from '../../tickets/read.ts'
import { senderOf } from '../sender.ts'
import { claimHash } from './send.ts'

type ClaimFail = Fail<'unknown_transfer' | 'other_recipient' | 'transfer_taken_back'>

const byToken = (db: Pick<Db, 'selectFrom'>, token: string) =>
  db.selectFrom('transfers').selectAll().where('claim_token_hash', '=', claimHash(token)).executeTakeFirst()

/**
 * Claims transferred tickets. Requires both the link from the mail and proof, by a code, of the address it was sent to, so
 * that neither a forwarded mail nor a guessed address is enough. Claiming again as the same person changes nothing.
 */
export async function claimTransfer(
  { token }: BodyOf<'claim_transfer'>,
  { deps, session, now }: RequestContext,
): Promise<ReplyOf<'claim_transfer'> | ClaimFail> {
  const found = await byToken(deps.db, token)
  if (!found) return fail('unknown_transfer')
  if (session.provedEmail !== found.email) return fail('other_recipient')
  const outcome = await inTx(deps.db, async (tx): Promise<Ok | ClaimFail> => {
    await lockSale(tx, found.sale_id)
    const transfer = await tx
      .selectFrom('transfers')
      .selectAll()
      .where('id', '=', found.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Only the claimed address reaches this point, so it is the same recipient again.
    if (transfer.status === 'claimed') return { ok: true }
    if (transfer.status !== 'sent') return fail('transfer_taken_back')
    // The account opens the wallet.
    const userId = await accountOf(tx, transfer, now)
    const { numUpdatedRows } = await tx
      .updateTable('tickets')
      .set({ user_id: userId, holder_name: transfer.name, holder_email: transfer.email })
      .where('id', 'in', (eb) =>
        eb.selectFrom('transfer_tickets').select('ticket_id').where('transfer_id', '=', transfer.id),
      )
      .where('status', '=', 'valid')
      // guard: cancelled-tickets-not-claimed
      .where('ticket_type_id', 'not in', cancelledTypes(tx))
      .executeTakeFirstOrThrow()
    // The order was refunded after the transfer left, or its event has been cancelled.
    if (numUpdatedRows === 0n) return fail('transfer_taken_back')
    await tx
      .updateTable('transfers')
      .set({ status: 'claimed', claimed_at: now, claimed_by: userId })
      .where('id', '=', transfer.id)
      .execute()
    await record(tx, transfer.sale_id, 'transfer_claimed', now, { transfer_id: transfer.id })
    return { ok: true }
  })
  return outcome.ok ? { success: true } : outcome
}

/** Returns what the link shows: what was sent, by whom, and its status. Null for a link that never existed. */
export async function claimPage(
  db: Pick<Db, 'selectFrom'>,
  session: Session,
  token: string,
  now: Date,
): Promise<ClaimPageData | null> {
  const transfer = await byToken(db, token)
  if (!transfer) return null
  const facts = await db
    .selectFrom('ticket_types as type')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('sales as sale', (join) => join.on('sale.id', '=', transfer.sale_id))
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select([
      'type.name',
      'date.starts_at',
      'date.ends_at',
      'date.all_day',
      'event.id as event_id',
      'event.title',
      'event.picture',
      'event.timezone',
      ...HELD,
      'event.online_url',
      'venue.name as venue',
      'venue.town',
      'sale.user_id',
      'sale.guest_email',
      'sale.guest_name',
      'sale.customer_session',
    ])
    .where('type.id', '=', transfer.ticket_type_id)
    .executeTakeFirstOrThrow()
  const valid = await db
    .selectFrom('transfer_tickets as handed')
    .innerJoin('tickets as ticket', 'ticket.id', 'handed.ticket_id')
    .select('ticket.id')
    .where('handed.transfer_id', '=', transfer.id)
    .where('ticket.status', '=', 'valid')
    .execute()
  const isRecipient = session.provedEmail === transfer.email
  const sender = await senderOf(db, facts)
  const isGone = transfer.status === 'taken_back' || valid.length === 0
  return {
    token,
    status: claimStatus({ isGone, isClaimed: transfer.status === 'claimed', isRecipient }),
    is_recipient: isRecipient,
    from: sender.name,
    email_hint: emailHint(transfer.email),
    is_gift: transfer.is_gift,
    // The sender's words are for the recipient, who has them in the mail too.
    message: isRecipient && sender.isProved ? transfer.message : '',
    event: facts.title,
    nice_date: shortWhen(facts, now, facts),
    place: placeOf(facts),
    thumbnail: eventThumbnail(facts.event_id, facts.picture),
    ticket: facts.name,
    qty: valid.length,
  }
}

/** Ticket types of events and dates that have been cancelled. */
const cancelledTypes = (tx: Tx) =>
  tx
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select('type.id')
    .where((eb) => eb.or([eb('event.status', '=', 'cancelled'), eb('date.status', '=', 'cancelled')]))

function claimStatus({ isGone, isClaimed, isRecipient }: Record<'isGone' | 'isClaimed' | 'isRecipient', boolean>) {
  if (isGone) return 'gone'
  if (!isClaimed) return 'open'
  return isRecipient ? 'yours' : 'claimed'
}
