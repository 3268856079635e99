import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Since when the operator has closed the organiser: it sells nothing new, and what it has sold goes on. Null while it is open.
alter table organisers add column closed_at timestamptz;
-- Almost all are open.
create index organisers_closed on organisers (id) where closed_at is not null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
