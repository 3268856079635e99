import { fill } from '@foyer/contract/fill.ts'
import { mails } from '@foyer/contract/messages.ts'
import { eventThumbnail } from '@foyer/contract/pages.ts'
import type { WalletTicket } from '@foyer/contract/types.ts'
import { heldTime, longWhen } from '@foyer/domain/format/dates.ts'
import { isLanguage, type Language } from '@foyer/domain/format/language.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { addressInFull } from '@foyer/domain/format/place.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { HELD } from '../db/held-online.ts'
import type { Database } from '../db/schema/types.generated.ts'
import { textOfHtml } from '../html/sanitise.ts'
import { withLanguage } from '../language.ts'
import { readerOf } from '../sale/reader.ts'
import type { TicketSigner } from '../ticket-signer.ts'
import { soldByOr, TRADER } from '../trader.ts'
import type { Art } from './paper/art.ts'
import { SEATS, seatNames } from './seat-names.ts'
import { spacedCode } from './signing/codes.ts'

export type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** Which tickets to read: one sale's, except those in a transfer not yet claimed; one holder's; or one ticket. */
export type WhichTickets =
  | { saleId: number }
  | { saleIds: readonly number[] }
  | { holder: { userId: number | null; email: string } }
  | { code: string }
  | { ticketId: number }

/** A ticket as the wallet shows it, with the extra data for its paper and calendar versions. */
export type HeldTicket = WalletTicket & {
  userId: number | null
  holderEmail: string
  /** The buyer, who may differ from the holder. */
  buyer: { userId: number | null; guestEmail: string | null }
  /** The language in which its order was bought. */
  language: Language
  dateId: number
  /** How often its date was moved. */
  moves: number
  startsAt: Date
  endsAt: Date | null
  allDay: boolean
  timezone: string
  online: boolean
  postponed: boolean
  /** '6:30pm', if the organiser gives a time for the doors. */
  doors: string | null
  doorsAt: Date | null
  organiser: string
  sold_by: string
  art: Art
  /** The name of the venue, which also begins `address`. */
  venue: string | null
  /** The number that people read out on the phone; null for an order from before numbers existed. */
  orderNumber: string | null
  /** Whether this is an extra, which is collected with its code and doesn't admit anyone. */
  extra: boolean
  /** This ticket's number within the order, from 1; `outOf` is the total. */
  position: number
  outOf: number
  admittedAt: Date | null
  admittedWhere: string | null
}

/** How long an event without an end counts as running after its start, in hours. */
const UNKNOWN_LENGTH_HOURS = { day: 24, evening: 6 }

/** Reads the details of tickets, in the order of their events. */
export async function readTickets(
  db: Reader,
  which: WhichTickets,
  { now, signer }: { now: Date; signer: TicketSigner },
): Promise<HeldTicket[]> {
  const rows = await ticketRows(db, which)
  return rows.map((row) => heldTicketOf(row, { now, signer }))
}

/** The same for several sales, by sale: each in the language of its order. */
export async function readTicketsOfSales(
  db: Reader,
  saleIds: readonly number[],
  how: { now: Date; signer: TicketSigner },
): Promise<Map<number, HeldTicket[]>> {
  const bySale = groupBy(await ticketRows(db, { saleIds }), ({ sale_id }) => sale_id)
  const inItsLanguage = (rows: TicketRow[]) =>
    withLanguage(readerOf(rows[0]!), () => rows.map((row) => heldTicketOf(row, how)))
  return new Map([...bySale].map(([saleId, rows]) => [saleId, inItsLanguage(rows)]))
}

const ticketRows = (db: Reader, which: WhichTickets) =>
  db
    .selectFrom('tickets as ticket')
    // Numbers count the whole sale, regardless of who holds its tickets now.
    .innerJoin(
      (from) =>
        from
          .selectFrom('tickets as issued')
          .select([
            'issued.id',
            sql<number>`row_number() over (partition by issued.sale_id order by issued.ticket_type_id, issued.instance)`.as(
              'position',
            ),
            sql<number>`count(*) over (partition by issued.sale_id)`.as('out_of'),
          ])
          .where('issued.sale_id', 'in', (eb) =>
            eb.selectFrom('tickets as its').select('its.sale_id').where(isAmong(which, 'its')),
          )
          .as('numbered'),
      (join) => join.onRef('numbered.id', '=', 'ticket.id'),
    )
    .innerJoin('sales as sale', 'sale.id', 'ticket.sale_id')
    .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('organisers as organiser', 'organiser.id', 'event.organiser_id')
    .leftJoin('orders', 'orders.sale_id', 'sale.id')
    .leftJoin('venues as venue', 'venue.id', 'event.venue_id')
    .select([
      'ticket.id',
      'ticket.sale_id',
      'ticket.code',
      'ticket.status',
      'ticket.holder_name',
      'ticket.holder_email',
      'ticket.user_id',
      'ticket.admitted_at',
      'ticket.admitted_where',
      'numbered.position',
      'numbered.out_of',
      'sale.reference',
      'orders.number as order_number',
      'sale.user_id as buyer_id',
      'sale.guest_email',
      'sale.language',
      'type.name as ticket_name',
      'type.non_refundable',
      'type.extra',
      'type.delivered_by_post',
      'type.refund_policy',
      'date.id as date_id',
      'date.moves',
      'date.starts_at',
      'date.ends_at',
      'date.doors_at',
      'date.all_day',
      sql<boolean>`(date.status = 'cancelled' or event.status = 'cancelled')`.as('cancelled'),
      'event.id as event_id',
      'event.slug',
      'event.title',
      'event.picture',
      'event.timezone',
      ...HELD,
      'event.online_url',
      'organiser.name as organiser',
      'organiser.logo',
      'organiser.accent',
      TRADER.as('trader'),
      'organiser.refund_policy as organiser_refund_policy',
      'venue.name as venue',
      'venue.full_address',
      'venue.town',
      SEATS.as('seats'),
    ])
    .where(isAmong(which, 'ticket'))
    .orderBy('date.starts_at')
    .orderBy('ticket.sale_id')
    .orderBy('ticket.ticket_type_id')
    .orderBy('ticket.instance')
    .execute()

type TicketRow = Awaited<ReturnType<typeof ticketRows>>[number]

function heldTicketOf(row: TicketRow, { now, signer }: { now: Date; signer: TicketSigner }): HeldTicket {
  const hours = row.all_day ? UNKNOWN_LENGTH_HOURS.day : UNKNOWN_LENGTH_HOURS.evening
  const { postponed } = row
  const over = row.ends_at ?? new Date(row.starts_at.getTime() + hours * 3_600_000)
  return {
    id: row.id,
    event: row.title,
    event_url: `/events/${row.slug}/`,
    event_id: row.event_id,
    ticket: row.ticket_name,
    nice_date: longWhen(row, row),
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    place: placeOf(row),
    address: addressInFull(row.venue, row.full_address),
    seat: seatNames(row.seats),
    holder: row.holder_name,
    thumbnail: eventThumbnail(row.event_id, row.picture),
    code: row.status === 'void' ? null : qrContent(row, signer),
    short_code: spacedCode(row.code),
    status: ticketState(row),
    ...(row.cancelled && { cancelled: true as const }),
    sale_reference: row.reference,
    orderNumber: row.order_number && shownOrderNumber(row.order_number),
    terms: termsOf(row),
    sold_by: soldByOr(row.organiser, row.trader),
    extra: row.extra,
    past: !postponed && over < now,
    userId: row.user_id,
    holderEmail: row.holder_email,
    buyer: { userId: row.buyer_id, guestEmail: row.guest_email },
    language: isLanguage(row.language) ? row.language : 'en',
    dateId: row.date_id,
    moves: row.moves,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    allDay: row.all_day,
    timezone: row.timezone,
    online: row.online,
    postponed,
    doors: postponed ? null : row.doors_at && heldTime(row.doors_at, row),
    doorsAt: postponed ? null : row.doors_at,
    organiser: row.organiser,
    art: { picture: row.picture, logo: row.logo, accent: row.accent },
    venue: row.venue,
    position: row.position,
    outOf: row.out_of,
    admittedAt: row.admitted_at,
    admittedWhere: row.admitted_where,
  }
}

/** A ticket in an unclaimed transfer is not shown to anyone: its code waits for the claim. */
export const waitsForClaim = (alias: string) => sql<SqlBool>`exists (
  select from transfer_tickets handed join transfers transfer on transfer.id = handed.transfer_id
  where handed.ticket_id = ${sql.ref(`${alias}.id`)} and transfer.status = 'sent')`

function isAmong(which: WhichTickets, alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if ('saleId' in which) return isAmong({ saleIds: [which.saleId] }, alias)
  if ('saleIds' in which)
    return sql<SqlBool>`${column('sale_id')} = any(${sql.val(which.saleIds)}::bigint[]) and not ${waitsForClaim(alias)}`
  if ('code' in which) return sql<SqlBool>`${column('code')} = ${which.code}`
  if ('ticketId' in which) return sql<SqlBool>`${column('id')} = ${which.ticketId}`
  const { userId, email } = which.holder
  return sql<SqlBool>`(${column('user_id')} = ${userId}::bigint
    or (${column('user_id')} is null and ${column('holder_email')} = ${email})) and not ${waitsForClaim(alias)}`
}

/** The content of a ticket's QR code. That of an extra has no signature, so an offline door doesn't accept it as a ticket. */
const qrContent = ({ extra, code }: { extra: boolean; code: string }, signer: Pick<TicketSigner, 'sign'>): string =>
  // guard: extra-admits-nobody-offline
  extra ? code : signer.sign(code)

/** The state of a ticket as its holder and staff see it. */
export const ticketState = ({ status, admitted_at }: { status: string; admitted_at: Date | null }) => {
  if (status === 'void') return 'void'
  return admitted_at === null ? 'valid' : 'admitted'
}

/** "City Varieties, Leeds"; "Online" for an event without a venue. */
export const placeOf = ({
  venue,
  town,
  online_url,
}: {
  venue: string | null
  town: string | null
  online_url: string | null
}) => {
  if (venue !== null) return [venue, town].filter(Boolean).join(', ')
  return online_url === null ? '' : mails['ticket.online']
}

/** The first sentences of a text, up to a useful length: "Plans change." alone is too short. */
const firstSentences = (text: string): string => /^.{60,}?[.!?](?=\s)/s.exec(text)?.[0] ?? text

const admissionTerms = ({ extra, delivered_by_post }: { extra: boolean; delivered_by_post: boolean }) => {
  if (!extra) return 'ticket.terms'
  return delivered_by_post ? 'ticket.postedTerms' : 'ticket.collectTerms'
}

/** A ticket type's own policy takes precedence over its organiser's. Both may be HTML; only the words are printed. */
function termsOf(row: {
  extra: boolean
  delivered_by_post: boolean
  non_refundable: boolean
  refund_policy: unknown
  organiser_refund_policy: unknown
}): string {
  const {
    title = '',
    text = '',
    description = '',
  } = (row.refund_policy ?? row.organiser_refund_policy ?? {}) as Partial<
    Record<'title' | 'text' | 'description', string>
  >
  const policy = firstSentences(textOfHtml(description)) || [title, text].map(textOfHtml).filter(Boolean).join('. ')
  return [
    mails[admissionTerms(row)],
    ...(row.non_refundable ? [mails['ticket.nonRefundable']] : []),
    ...(policy === '' ? [] : [fill(mails['ticket.policy'], { policy })]),
  ].join(' ')
}
