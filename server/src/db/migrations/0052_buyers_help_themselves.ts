import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What buyers of an event may do themselves, and until how many hours before it starts. Null: only the organiser does it.
alter table events
  add column buyers_refund_hours integer check (buyers_refund_hours >= 0),
  -- What the organiser keeps of a returned ticket: hundredths of a percent, and an amount for each.
  add column buyers_refund_keep_bp integer not null default 0 check (buyers_refund_keep_bp between 0 and 10000),
  add column buyers_refund_keep_minor bigint not null default 0 check (buyers_refund_keep_minor >= 0),
  add column buyers_change_hours integer check (buyers_change_hours >= 0),
  add column buyers_rename_hours integer check (buyers_rename_hours >= 0),
  -- How often one ticket may be changed or renamed.
  add column buyers_changes integer not null default 3 check (buyers_changes >= 1);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
