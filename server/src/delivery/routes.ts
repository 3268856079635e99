import { COUNTRIES } from '@foyer/domain/delivery/countries.ts'
import { US_STATES } from '@foyer/domain/delivery/us-states.ts'
import type { FastifyInstance } from 'fastify'
import { lookupAddress } from '../address-lookup/lookup.ts'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { setDeliveryAddress } from './delivery-address.ts'

export function deliveryRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'get_address_all_countries_states', async () => ({ countries: COUNTRIES, states: US_STATES }))
  handle(app, deps, 'set_delivery_address', setDeliveryAddress)
  handle(app, deps, 'lookup_address', lookupAddress)
}
