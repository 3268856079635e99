import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Which browsers came by a buyer's link: each counts once, and what it buys next knows who sent it.
create table referral_visits (
  session_id text not null references sessions on update cascade on delete cascade,
  code text not null references referral_links on delete cascade,
  visited_at timestamptz not null,
  primary key (session_id, code)
);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
