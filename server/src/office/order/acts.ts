import { isEmail, normalEmail } from '@foyer/domain/people/email.ts'
import { isPhone } from '@foyer/domain/people/phone.ts'
import { fail } from '@foyer/domain/result.ts'
import { moveOrderTo } from '../../after-sale/resend-wallet.ts'
import { renamePlace } from '../../payment/self-service/plan-names.ts'
import { customerOf } from '../../sale/customer/customer.ts'
import { record } from '../../sale/sale.ts'
import { walletJustMailed } from '../../tickets/delivery/deliver.ts'
import { planIsRunning } from '../../tickets/delivery/issue.ts'
import { renewOwnTicket } from '../../tickets/retire.ts'
import { grantOf, type OfficeContext, type OfficeHandlers, staffOf } from '../handle.ts'
import { justSent } from '../just-sent.ts'
import { mailOrder } from './mail-order.ts'
import { lockOwnOrder, lockOwnTicket, orderPath } from './own-order.ts'

export const orderReply = (ctx: OfficeContext, orderId: number) => ({
  success: true as const,
  next: orderPath(ctx, orderId),
})

const isOver = ({ paid_at, cancelled_at }: { paid_at: Date | null; cancelled_at: Date | null }) =>
  paid_at === null || cancelled_at !== null

export const resendOrder: OfficeHandlers['resend_order'] = {
  async change(tx, { order_id, again }, ctx) {
    const own = await lockOwnOrder(tx, ctx, order_id)
    if (own === undefined) return fail('not_found')
    if (isOver(own.sale)) return fail('not_paid')
    const last = again ? undefined : await walletJustMailed(tx, order_id, ctx.now)
    if (last !== undefined) return justSent(last, ctx.now)
    await mailOrder(tx, ctx, order_id)
    return { reply: orderReply(ctx, order_id), log: { subject: ['order', order_id] } }
  },
}

export const correctContact: OfficeHandlers['mend_contact'] = {
  async change(tx, { order_id, email: typed, phone }, ctx) {
    const own = await lockOwnOrder(tx, ctx, order_id)
    if (own === undefined) return fail('not_found')
    const { sale, order } = own
    if (isOver(sale)) return fail('not_paid')
    if (!isEmail(typed)) return fail('bad_email')
    if (phone !== '' && !isPhone(phone)) return fail('bad_phone')
    // Otherwise the other organiser's tickets would change hands too.
    // guard: shared-order-kept
    if (own.isShared || !own.seesAll) return fail('order_shared')
    const customer = await customerOf(tx, sale)
    if (customer === null) return fail('not_paid')
    const email = normalEmail(typed)
    const isNew = email !== normalEmail(customer.email)
    const changed = [...(email === order.email ? [] : ['email']), ...(phone === order.phone ? [] : ['phone'])]
    if (isNew && !customer.is_guest && (await planIsRunning(tx, sale.id))) return fail('order_plan_running')
    if (isNew) {
      await moveOrderTo(tx, { random: ctx.deps.random, now: ctx.now }, sale, customer, email)
      // The browser that typed the wrong address loses its access to the order.
      // guard: corrected-order-leaves-browser
      await tx.updateTable('sales').set({ customer_session: null }).where('id', '=', sale.id).execute()
    }
    await tx.updateTable('orders').set({ email, phone }).where('sale_id', '=', sale.id).execute()
    await tx.updateTable('sales').set({ contact_number: phone }).where('id', '=', sale.id).execute()
    if (isNew) await mailOrder(tx, ctx, sale.id)
    return {
      reply: orderReply(ctx, order_id),
      // Nothing is erased from the log, so it has no buyer's data.
      log: { subject: ['order', order_id], after: { changed } },
    }
  },
}

export const renameHolder: OfficeHandlers['rename_holder'] = {
  async change(tx, { order_id, ticket_id, name }, ctx) {
    const own = await lockOwnOrder(tx, ctx, order_id)
    const ticket = own && (await lockOwnTicket(tx, own, order_id, ticket_id))
    if (own === undefined || ticket === undefined) return fail('not_found')
    if (name === '') return fail('holder_missing')
    if (ticket.holder_name === name) return { reply: orderReply(ctx, order_id), log: null }
    if (!(await renewOwnTicket(tx, ticket_id, { random: ctx.deps.random, now: ctx.now }))) return fail('ticket_ended')
    await tx.updateTable('tickets').set({ holder_name: name }).where('id', '=', ticket_id).execute()
    await mailOrder(tx, ctx, order_id)
    await record(tx, order_id, 'holder_renamed', ctx.now)
    return { reply: orderReply(ctx, order_id), log: { subject: ['order', order_id], after: { ticket_id } } }
  },
}

export const namePlanTicket: OfficeHandlers['set_plan_holder'] = {
  async change(tx, { order_id, ...about }, ctx) {
    const own = await lockOwnOrder(tx, ctx, order_id)
    // guard: own-plan-ticket
    if (!own?.lines.some(({ ticket_type_id }) => ticket_type_id === about.ticket_type_id)) return fail('not_found')
    if (about.name === '') return fail('holder_missing')
    const before = await renamePlace(tx, order_id, about, ctx.now, () => true)
    if (before === null) return fail('ticket_ended')
    const { ticket_type_id, place, name } = about
    const reply = orderReply(ctx, order_id)
    if (before === name) return { reply, log: null }
    return { reply, log: { subject: ['order', order_id], after: { ticket_type_id, place } } }
  },
}

export const addNote: OfficeHandlers['add_note'] = {
  async change(tx, { order_id, words, at_door }, ctx) {
    const own = await lockOwnOrder(tx, ctx, order_id)
    if (own === undefined) return fail('not_found')
    if (words === '') return fail('message_missing')
    const { id } = await tx
      .insertInto('order_notes')
      .values({
        sale_id: order_id,
        organiser_id: grantOf(ctx).organiserId,
        staff_id: staffOf(ctx).id,
        words,
        at_door,
        written_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      reply: orderReply(ctx, order_id),
      log: { subject: ['order', order_id], after: { note_id: id, at_door } },
    }
  },
}

export const endNote: OfficeHandlers['end_note'] = {
  async change(tx, { order_id, note_id }, ctx) {
    const own = await lockOwnOrder(tx, ctx, order_id)
    if (own === undefined) return fail('not_found')
    const ended = await tx
      .updateTable('order_notes')
      .set({ ended_at: ctx.now })
      .where('id', '=', note_id)
      .where('sale_id', '=', order_id)
      .where('organiser_id', '=', grantOf(ctx).organiserId)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (ended === undefined) return fail('not_found')
    return { reply: orderReply(ctx, order_id), log: { subject: ['order', order_id], before: { note_id } } }
  },
}
