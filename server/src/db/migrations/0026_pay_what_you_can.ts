import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Pay what you can: the least that a buyer may choose to pay for a ticket; price_minor is what is suggested. Null: a fixed price.
alter table ticket_types
  add column min_price_minor bigint,
  add constraint ticket_types_minimum check (min_price_minor between 0 and price_minor);
-- What the buyer chose to pay for each ticket of the line.
alter table sale_lines add column chosen_minor bigint;
alter table sale_lines add constraint sale_lines_chosen check (chosen_minor >= 0) not valid;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
