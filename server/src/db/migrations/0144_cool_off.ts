import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- For how many hours after paying buyers may return tickets without a reason, until seven days before the start. Null: they may not.
alter table events add column cool_off_hours integer check (cool_off_hours between 72 and 672);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
