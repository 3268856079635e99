import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Filters of the office's tables that a person saved under a name, for themselves or for everybody in the team who sees the table.
create table list_views (
  id bigint generated always as identity primary key,
  organiser_id bigint not null references organisers,
  staff_id bigint not null references staff on delete cascade,
  list text not null,
  name text not null check (name <> ''),
  filter jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null
);
create index list_views_list on list_views (organiser_id, list);
create index list_views_staff on list_views (staff_id);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
