import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Null: the cash in the drawer wasn't counted when the shift opened.
alter table counter_shifts alter column float_minor drop not null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
