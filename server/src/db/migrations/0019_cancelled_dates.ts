import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- One date of an event can be cancelled while the others stay.
alter table event_dates add column status text not null default 'published' check (status in ('published', 'cancelled'));
-- Set when an event is cancelled from now on: its orders are refunded. Those cancelled before were handled by people.
alter table events add column cancelled_at timestamptz;
create function note_cancelled_event() returns trigger language plpgsql as $$
begin
  new.cancelled_at := case when new.status = 'cancelled' then now() end;
  return new;
end $$;
create trigger events_note_cancelled before update of status on events
  for each row when (old.status is distinct from new.status) execute function note_cancelled_event();
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
