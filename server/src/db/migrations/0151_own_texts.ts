import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Texts of the shop (organiser_id null) and of organisers in place of the built-in ones. A change is a new version, and versions
-- never change, so an order's are those of the time at which its buyer reserved. An empty html ends a text.
create table texts (
  id bigint generated always as identity primary key,
  organiser_id bigint references organisers (id),
  kind text not null check (kind in ('terms', 'refunds', 'privacy')),
  language text not null,
  version int not null check (version > 0),
  html text not null,
  valid_from timestamptz not null
);
create unique index texts_versions on texts (coalesce(organiser_id, 0), kind, language, version);
create function texts_never_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a text never changes';
end $$;
create trigger texts_never_change before update on texts for each row execute function texts_never_change();
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
