import { type Kysely, sql } from 'kysely'

const TEXT = /* sql */ `
-- The waivers of this event may be signed with one signature.
alter table events add column waivers_together boolean not null default false;
`

export const up = (db: Kysely<unknown>) => sql.raw(TEXT).execute(db)
