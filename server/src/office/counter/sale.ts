import { formatMinor } from '@foyer/domain/format/money.ts'
import { shownOrderNumber } from '@foyer/domain/format/order-number.ts'
import { currencyCode, sum } from '@foyer/domain/money/money.ts'
import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { fail } from '@foyer/domain/result.ts'
import { paidForLine } from '../../sale/order/line-amounts.ts'
import { lockSale } from '../../sale/sale.ts'
import { ownerOf } from '../../tickets/owner.ts'
import { qrDrawing } from '../../tickets/paper/qr.ts'
import { readTickets } from '../../tickets/read.ts'
import type { OfficeHandlers } from '../handle.ts'
import { formKey } from '../order/form-key.ts'
import { mailOrder } from '../order/mail-order.ts'
import { ownOrder } from '../order/own-order.ts'
import { salePath } from './sell.ts'
import { openShiftOf } from './shift.ts'

export const officeCounterSale: OfficeHandlers['office_counter_sale'] = {
  async read({ order_id }, ctx) {
    const { db, signer } = ctx.deps
    const own = await ownOrder(db, ctx, order_id)
    const sold = await db.selectFrom('counter_sales').selectAll().where('sale_id', '=', order_id).executeTakeFirst()
    if (own === undefined || sold === undefined) return fail('not_found')
    const { cancelled_at, guest_email } = await db
      .selectFrom('sales')
      .select(['cancelled_at', 'guest_email'])
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow()
    const shift = await openShiftOf(db, ctx)
    const tickets = await readTickets(db, { saleId: order_id }, { now: ctx.now, signer })
    const { order, lines } = own
    const ownEvents = new Set(lines.map(({ event_id }) => event_id))
    const showsCash = sold.given_minor !== null && own.seesAll
    const money = (minor: number) => formatMinor(minor, currencyCode(order.currency))
    return {
      form_key: formKey(ctx),
      order_id,
      number: shownOrderNumber(order.number),
      how: sold.how,
      note: sold.note,
      total: money(own.seesAll ? order.total_minor : sum(lines.map(paidForLine))),
      given: showsCash ? money(sold.given_minor!) : '',
      change: showsCash ? money(sold.given_minor! - order.total_minor) : '',
      is_voided: cancelled_at !== null,
      may_void: cancelled_at === null && shift?.id === sold.shift_id,
      is_sent: guest_email !== null,
      tickets: tickets
        .filter(({ event_id }) => ownEvents.has(event_id))
        .flatMap(({ id, event, nice_date, place, ticket, seat, code, short_code }) =>
          code === null
            ? []
            : [
                {
                  ticket_id: id,
                  title: event,
                  nice_date,
                  place,
                  name: ticket,
                  seat: seat ?? '',
                  code: short_code,
                  qr: qrDrawing(code),
                },
              ],
        ),
    }
  },
}

/** Attaches an email address to an anonymous sale. The tickets become that person's and appear in their wallet. */
export const sendCounterTickets: OfficeHandlers['send_counter_tickets'] = {
  async change(tx, { order_id, email: typed }, ctx) {
    const own = await ownOrder(tx, ctx, order_id)
    const sold = await tx.selectFrom('counter_sales').select('how').where('sale_id', '=', order_id).executeTakeFirst()
    if (own === undefined || sold === undefined) return fail('not_found')
    if (!isEmail(typed)) return fail('bad_email')
    const before = await lockSale(tx, order_id)
    if (before.paid_at === null || before.cancelled_at !== null) return fail('not_paid')
    if (before.guest_email !== null || before.user_id !== null) return fail('counter_has_email')
    const email = normalEmail(typed)
    const sale = await tx
      .updateTable('sales')
      .set({ guest_email: email, guest_name: '' })
      .where('id', '=', order_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx.updateTable('orders').set({ email }).where('sale_id', '=', order_id).execute()
    const owner = await ownerOf(tx, sale, ctx.now)
    await tx
      .updateTable('tickets')
      .set({ holder_email: email, user_id: owner.userId })
      .where('sale_id', '=', order_id)
      .where('holder_email', '=', '')
      .execute()
    await mailOrder(tx, ctx, order_id)
    return {
      reply: { success: true, next: salePath(ctx, order_id) },
      log: { subject: ['order', order_id] },
    }
  },
}
