import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What names a browser for good: the token of its session, and with it the session's id, changes at every sign-in. Sessions from
-- before have none until they need one, so that this rewrites no table.
create sequence session_numbers;
alter table sessions add column number bigint, add column proved_at timestamptz, add column device text;
alter table sessions alter column number set default nextval('session_numbers');
alter sequence session_numbers owned by sessions.number;
-- The browser in which an address was typed that nobody has proved (express checkout).
alter table sales add column customer_session bigint;
-- Who pays, as it was when the payment began. Null in payments of the version before, and in instalments.
alter table payments add column payer_session bigint, add column payer_user_id bigint, add column payer_email text;
-- Ticked for an address that nobody has proved: no consent until its owner has.
alter table consents add column pending boolean not null default false;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
