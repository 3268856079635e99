import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What a seat is. A companion seat belongs to the wheelchair spaces beside it, by row and number. Seats of these two kinds are
-- sold only to those who say that they need them. view_note says in words what restricts the view; empty for a full one.
alter table seats
  add column kind text not null default 'standard' check (kind in ('standard', 'wheelchair', 'companion')),
  add column view_note text not null default '',
  add column aisle boolean not null default false,
  add column step_free boolean not null default false;

-- The kinds of seats that a ticket of the type may take. Null: any.
alter table ticket_types add column seat_kinds text[]
  check (seat_kinds <@ array['standard', 'wheelchair', 'companion'] and cardinality(seat_kinds) > 0);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
