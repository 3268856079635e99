import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Whoever signed earlier terms may sign the new ones. Both signatures stay.
alter table waiver_signatures drop constraint waiver_signatures_sale_id_waiver_id_name_key;
alter table waiver_signatures add constraint waiver_signatures_once unique (sale_id, waiver_id, waiver_version, name);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
