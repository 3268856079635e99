import { type Kysely, sql } from 'kysely'

const TEXT = /* sql */ `
-- Which types exist is the table in domain/src/questions/types.ts, so that a new one needs no migration.
alter table questions drop constraint questions_type_check;
alter table questions add constraint questions_type_check check (type ~ '^[a-z][a-z_]*$') not valid;
`

export const up = (db: Kysely<unknown>) => sql.raw(TEXT).execute(db)
