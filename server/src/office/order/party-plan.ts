import { groupBy } from '@foyer/domain/group.ts'
import type { Minor } from '@foyer/domain/money/money.ts'
import { type Fail, fail } from '@foyer/domain/result.ts'
import { blockFrom } from '@foyer/domain/seats/block.ts'
import { besideOf, type SeatPosition, seatRows, seatsInOrder } from '@foyer/domain/seats/hall.ts'
import { type Selectable, sql } from 'kysely'
import type { TicketsTable } from '../../db/schema/types.generated.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { seatIdsOf } from '../../payment/change/apply.ts'
import { differenceOf, ticketPriceOf } from '../../payment/change/difference.ts'
import { type TargetType, targetTypes } from '../../payment/change/types.ts'
import type { LineRow } from '../../payment/refund/book-refund.ts'
import { grantOf, type OfficeContext } from '../handle.ts'
import { ownOrder } from './own-order.ts'

export type PartyTicket = Selectable<TicketsTable> & { name: string; pool_id: number | null; places: number }
type Seat = SeatPosition & { id: number; label: string; status: string; sale_id: number | null; owner: string }

/** Where a ticket of a party goes. `to` is null if it stays of its type. */
export type PartyMove = {
  ticket: PartyTicket
  to: TargetType | null
  poolId: number | null
  seats: readonly Seat[]
  /** What it costs more; negative: less. */
  difference: Minor
}
export type PartyPlan = { moves: PartyMove[]; otherId: number | null }
type PlanFail = Fail<
  'not_found' | 'unknown_seat' | 'seat_taken' | 'few_left' | 'ticket_ended' | 'party_sizes' | 'bad_change'
>

/** To a seat by its label, with the others beside it; or along the row by one, up (1) or down (-1). */
export type PartyTarget = { seat: string; step: number }

type Reader = Pick<Tx, 'selectFrom' | 'getExecutor'>

const ownerOf = (poolId: number | null, typeId: number | null) =>
  poolId === null ? `type ${typeId}` : `pool ${poolId}`

/** All seats of a date, in the order of the hall. */
const hallOf = async (db: Reader, dateId: number): Promise<Seat[]> => {
  const { rows } = await sql<Seat & { pool_id: number | null; ticket_type_id: number | null }>`
    select id, label, section, row_name as row, seat_number as number, status, sale_id, pool_id, ticket_type_id from seats
    where pool_id in (select pool_id from ticket_types where date_id = ${dateId})
      or pool_id is null and ticket_type_id in (select id from ticket_types where date_id = ${dateId})
    order by id`.execute(db)
  return seatsInOrder(rows.map((row) => ({ ...row, owner: ownerOf(row.pool_id, row.ticket_type_id) })))
}

/** The tickets of an order with numbered seats of a date, in the order of the hall. */
async function ticketsOf(db: Reader, saleId: number, dateId: number, hall: readonly Seat[]): Promise<PartyTicket[]> {
  const tickets = await db
    .selectFrom('tickets')
    .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
    .selectAll('tickets')
    .select(['type.name', 'type.pool_id', 'type.pool_places as places'])
    .where('tickets.sale_id', '=', saleId)
    .where('type.date_id', '=', dateId)
    .where('tickets.status', '<>', 'void')
    .where('tickets.seat_id', 'is not', null)
    .execute()
  const at = new Map(hall.map(({ id }, n) => [id, n]))
  return tickets.sort((a, b) => (at.get(a.seat_id!) ?? 0) - (at.get(b.seat_id!) ?? 0))
}

/** A party: the tickets of an order with numbered seats of one date, that of this ticket. */
export async function partyOf(db: Reader, ctx: OfficeContext, orderId: number, ticketId: number) {
  const own = await ownOrder(db, ctx, orderId)
  const of =
    own &&
    (await db
      .selectFrom('tickets')
      .innerJoin('ticket_types as type', 'type.id', 'tickets.ticket_type_id')
      .select(['type.date_id', 'type.event_id', 'type.id as typeId'])
      .where('tickets.id', '=', ticketId)
      .where('tickets.sale_id', '=', orderId)
      .executeTakeFirst())
  if (own === undefined || of === undefined || !own.lines.some((line) => line.ticket_type_id === of.typeId))
    return undefined
  const hall = await hallOf(db, of.date_id)
  const tickets = await ticketsOf(db, orderId, of.date_id, hall)
  return tickets.length === 0 ? undefined : { own, dateId: of.date_id, eventId: of.event_id, hall, tickets }
}

export type Party = NonNullable<Awaited<ReturnType<typeof partyOf>>>

/** What moving a party means for each ticket: to free seats, or where somebody sits, an exchange with that whole party. */
export async function planOf(
  db: Reader,
  ctx: OfficeContext,
  { own, dateId, hall, tickets }: Party,
  target: PartyTarget,
): Promise<PartyPlan | PlanFail> {
  const saleId = own.order.sale_id
  const size = tickets.flatMap(seatIdsOf).length
  const seatOf = new Map(hall.map((seat) => [seat.id, seat]))
  const isOwn = (seat: Seat) => seat.sale_id === saleId && tickets.some((ticket) => seatIdsOf(ticket).includes(seat.id))
  if (tickets.some(({ admitted_at }) => admitted_at !== null)) return fail('ticket_ended')
  if (target.step !== 0) {
    const beside = besideOf(hall, target.step)
    const seats = tickets.map((ticket) => seatIdsOf(ticket).map((id) => seatOf.get(beside.get(id) ?? -1)))
    if (seats.flat().some((seat) => seat === undefined || (seat.status !== 'free' && !isOwn(seat))))
      return fail('seat_taken')
    return pricedPlan(db, ctx, { dateId, otherId: null }, [{ lines: own.lines, tickets, seats: seats as Seat[][] }])
  }
  const first = hall.find(({ label }) => label.toUpperCase() === target.seat.toUpperCase())
  if (first === undefined) return fail('unknown_seat')
  if (first.status === 'free' || isOwn(first)) {
    const ofOwner = hall.filter(({ owner }) => owner === first.owner)
    const rows = seatRows(ofOwner).map((row) => ({
      ...row,
      seats: row.seats.map((seat) => ({ ...seat, free: seat.status === 'free' || isOwn(seat) })),
    }))
    const ids = new Set(blockFrom(rows, first.id, size))
    if (ids.size < size) return fail('few_left', { n: ids.size })
    const block = ofOwner.filter(({ id }) => ids.has(id))
    return pricedPlan(db, ctx, { dateId, otherId: null }, [
      { lines: own.lines, tickets, seats: inTickets(block, tickets) },
    ])
  }
  if (first.status !== 'sold' || first.sale_id === null) return fail('seat_taken')
  const other = await ownOrder(db, ctx, first.sale_id)
  const theirs = other === undefined ? [] : await ticketsOf(db, first.sale_id, dateId, hall)
  const theirSeats = theirs.flatMap(seatIdsOf).map((id) => seatOf.get(id)!)
  if (other === undefined || theirs.some(({ admitted_at }) => admitted_at !== null)) return fail('ticket_ended')
  if (theirSeats.length !== size) return fail('party_sizes', { n: size, m: theirSeats.length })
  return pricedPlan(db, ctx, { dateId, otherId: first.sale_id }, [
    { lines: own.lines, tickets, seats: inTickets(theirSeats, tickets) },
    {
      lines: other.lines,
      tickets: theirs,
      seats: inTickets(
        tickets.flatMap(seatIdsOf).map((id) => seatOf.get(id)!),
        theirs,
      ),
    },
  ])
}

/** Seats for each ticket, as many as it has now. */
function inTickets(seats: readonly Seat[], tickets: readonly PartyTicket[]): Seat[][] {
  let at = 0
  return tickets.map((ticket) => {
    at += seatIdsOf(ticket).length
    return seats.slice(at - seatIdsOf(ticket).length, at)
  })
}

type Seated = { lines: readonly LineRow[]; tickets: readonly PartyTicket[]; seats: readonly (readonly Seat[])[] }

/** The types that the tickets become in their new seats: in another price, that of the same name, or else its first. */
async function pricedPlan(
  db: Reader,
  ctx: OfficeContext,
  { dateId, otherId }: { dateId: number; otherId: number | null },
  parties: readonly Seated[],
): Promise<PartyPlan | PlanFail> {
  const { organiserId } = grantOf(ctx)
  const { currency } = await db
    .selectFrom('event_dates as date')
    .innerJoin('events as event', 'event.id', 'date.event_id')
    .select('event.currency')
    .where('date.id', '=', dateId)
    .executeTakeFirstOrThrow()
  const types = await targetTypes(db, { organiserId, currency, now: ctx.now, eventIds: grantOf(ctx).eventIds, dateId })
  const typesOf = groupBy(
    types.filter(({ seated }) => seated),
    (type) => ownerOf(type.pool_id, type.id),
  )
  const moves: PartyMove[] = []
  for (const { lines, tickets, seats } of parties)
    for (const [n, ticket] of tickets.entries()) {
      const owners = new Set(seats[n]!.map(({ owner }) => owner))
      const [owner = ''] = owners
      if (owners.size !== 1) return fail('bad_change')
      if (owner === ownerOf(ticket.pool_id, ticket.ticket_type_id)) {
        moves.push({ ticket, to: null, poolId: ticket.pool_id, seats: seats[n]!, difference: 0 })
        continue
      }
      const choices = (typesOf.get(owner) ?? []).filter(({ pool_places }) => pool_places === ticket.places)
      const to = choices.find(({ name }) => name === ticket.name) ?? choices[0]
      const line = lines.find(({ ticket_type_id }) => ticket_type_id === ticket.ticket_type_id)
      if (to === undefined || line === undefined || line.refunded_qty === line.qty) return fail('bad_change')
      const difference = differenceOf(await ticketPriceOf(db, ticket.id), to, line).minor
      moves.push({ ticket, to, poolId: to.pool_id, seats: seats[n]!, difference })
    }
  return { moves, otherId }
}

/** The plan as a text, by which a confirmation is compared with what was shown. */
export const planText = ({ moves }: PartyPlan): string =>
  moves
    .map(({ ticket, to, seats, difference }) =>
      [ticket.id, to?.id ?? 0, ...seats.map(({ id }) => id), difference].join(':'),
    )
    .join(' ')
