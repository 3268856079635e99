import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- The organiser whose pages a person opened last. The office opens there again.
alter table staff add column last_organiser_id bigint references organisers on delete set null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
