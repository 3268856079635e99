import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- When each scheduled task last ran, in any process: a restart doesn't begin its interval again, and processes share the work.
create table scheduled_tasks (
  name text primary key,
  started_at timestamptz not null,
  -- Null while it runs, after it failed, and after its process died.
  finished_at timestamptz
);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
