import type { Line } from '@foyer/domain/sale/line.ts'
import { sql } from 'kysely'

/** The limit on places of `event` for a ticket of `type`. Extras take no place. */
export const PLACES_LIMIT = sql<Line['placesLimit']>`case when event.max_places is not null and not type.extra then
  jsonb_build_object('most', event.max_places, 'each', type.pool_places) end`
