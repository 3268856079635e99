import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- While it is set, no more holds are ended and no more orders refunded of a cancelled event. The version before ignores it.
alter table events add column cancellation_paused_at timestamptz;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
