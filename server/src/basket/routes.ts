import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { addToBasket } from './add.ts'
import { updateTicketAmount } from './amount.ts'
import { removeCode, setCode } from './code.ts'
import { addGiftVoucher, removeGiftVoucher, updateGiftVoucherQuantity } from './gift-vouchers.ts'
import { updateRefundProtection } from './refund-protection.ts'
import { removeTickets, updateTicketQuantity } from './tickets.ts'

const DONE = { success: true } as const

export function basketRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'add_to_basket', async (body, ctx) => {
    const added = await addToBasket(body, ctx)
    return added.ok ? { ...DONE, basket_quantity: added.quantity } : added
  })
  handle(app, deps, 'add_gift_voucher_to_basket', async (body, ctx) => {
    const added = await addGiftVoucher(body, ctx)
    return added.ok ? { ...DONE, basket_quantity: added.quantity } : added
  })
  handle(app, deps, 'update_ticket_quantity', async (body, ctx) => {
    const updated = await updateTicketQuantity(body, ctx)
    return updated.ok ? DONE : updated
  })
  handle(app, deps, 'update_ticket_amount', async (body, ctx) => {
    const updated = await updateTicketAmount(body, ctx)
    return updated.ok ? DONE : updated
  })
  handle(app, deps, 'update_gift_voucher_quantity', async (body, ctx) => {
    const updated = await updateGiftVoucherQuantity(body, ctx)
    return updated.ok ? DONE : updated
  })
  handle(app, deps, 'update_refund_protection', async (body, ctx) => {
    const updated = await updateRefundProtection(body, ctx)
    return updated.ok ? DONE : updated
  })
  handle(app, deps, 'set_code', async (body, ctx) => {
    const set = await setCode(body, ctx)
    return set.ok ? { code_applied: set.applied, ...(set.again && { already_applied: true as const }) } : set
  })
  handle(app, deps, 'remove_code', async (body, ctx) => {
    const removed = await removeCode(body, ctx)
    return removed.ok ? DONE : removed
  })
  handle(app, deps, 'remove_from_basket', async (body, ctx) => {
    const removed = await removeTickets(body, ctx)
    return removed.ok ? DONE : removed
  })
  handle(app, deps, 'remove_gift_voucher_from_basket', async (body, ctx) => {
    const removed = await removeGiftVoucher(body, ctx)
    return removed.ok ? DONE : removed
  })
}
