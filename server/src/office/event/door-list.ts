import { fill, joined } from '@foyer/contract/fill.ts'
import { door as t } from '@foyer/contract/office/door/messages.en.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { fail } from '@foyer/domain/result.ts'
import { seatsInOrder } from '@foyer/domain/seats/hall.ts'
import type { Selectable } from 'kysely'
import type { EventsTable } from '../../db/schema/types.generated.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { ticketsAtDoor } from '../../tickets/door/list.ts'
import type { Cell } from '../download/csv.ts'
import { tableFile } from '../download/table-file.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { datesAtDoor, doorHeader } from './door.ts'
import { ownEvent } from './own-event.ts'
import { mayAlso } from './state.ts'

type By = 'name' | 'seat'

/** Where each ticket of a date sits, in the order of the hall. A ticket for several people is at its first seat. */
async function seatsAtDoor(db: Db, dateId: number) {
  const seats = await db
    .selectFrom('tickets')
    .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
    .innerJoin('seats', 'seats.id', 'tickets.seat_id')
    .select(['tickets.id as ticket_id', 'seats.section', 'seats.row_name as row', 'seats.seat_number as number'])
    .where('type.date_id', '=', dateId)
    .orderBy('seats.id')
    .execute()
  return seatsInOrder(seats)
}

/** Those who may still come in or are in: by name, or in the order of the hall, where those without a seat come last. */
async function guestsOf(
  { deps: { db }, grant }: OfficeContext,
  event: Selectable<EventsTable>,
  { dateId, by }: { dateId: number; by: By },
) {
  const { organiserId } = grantOf({ grant })
  const tickets = await ticketsAtDoor(db, { dateId, organiserId, timezone: event.timezone })
  const seats = await seatsAtDoor(db, dateId)
  const seatOf = new Map(seats.map((seat, at) => [seat.ticket_id, { ...seat, at }]))
  const guests = tickets
    .filter(({ outcome }) => outcome === 'valid' || outcome === 'already_admitted')
    .map(({ ticket_id, holder, buyer, order, ticket, seat, note, waiver, code_end, outcome }) => ({
      ticket_id,
      holder,
      buyer,
      order,
      ticket,
      seat,
      section: seatOf.get(ticket_id)?.section ?? '',
      row: seatOf.get(ticket_id)?.row ?? '',
      note,
      waiver: waiver === undefined ? '' : fill(t['list.waiver'], { n: waiver.signed, of: waiver.of }),
      code_end,
      is_in: outcome === 'already_admitted',
    }))
  const placeOf = ({ ticket_id }: { ticket_id: number }) => seatOf.get(ticket_id)?.at ?? seats.length
  return { guests: by === 'seat' ? guests.sort((a, b) => placeOf(a) - placeOf(b)) : guests, hasSeats: seats.length > 0 }
}

export const officeDoorList: OfficeHandlers['office_door_list'] = {
  async read({ event_id, date_id, by }, ctx) {
    const { db } = ctx.deps
    const event = await ownEvent(db, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const { chosen } = await datesAtDoor(db, event, date_id, ctx.now)
    if (chosen === undefined) return fail('not_found')
    const { guests, hasSeats } = await guestsOf(ctx, event, { dateId: date_id, by })
    return {
      ...(await doorHeader(ctx, event, chosen)),
      nice_now: niceDate(ctx.now, event.timezone),
      by,
      has_seats: hasSeats,
      may_export: mayAlso(ctx, 'export_people'),
      guests,
    }
  },
}

const COLUMNS = [
  t['list.section'],
  t['list.row'],
  t['list.seat'],
  t['list.holder'],
  t['list.ticket'],
  t['list.order'],
  t['list.code'],
  t['list.note'],
  t['list.in'],
]

/** The same list as a file. */
export const exportDoorList: OfficeHandlers['export_door_list'] = {
  async change(tx, { event_id, date_id, by, format }, ctx) {
    const event = await ownEvent(tx, ctx, event_id)
    if (event === undefined) return fail('not_found')
    const { chosen } = await datesAtDoor(tx, event, date_id, ctx.now)
    if (chosen === undefined) return fail('not_found')
    async function* rows(): AsyncGenerator<Cell[][]> {
      yield [COLUMNS]
      const { guests } = await guestsOf(ctx, event!, { dateId: date_id, by })
      yield guests.map(({ section, row, seat, holder, ticket, order, code_end, note, waiver, is_in }) => [
        section,
        row,
        seat,
        holder,
        ticket,
        order,
        code_end,
        joined([note, waiver], ' · '),
        is_in ? t['list.isIn'] : '',
      ])
    }
    return {
      ...tableFile('door-list', format, rows(), ctx.now),
      log: { subject: ['event', event_id], after: { date_id, format } },
    }
  },
}
