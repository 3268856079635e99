import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Orders of cancelled events that could not be refunded, for Home and the emails about problems.
create index sale_events_blocked on sale_events (sale_id) where kind = 'cancellation_blocked';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
