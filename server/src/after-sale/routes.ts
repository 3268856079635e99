import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import { holderOf } from '../account/holder.ts'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { deliverTickets, deliverWallet } from '../tickets/deliver.ts'
import { feedback } from './feedback.ts'
import { paidSale } from './paid-sale.ts'
import { subscribeToEvents } from './subscribe.ts'

export function afterSaleRoutes(app: FastifyInstance, deps: Deps): void {
  for (const [name, deliver] of [
    ['deliver_to_bitticket', deliverTickets],
    ['deliver_to_wallet', deliverWallet],
  ] as const)
    handle(app, deps, name, async (_, asking) => {
      const sale = await paidSale(asking)
      if (!sale) return fail('not_paid')
      const delivered = await deliver(deps, sale.id)
      return { delivery_completed: delivered.ok }
    })
  handle(app, deps, 'get_simple_info', async (_, asking) => {
    const sale = await paidSale(asking)
    if (!sale) return fail('not_paid')
    const holder = await holderOf(deps.db, sale)
    return { sale_email: holder?.email ?? '', sale_reference: sale.reference }
  })
  handle(app, deps, 'send_customer_feedback', feedback)
  handle(app, deps, 'subscribe_to_events', (_, asking) => subscribeToEvents(asking))
}
