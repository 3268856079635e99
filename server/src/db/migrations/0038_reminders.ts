import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Who wants no reminder of events: the SHA-256 of the address, because only a comparison is needed.
create table reminder_opt_outs (
  email_hash text primary key,
  since timestamptz not null
);

-- The link by which a mail program unsubscribes at one click (RFC 8058).
alter table mails add column unsubscribe_url text;

create index tickets_type on tickets (ticket_type_id);
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
