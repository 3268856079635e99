import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What the metrics count: without these, every scrape reads all mails and jobs of the last months. Building them holds writers
-- of the two tables back for as long as reading each table once takes.
create index mails_unsent on mails (status) where status in ('queued', 'refused');
create index jobs_gave_up on jobs (gave_up_at) where gave_up_at is not null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
