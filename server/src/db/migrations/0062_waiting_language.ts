import { type Kysely, sql } from 'kysely'

const TEXT = /* sql */ `
-- What the person in line reads: the list's emails are written in it.
alter table waiting add column language text not null default 'en';
`

export const up = (db: Kysely<unknown>) => sql.raw(TEXT).execute(db)
