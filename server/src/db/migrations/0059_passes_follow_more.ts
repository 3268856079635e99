import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What Google was last told, as a SHA-256: it isn't told the same again when a venue of many tickets changes.
alter table ticket_passes add column google_sent text;
create table google_classes (
  date_id bigint primary key references event_dates on delete cascade,
  sent text not null
);

create function ticket_passes_of_venue() returns trigger language plpgsql as $$
begin
  update ticket_passes pass set stale = true
    from tickets join ticket_types type on type.id = tickets.ticket_type_id join events event on event.id = type.event_id
    where event.venue_id = new.id and pass.ticket_id = tickets.id and not pass.stale;
  return null;
end $$;
create trigger ticket_passes_of_venue after update of name, full_address, town on venues for each row
  when ((old.name, old.full_address, old.town) is distinct from (new.name, new.full_address, new.town))
  execute function ticket_passes_of_venue();

create function ticket_passes_of_organiser() returns trigger language plpgsql as $$
begin
  update ticket_passes pass set stale = true
    from tickets join ticket_types type on type.id = tickets.ticket_type_id join events event on event.id = type.event_id
    where event.organiser_id = new.id and pass.ticket_id = tickets.id and not pass.stale;
  return null;
end $$;
create trigger ticket_passes_of_organiser after update of name, logo, accent on organisers for each row
  when ((old.name, old.logo, old.accent) is distinct from (new.name, new.logo, new.accent))
  execute function ticket_passes_of_organiser();

create function ticket_passes_of_type() returns trigger language plpgsql as $$
begin
  update ticket_passes pass set stale = true from tickets
    where tickets.ticket_type_id = new.id and pass.ticket_id = tickets.id and not pass.stale;
  return null;
end $$;
create trigger ticket_passes_of_type after update of name on ticket_types for each row
  when (old.name is distinct from new.name)
  execute function ticket_passes_of_type();

drop trigger ticket_passes_of_date on event_dates;
create trigger ticket_passes_of_date after update of starts_at, ends_at, doors_at, all_day, status on event_dates for each row
  when ((old.starts_at, old.ends_at, old.doors_at, old.all_day, old.status)
    is distinct from (new.starts_at, new.ends_at, new.doors_at, new.all_day, new.status))
  execute function ticket_passes_of_date();

drop trigger ticket_passes_of_event on events;
create trigger ticket_passes_of_event
  after update of title, status, venue_id, timezone, online_url, picture, organiser_id on events for each row
  when ((old.title, old.status, old.venue_id, old.timezone, old.online_url, old.picture, old.organiser_id)
    is distinct from (new.title, new.status, new.venue_id, new.timezone, new.online_url, new.picture, new.organiser_id))
  execute function ticket_passes_of_event();
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
