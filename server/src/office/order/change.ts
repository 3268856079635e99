import type { OfficeBody, OfficeReply } from '@foyer/contract/office/calls.ts'
import { longWhen } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type CurrencyCode, currencyCode, type Minor } from '@foyer/domain/money/money.ts'
import { shareOfLine } from '@foyer/domain/money/order-lines.ts'
import type { TicketPrice } from '@foyer/domain/payment/change.ts'
import { fail } from '@foyer/domain/result.ts'
import { isAccessible, type SeatKind } from '@foyer/domain/seats/kinds.ts'
import { seatName } from '../../catalogue/seat-name.ts'
import { HELD } from '../../db/held-online.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import { hasFreshProof } from '../../http/session.ts'
import { applyChange, NothingToReturn } from '../../payment/change/apply.ts'
import { askToPay } from '../../payment/change/ask.ts'
import { differenceOf, ticketPriceOf } from '../../payment/change/difference.ts'
import { CannotMove } from '../../payment/change/move-line.ts'
import { linkPaymentRefusal } from '../../payment/change/pay.ts'
import { endChange, isChangePaymentRunning, pendingChangeOf } from '../../payment/change/pending.ts'
import { freeSeatsFor, kindsOf, lockPlaces, takeSeats } from '../../payment/change/places.ts'
import { type TargetType, targetTypes, type WhichTypes } from '../../payment/change/types.ts'
import { type LineRow, moneyOf, paidOf } from '../../payment/refund/book-refund.ts'
import { movedPlaces } from '../../payment/self-service/choices.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import { SEATS, seatNames } from '../../tickets/seat-names.ts'
import { isTransferred } from '../../tickets/transferred.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, RolledBack } from '../handle.ts'
import { orderReply } from './acts.ts'
import { rulesBroken } from './change-rules.ts'
import { inHouseOrder, isOtherSeats, type SeatedTicket, seatsFor, seatsNamed, seatsOfTicket } from './change-seats.ts'
import { disputeOfSale } from './disputes.ts'
import { formKey } from './form-key.ts'
import { mailOrder } from './mail-order.ts'
import { lockOwnOrder, lockOwnTicket, ownOrder } from './own-order.ts'
import { refundedOf, refundLimitOf } from './refund.ts'

const MAX_SEATS = 500

type Choice = OfficeReply<'office_change'>['choices'][number]

const typesFor = (
  db: Pick<Tx, 'selectFrom'>,
  ctx: OfficeContext,
  currency: string,
  which: Pick<WhichTypes, 'only' | 'first' | 'of'>,
) => {
  const { organiserId, eventIds } = grantOf(ctx)
  return targetTypes(db, { organiserId, eventIds, currency, now: ctx.now, ...which })
}

export const officeChange: OfficeHandlers['office_change'] = {
  async read({ order_id, ticket_id, ...chosen }, ctx) {
    const { db } = ctx.deps
    const own = await ownOrder(db, ctx, order_id)
    const ticket =
      own &&
      (await db
        .selectFrom('tickets as ticket')
        .leftJoin('seats as seat', 'seat.id', 'ticket.seat_id')
        .select([
          'ticket.ticket_type_id',
          'ticket.seat_id',
          'ticket.seat_ids',
          'ticket.holder_name',
          'ticket.status',
          'ticket.admitted_at',
          SEATS.as('seats'),
        ])
        .where('ticket.id', '=', ticket_id)
        .where('ticket.sale_id', '=', order_id)
        .executeTakeFirst())
    const line = own?.lines.find(({ ticket_type_id }) => ticket_type_id === ticket?.ticket_type_id)
    if (own === undefined || ticket === undefined || line === undefined) return fail('not_found')
    if (ticket.status === 'void' || ticket.admitted_at !== null) return fail('ticket_ended')
    const currency = currencyCode(own.order.currency)
    const sale = { id: order_id, currency }
    const of = await seatsOfTicket(db, ticket)
    const types = await typesFor(db, ctx, own.order.currency, { first: line.event_id, of })
    const current = await db
      .selectFrom('ticket_types as type')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .innerJoin('event_dates as date', 'date.id', 'type.date_id')
      .select([
        'type.event_id',
        'type.name',
        'event.title',
        'event.timezone',
        ...HELD,
        'date.starts_at',
        'date.ends_at',
        'date.all_day',
      ])
      .where('type.id', '=', ticket.ticket_type_id)
      .executeTakeFirstOrThrow()
    const niceDate = longWhen(current, current)
    const price = await ticketPriceOf(db, ticket_id)
    const paid = shareOfLine(paidOf(line), { qty: line.qty, before: line.refunded_qty, count: 1 })
    const ownSeats = await inHouseOrder(db, ticket.seat_ids ?? [])
    const choices = await Promise.all(
      types
        .filter(({ id, seated }) => id !== ticket.ticket_type_id || seated)
        .map((type) => choiceOf(ctx, sale, { line, price, ownSeats }, type)),
    )
    return {
      order_id,
      ticket_id,
      number: shownOrderNumber(own.order.number),
      title: current.title,
      event_id: current.event_id,
      nice_date: niceDate,
      now: [current.name, niceDate, seatNames(ticket.seats) ?? ''].filter((part) => part !== '').join(', '),
      holder: ticket.holder_name,
      paid: formatMinor(paid.net + paid.fee, currency),
      choices: choices.filter(({ free }) => free > 0),
      review: await reviewOf(db, { saleId: order_id, ticket, types, kinds: of.kinds }, chosen, choices),
      form_key: formKey(ctx),
    }
  },
}

const customerEmailOf = async (db: Pick<Tx, 'selectFrom'>, saleId: number): Promise<string> => {
  const sale = await db.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirstOrThrow()
  return (await customerOf(db, sale))?.email ?? ''
}

type Chosen = Omit<OfficeBody<'office_change'>, 'organiser_id' | 'order_id' | 'ticket_id'>

/** What confirming a choice does: what the ticket becomes, who pays or gets back what, which rules it breaks, and who is emailed. */
async function reviewOf(
  db: Pick<Tx, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>,
  {
    saleId,
    ticket,
    types,
    kinds,
  }: { saleId: number; ticket: SeatedTicket; types: readonly TargetType[]; kinds: readonly SeatKind[] },
  chosen: Chosen,
  choices: readonly Choice[],
): Promise<OfficeReply<'office_change'>['review']> {
  const choice = choices.find(({ ticket_type_id, free }) => ticket_type_id === chosen.ticket_type_id && free > 0)
  const seatIds = chosen.seat_id === undefined ? chosen.seat_ids : [chosen.seat_id]
  const seats = seatIds.map((id) => choice?.seats.find(({ seat_id }) => seat_id === id)?.label)
  if (choice === undefined || seats.includes(undefined)) return null
  const isCharged = chosen.charges && choice.may_charge
  const type = types.find(({ id }) => id === choice.ticket_type_id)!
  const newKinds = seatIds.length > 0 ? await kindsOf(db, seatIds) : kinds
  const money = { [-1]: chosen.returns ? 'returned' : 'kept', 0: 'none', 1: isCharged ? 'asked' : 'waived' } as const
  return {
    ticket_type_id: choice.ticket_type_id,
    seat_ids: seatIds,
    becomes: [choice.title, choice.name, choice.nice_date, ...seats].join(', '),
    difference: choice.difference,
    difference_minor: choice.difference_minor,
    money: money[choice.sign as -1 | 0 | 1],
    is_disputed: money[choice.sign as -1 | 0 | 1] === 'returned' && (await disputeOfSale(db, saleId)) === 'disputed',
    broken: await rulesBroken(db, {
      saleId,
      fromTypeId: ticket.ticket_type_id,
      toTypeId: type.id,
      moved: movedPlaces({ ...ticket, kinds: newKinds }, type),
    }),
    email: await customerEmailOf(db, saleId),
  }
}

/** A type that a ticket of this line can become, with the difference in price and its free places. */
async function choiceOf(
  { deps }: OfficeContext,
  sale: { id: number; currency: CurrencyCode },
  { line, price, ownSeats }: { line: LineRow; price: TicketPrice; ownSeats: Awaited<ReturnType<typeof inHouseOrder>> },
  type: TargetType,
): Promise<Choice> {
  const isSame = type.id === line.ticket_type_id
  const difference = differenceOf(price, type, line).minor
  // The shop chooses the seats of a ticket for several people, unless the ticket keeps its type.
  const own = isSame && type.pool_places > 1 ? ownSeats : []
  const seats = type.seated ? await freeSeatsFor(deps.db, type, MAX_SEATS) : []
  return {
    ticket_type_id: type.id,
    event_id: type.event_id,
    title: type.title,
    name: type.name,
    nice_date: longWhen(type, type),
    free: type.seated ? Math.floor(seats.length / (own.length > 0 ? 1 : type.pool_places)) : type.free,
    difference: difference === 0 ? '' : formatMinor(Math.abs(difference), sale.currency),
    difference_minor: difference,
    sign: Math.sign(difference),
    may_charge: difference > 0 && (await linkPaymentRefusal(deps.db, deps.providers, sale, difference)) === null,
    seats:
      type.pool_places > 1 && own.length === 0
        ? []
        : [...own, ...seats].map((seat) => ({ seat_id: seat.id, label: seatName(seat) })),
    own_seats: own.map(({ id }) => id),
  }
}

export const changeTicket: OfficeHandlers['change_ticket'] = {
  async change(tx, { order_id, ticket_id, ticket_type_id, seat_id, seat_ids, returns, charges, ...reviewed }, ctx) {
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
    const of = await seatsOfTicket(tx, ticket)
    const [type] = await typesFor(tx, ctx, sale.currency ?? 'GBP', { only: ticket_type_id, of })
    const isSame = ticket_type_id === ticket.ticket_type_id
    if (
      type === undefined ||
      (isSame && !isOtherSeats(ticket, type, seat_id, seat_ids)) ||
      line.refunded_qty === line.qty
    )
      return fail('bad_change')
    const { back, ...difference } = differenceOf(await ticketPriceOf(tx, ticket.id), type, line)
    if (reviewed.difference !== undefined && reviewed.difference !== difference.minor) return fail('difference_changed')
    const isCharged = charges && difference.minor > 0
    // Returning money needs a recent proof of identity, like a refund.
    // guard: returned-difference-proved
    const isReturned = returns && difference.minor < 0
    if (isReturned && !reviewed.disputed && (await disputeOfSale(tx, sale.id)) === 'disputed')
      return fail('payment_disputed')
    if (isReturned && !hasFreshProof(ctx.session, now)) return fail('proof_too_old')
    const whyNot = isCharged ? await linkPaymentRefusal(tx, ctx.deps.providers, sale, difference.minor) : null
    if (whyNot !== null) return fail(whyNot)
    if (isCharged && (ticket.admitted_at !== null || (await isTransferred(tx, ticket.id)))) return fail('ticket_ended')

    const returned = new Map(isCharged ? [] : [[ticket.ticket_type_id, 1]])
    const freeOf = await lockPlaces(tx, [ticket.ticket_type_id, type.id], returned)
    // guard: changed-ticket-counted
    if (!isSame && freeOf(type.id) < 1) return fail('sold_out')
    const chosen = isSame && type.pool_places > 1
    const seats = chosen ? await seatsNamed(tx, seat_ids) : await seatsFor(tx, of, type, seat_id)
    const as = isCharged ? 'held' : 'sold'
    const added = seats?.filter((id) => !(chosen && ticket.seat_ids?.includes(id)))
    if (seats === null && of.kinds.some(isAccessible)) return fail('change_seat_of_kind')
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
    const change = { ticket, line, to: type, seatIds: seats, back: returns ? back : null }
    if (change.back !== null) await checkReturnLimit(tx, ctx, own, moneyOf(change.back))
    const moved = await applyChange(tx, sale, change, { random, now }).catch(refuseChange)
    if (moved === null) throw new RolledBack(fail('ticket_ended'))
    await mailOrder(tx, ctx, sale.id)
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

/** Rolls back a change that could not be made, with the reason; throws any other error again. */
export function refuseChange(error: unknown): never {
  if (error instanceof NothingToReturn) throw new RolledBack(fail('refund_too_much'))
  throw error instanceof CannotMove ? new RolledBack(fail('bad_change')) : error
}

/** Throws if a returned difference is above the limit of the box office. */
export async function checkReturnLimit(
  tx: Tx,
  ctx: OfficeContext,
  { sale, lines }: { sale: SaleRow; lines: readonly LineRow[] },
  backMinor: Minor,
): Promise<void> {
  const currency = currencyCode(sale.currency)
  const limit = await refundLimitOf(tx, ctx, currency)
  if (limit !== null && refundedOf(lines) + backMinor > limit)
    throw new RolledBack(fail('refund_over_limit', { limit: formatMinor(limit, currency) }))
}
