import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Until when the provider accepts evidence. Null if it has not said so, as for disputes from before.
alter table disputes add column due_at timestamptz;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
