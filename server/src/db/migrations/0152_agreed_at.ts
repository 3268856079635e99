import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- When the buyer of a paid sale reserved it, which decides the versions of the texts that apply to the order. Null for sales from
-- before, whose payment decides.
alter table sales add column agreed_at timestamptz;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
