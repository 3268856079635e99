import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { ACTIVE_TRANSFERS, IS_TRANSFERRED } from '../../tickets/transferred.ts'

type Reader = Pick<Db, 'selectFrom'>

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
    .where(sql<SqlBool>`not ${IS_TRANSFERRED}`)
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
    .where('status', 'in', ACTIVE_TRANSFERS)
    .orderBy('id')
    .execute()

export type Transfer = Awaited<ReturnType<typeof activeTransfers>>[number]
