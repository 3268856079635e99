import type { WalletData, WalletTicket } from '@foyer/contract/types.ts'
import { ukDate } from '@foyer/domain/format/dates.ts'
import { CURRENCIES, type CurrencyCode, toMajor } from '@foyer/domain/money/money.ts'
import { normalEmail } from '@foyer/domain/people/email.ts'
import { drawCalendar } from './calendar.ts'
import { drawTickets } from './pdf.ts'
import { type HeldTicket, type Reader, readTickets } from './read.ts'
import type { TicketSigner } from './sign.ts'

/** Whose wallet: an account, or an address that was proved by a code and may have no account yet. */
export type WalletOwner = { userId: number } | { email: string }

type Showing = { now: Date; signer: TicketSigner }

async function holderOf(db: Reader, owner: WalletOwner): Promise<{ userId: number | null; email: string } | null> {
  const users = db.selectFrom('users').select(['id', 'email'])
  if ('userId' in owner) {
    const user = await users.where('id', '=', owner.userId).executeTakeFirst()
    return user ? { userId: user.id, email: user.email } : null
  }
  const email = normalEmail(owner.email)
  const user = await users.where('email', '=', email).executeTakeFirst()
  return { userId: user?.id ?? null, email }
}

/**
 * What somebody holds now (DLV-01): tickets bought and tickets claimed, not those handed on, and the gift vouchers they
 * bought with what is left on them.
 */
export async function walletOf(db: Reader, owner: WalletOwner, { now, signer }: Showing): Promise<WalletData> {
  const holder = await holderOf(db, owner)
  if (holder === null) return { tickets: [], vouchers: [], email: '' }
  const tickets = await readTickets(db, { holder }, { now, signer })
  const vouchers =
    holder.userId === null
      ? []
      : await db
          .selectFrom('issued_vouchers as voucher')
          .innerJoin('sales as sale', 'sale.id', 'voucher.sale_id')
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
          .where('sale.user_id', '=', holder.userId)
          .where('voucher.voided_at', 'is', null)
          .orderBy('voucher.id')
          .execute()
  return {
    tickets: tickets.map(shown),
    vouchers: vouchers.map((voucher) => ({
      code: voucher.code,
      name: voucher.name,
      organiser: voucher.organiser,
      value: toMajor(voucher.value_minor),
      balance: toMajor(voucher.balance_minor),
      symbol: CURRENCIES[voucher.currency as CurrencyCode].symbol,
      uk_expiry_date: ukDate(`${voucher.expires_on}T12:00:00Z`),
    })),
    email: holder.email,
  }
}

/** The part of a ticket that the browser gets. */
const shown = (ticket: HeldTicket): WalletTicket => ({
  id: ticket.id,
  event: ticket.event,
  event_url: ticket.event_url,
  event_id: ticket.event_id,
  ticket: ticket.ticket,
  nice_date: ticket.nice_date,
  starts_at: ticket.starts_at,
  ends_at: ticket.ends_at,
  place: ticket.place,
  address: ticket.address,
  seat: ticket.seat,
  holder: ticket.holder,
  thumbnail: ticket.thumbnail,
  code: ticket.code,
  short_code: ticket.short_code,
  status: ticket.status,
  sale_reference: ticket.sale_reference,
  terms: ticket.terms,
  past: ticket.past,
})

/** Which of the holder's tickets: one, an order's, or every one that is still to come. */
export type Wanted = { ticketId: number } | { saleReference: string } | 'upcoming'

/** Tickets that may be drawn for this person: theirs, and not void. Another's ticket is not found, not forbidden. */
async function drawable(
  db: Reader,
  owner: WalletOwner,
  wanted: Wanted,
  showing: Showing,
): Promise<HeldTicket[] | null> {
  const holder = await holderOf(db, owner)
  if (holder === null) return null
  const tickets = (await readTickets(db, { holder }, showing)).filter((ticket) => {
    if (ticket.status === 'void') return false
    if (wanted === 'upcoming') return !ticket.past
    return 'ticketId' in wanted ? ticket.id === wanted.ticketId : ticket.sale_reference === wanted.saleReference
  })
  return tickets.length === 0 ? null : tickets
}

/** The tickets as a PDF to print; null when this person holds none of those. */
export async function ticketPdf(
  db: Reader,
  owner: WalletOwner,
  wanted: Wanted,
  showing: Showing,
): Promise<Buffer | null> {
  const tickets = await drawable(db, owner, wanted, showing)
  return tickets && drawTickets(tickets, showing.now)
}

/** The tickets' dates as a calendar file; null when this person holds none of those. */
export async function ticketCalendar(
  db: Reader,
  owner: WalletOwner,
  wanted: Wanted,
  { publicUrl, ...showing }: Showing & { publicUrl: string },
): Promise<string | null> {
  const tickets = await drawable(db, owner, wanted, showing)
  return tickets && drawCalendar(tickets, showing.now, publicUrl)
}
