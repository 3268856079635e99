import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- The terms that a buyer was shown when they reserved, beside the prices in holds. They count while terms_from is the start of
-- the hold or the time of the payment: a hold or sale of the version before leaves them as they were.
alter table sales add column terms jsonb, add column terms_from timestamptz;
-- The terms that a payment was begun under, with prices: money that comes late buys at them.
alter table payments add column terms jsonb;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
