import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What the buyer reads: emails and tickets are written in it.
alter table sales add column language text not null default 'en';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
