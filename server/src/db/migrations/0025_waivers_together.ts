import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- The waivers of this event may be signed with one signature.
alter table events add column waivers_together boolean not null default false;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
