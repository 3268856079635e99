import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Codes of an address are limited by network and by browser, so that others can't use up those of its owner (decision 036).
-- kind: 'long' codes work in every browser that asks for one; 'shared' is a browser that waits for a long code already mailed.
-- network: a keyed hash, null if the browser had proved the address before.
alter table one_time_codes
  add column kind text not null default 'short' check (kind in ('short', 'long', 'shared')),
  add column network text;
create index one_time_codes_session on one_time_codes (session_id);
create index one_time_codes_mailed on one_time_codes (email, created_at desc) where kind <> 'shared';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
