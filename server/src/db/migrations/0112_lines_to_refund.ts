import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Tickets that are not refunded, by date: what is left to do for cancelled dates is looked for every thirty seconds. Building an index
-- holds writers of its table back for one read of it, so each big table has a migration of its own.
create index order_lines_kept on order_lines (date_id) where kind = 'ticket' and refunded_qty < qty;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
