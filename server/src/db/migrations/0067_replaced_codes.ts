import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- A code is also replaced when its ticket gets another name, seat, date, type or address, with nobody else holding it.
alter table former_ticket_codes drop constraint former_ticket_codes_why_check;
alter table former_ticket_codes add constraint former_ticket_codes_why_check
  check (why in ('transferred', 'taken_back', 'refunded', 'replaced'));
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
