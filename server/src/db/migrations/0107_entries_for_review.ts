import type { Kysely } from 'kysely'
import { runCommands } from '../schema/commands.ts'

const TEXT = /* sql */ `
-- An undoing that an unpaired device hands in for review undoes nothing, so webhooks aren't told. The previous version writes only
-- those that are done.
create or replace trigger admissions_tell_undone after insert on admissions
  for each row when (new.kind = 'undo' and new.outcome = 'undone') execute function tell_webhooks('ticket.admission_undone', 'id');
`

export const up = (db: Kysely<unknown>) => runCommands(db, TEXT)
