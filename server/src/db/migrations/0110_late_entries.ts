import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- The code that an ended device was shown, while its entry waits for review: the ticket may have had another by then. Null if the
-- entry was made from the list, as are all that the previous version keeps.
alter table admissions add column shown_code text;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
