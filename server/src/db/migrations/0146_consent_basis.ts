import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- On what an address gets news: its consent; having bought similar things (PECR reg 22(3)); or having supported a charity
-- (reg 22(3A), in force since 5 February 2026, so nobody who was met before). Every row of the versions before is a consent.
alter table consents add column basis text not null default 'consent' check (basis in ('consent', 'similar', 'charity'));
-- The shop's own newsletter is only ever by consent.
alter table consents add constraint consents_basis_of_kind check (basis = 'consent' or kind = 'organiser'
  or (basis = 'charity' and kind = 'charity')) not valid;
alter table consents add constraint consents_charity_since check (basis <> 'charity' or given_at >= '2026-02-05') not valid;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
