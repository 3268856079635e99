import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- The columns of the office's tables that a person has chosen.
create table staff_columns (
  staff_id bigint not null references staff on delete cascade,
  list text not null,
  columns text[] not null,
  primary key (staff_id, list)
);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
