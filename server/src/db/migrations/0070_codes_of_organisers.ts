import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Two organisers may have the same discount code: typed_code is what buyers type, owner_id the organiser whose code it is (of an
-- event's code, the event's; null for the shop's). The previous version saves codes with "on conflict (code)" during the upgrade, so
-- code stays unique: where another organiser has the typed code, the trigger adds the owner's number behind a space, which no typed
-- code contains. A later version drops the constraint, the trigger and code itself.
alter table discount_codes add column typed_code text not null default '', add column owner_id bigint;
update discount_codes set typed_code = code, owner_id = coalesce(organiser_id, (select organiser_id from events where id = event_id));
create unique index discount_codes_of_owner on discount_codes (typed_code, (coalesce(owner_id, 0)));

create function name_discount_code() returns trigger language plpgsql as $$
begin
  new.owner_id := coalesce(new.organiser_id, (select organiser_id from events where id = new.event_id));
  if tg_op = 'INSERT' then
    -- One at a time, so that two organisers who save the same code see each other.
    perform pg_advisory_xact_lock(hashtextextended('discount codes', 0));
    new.typed_code := new.code;
    if exists (select from discount_codes where code = new.typed_code and owner_id is distinct from new.owner_id) then
      new.code := new.typed_code || ' ' || coalesce(new.owner_id, 0);
    end if;
  end if;
  return new;
end $$;
create trigger name_discount_code before insert or update of organiser_id, event_id on discount_codes for each row
  execute function name_discount_code();
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
