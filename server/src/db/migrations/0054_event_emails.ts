import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Emails before and after each date: whether, when, and what the organiser adds. Hours count instead of days.
alter table events
  add column reminder boolean not null default true,
  add column reminder_days integer not null default 1 check (reminder_days between 0 and 30),
  add column reminder_hours integer check (reminder_hours between 1 and 168),
  add column reminder_text text not null default '',
  add column thanks boolean not null default false,
  add column thanks_days integer not null default 1 check (thanks_days between 0 and 30),
  add column thanks_hours integer check (thanks_hours between 1 and 168),
  add column thanks_text text not null default '',
  add column thanks_feedback boolean not null default true;

-- Feedback by the link of an email: about one event, and by whoever had the ticket. Null: the buyer, about the order.
alter table feedback
  add column event_id bigint references events on delete set null,
  add column author text;
create index feedback_event on feedback (event_id);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
