import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Of a ticket that was changed to another: the price of what it is now, up to which price it was paid, and what was waived, with
-- booking fees. Null for a ticket that is still as it was bought.
alter table tickets add column price_minor bigint, add column price_paid_minor bigint, add column price_waived_minor bigint;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
