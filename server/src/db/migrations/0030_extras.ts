import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What is sold with an event and admits nobody: a programme, a shirt, a parking space. It takes no place and no seat.
alter table ticket_types
  add column extra boolean not null default false,
  add constraint ticket_types_extra check (not extra or (pool_id is null and not seated));
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
