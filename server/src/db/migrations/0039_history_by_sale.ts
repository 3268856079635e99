import { type Kysely, sql } from 'kysely'

const TEXT = /* sql */ `
-- A reserve writes one row here. The history of a sale is read by the sale alone, so a second index costs more than it gives:
-- the identity column keeps ids unique.
alter table sale_events drop constraint sale_events_pkey;
`

export const up = (db: Kysely<unknown>) => sql.raw(TEXT).execute(db)
