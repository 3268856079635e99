import { type Kysely, sql } from 'kysely'

const TEXT = /* sql */ `
-- What the buyer reads: emails and tickets are written in it.
alter table sales add column language text not null default 'en';
`

export const up = (db: Kysely<unknown>) => sql.raw(TEXT).execute(db)
