import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Whether a choice of seats may leave a free one alone.
alter table events add column single_seats text not null default 'inside'
  check (single_seats in ('off', 'inside', 'aisles'));
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
