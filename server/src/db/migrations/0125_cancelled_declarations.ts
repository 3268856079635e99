import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- How a donor cancelled a declaration. Null if they did not: it stands, or ended with a refund.
alter table gift_aid_declarations add column cancelled_as text check (cancelled_as in ('from_now', 'never_true'));
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
