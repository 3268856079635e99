import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- The card that paid, as the vendor reports it, by which buyers ask for their order. Payments from before have none.
alter table payments add column card_brand text, add column card_last4 text;
create index payments_card_last4 on payments (card_last4) where card_last4 is not null;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
