import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- How many were admitted to a date, without reading all of its tickets.
create index tickets_admitted on tickets (ticket_type_id) where admitted_at is not null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
