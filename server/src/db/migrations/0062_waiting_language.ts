import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What the person in line reads: the list's emails are written in it.
alter table waiting add column language text not null default 'en';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
