import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A seat of a pool can be sold as any type of it: a child on A1. It has a type only while it is held or sold. A seat kept for
-- the house is never sold online.
alter table seats
  alter column ticket_type_id drop not null,
  add column pool_id bigint references pools on delete cascade,
  add column kept_reason text not null default '',
  drop constraint seats_status_check,
  drop constraint seats_have_one_owner,
  add constraint seats_status_check check (status in ('free', 'held', 'sold', 'kept')),
  add constraint seats_have_one_owner check ((status in ('free', 'kept')) = (sale_id is null)),
  add constraint seats_have_a_place check (ticket_type_id is not null or pool_id is not null);
create unique index seats_pool_label on seats (pool_id, label) where pool_id is not null;
create index seats_pool_free on seats (pool_id, section, row_name, seat_number)
  where pool_id is not null and status = 'free';

create function clear_type_of_seat() returns trigger language plpgsql as $$
begin
  new.ticket_type_id := null;
  return new;
end $$;
create trigger seats_of_pools_have_no_type before update on seats for each row
  when (new.pool_id is not null and new.sale_id is null and new.ticket_type_id is not null)
  execute function clear_type_of_seat();
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
