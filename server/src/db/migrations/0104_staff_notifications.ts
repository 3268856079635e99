import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- What a member of a team is emailed about, and in which language. Null until they choose: by their role, in the shop's language.
alter table staff add column notifications text check (notifications in ('each', 'daily', 'weekly', 'problems', 'nothing'));
alter table staff add column language text check (language in ('en', 'fr'));
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
