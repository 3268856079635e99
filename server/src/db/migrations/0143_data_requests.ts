import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Whose data an organiser can't erase alone, and whom it asked the operator to erase. Gone once that is done.
create table data_requests (
  id bigint generated always as identity primary key,
  organiser_id bigint not null references organisers,
  email text not null,
  asked_at timestamptz not null,
  constraint data_requests_once unique (email, organiser_id)
);
create index data_requests_of_organiser on data_requests (organiser_id);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
