import { createHash } from 'node:crypto'
import type { ReplyOf } from '@foyer/contract/calls.ts'
import { longWhen, niceTime } from '@foyer/domain/format/dates.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import type { SeatKind } from '@foyer/domain/seats/kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/transaction/tx.ts'
import { SEAT_NAMES } from '../seat-names.ts'
import { doorWaiverOf, TICKET_WAIVERS } from '../waivers.ts'
import { accessWords } from './access-words.ts'
import type { DoorDevice } from './devices.ts'

type Reply = ReplyOf<'door_list'>
type Listed = Reply['tickets'][number]

/** Guests may confuse a date with another one of the event this many days away. */
const NEAR_DAYS = 14
const MAX_OTHERS = 5000

/** The web's door page computes the same (door/list.ts). */
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex').slice(0, 24)

type Row = {
  ticket_id: number
  code: string
  status: 'valid' | 'void'
  holder_name: string
  sale_id: number
  number: string | null
  buyer: string | null
  ticket: string
  extra: boolean
  seat: string | null
  note: string | null
  kind: SeatKind | null
  takes: string[] | null
  waiver: Parameters<typeof doorWaiverOf>[0]
  cancelled: boolean
  admitted_at: Date | null
  admitted_where: string | null
}

/** Every ticket of a date, by the names of holders. */
export async function ticketsAtDoor(
  db: Db,
  { dateId, organiserId, timezone }: { dateId: number; organiserId: number; timezone: string },
): Promise<(Listed & { buyer: string; code_end: string })[]> {
  const { rows } = await sql<Row>`
    select ticket.id as ticket_id, ticket.code, ticket.status, ticket.holder_name, ticket.sale_id, orders.number,
      orders.name as buyer, type.name as ticket, type.extra, type.seat_kinds as takes, seat.kind, ${SEAT_NAMES} as seat, ticket.admitted_at, ticket.admitted_where,
      (date.status = 'cancelled' or event.status = 'cancelled') as cancelled,
      (select string_agg(note.words, ' · ' order by note.id) from order_notes note where note.sale_id = ticket.sale_id
        and note.organiser_id = ${organiserId} and note.at_door and note.ended_at is null) as note, ${TICKET_WAIVERS} as waiver
    from tickets ticket join ticket_types type on type.id = ticket.ticket_type_id
      join event_dates date on date.id = type.date_id join events event on event.id = type.event_id
      left join orders on orders.sale_id = ticket.sale_id left join seats seat on seat.id = ticket.seat_id
    where type.date_id = ${dateId}
    order by lower(ticket.holder_name), ticket.sale_id, ticket.ticket_type_id, ticket.instance`.execute(db)
  return rows.map((row) => ({
    ticket_id: row.ticket_id,
    hash: hashOf(row.code),
    holder: row.holder_name,
    buyer: row.buyer === row.holder_name ? '' : (row.buyer ?? ''),
    code_end: row.code.slice(-5),
    party: row.sale_id,
    order: row.number === null ? '' : shownOrderNumber(row.number),
    ticket: row.ticket,
    seat: row.seat ?? '',
    extra: row.extra,
    note: [accessWords(row), row.note].filter(Boolean).join(' · '),
    waiver: doorWaiverOf(row.waiver),
    outcome: outcomeOf(row),
    nice_when: row.admitted_at === null ? '' : niceTime(row.admitted_at, timezone),
    where: row.admitted_where ?? '',
  }))
}

/** What a scan of the ticket would show. */
function outcomeOf({ status, cancelled, admitted_at }: Row): Listed['outcome'] {
  if (cancelled) return 'cancelled'
  if (status === 'void') return 'refunded'
  return admitted_at === null ? 'valid' : 'already_admitted'
}

async function otherCodes(db: Db, { dateId, eventId, ...held }: DoorDevice): Promise<Reply['others']> {
  const { rows } = await sql<{
    code: string
    outcome: Reply['others'][number]['outcome']
    at: Date
    ends_at: Date | null
    all_day: boolean
  }>`
    select former.code, case former.why when 'taken_back' then 'transferred' else former.why end as outcome,
      former.ended_at as at, null::timestamptz as ends_at, false as all_day
    from former_ticket_codes former join tickets ticket on ticket.id = former.ticket_id
      join ticket_types type on type.id = ticket.ticket_type_id where type.date_id = ${dateId}
    union all
    (select ticket.code, 'wrong_date', other.starts_at, other.ends_at, other.all_day
    from event_dates here join event_dates other on other.event_id = here.event_id and other.id <> here.id
      join ticket_types type on type.date_id = other.id join tickets ticket on ticket.ticket_type_id = type.id
    where here.id = ${dateId} and type.event_id = ${eventId} and ticket.status = 'valid'
      and other.starts_at between here.starts_at - ${NEAR_DAYS} * interval '1 day' and here.starts_at + ${NEAR_DAYS} * interval '1 day'
    order by abs(extract(epoch from other.starts_at - here.starts_at)), ticket.id limit ${MAX_OTHERS})`.execute(db)
  return rows.map(({ code, outcome, at, ...when }) => ({
    hash: hashOf(code),
    outcome,
    nice_when: longWhen({ starts_at: at, ...when }, held),
  }))
}

/** The list that a paired device stores. Its tickets are left out if the device already has this version. */
export async function doorList(db: Db, device: DoorDevice, version: string, now: Date): Promise<Reply> {
  const tickets = (await ticketsAtDoor(db, device)).map(({ buyer, holder, code_end: _, ...ticket }) => ({
    ...ticket,
    holder: buyer === '' ? holder : `${holder} (${buyer})`,
  }))
  const others = await otherCodes(db, device)
  const current = createHash('sha256')
    .update(JSON.stringify([tickets, others]))
    .digest('base64url')
    .slice(0, 22)
  const unchanged = current === version
  return {
    unchanged,
    version: current,
    door: device.name,
    event: device.event,
    nice_date: longWhen(device, device),
    nice_now: niceTime(now, device.timezone),
    timezone: device.timezone,
    ...(unchanged ? { tickets: [], others: [] } : { tickets, others }),
  }
}
