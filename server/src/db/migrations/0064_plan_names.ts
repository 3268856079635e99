import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Names for tickets of a running payment plan, which are issued with them after the last payment.
create table plan_names (
  sale_id bigint not null references sales,
  ticket_type_id bigint not null references ticket_types,
  -- The first seat of the ticket, or a number among those without seats.
  place bigint not null,
  name text not null,
  primary key (sale_id, ticket_type_id, place)
);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
