import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Which types exist is the table in domain/src/questions/types.ts, so that a new one needs no migration.
alter table questions drop constraint questions_type_check;
alter table questions add constraint questions_type_check check (type ~ '^[a-z][a-z_]*$') not valid;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
