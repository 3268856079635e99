import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Whether sales at the counter have booking fees, and what a ticket costs there if not the same as online.
alter table organisers add column counter_fee boolean not null default true;
alter table ticket_types add column door_price_minor bigint check (door_price_minor >= 0);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
