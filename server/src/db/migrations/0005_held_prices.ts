import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- In the order in which buyers lock: this and what follows change both.
lock table sales, holds;
-- The price a buyer was shown when they reserved stands in the hold, which a reserve writes anyway, and goes to the line when
-- the hold is sold. A hold without one is of a process that does not know of this yet: its line has the price, as before.
alter table holds add column price_minor bigint, add column booking_fee_minor bigint;
update holds set price_minor = line.price_minor, booking_fee_minor = line.booking_fee_minor
  from sale_lines line where line.sale_id = holds.sale_id and line.ticket_type_id = holds.ticket_type_id;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
