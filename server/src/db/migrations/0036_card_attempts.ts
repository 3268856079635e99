import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A keyed hash of the network that a card payment was begun from, so that attempts that only the vendor sees are counted by it.
alter table payments add column payer_network text;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
