import { longWhen } from '@foyer/domain/format/dates.ts'
import { groupBy } from '@foyer/domain/group.ts'
import { HELD } from '../db/held-online.ts'
import type { Db } from '../db/transaction/tx.ts'
import type { EndedTickets } from '../mail/templates/refund.ts'
import { pictureOf, SEAT_NAME, seatNameOf } from './mail-facts.ts'

/** Returns which tickets and vouchers of an order are no longer valid, and whether others still are. */
export async function endedTicketsOf(db: Pick<Db, 'selectFrom'>, saleId: number): Promise<EndedTickets> {
  const tickets = await db
    .selectFrom('tickets as ticket')
    .innerJoin('ticket_types as type', 'type.id', 'ticket.ticket_type_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .leftJoin('seats as seat', 'seat.id', 'ticket.seat_id')
    .select([
      'ticket.status',
      'type.id as type_id',
      'type.name',
      'type.date_id',
      'date.starts_at',
      'date.ends_at',
      'date.all_day',
      'event.title',
      'event.timezone',
      ...HELD,
      'event.picture',
      'event.picture_alt',
      ...SEAT_NAME,
    ])
    .where('ticket.sale_id', '=', saleId)
    .orderBy('date.starts_at')
    .orderBy('type.id')
    .orderBy('ticket.instance')
    .execute()
  const vouchers = await db
    .selectFrom('issued_vouchers')
    .select('code')
    .where('sale_id', '=', saleId)
    .where('voided_at', 'is not', null)
    .orderBy('id')
    .execute()
  const ended = tickets.filter(({ status }) => status === 'void')
  return {
    events: [...groupBy(ended, ({ date_id }) => date_id).values()].map((onDate) => ({
      title: onDate[0]!.title,
      niceDate: longWhen(onDate[0]!, onDate[0]!),
      picture: pictureOf(onDate[0]!),
      tickets: [...groupBy(onDate, ({ type_id }) => type_id).values()].map((same) => ({
        name: same[0]!.name,
        qty: same.length,
        seats: same.flatMap(seatNameOf),
      })),
    })),
    vouchers: vouchers.map(({ code }) => code),
    othersAreValid: ended.length < tickets.length,
  }
}
