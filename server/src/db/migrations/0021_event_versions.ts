import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Counts the changes of an event, so that two people who edit it notice each other. An archived event is out of the office's way.
alter table events
  add column version integer not null default 1,
  add column archived_at timestamptz;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
