import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Whether the shop is live and lacks required legal details, as its last start and the last change in the office found.
alter table shop add column lacks_details boolean not null default false;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
