import { fail } from '@foyer/domain/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { handle } from '../http/handle.ts'
import { catalogueCache } from './cache.ts'

export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, 'catalogue_events', (filters, { now }) => catalogueCache(deps.db).events(now, filters))
  handle(
    app,
    deps,
    'catalogue_event',
    async ({ slug }, { now }) => (await catalogueCache(deps.db).event(now, slug)) ?? fail('unknown_event'),
  )
}
