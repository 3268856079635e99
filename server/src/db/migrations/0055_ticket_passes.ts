import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A ticket on a phone, for one holder: whoever gets the ticket next gets a pass of their own. The holder is the SHA-256 of the
-- address, because only a comparison is needed.
create table ticket_passes (
  serial text primary key,
  ticket_id bigint not null references tickets on delete cascade,
  holder_hash text not null,
  -- The version that phones ask for; whole seconds count, because HTTP's dates have no parts of them.
  changed_at timestamptz not null,
  -- What it shows has changed, and nobody has been told yet.
  stale boolean not null default false,
  in_google boolean not null default false,
  unique (ticket_id, holder_hash)
);
create index ticket_passes_stale on ticket_passes (serial) where stale;

-- Devices that asked to be told of changes, by PassKit's web service.
create table pass_devices (
  device text not null,
  serial text not null references ticket_passes on delete cascade,
  push_token text not null,
  registered_at timestamptz not null,
  primary key (device, serial)
);
create index pass_devices_serial on pass_devices (serial);
create index pass_devices_token on pass_devices (push_token);

create function ticket_passes_of_ticket() returns trigger language plpgsql as $$
begin
  if new.holder_email = '' then
    delete from ticket_passes where ticket_id = new.id;
  else
    update ticket_passes set stale = true where ticket_id = new.id and not stale;
  end if;
  return null;
end $$;
create trigger ticket_passes_of_ticket
  after update of code, status, holder_name, holder_email, seat_id, seat_ids, ticket_type_id on tickets for each row
  when ((old.code, old.status, old.holder_name, old.holder_email, old.seat_id, old.seat_ids, old.ticket_type_id)
    is distinct from (new.code, new.status, new.holder_name, new.holder_email, new.seat_id, new.seat_ids, new.ticket_type_id))
  execute function ticket_passes_of_ticket();

create function ticket_passes_of_date() returns trigger language plpgsql as $$
begin
  update ticket_passes pass set stale = true from tickets join ticket_types type on type.id = tickets.ticket_type_id
    where type.date_id = new.id and pass.ticket_id = tickets.id and not pass.stale;
  return null;
end $$;
create trigger ticket_passes_of_date after update of starts_at, ends_at, doors_at, status on event_dates for each row
  when ((old.starts_at, old.ends_at, old.doors_at, old.status) is distinct from (new.starts_at, new.ends_at, new.doors_at, new.status))
  execute function ticket_passes_of_date();

create function ticket_passes_of_event() returns trigger language plpgsql as $$
begin
  update ticket_passes pass set stale = true from tickets join ticket_types type on type.id = tickets.ticket_type_id
    where type.event_id = new.id and pass.ticket_id = tickets.id and not pass.stale;
  return null;
end $$;
create trigger ticket_passes_of_event after update of title, status, venue_id, timezone on events for each row
  when ((old.title, old.status, old.venue_id, old.timezone) is distinct from (new.title, new.status, new.venue_id, new.timezone))
  execute function ticket_passes_of_event();
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
