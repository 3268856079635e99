import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What was agreed when the first payment of a plan was begun: it becomes the plan if that payment comes in, and only then.
alter table payments add column plan_terms jsonb;
-- Nobody shall pay this any more: its provider has been or is being asked to stop it, so it is not offered again.
alter table payments add column called_off_at timestamptz;
-- Of an overdue plan: the day it ends unless it is paid.
alter table payment_plans add column ends_on date;
create index payment_plans_user_card on payment_plans (card_id);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
