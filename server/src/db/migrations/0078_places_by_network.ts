import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Beside the reserves of a network or a person on a date, the places that they reserved.
alter table rate_limits add column places integer not null default 0;
-- The work of the captcha that a sale's captcha step asks for, in captchas of the usual work.
alter table sales add column captcha_work integer;
-- Finds the networks that have reserved many places of a date, for the office.
create index rate_limits_places on rate_limits (window_start) where key like 'reserve:ip:%';
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
