import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Who runs the shop by law, as the operator set it: ShopDetails.
alter table shop add column legal jsonb check (jsonb_typeof(legal) = 'object');
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
