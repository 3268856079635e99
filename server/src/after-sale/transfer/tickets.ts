import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'

type Reader = Pick<Db, 'selectFrom'>

/** Statuses of a transfer that has taken its tickets from the buyer, or will at its time. */
export const ACTIVE_STATUSES = ['scheduled', 'sent', 'claimed'] as const

/** Whether a ticket is part of a standing transfer. */
const isPromised = sql<SqlBool>`exists (
  select from transfer_tickets handed join transfers transfer on transfer.id = handed.transfer_id
  where handed.ticket_id = ticket.id and transfer.status in ('scheduled', 'sent', 'claimed'))`

/**
 * Returns the tickets that a sale's buyer can still transfer: valid, not admitted, without a seat, and not already
 * transferred.
 */
export const movableTickets = (db: Reader, saleId: number) =>
  db
    .selectFrom('tickets as ticket')
    .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select([
      'ticket.id',
      'ticket.ticket_type_id',
      'type.name as ticket_name',
      'event.title as event_name',
      'event.timezone',
      sql<Date>`coalesce(date.ends_at, date.starts_at)`.as('over'),
    ])
    .where('ticket.sale_id', '=', saleId)
    .where('ticket.status', '=', 'valid')
    .where('ticket.admitted_at', 'is', null)
    .where('ticket.seat_id', 'is', null)
    .where('event.status', '<>', 'cancelled')
    .where('date.status', '<>', 'cancelled')
    .where('type.seated', '=', false)
    .where(sql<SqlBool>`not ${isPromised}`)
    // The buyer keeps the first tickets, which carry their own answers to the organiser's questions.
    .orderBy('ticket.instance', 'desc')
    .execute()

export type MovableTicket = Awaited<ReturnType<typeof movableTickets>>[number]

/** Requires the sale's lock, so that no other transfer of it changes meanwhile. */
export const activeTransfers = (db: Reader, saleId: number) =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('status', 'in', ACTIVE_STATUSES)
    .orderBy('id')
    .execute()

export type Transfer = Awaited<ReturnType<typeof activeTransfers>>[number]
