import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { hasFreshProof } from '../../http/session.ts'
import { type LineRow, linesOf, spread } from '../../payment/refund/book-back.ts'
import { giveBack } from '../../payment/refund/lines.ts'
import { returnStock } from '../../payment/refund/reverse-sale.ts'
import { returnQuotas } from '../../sale/hold/access-codes.ts'
import { bestSeats } from '../../sale/hold/seats.ts'
import { record } from '../../sale/sale.ts'
import { mailWalletAgain } from '../../tickets/delivery/deliver.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import { SEAT_NAMES } from '../../tickets/seat-names.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack } from '../handle.ts'
import { doneWith, renewOwnTicket } from './acts.ts'
import { formKey } from './form-key.ts'
import { moveShare, shareOfOne } from './move-line.ts'
import { lockOwnOrder, lockOwnTicket, ownOrder } from './own-order.ts'
import { countInSale, countSold, freeSeatsFor, lockPlaces, sellSeats } from './places.ts'
import { limitOf, refundedOf } from './refund.ts'

const MOST_SEATS = 500
const MOST_CHOICES = 200

type Type = {
  id: number
  event_id: number
  date_id: number
  name: string
  title: string
  timezone: string
  currency: string
  starts_at: Date
  all_day: boolean
  price_minor: Minor
  booking_fee_minor: Minor
  absorb_fee: boolean
  seated: boolean
  pool_id: number | null
  pool_places: number
  free: number | null
}

/** What a ticket may become: the types of the organiser's events that still take place, in the order's currency. */
async function typesFor(db: Pick<Tx, 'selectFrom'>, ctx: OfficeContext, currency: string, only?: number) {
  const { organiserId, eventIds } = grantOf(ctx)
  return (
    db
      .selectFrom('ticket_types as type')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .innerJoin('event_dates as date', 'date.id', 'type.date_id')
      .innerJoin('stock', 'stock.ticket_type_id', 'type.id')
      .leftJoin('pools as pool', 'pool.id', 'type.pool_id')
      .select((eb) => [
        ...(['type.id', 'type.event_id', 'type.date_id', 'type.name', 'event.title', 'event.timezone'] as const),
        ...([
          'event.currency',
          'date.starts_at',
          'date.all_day',
          'type.price_minor',
          'type.booking_fee_minor',
        ] as const),
        ...(['type.absorb_fee', 'type.seated', 'type.pool_id', 'type.pool_places'] as const),
        eb
          .fn<number | null>('least', [
            eb('stock.capacity', '-', eb('stock.held', '+', eb.ref('stock.sold'))),
            eb(
              eb('pool.capacity', '-', eb('pool.held', '+', eb('pool.sold', '+', eb.ref('pool.kept')))),
              '/',
              eb.ref('type.pool_places'),
            ),
          ])
          .as('free'),
      ])
      // guard: changed-to-own-event
      .where('event.organiser_id', '=', organiserId)
      .where('event.currency', '=', currency)
      .where('event.status', '=', 'published')
      .where('date.status', '=', 'published')
      .where((eb) => eb(eb.fn.coalesce('date.ends_at', 'date.starts_at'), '>=', ctx.now))
      .where('type.archived', '=', false)
      .where('type.extra', '=', false)
      .$if(eventIds !== null, (query) => query.where('event.id', 'in', [-1, ...eventIds!]))
      .$if(only !== undefined, (query) => query.where('type.id', '=', only!))
      .orderBy('date.starts_at')
      .orderBy('type.sort')
      .orderBy('type.id')
      .limit(MOST_CHOICES)
      .execute() as Promise<Type[]>
  )
}

/** What a ticket of a type costs now, above what was paid for this one. */
function differenceTo(type: Type, line: LineRow): Minor {
  const share = shareOfOne(line)
  return type.price_minor + (type.absorb_fee ? 0 : type.booking_fee_minor) - share.net_minor - share.fee_minor
}

export const officeChange: OfficeHandlers['office_change'] = {
  async look({ order_id, ticket_id }, ctx) {
    const { db } = ctx.deps
    const own = await ownOrder(db, ctx, order_id)
    const ticket =
      own &&
      (await db
        .selectFrom('tickets as ticket')
        .leftJoin('seats as seat', 'seat.id', 'ticket.seat_id')
        .select([
          'ticket.ticket_type_id',
          'ticket.holder_name',
          'ticket.status',
          'ticket.admitted_at',
          SEAT_NAMES.as('label'),
        ])
        .where('ticket.id', '=', ticket_id)
        .where('ticket.sale_id', '=', order_id)
        .executeTakeFirst())
    const line = own?.lines.find(({ ticket_type_id }) => ticket_type_id === ticket?.ticket_type_id)
    if (own === undefined || ticket === undefined || line === undefined) return fail('not_found')
    if (ticket.status === 'void' || ticket.admitted_at !== null) return fail('ticket_ended')
    const currency = currencyCode(own.order.currency)
    const types = await typesFor(db, ctx, own.order.currency)
    const now = await db
      .selectFrom('ticket_types as type')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .innerJoin('event_dates as date', 'date.id', 'type.date_id')
      .select(['type.name', 'event.title', 'event.timezone', 'date.starts_at', 'date.all_day'])
      .where('type.id', '=', ticket.ticket_type_id)
      .executeTakeFirstOrThrow()
    const share = shareOfOne(line)
    const choices = await Promise.all(
      types
        .filter(({ id, seated, pool_places }) => id !== ticket.ticket_type_id || (seated && pool_places === 1))
        .map(async (type) => {
          const difference = type.id === ticket.ticket_type_id ? 0 : differenceTo(type, line)
          const seats = type.seated ? await freeSeatsFor(db, type, MOST_SEATS) : []
          return {
            ticket_type_id: type.id,
            label: `${type.title}, ${type.name}`,
            nice_date: niceDate(type.starts_at, type.timezone, { allDay: type.all_day }),
            free: type.seated ? Math.floor(seats.length / type.pool_places) : Math.max(0, type.free ?? 0),
            difference: difference === 0 ? '' : formatMinor(Math.abs(difference), currency),
            sign: Math.sign(difference),
            // The shop chooses the seats of a ticket for several people.
            seats: type.pool_places > 1 ? [] : seats.map(({ id, label }) => ({ seat_id: id, label })),
          }
        }),
    )
    return {
      order_id,
      ticket_id,
      number: shownOrderNumber(own.order.number),
      title: now.title,
      now: [now.name, niceDate(now.starts_at, now.timezone, { allDay: now.all_day }), ticket.label ?? '']
        .filter((part) => part !== '')
        .join(', '),
      holder: ticket.holder_name,
      paid: formatMinor(share.net_minor + share.fee_minor, currency),
      choices: choices.filter(({ free }) => free > 0),
      form_key: formKey(ctx),
    }
  },
}

export const changeTicket: OfficeHandlers['change_ticket'] = {
  async act(tx, { order_id, ticket_id, ticket_type_id, seat_id, returns }, ctx) {
    const { now } = ctx
    const own = await lockOwnOrder(tx, ctx, order_id)
    const ticket = own && (await lockOwnTicket(tx, own, order_id, ticket_id))
    const line = own?.lines.find((one) => one.ticket_type_id === ticket?.ticket_type_id)
    if (own === undefined || ticket === undefined || line === undefined) return fail('not_found')
    const { sale } = own
    if (ticket.status === 'void' || sale.cancelled_at !== null) return fail('ticket_ended')
    if (await planIsRunning(tx, sale.id)) return fail('order_plan_running')
    const [type] = await typesFor(tx, ctx, sale.currency ?? 'GBP', ticket_type_id)
    const isSame = ticket_type_id === ticket.ticket_type_id
    if (
      type === undefined ||
      (isSame && (seat_id === undefined || type.pool_places > 1)) ||
      line.refunded_qty === line.qty
    )
      return fail('bad_change')
    const difference = isSame ? 0 : differenceTo(type, line)
    // Money leaves, so it needs a proof like a refund.
    // guard: returned-difference-proved
    if (returns && difference < 0 && !hasFreshProof(ctx.session, now)) return fail('proof_too_old')

    const freeOf = await lockPlaces(tx, [ticket.ticket_type_id, type.id], new Map([[ticket.ticket_type_id, 1]]))
    // guard: changed-ticket-counted
    if (!isSame && freeOf(type.id) < 1) return fail('sold_out')
    const seats = await seatsFor(tx, type, seat_id)
    if (seats === null || !(await sellSeats(tx, seats, type, sale.id))) return fail('seat_taken')
    const seated = { seat_id: seats[0] ?? null, seat_ids: seats.length > 1 ? seats : null }
    if (!(await renewOwnTicket(tx, ctx, ticket.id))) throw new RolledBack(fail('ticket_ended'))
    if (ticket.seat_id !== null)
      await tx
        .updateTable('seats')
        .set({ status: 'free', sale_id: null })
        .where('id', 'in', ticket.seat_ids ?? [ticket.seat_id])
        .execute()
    if (isSame) await tx.updateTable('tickets').set(seated).where('id', '=', ticket.id).execute()
    else {
      await returnStock(tx, ticket.ticket_type_id, 1)
      await returnQuotas(tx, sale.id, ticket.ticket_type_id, 1)
      await countSold(tx, type.id, 1)
      await countInSale(tx, sale.id, { typeId: ticket.ticket_type_id, qty: -1, now })
      await countInSale(tx, sale.id, { typeId: type.id, qty: 1, now })
      await tx
        .updateTable('tickets')
        .set({ ticket_type_id: type.id, ...seated, instance: await nextInstance(tx, sale.id, type.id) })
        .where('id', '=', ticket.id)
        .execute()
    }
    const moved = isSame
      ? line.line
      : await moveShare(
          tx,
          sale,
          (await linesOf(tx, sale)).lines,
          line,
          { typeId: type.id, eventId: type.event_id, dateId: type.date_id },
          { filledIn: own.order.filled_in, now },
        )
    if (returns && difference < 0) await returnDifference(tx, ctx, own.order.sale_id, moved, -difference)
    await record(tx, sale.id, 'ticket_changed', now)
    await mailWalletAgain(tx, ctx.deps, sale.id, { isSure: true })
    return {
      reply: doneWith(ctx, order_id),
      log: {
        subject: ['order', order_id],
        before: { ticket_id, ticket_type_id: ticket.ticket_type_id, seat_id: ticket.seat_id },
        after: { ticket_id, ticket_type_id, seat_id: seated.seat_id, difference_minor: difference, returned: returns },
      },
    }
  },
}

/** The seats of a changed ticket: the one chosen, or the best for all its places; none where there are no seats. */
async function seatsFor(tx: Tx, type: Type, seatId: number | undefined): Promise<number[] | null> {
  if (!type.seated) return []
  if (seatId !== undefined && type.pool_places === 1) return [seatId]
  return bestSeats(tx, { ticketTypeId: type.id, poolId: type.pool_id, places: type.pool_places })
}

async function nextInstance(tx: Tx, saleId: number, typeId: number): Promise<number> {
  const { last } = await tx
    .selectFrom('tickets')
    .select((eb) => eb.fn.max('instance').as('last'))
    .where('sale_id', '=', saleId)
    .where('ticket_type_id', '=', typeId)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

/** Refunds the difference out of the line that the ticket is in now, within the limit of the box office. */
async function returnDifference(
  tx: Tx,
  ctx: OfficeContext,
  saleId: number,
  lineNumber: number,
  minor: Minor,
): Promise<void> {
  const own = await lockOwnOrder(tx, ctx, saleId)
  const line = own?.lines.find((one) => one.line === lineNumber)
  if (own === undefined || line === undefined) throw new Error(`sale ${saleId} has lost line ${lineNumber}`)
  const limit = await limitOf(tx, ctx)
  if (limit !== null && refundedOf(own.lines) + minor > limit)
    throw new RolledBack(fail('refund_over_limit', { limit: formatMinor(limit, currencyCode(own.sale.currency)) }))
  const parts = spread([line], minor)
  await giveBack(tx, own.sale, parts, { qty: new Map(), why: 'changed', now: ctx.now })
}
