import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Pictures of events, organisers and the shop. The key is the hash of the largest file, so a row never changes.
create table pictures (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  stored_at timestamptz not null,
  -- Since when nothing shows it; null while something does.
  unused_since timestamptz
);
create table picture_files (
  sha256 text not null references pictures on delete cascade,
  name text not null,
  type text not null check (type in ('image/webp', 'image/jpeg', 'image/png')),
  bytes bytea not null,
  primary key (sha256, name)
);
-- Already compressed.
alter table picture_files alter column bytes set storage external;

-- The alternative text belongs to the use of a picture, not to the picture.
alter table events
  add column picture text references pictures,
  add column picture_alt text not null default '';
alter table organisers
  add column logo text references pictures,
  add column cover text references pictures,
  add column cover_alt text not null default '',
  add column accent text check (accent ~ '^#[0-9a-f]{6}$');

-- Who the shop is to its buyers, as its operator has set it: at most one row. Null: as the environment says.
create table shop (
  id boolean primary key default true check (id),
  name text,
  email text,
  logo text references pictures,
  accent text check (accent ~ '^#[0-9a-f]{6}$')
);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
