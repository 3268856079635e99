import { fill } from '@foyer/contract/fill.ts'
import type { OfficeReply } from '@foyer/contract/office/calls.ts'
import { orderPage as t } from '@foyer/contract/office/orders/messages.en.ts'
import { longWhen, niceDate } from '@foyer/domain/format/dates.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { type CurrencyCode, currencyCode, type Minor, sum } from '@foyer/domain/money/money.ts'
import { may } from '@foyer/domain/office/rights.ts'
import { fail } from '@foyer/domain/result.ts'
import { HELD } from '../../db/held-online.ts'
import type { Db } from '../../db/transaction/tx.ts'
import { type LineRow, moneyOf } from '../../payment/refund/book-refund.ts'
import { worthOf } from '../../payment/refund/order.ts'
import { type NamedPlaces, namedPlaces } from '../../payment/self-service/plan-names.ts'
import { paidForLine } from '../../sale/order/line-amounts.ts'
import { ticketState } from '../../tickets/read.ts'
import { SEATS, seatNames } from '../../tickets/seat-names.ts'
import { spacedCode } from '../../tickets/signing/codes.ts'
import { giftAidLeft } from '../gift-aid/cancel.ts'
import { grantOf, type OfficeContext, type OfficeHandlers } from '../handle.ts'
import { detailsOf, paymentsOf } from './details.ts'
import { disputeOfSale, disputesOf } from './disputes.ts'
import { formKey } from './form-key.ts'
import { type OwnOrder, ownOrder } from './own-order.ts'
import { refundableOf, refundedOf, refundLimitOf } from './refund.ts'
import { officeState } from './state.ts'
import { mailsOf, notesOf, textsOf, timelineOf } from './timeline.ts'
import { voucherDesignOf } from './voucher.ts'

type Shown = OfficeReply<'office_order'>

/** An order with everything that this person may see of it. */
export async function shownOrder(own: OwnOrder, ctx: OfficeContext): Promise<Shown> {
  const { db } = ctx.deps
  const { order, lines, isShared, seesAll } = own
  const order_id = order.sale_id
  const { role, organiserId } = grantOf(ctx)
  const currency = currencyCode(order.currency)
  const money = (minor: Minor) => formatMinor(minor, currency)
  const sale = await db
    .selectFrom('sales')
    .select(['cancelled_at', 'contact_number'])
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const limit = await refundLimitOf(db, ctx, currency)
  const mails = await mailsOf(db, own)
  const texts = await textsOf(db, own)
  const isOver = sale.cancelled_at !== null
  const mayChange = role !== null && may(role, 'change_orders')
  return {
    order_id,
    number: shownOrderNumber(order.number),
    state: officeState({
      back: refundedOf(lines),
      ended: isOver || lines.every(isEnded),
      dispute: await disputeOfSale(db, order_id),
    }),
    nice_paid: niceDate(order.paid_at),
    total: money(sum(lines.map(paidForLine))),
    ...afterRefunds(lines, currency),
    currency,
    name: order.name,
    email: order.email,
    phone: order.phone,
    is_shared: isShared,
    lines: await linesOf(db, own, { currency, mayAdmit: mayChange, now: ctx.now }),
    facts: await detailsOf(db, ctx, own),
    gift_aid: await giftAidLeft(db, ctx, own),
    answers: await answersOf(db, own),
    disputes: await disputesOf(db, ctx, own),
    payments: await paymentsOf(db, ctx, own),
    mails: mails.map(({ at: _, ...mail }) => mail),
    texts: texts.map(({ at: _, subject: body, ...text }) => ({ body, ...text })),
    notes: await notesOf(db, ctx, order_id),
    timeline: await timelineOf(db, ctx, own, { mails, texts }),
    may: {
      change: mayChange,
      refund: role !== null && may(role, 'refund_orders') && !isOver,
      correct: mayChange && !isOver && !isShared && seesAll,
      give: role !== null && may(role, 'give_tickets'),
    },
    refund_limit: limit === null ? '' : money(Math.max(0, limit - refundedOf(lines))),
    refundable: money(isOver ? 0 : refundableOf(lines)),
    has_vouchers: (await voucherDesignOf(db, organiserId, currency)) !== undefined,
    receipt: lines.some((line) => paidForLine(line) > 0) && seesAll,
    form_key: formKey(ctx),
  }
}

export const officeOrder: OfficeHandlers['office_order'] = {
  async read({ order_id }, ctx) {
    const own = await ownOrder(ctx.deps.db, ctx, order_id)
    return own === undefined ? fail('not_found') : shownOrder(own, ctx)
  },
}

/** A code typed at a door admits its bearer, so people who may only view orders see just enough of it to tell tickets apart. */
const lastOfCode = (code: string) => `…${code.slice(-5)}`

const isEnded = (line: LineRow) => line.kind === 'donation' || line.refunded_qty === line.qty

/** What was refunded of these lines and what is left; empty if nothing was. */
function afterRefunds(lines: readonly LineRow[], currency: CurrencyCode): Pick<Shown, 'refunded' | 'left'> {
  const refunded = refundedOf(lines)
  if (refunded === 0) return { refunded: '', left: '' }
  return {
    refunded: formatMinor(refunded, currency),
    left: formatMinor(sum(lines.map(paidForLine)) - refunded, currency),
  }
}

async function linesOf(
  db: Db,
  { order, lines }: OwnOrder,
  { currency, mayAdmit, now }: { currency: CurrencyCode; mayAdmit: boolean; now: Date },
): Promise<Shown['lines']> {
  const types = await db
    .selectFrom('ticket_types as type')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select([
      'type.id',
      'type.name',
      'event.title',
      'event.timezone',
      ...HELD,
      'date.starts_at',
      'date.ends_at',
      'date.all_day',
    ])
    .where('type.id', 'in', [-1, ...lines.flatMap(({ ticket_type_id }) => ticket_type_id ?? [])])
    .execute()
  const designs = await db
    .selectFrom('gift_voucher_designs')
    .select(['id', 'name'])
    .where('id', 'in', [-1, ...lines.flatMap(({ design_id }) => design_id ?? [])])
    .execute()
  const charities = await db
    .selectFrom('charities')
    .select(['id', 'name'])
    .where('id', 'in', [-1, ...lines.flatMap(({ charity_id }) => charity_id ?? [])])
    .execute()
  const tickets = await ticketsOf(db, order.sale_id)
  const waiting = await waitingIn(db, order.sale_id, currency)
  const coming = await namedPlaces(db, order.sale_id, now)
  // guard: code-for-box-office
  const shownCode = mayAdmit ? spacedCode : lastOfCode
  return lines.map((line): Shown['lines'][number] => {
    const type = types.find(({ id }) => id === line.ticket_type_id)
    const worth = line.refunded_qty < line.qty ? formatMinor(moneyOf(worthOf(line, 1)), currency) : ''
    return {
      line: line.line,
      kind: line.kind,
      title: type?.title ?? (line.kind === 'donation' ? t.donation : t.voucher),
      name:
        type?.name ??
        designs.find(({ id }) => id === line.design_id)?.name ??
        charities.find(({ id }) => id === line.charity_id)?.name ??
        '',
      nice_date: type === undefined ? '' : longWhen(type, type),
      event_id: line.event_id,
      qty: line.qty,
      refunded_qty: line.refunded_qty,
      paid: formatMinor(paidForLine(line), currency),
      ...afterRefunds([line], currency),
      tickets: tickets
        .filter(({ ticket_type_id }) => ticket_type_id === line.ticket_type_id)
        .map((ticket) => ({
          ticket_id: ticket.id,
          code: shownCode(ticket.code),
          holder: ticket.holder_name,
          seat: seatNames(ticket.seats) ?? '',
          state: ticketState(ticket),
          nice_admitted:
            ticket.admitted_at === null
              ? ''
              : fill(t.admittedAt, {
                  date: niceDate(ticket.admitted_at, type?.timezone),
                  where: ticket.admitted_where ?? '',
                }),
          transfer: ticket.transferred_to ?? '',
          worth: ticket.status === 'void' ? '' : worth,
          ...(waiting.has(ticket.id) && { waiting: waiting.get(ticket.id) }),
        })),
      ...toComeOf(coming, line),
    }
  })
}

function toComeOf(coming: readonly NamedPlaces[], line: LineRow): Pick<Shown['lines'][number], 'to_come'> {
  const found = coming.find(({ ticket_type_id }) => ticket_type_id === line.ticket_type_id)
  if (!found) return {}
  const { ticket_type_id, tickets } = found
  return { to_come: tickets.map(({ place, seat, name }) => ({ ticket_type_id, place, seat, holder: name })) }
}

/** Changes whose difference the buyer has been asked to pay, by ticket. */
async function waitingIn(db: Db, saleId: number, currency: CurrencyCode) {
  const rows = await db
    .selectFrom('ticket_changes as change')
    .innerJoin('ticket_types as type', 'type.id', 'change.ticket_type_id')
    .innerJoin('events as event', 'event.id', 'type.event_id')
    .innerJoin('event_dates as date', 'date.id', 'type.date_id')
    .select([
      'change.ticket_id',
      'change.difference_minor',
      'change.ends_at as waits_until',
      'type.name',
      'event.title',
    ])
    .select(['event.timezone', ...HELD, 'date.starts_at', 'date.ends_at', 'date.all_day'])
    .where('change.sale_id', '=', saleId)
    .where('change.state', '=', 'waiting')
    .execute()
  return new Map(
    rows.map(({ ticket_id, difference_minor, waits_until, name, title, ...when }) => [
      ticket_id,
      {
        amount: formatMinor(difference_minor, currency),
        to: `${title}, ${name}, ${longWhen(when, when)}`,
        nice_until: niceDate(waits_until, when.timezone),
      },
    ]),
  )
}

const ticketsOf = (db: Db, saleId: number) =>
  db
    .selectFrom('tickets as ticket')
    .leftJoin('seats as seat', 'seat.id', 'ticket.seat_id')
    .select([
      'ticket.id',
      'ticket.ticket_type_id',
      'ticket.code',
      'ticket.holder_name',
      'ticket.status',
      'ticket.admitted_at',
      'ticket.admitted_where',
      SEATS.as('seats'),
    ])
    .select((eb) =>
      eb
        .selectFrom('transfer_tickets as handed')
        .innerJoin('transfers as transfer', 'transfer.id', 'handed.transfer_id')
        .select('transfer.name')
        .whereRef('handed.ticket_id', '=', 'ticket.id')
        .where('transfer.status', '<>', 'taken_back')
        .orderBy('transfer.id', 'desc')
        .limit(1)
        .as('transferred_to'),
    )
    .where('ticket.sale_id', '=', saleId)
    .orderBy('ticket.instance')
    .execute()

async function answersOf(db: Db, { order, lines }: OwnOrder): Promise<Shown['answers']> {
  const rows = await db
    .selectFrom('question_answers as answer')
    .innerJoin('questions as question', 'question.id', 'answer.question_id')
    .select(['question.question_html', 'answer.answer', 'answer.instance'])
    .where('answer.sale_id', '=', order.sale_id)
    .where('question.event_id', 'in', [-1, ...lines.flatMap(({ event_id }) => event_id ?? [])])
    .orderBy('question.sort')
    .orderBy('answer.instance')
    .execute()
  return rows.map(({ question_html, answer, instance }) => ({
    label: `${question_html.replace(/<[^>]*>/g, ' ').trim()}${instance === null ? '' : ` (${instance + 1})`}`,
    text: answer,
  }))
}
