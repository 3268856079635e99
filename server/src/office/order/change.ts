import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type CurrencyCode, currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { fail } from '@foyer/domain/result.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { hasFreshProof } from '../../http/session.ts'
import { applyChange } from '../../payment/change/apply.ts'
import { askToPay } from '../../payment/change/ask.ts'
import { CannotMove, shareOfOne } from '../../payment/change/move-line.ts'
import { linkPaymentRefusal } from '../../payment/change/pay.ts'
import { endChange, isChangePaymentRunning, pendingChangeOf } from '../../payment/change/pending.ts'
import { freeSeatsFor, lockPlaces, takeSeats } from '../../payment/change/places.ts'
import { differenceTo, type TargetType, targetTypes, type WhichTypes } from '../../payment/change/types.ts'
import { type LineRow, spreadAmount } from '../../payment/refund/book-refund.ts'
import { refundParts } from '../../payment/refund/lines.ts'
import { bestSeats } from '../../sale/hold/seats.ts'
import { mailWalletAgain } from '../../tickets/delivery/deliver.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import { SEAT_NAMES } from '../../tickets/seat-names.ts'
import { isTransferred } from '../../tickets/transferred.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack } from '../handle.ts'
import { orderReply } from './acts.ts'
import { formKey } from './form-key.ts'
import { lockOwnOrder, lockOwnTicket, ownOrder } from './own-order.ts'
import { refundedOf, refundLimitOf } from './refund.ts'

const MAX_SEATS = 500

type Choice = OfficeReply<'office_change'>['choices'][number]

const typesFor = (
  db: Pick<Tx, 'selectFrom'>,
  ctx: OfficeContext,
  currency: string,
  which: Pick<WhichTypes, 'only' | 'first'>,
) => {
  const { organiserId, eventIds } = grantOf(ctx)
  return targetTypes(db, { organiserId, eventIds, currency, now: ctx.now, ...which })
}

export const officeChange: OfficeHandlers['office_change'] = {
  async read({ order_id, ticket_id }, ctx) {
    const { db } = ctx.deps
    const own = await ownOrder(db, ctx, order_id)
    const ticket =
      own &&
      (await db
        .selectFrom('tickets as ticket')
        .leftJoin('seats as seat', 'seat.id', 'ticket.seat_id')
        .select([
          'ticket.ticket_type_id',
          'ticket.seat_ids',
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
    const sale = { id: order_id, currency }
    const types = await typesFor(db, ctx, own.order.currency, { first: line.event_id })
    const current = await db
      .selectFrom('ticket_types as type')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .innerJoin('event_dates as date', 'date.id', 'type.date_id')
      .select(['type.name', 'event.title', 'event.timezone', 'date.starts_at', 'date.all_day'])
      .where('type.id', '=', ticket.ticket_type_id)
      .executeTakeFirstOrThrow()
    const share = shareOfOne(line)
    const ownSeats = await inHouseOrder(db, ticket.seat_ids ?? [])
    const choices = await Promise.all(
      types
        .filter(({ id, seated }) => id !== ticket.ticket_type_id || seated)
        .map((type) => choiceOf(ctx, sale, { line, ownSeats }, type)),
    )
    return {
      order_id,
      ticket_id,
      number: shownOrderNumber(own.order.number),
      title: current.title,
      now: [
        current.name,
        niceDate(current.starts_at, current.timezone, { allDay: current.all_day }),
        ticket.label ?? '',
      ]
        .filter((part) => part !== '')
        .join(', '),
      holder: ticket.holder_name,
      paid: formatMinor(share.net_minor + share.fee_minor, currency),
      choices: choices.filter(({ free }) => free > 0),
      form_key: formKey(ctx),
    }
  },
}

/** A type that a ticket of this line can become, with the difference in price and its free places. */
async function choiceOf(
  { deps }: OfficeContext,
  sale: { id: number; currency: CurrencyCode },
  { line, ownSeats }: { line: LineRow; ownSeats: { id: number; label: string }[] },
  type: TargetType,
): Promise<Choice> {
  const isSame = type.id === line.ticket_type_id
  const difference = isSame ? 0 : differenceTo(type, line).minor
  // The shop chooses the seats of a ticket for several people, unless the ticket keeps its type.
  const own = isSame && type.pool_places > 1 ? ownSeats : []
  const seats = type.seated ? await freeSeatsFor(deps.db, type, MAX_SEATS) : []
  return {
    ticket_type_id: type.id,
    label: `${type.title}, ${type.name}`,
    nice_date: niceDate(type.starts_at, type.timezone, { allDay: type.all_day }),
    free: type.seated ? Math.floor(seats.length / (own.length > 0 ? 1 : type.pool_places)) : type.free,
    difference: difference === 0 ? '' : formatMinor(Math.abs(difference), sale.currency),
    sign: Math.sign(difference),
    may_charge: difference > 0 && (await linkPaymentRefusal(deps.db, deps.providers, sale, difference)) === null,
    seats:
      type.pool_places > 1 && own.length === 0
        ? []
        : [...own, ...seats].map(({ id, label }) => ({ seat_id: id, label })),
    own_seats: own.map(({ id }) => id),
  }
}

export const changeTicket: OfficeHandlers['change_ticket'] = {
  async change(tx, { order_id, ticket_id, ticket_type_id, seat_id, seat_ids, returns, charges }, ctx) {
    const { now } = ctx
    const { random } = ctx.deps
    const own = await lockOwnOrder(tx, ctx, order_id)
    const ticket = own && (await lockOwnTicket(tx, own, order_id, ticket_id))
    const line = own?.lines.find((line) => line.ticket_type_id === ticket?.ticket_type_id)
    if (own === undefined || ticket === undefined || line === undefined) return fail('not_found')
    const { sale } = own
    if (ticket.status === 'void' || sale.cancelled_at !== null) return fail('ticket_ended')
    if (await planIsRunning(tx, sale.id)) return fail('order_plan_running')
    // guard: one-waiting-change
    if (await pendingChangeOf(tx, sale.id, ticket.id)) return fail('change_waiting')
    const [type] = await typesFor(tx, ctx, sale.currency ?? 'GBP', { only: ticket_type_id })
    const isSame = ticket_type_id === ticket.ticket_type_id
    if (
      type === undefined ||
      (isSame && !isOtherSeats(ticket, type, seat_id, seat_ids)) ||
      line.refunded_qty === line.qty
    )
      return fail('bad_change')
    const difference = isSame ? { minor: 0, feeMinor: 0 } : differenceTo(type, line)
    const isCharged = charges && difference.minor > 0
    // Returning money needs a recent proof of identity, like a refund.
    // guard: returned-difference-proved
    if (returns && difference.minor < 0 && !hasFreshProof(ctx.session, now)) return fail('proof_too_old')
    const whyNot = isCharged ? await linkPaymentRefusal(tx, ctx.deps.providers, sale, difference.minor) : null
    if (whyNot !== null) return fail(whyNot)
    if (isCharged && (ticket.admitted_at !== null || (await isTransferred(tx, ticket.id)))) return fail('ticket_ended')

    const returned = new Map(isCharged ? [] : [[ticket.ticket_type_id, 1]])
    const freeOf = await lockPlaces(tx, [ticket.ticket_type_id, type.id], returned)
    // guard: changed-ticket-counted
    if (!isSame && freeOf(type.id) < 1) return fail('sold_out')
    const chosen = isSame && type.pool_places > 1
    const seats = chosen ? await seatsNamed(tx, seat_ids) : await seatsFor(tx, type, seat_id)
    const as = isCharged ? 'held' : 'sold'
    const added = seats?.filter((id) => !(chosen && ticket.seat_ids?.includes(id)))
    // Some seats may have been taken before another was found to be gone.
    // guard: moved-seats-free
    if (!seats || !added || !(await takeSeats(tx, added, type, { saleId: sale.id, as })))
      throw new RolledBack(fail('seat_taken'))
    const log = {
      subject: ['order', order_id] as [string, number],
      before: {
        ticket_id,
        ticket_type_id: ticket.ticket_type_id,
        seat_id: ticket.seat_id,
        ...(chosen && { seat_ids: ticket.seat_ids }),
      },
      after: {
        ticket_id,
        ticket_type_id,
        seat_id: seats[0] ?? null,
        ...(chosen && { seat_ids: seats }),
        difference_minor: difference.minor,
        returned: returns,
        charged: isCharged,
      },
    }
    if (isCharged) {
      const { organiserId } = grantOf(ctx)
      await askToPay(
        tx,
        ctx.deps,
        sale,
        { ticket, to: type, organiserId, seatIds: seats, ...difference, byBuyer: false },
        now,
      )
      return { reply: orderReply(ctx, order_id), log }
    }
    const change = { ticket, line, to: type, seatIds: seats }
    const moved = await applyChange(tx, sale, change, { random, now }).catch((error: unknown) => {
      throw error instanceof CannotMove ? new RolledBack(fail('bad_change')) : error
    })
    if (moved === null) throw new RolledBack(fail('ticket_ended'))
    if (returns && difference.minor < 0) await returnDifference(tx, ctx, sale.id, moved, -difference.minor)
    await mailWalletAgain(tx, ctx.deps, sale.id, { isSure: true })
    return { reply: orderReply(ctx, order_id), log }
  },
}

/** Cancels a change that its buyer has not paid for. The ticket stays as it is. */
export const endTicketChange: OfficeHandlers['end_ticket_change'] = {
  async change(tx, { order_id, ticket_id }, ctx) {
    const own = await lockOwnOrder(tx, ctx, order_id)
    const ticket = own && (await lockOwnTicket(tx, own, order_id, ticket_id))
    const change = ticket && (await pendingChangeOf(tx, order_id, ticket_id))
    if (change === undefined) return fail('not_found')
    if (await isChangePaymentRunning(tx, change.id, ctx.now)) return fail('payment_running')
    await endChange(tx, change, ctx.now)
    return {
      reply: orderReply(ctx, order_id),
      log: { subject: ['order', order_id], before: { ticket_id, difference_minor: change.difference_minor } },
    }
  },
}

/** Whether a ticket that keeps its type gets other seats: as many as it has places, of which it may keep some. */
function isOtherSeats(
  ticket: { seat_ids: number[] | null },
  { seated, pool_places }: TargetType,
  seatId: number | undefined,
  seatIds: readonly number[],
): boolean {
  if (pool_places === 1) return seatId !== undefined
  const chosen = new Set(seatIds)
  const isWhole = seatIds.length === pool_places && chosen.size === pool_places
  return seated && isWhole && !ticket.seat_ids?.every((id) => chosen.has(id))
}

const inHouseOrder = (db: Pick<Tx, 'selectFrom'>, seatIds: readonly number[]) =>
  db
    .selectFrom('seats')
    .select(['id', 'label'])
    .where('id', 'in', [-1, ...seatIds])
    .orderBy('section')
    .orderBy('row_name')
    .orderBy('seat_number')
    .orderBy('id')
    .execute()

/** These seats in the order of the seating plan; null if one doesn't exist. */
async function seatsNamed(tx: Tx, seatIds: readonly number[]): Promise<number[] | null> {
  const seats = await inHouseOrder(tx, seatIds)
  return seats.length === seatIds.length ? seats.map(({ id }) => id) : null
}

/** The seats of a changed ticket: the one chosen, or the best for all its places; none for an unseated type. */
async function seatsFor(tx: Tx, type: TargetType, seatId: number | undefined): Promise<number[] | null> {
  if (!type.seated) return []
  if (seatId !== undefined && type.pool_places === 1) return [seatId]
  return bestSeats(tx, { ticketTypeId: type.id, poolId: type.pool_id, places: type.pool_places })
}

/** Refunds the difference from the line that the ticket is in now, within the limit of the box office. */
async function returnDifference(
  tx: Tx,
  ctx: OfficeContext,
  saleId: number,
  lineNumber: number,
  minor: Minor,
): Promise<void> {
  const own = await lockOwnOrder(tx, ctx, saleId)
  const line = own?.lines.find((line) => line.line === lineNumber)
  if (own === undefined || line === undefined) throw new Error(`sale ${saleId} has lost line ${lineNumber}`)
  const currency = currencyCode(own.sale.currency)
  const limit = await refundLimitOf(tx, ctx, currency)
  if (limit !== null && refundedOf(own.lines) + minor > limit)
    throw new RolledBack(fail('refund_over_limit', { limit: formatMinor(limit, currency) }))
  const parts = spreadAmount([line], minor)
  await refundParts(tx, own.sale, parts, { qty: new Map(), why: 'changed', now: ctx.now })
}
