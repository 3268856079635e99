import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- The orders of an address without an account, in the wallet. The column is indexed already, so no step writes more rows of it.
create index sales_guest_lower on sales (lower(guest_email)) where guest_email is not null and user_id is null;
create index payment_plans_overdue on payment_plans (sale_id) where status = 'overdue';
create index refunds_failed on refunds (updated_at) where status = 'failed';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
