import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A ticket type that an import closed sells no more: what its holds and refunds give back does not become free. Its capacity
-- follows what is held and sold, so that every query for free places stays as it is.
alter table stock add column closed boolean not null default false;
create function keep_closed_stock() returns trigger language plpgsql as $$
begin
  new.capacity := new.held + new.sold;
  return new;
end $$;
create trigger stock_stays_closed before update on stock
  for each row when (new.closed) execute function keep_closed_stock();
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
