import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { destroySale } from './edit-basket.ts'
import { extendReservation } from './extend.ts'
import { getCheckout } from './get.ts'
import { updateBasketState } from './move.ts'
import { makeReserver, reserveTickets } from './reserve.ts'

export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  const reserver = makeReserver(deps)
  app.decorate('readCheckout', ({ session, now }) => getCheckout(deps, session, now))
  handle(app, deps, 'get', (_, { session, now }) => getCheckout(deps, session, now))
  handle(app, deps, 'reserve_tickets', (body, ctx) => reserveTickets(body, ctx, reserver))
  handle(app, deps, 'update_basket_state', updateBasketState)
  handle(app, deps, 'destroy_sale', async (_, ctx) => {
    const outcome = await destroySale(ctx)
    return outcome.ok ? { success: true } : outcome
  })
  handle(app, deps, 'extend_hold', (_, ctx) => extendReservation(ctx))
}
