import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Citus takes no statement that joins a table of the shop with the new rows of a trigger. In order, so that two can't deadlock.
create or replace function count_new_uses() returns trigger language plpgsql as $$
declare
  added record;
begin
  for added in select quota_id, sum(qty)::int as qty from new_uses group by quota_id order by quota_id
  loop
    update quotas set used = used + added.qty where id = added.quota_id;
  end loop;
  return null;
end $$;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
