import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Who sells. The email is contact_email, the VAT number tax_number.
alter table organisers
  add column legal_kind text check (legal_kind in ('company', 'charity', 'sole_trader', 'association', 'public_body')),
  add column legal_name text not null default '',
  add column legal_address text not null default '',
  add column legal_country text not null default '',
  add column legal_register text not null default '',
  add column legal_number text not null default '',
  add column legal_part text check (legal_part in ('england_wales', 'scotland', 'northern_ireland')),
  add column legal_charity_number text not null default '',
  add column legal_phone text not null default '',
  add column legal_mediator text not null default '';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
