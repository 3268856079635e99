import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A sale's row changes with every step. While no index knows what changes, and its page has room, PostgreSQL writes the row and no
-- index; so the end of a hold is found by the hold's own row, which is written once.
--
-- When to look whether the hold has ended: the sale says so, and may have been given longer since. Always, for one of a process that
-- does not know of this yet.
alter table holds add column look_from timestamptz not null default '-infinity';
create index holds_look_from on holds (look_from);
-- A basket of gift vouchers takes nothing that is counted; its hold ends all the same.
alter table holds drop constraint holds_pkey;
alter table holds add constraint holds_once unique nulls not distinct (sale_id, ticket_type_id);
alter table holds alter column ticket_type_id drop not null;
insert into holds (sale_id, qty)
  select id, 1 from sales
  where held_until is not null and paid_at is null and not exists (select from holds where sale_id = sales.id);
drop index sales_held_until;
alter table sales set (fillfactor = 50);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
