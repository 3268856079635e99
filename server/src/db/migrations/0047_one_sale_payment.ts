import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A sale is fulfilled by one payment. Instalments and changes of its tickets are paid besides.
drop index payments_fulfil_once;
create unique index payments_fulfil_once on payments (sale_id)
  where outcome = 'fulfilled' and purpose in ('sale', 'plan_first');
create index payments_change_id on payments (change_id) where change_id is not null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
