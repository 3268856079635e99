import { orderPath } from '@foyer/contract/pages.ts'
import type { WalletData, WalletTicket } from '@foyer/contract/types.ts'
import { heldDate, niceDay, shortWhen } from '@foyer/domain/format/dates.ts'
import { currencyCode, currencyInfo, toMajor } from '@foyer/domain/money/money.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { salesOf } from '../../sale/customer/sales-of.ts'
import type { TicketSigner } from '../../ticket-signer.ts'
import { eventNotesOf, waiverPath } from '../event-notes.ts'
import { admits, drawCalendar } from '../paper/calendar.ts'
import { paperOf } from '../paper/print.ts'
import { qrDrawing } from '../paper/qr.ts'
import { type HeldTicket, type Reader, readTickets } from '../read.ts'
import { drawPass } from './draw-pass.ts'
import { googleSaveUrl } from './google.ts'
import { passOf } from './passes.ts'

/** Whose wallet: an account, or an address proved by a code that may have no account yet. */
export type WalletOwner = { userId: number } | { email: string }

type Showing = { now: Date; signer: TicketSigner }

async function customerOf(db: Reader, owner: WalletOwner): Promise<{ userId: number | null; email: string } | null> {
  const users = db.selectFrom('users').select(['id', 'email'])
  if ('userId' in owner) {
    const user = await users.where('id', '=', owner.userId).executeTakeFirst()
    return user ? { userId: user.id, email: user.email } : null
  }
  const email = normalEmail(owner.email)
  // Without an account or an address, there is no wallet: that is a walk-in at the counter.
  if (email === '') return null
  const user = await users.where('email', '=', email).executeTakeFirst()
  return { userId: user?.id ?? null, email }
}

/**
 * Returns what a person holds now: tickets bought or claimed, without those transferred away, and the gift vouchers they
 * bought with the balances left.
 */
export async function walletOf(db: Reader, owner: WalletOwner, { now, signer }: Showing): Promise<WalletData> {
  const holder = await customerOf(db, owner)
  if (holder === null) return { tickets: [], vouchers: [], email: '' }
  const tickets = await readTickets(db, { holder }, { now, signer })
  const leaving = await leavingOf(db, tickets)
  const notesOf = await eventNotesOf(db, [...new Set(tickets.map(({ event_id }) => event_id))])
  const vouchers = await db
    .selectFrom('issued_vouchers as voucher')
    .innerJoin('gift_voucher_designs as design', 'design.id', 'voucher.design_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'design.organiser_id')
    .select([
      'voucher.code',
      'voucher.value_minor',
      'voucher.balance_minor',
      'voucher.currency',
      'voucher.expires_on',
      'design.name',
      'organiser.name as organiser',
    ])
    .where(sql<boolean>`voucher.sale_id = any(${salesOf(holder.email)})`)
    .where('voucher.voided_at', 'is', null)
    .orderBy('voucher.id')
    .execute()
  return {
    tickets: tickets.map((ticket) => {
      const { hasWaiver, messages } = notesOf(ticket.event_id)
      const leaves = leaving.get(ticket.id) ?? null
      return {
        ...toWalletTicket(ticket, holder, now),
        leaves,
        waiver_url: hasWaiver && ticket.status !== 'void' ? waiverPath(ticket.sale_reference) : null,
        messages: ticket.status === 'void' ? [] : messages,
      }
    }),
    vouchers: vouchers.map((voucher) => ({
      code: voucher.code,
      name: voucher.name,
      organiser: voucher.organiser,
      value: toMajor(voucher.value_minor, currencyCode(voucher.currency)),
      balance: toMajor(voucher.balance_minor, currencyCode(voucher.currency)),
      currency: currencyInfo(currencyCode(voucher.currency)),
      nice_expires: niceDay(voucher.expires_on),
    })),
    email: holder.email,
  }
}

/** Returns when scheduled gifts among the tickets leave, in the event's time zone. */
async function leavingOf(db: Reader, tickets: readonly HeldTicket[]): Promise<Map<number, WalletTicket['leaves']>> {
  if (tickets.length === 0) return new Map()
  const of = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const rows = await db
    .selectFrom('transfer_tickets as handed')
    .innerJoin('transfers as transfer', 'transfer.id', 'handed.transfer_id')
    .select(['handed.ticket_id', 'transfer.name', 'transfer.deliver_at'])
    .where('transfer.status', '=', 'scheduled')
    .where('handed.ticket_id', 'in', [...of.keys()])
    .execute()
  return new Map(
    rows.map(({ ticket_id, name, deliver_at }) => [
      ticket_id,
      { to: name, nice_when: heldDate(deliver_at, of.get(ticket_id)!) },
    ]),
  )
}

const isBuyer = ({ userId, guestEmail }: HeldTicket['buyer'], holder: { userId: number | null; email: string }) =>
  userId !== null ? userId === holder.userId : guestEmail !== null && normalEmail(guestEmail) === holder.email

/** The part of a ticket that the browser gets. */
const toWalletTicket = (
  ticket: HeldTicket,
  holder: { userId: number | null; email: string },
  now: Date,
): WalletTicket => ({
  id: ticket.id,
  event: ticket.event,
  event_url: ticket.event_url,
  event_id: ticket.event_id,
  ticket: ticket.ticket,
  ...(ticket.extra && { extra: true }),
  nice_date: shortWhen(ticket, now, ticket),
  starts_at: ticket.starts_at,
  ends_at: ticket.ends_at,
  place: ticket.place,
  address: ticket.address,
  seat: ticket.seat,
  holder: ticket.holder,
  thumbnail: ticket.thumbnail,
  code: ticket.code,
  ...(ticket.code !== null && !ticket.past && { qr: qrDrawing(ticket.code) }),
  short_code: ticket.short_code,
  status: ticket.status,
  ...(ticket.cancelled ? { cancelled: true as const } : ticket.postponed && { postponed: true }),
  sale_reference: ticket.sale_reference,
  sold_by: ticket.sold_by,
  order_number: ticket.orderNumber,
  order_url: isBuyer(ticket.buyer, holder) ? orderPath(ticket.sale_reference) : null,
  terms: ticket.terms,
  past: ticket.past,
})

/**
 * Returns a person's own ticket, unless void, with everything else they hold for its date. Null for another person's ticket,
 * as if it did not exist.
 */
async function ownTicket(
  { db, clock, signer }: FileDeps,
  owner: WalletOwner,
  ticketId: number,
  { withCancelled = false } = {},
) {
  const holder = await customerOf(db, owner)
  if (holder === null) return null
  const valid = (await readTickets(db, { holder }, { now: clock.now(), signer })).filter(
    ({ status, cancelled }) => status !== 'void' || (withCancelled && cancelled),
  )
  const ticket = valid.find(({ id }) => id === ticketId)
  return ticket ? { ticket, onDate: valid.filter(({ dateId }) => dateId === ticket.dateId) } : null
}

type FileDeps = Pick<Deps, 'db' | 'clock' | 'signer' | 'config'>

/** Returns a ticket as a PDF to print; null if this person does not hold it. */
export async function ticketFile(deps: FileDeps, owner: WalletOwner, ticketId: number): Promise<Buffer | null> {
  const found = await ownTicket(deps, owner, ticketId)
  return found && paperOf([found.ticket], deps)
}

/**
 * Returns the date of a ticket as a calendar file, with all this person's tickets for it; null if they do not hold the
 * ticket, or only extras. A cancelled date has a file too, which cancels the entry.
 */
export async function calendarFile(deps: FileDeps, owner: WalletOwner, ticketId: number): Promise<string | null> {
  const found = await ownTicket(deps, owner, ticketId, { withCancelled: true })
  return found && admits(found.onDate) ? drawCalendar(found.onDate, deps.config, deps.clock.now()) : null
}

/** Returns a ticket as an Apple Wallet pass; null if this person does not hold it, or the operator has no certificates. */
export async function applePassFile(
  deps: FileDeps & Pick<Deps, 'random'>,
  owner: WalletOwner,
  ticketId: number,
): Promise<Buffer | null> {
  const { applePass } = deps.config
  if (applePass === null) return null
  const found = await ownTicket(deps, owner, ticketId)
  return found && drawPass(deps, applePass, await passOf(deps, found.ticket), { ticket: found.ticket, hasEnded: false })
}

/** Where a ticket is saved to Google Wallet; null if this person does not hold it, or no service account is configured. */
export async function googleWalletUrl(
  deps: FileDeps & Pick<Deps, 'random'>,
  owner: WalletOwner,
  ticketId: number,
): Promise<string | null> {
  const { googleWallet } = deps.config
  if (googleWallet === null) return null
  const found = await ownTicket(deps, owner, ticketId)
  return found && googleSaveUrl(deps, googleWallet, found.ticket)
}
