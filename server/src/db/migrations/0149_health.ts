import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- How often each scheduled task is due, and the last time it failed with what it said.
alter table scheduled_tasks add column every_seconds int, add column failed_at timestamptz, add column fault text;

-- Backups that npm run backup has made, or was told of. place is the last part of the folder's name.
create table backups (
  id bigint generated always as identity primary key,
  made_at timestamptz not null,
  place text not null,
  bytes bigint,
  constraint backups_bytes check (bytes >= 0)
);

-- The last time each check of the books was made, by the shop or by a command, and how much differed.
create table book_checks (
  name text primary key check (name in ('providers', 'ledger', 'seats')),
  checked_at timestamptz not null,
  differences int not null,
  -- Providers that didn't answer.
  unreached int not null default 0
);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
