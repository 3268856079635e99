import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { saveDonation } from './donation.ts'
import { updateDonation } from './gift-aid.ts'

export function donationRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'save_donation', saveDonation)
  handle(app, deps, 'update_donation', updateDonation)
}
