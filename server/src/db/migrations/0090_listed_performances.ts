import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What identifies an event in the listing it came from: its @id, else its url, else its name, start and place. Events from
-- before, and those that came from elsewhere, have none.
alter table events add column listing_key text;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
