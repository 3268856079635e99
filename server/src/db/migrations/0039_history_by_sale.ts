import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A reserve writes one row here. The history of a sale is read by the sale alone, so a second index costs more than it gives:
-- the identity column keeps ids unique.
alter table sale_events drop constraint sale_events_pkey;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
