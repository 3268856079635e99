import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What one ticket cost with its booking fee when the buyer added it, and what the basket page has told them that it costs since.
alter table sale_lines
  add column price_added_minor bigint,
  add column price_told_minor bigint;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
