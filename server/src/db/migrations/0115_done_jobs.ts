import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Jobs that are old enough to be forgotten.
create index jobs_done on jobs (done_at) where done_at is not null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
