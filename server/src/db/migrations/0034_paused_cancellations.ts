import { type Kysely, sql } from 'kysely'

const TEXT = /* sql */ `
-- While it is set, no more holds are ended and no more orders refunded of a cancelled event. The version before ignores it.
alter table events add column cancellation_paused_at timestamptz;
`

export const up = (db: Kysely<unknown>) => sql.raw(TEXT).execute(db)
