import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- organiser_id: about whom, if the order that was given is of one organiser; otherwise it is for who runs the shop.
create table complaints (
  id bigint generated always as identity primary key,
  number text not null unique,
  form_key text not null unique,
  kind text not null check (kind in ('order', 'data')),
  organiser_id bigint references organisers,
  sale_id bigint references sales,
  name text not null,
  email text not null,
  message text not null,
  language text not null,
  received_at timestamptz not null,
  answered_at timestamptz,
  outcome text check (outcome in ('upheld', 'partly', 'rejected')),
  answer text not null default '',
  check ((answered_at is null) = (outcome is null))
);
create index complaints_of_organiser on complaints (organiser_id, id);
create index complaints_of_sale on complaints (sale_id) where sale_id is not null;
create index complaints_by_email on complaints (email);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
