import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { eventPage, listEvents } from './read.ts'

export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'catalogue_events', (filters, { now }) => listEvents(deps.db, filters, now))
  handle(
    app,
    deps,
    'catalogue_event',
    async ({ slug }, { now }) => (await eventPage(deps.db, slug, now)) ?? fail('unknown_event'),
  )
}
