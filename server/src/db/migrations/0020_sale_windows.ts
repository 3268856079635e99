import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- When a ticket type is sold and who sees it. An archived type is kept for those who have it and not offered any more.
alter table ticket_types
  add column sale_from timestamptz,
  add column sale_until timestamptz,
  add column visibility text not null default 'all' check (visibility in ('all', 'staff')),
  add column hide_when_sold_out boolean not null default false,
  add column archived boolean not null default false,
  add constraint ticket_types_sale_window check (sale_from < sale_until);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
