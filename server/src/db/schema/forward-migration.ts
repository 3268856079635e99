import type { Kysely } from 'kysely'

/** One step of the schema. There is no rollback: a later migration fixes an earlier one. */
export interface ForwardMigration {
  up(db: Kysely<unknown>): Promise<unknown>
}
