import type { Minor } from '@foyer/domain/money/money.ts'
import type { TicketPrice } from '@foyer/domain/payment/change.ts'
import type { SelfService } from '@foyer/domain/sale/self-service.ts'
import { type SeatPosition, seatsInOrder } from '@foyer/domain/seats/hall.ts'
import type { SeatKind } from '@foyer/domain/seats/kinds.ts'
import { sql } from 'kysely'
import { buyerOf } from '../../after-sale/buyer.ts'
import { type SeatSpecial, seatName } from '../../catalogue/seat-name.ts'
import { HELD_COLUMNS } from '../../db/held-online.ts'
import type { Db, Tx } from '../../db/transaction/tx.ts'
import type { Session } from '../../http/session.ts'
import { type Customer, hasProved } from '../../sale/customer/customer.ts'
import { type SaleRow, saleByReference } from '../../sale/sale.ts'
import { SEATS, type seatNames } from '../../tickets/seat-names.ts'
import { IS_TRANSFERRED } from '../../tickets/transferred.ts'
import { TICKET_PRICE } from '../change/difference.ts'

/** A ticket that its buyer still has and has not used, with what the organiser lets buyers do. */
export type OwnTicket = {
  id: number
  ticket_type_id: number
  seat_id: number | null
  seat_ids: number[] | null
  holder_name: string
  admitted_at: Date | null
  event_id: number
  organiser_id: number
  title: string
  slug: string
  /** its hash; null for an event without one */
  picture: string | null
  name: string
  seats: Parameters<typeof seatNames>[0]
  timezone: string
  online: boolean
  postponed: boolean
  ends_at: Date | null
  all_day: boolean
  starts_at: Date
  /** When its order was paid, or the first payment of its plan. */
  paid_at: Date
  seated: boolean
  pool_places: number
  /** The kinds of its seats, and those that its type takes. */
  kinds: SeatKind[]
  takes: string[] | null
  rules: SelfService
  price: TicketPrice
  /** Whether the ticket is marked as non-refundable, or was before its buyer changed it. */
  non_refundable: boolean
  /** How often its buyer has changed or renamed it. */
  changed: number
  /** The secret of a change that waits for its payment. */
  waiting: string | null
  protection_minor: Minor
}

/** What the organiser allows, of `event`, and the cool-off that `sale` was promised. A ticket marked as non-refundable is not returned. */
const selfServiceRulesOf = (isNonRefundable: ReturnType<typeof sql>) =>
  sql`jsonb_build_object('refundHours', case when not ${isNonRefundable} then event.buyers_refund_hours end,
  'coolOffHours', case when not ${isNonRefundable} and sale.terms_from = sale.paid_at then (sale.terms->'coolOff'->>event.id::text)::int end, 'refundKeepBp', event.buyers_refund_keep_bp,
  'refundKeepMinor', event.buyers_refund_keep_minor, 'changeHours', event.buyers_change_hours,
  'renameHours', event.buyers_rename_hours, 'changes', event.buyers_changes)`

/** The mark stays with a ticket that its buyer changes to another type, which would otherwise make it refundable. */
// guard: non-refundable-stays
const NON_REFUNDABLE = sql`(type.non_refundable or exists (select from sale_events done where done.sale_id = ticket.sale_id
  and done.kind = 'changed_by_buyer' and (done.facts->>'ticket')::bigint = ticket.id and done.facts->>'non_refundable' = 'true'))`

/** The tickets of a paid order that its buyer may do something with: not used, refunded or sent to someone else, and of a date to come. */
export async function ownTickets(db: Pick<Db, 'selectFrom'>, saleId: number, now: Date): Promise<OwnTicket[]> {
  const { rows } = await sql<OwnTicket>`
    select ticket.id, ticket.ticket_type_id, ticket.seat_id, ticket.seat_ids, ticket.holder_name, ticket.admitted_at,
      event.id as event_id, event.organiser_id, event.title, event.slug, event.picture, type.name, ${SEATS} as seats, ${HELD_COLUMNS},
      date.all_day, date.starts_at, sale.paid_at, date.ends_at, type.seated, type.pool_places, type.seat_kinds as takes,
      coalesce((select jsonb_agg(own.kind) from seats own where own.id = any(coalesce(ticket.seat_ids, array[ticket.seat_id]))), '[]') as kinds,
      ${TICKET_PRICE} as price, ${selfServiceRulesOf(NON_REFUNDABLE)} as rules, ${NON_REFUNDABLE} as non_refundable,
      (select count(*)::int from sale_events done where done.sale_id = ticket.sale_id and done.kind = 'changed_by_buyer'
        and (done.facts->>'ticket')::bigint = ticket.id) as changed,
      (select token from ticket_changes change where change.ticket_id = ticket.id and change.state = 'waiting') as waiting,
      coalesce((select protection_minor - refunded_protection_minor from order_lines line
        where line.sale_id = ticket.sale_id and line.ticket_type_id = ticket.ticket_type_id), 0) as protection_minor
    from tickets ticket join sales sale on sale.id = ticket.sale_id join orders on orders.sale_id = ticket.sale_id
      join ticket_types type on type.id = ticket.ticket_type_id join event_dates date on date.id = type.date_id
      join events event on event.id = type.event_id
    where ticket.sale_id = ${saleId} and sale.paid_at is not null and sale.cancelled_at is null
      and not exists (select from payment_plans plan where plan.sale_id = sale.id and plan.status <> 'completed')
      and ticket.status = 'valid' and ticket.admitted_at is null
      and event.status = 'published' and date.status = 'published' and date.starts_at > ${now}
      and not ${IS_TRANSFERRED}
    order by ticket.id`.execute(db as Tx)
  return rows
}

/** Tickets of one type in a running payment plan: bought, and issued only after its last payment. */
export type OwnPlaces = Pick<
  OwnTicket,
  | 'ticket_type_id'
  | 'title'
  | 'name'
  | 'timezone'
  | 'online'
  | 'postponed'
  | 'ends_at'
  | 'all_day'
  | 'starts_at'
  | 'paid_at'
  | 'pool_places'
  | 'rules'
  | 'protection_minor'
> & {
  left: number
  /** In the order in which tickets get them. */
  seats: { id: number; label: string }[]
}

/** What a buyer may return of an order while its payment plan runs: of dates to come, and not refunded. */
export async function ownPlaces(db: Pick<Db, 'selectFrom'>, saleId: number, now: Date): Promise<OwnPlaces[]> {
  const { rows } = await sql<
    Omit<OwnPlaces, 'seats'> & { seats: (OwnPlaces['seats'][number] & SeatPosition & SeatSpecial)[] }
  >`
    select line.ticket_type_id, line.qty - line.refunded_qty as left, event.title, type.name, ${HELD_COLUMNS},
      date.all_day, date.starts_at, sale.paid_at, date.ends_at, type.pool_places, ${selfServiceRulesOf(sql`type.non_refundable`)} as rules,
      line.protection_minor - line.refunded_protection_minor as protection_minor,
      coalesce((select jsonb_agg(jsonb_build_object('id', seat.id, 'label', seat.label,
          'section', seat.section, 'row', seat.row_name, 'number', seat.seat_number,
          'kind', seat.kind, 'view_note', seat.view_note) order by seat.id) from seats seat
        where seat.sale_id = line.sale_id and seat.ticket_type_id = line.ticket_type_id and seat.status = 'sold'), '[]') as seats
    from order_lines line join sales sale on sale.id = line.sale_id
      join payment_plans plan on plan.sale_id = sale.id and plan.status in ('active', 'overdue')
      join ticket_types type on type.id = line.ticket_type_id join event_dates date on date.id = type.date_id
      join events event on event.id = type.event_id
    where line.sale_id = ${saleId} and line.kind = 'ticket' and line.qty > line.refunded_qty
      and sale.paid_at is not null and sale.cancelled_at is null and sale.tickets_delivered_at is null
      and event.status = 'published' and date.status = 'published' and date.starts_at > ${now}
    order by line.line`.execute(db as Tx)
  return rows.map((row) => ({
    ...row,
    seats: seatsInOrder(row.seats).map(({ id, ...seat }) => ({ id, label: seatName(seat) })),
  }))
}

/** The seats of each ticket that will be issued; a ticket of a type without seats has none. */
export const unitsOf = ({ left, seats, pool_places }: OwnPlaces): OwnPlaces['seats'][] =>
  Array.from({ length: left }, (_, i) => seats.slice(i * pool_places, (i + 1) * pool_places))

/** The labels of a ticket's seats; empty for one without seats. */
export const seatLabels = (seats: OwnPlaces['seats']): string => seats.map(({ label }) => label).join(', ')

/**
 * The order of a buyer who has proved who they are: signed in to its account, or with the code for its email address. The link,
 * and an address that was only typed, are not enough.
 */
export async function ownOrderOf(
  db: Pick<Db, 'selectFrom'>,
  session: Session,
  reference: string,
): Promise<{ sale: SaleRow; buyer: Customer; isProved: boolean } | null> {
  const sale = await saleByReference(db as Db, reference)
  if (!sale || sale.paid_at === null) return null
  // guard: self-service-of-buyer
  const buyer = await buyerOf(db as Db, session, sale)
  return buyer === null ? null : { sale, buyer, isProved: hasProved(session, buyer) }
}
