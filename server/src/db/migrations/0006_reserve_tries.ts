import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- How often this basket was to be reserved, in the window that began then (OPEN-26). A reserve writes the sale anyway.
alter table sales add column reserve_tries integer not null default 0, add column reserve_tries_from timestamptz;
-- What holds a ticket type is looked for among the few holds that have ended, and those are found by their sale.
drop index holds_ticket;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
