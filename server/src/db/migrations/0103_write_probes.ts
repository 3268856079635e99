import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- Rows of probes that ask whether the disk has room; each fills a page. There are as many as probes at the same moment.
create table write_probes (filler text not null);
alter table write_probes alter column filler set storage plain;
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
