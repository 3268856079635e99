import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { apiAdmissions } from './admissions.ts'
import { apiEvent, apiEvents } from './events.ts'
import { type ApiHandlers, handleApi } from './handle.ts'
import { apiOrder, apiOrders } from './orders.ts'
import { apiPeople } from './people.ts'

/** Every call of the API; a missing one does not compile. */
const HANDLERS: ApiHandlers = {
  api_events: apiEvents,
  api_event: apiEvent,
  api_orders: apiOrders,
  api_order: apiOrder,
  api_people: apiPeople,
  api_admissions: apiAdmissions,
}

export const apiRoutes = (app: FastifyInstance, deps: Deps): void => handleApi(app, deps, HANDLERS)
