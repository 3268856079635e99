import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What the policy of pages with card fields blocked in browsers, by day. Nothing in it is about a visitor.
create table policy_reports (
  day date not null,
  directive text not null,
  blocked text not null,
  times bigint not null default 1 check (times > 0),
  primary key (day, directive, blocked)
);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
