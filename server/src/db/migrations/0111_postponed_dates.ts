import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A date that doesn't take place when it was to, and has no new day yet. Its times stay: they are what it is postponed from.
alter table event_dates drop constraint event_dates_status_check;
alter table event_dates add constraint event_dates_status_check check (status in ('published', 'cancelled', 'postponed'));
-- Postponing a date, and ending that, is a change of its times: calendars, passes and emails follow their number.
create function note_postponed_date() returns trigger language plpgsql as $$
begin
  new.moves := old.moves + 1;
  return new;
end $$;
create trigger event_dates_note_postponed before update of status on event_dates
  for each row when ((old.status = 'postponed') <> (new.status = 'postponed'))
  execute function note_postponed_date();
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
