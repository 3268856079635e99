import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { extendReservation } from '../reservation/extend.ts'
import { makeReserver, reserveTickets } from '../reservation/reserve.ts'
import { getCheckout } from './get.ts'
import { destroySale } from './give-up.ts'
import { updateBasketState } from './move.ts'

export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  const reserver = makeReserver(deps)
  handle(app, deps, 'get', (_, { session, now }) => getCheckout(deps, session, now))
  handle(app, deps, 'reserve_tickets', (body, asking) => reserveTickets(body, asking, reserver))
  handle(app, deps, 'update_basket_state', updateBasketState)
  handle(app, deps, 'destroy_sale', async (_, asking) => {
    const given = await destroySale(asking)
    return given.ok ? { success: true } : given
  })
  handle(app, deps, 'extend_hold', (_, asking) => extendReservation(asking))
}
