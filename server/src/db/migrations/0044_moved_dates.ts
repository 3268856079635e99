import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Each change of a date's times is counted, also one by the version before: calendars take an entry with a higher number.
alter table event_dates add column moves integer not null default 0;
-- Where it was before the last change.
alter table event_dates add column moved_from timestamptz;
-- The change that holders are still being told of; null if none is.
alter table event_dates add column tell_move integer;
-- Until when holders of the moved date may return their tickets; null if they may not.
alter table event_dates add column refund_until timestamptz;
-- What the organiser wrote to holders about the change, or the cancellation.
alter table event_dates add column change_words text not null default '';
alter table events add column cancel_words text not null default '';
create function note_moved_date() returns trigger language plpgsql as $$
begin
  new.moves := old.moves + 1;
  if new.starts_at is distinct from old.starts_at then new.moved_from := old.starts_at; end if;
  return new;
end $$;
create trigger event_dates_note_moved before update of starts_at, ends_at on event_dates
  for each row when (old.starts_at is distinct from new.starts_at or old.ends_at is distinct from new.ends_at)
  execute function note_moved_date();
create index event_dates_tell_move on event_dates (id) where tell_move is not null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
