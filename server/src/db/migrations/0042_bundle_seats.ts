import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- All seats of a ticket that takes several, as a family ticket does; seat_id is the first. Null for every other ticket.
alter table tickets add column seat_ids bigint[];

-- The section of the house that a buyer wants the shop to choose seats from.
alter table sale_lines add column section text;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
