import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Citus takes neither parameters in an SQL function nor an insert from a query that calls a stable function, and on its nodes a
-- table has a number behind its name.
create or replace function fill_event_search(filled bigint[]) returns void language plpgsql as $$
declare
  described record;
begin
  for described in
    select event.id, concat_ws(' ', event.title, event.category, organiser.name,
        case when event.venue_id is null then 'online' end, venue.name, venue.town) as words
      from events event join organisers organiser on organiser.id = event.organiser_id
      left join venues venue on venue.id = event.venue_id
      where event.id = any(filled)
  loop
    insert into event_search (event_id, keys) values (described.id, search_keys(described.words))
      on conflict (event_id) do update set keys = excluded.keys;
  end loop;
end $$;

create or replace function find_events_again() returns trigger language plpgsql as $$
begin
  perform fill_event_search(array(select id from events where
    case when tg_table_name like 'venues%' then venue_id = new.id else organiser_id = new.id end));
  return null;
end $$;

create or replace function change_tax_rates() returns trigger language plpgsql as $$
begin
  -- Each row sets its own rates.
  update ticket_types set tax_bp = ticket_types.tax_bp from events
    where events.id = ticket_types.event_id
      and case when tg_table_name like 'organisers%' then events.organiser_id = new.id else events.id = new.id end;
  return null;
end $$;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
