import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { MIGRATIONS } from './migrations/list.ts'

/** One step of the schema. There is no way down: what has landed is mended by the next step. */
export interface ForwardMigration {
  up(db: Kysely<unknown>): Promise<unknown>
}

/** A migration failed, or this program is older than the database. Nothing of the run was kept. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
}

/**
 * Brings a database up to date, forward only, and returns the names of the migrations that ran.
 * All of a run lands or none of it. Safe when several processes start at once: one runs them, the others wait for it.
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  migrations: Record<string, ForwardMigration> = MIGRATIONS,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Waiting for the process that migrates, and building an index on a big table, may take longer than a shop's statement.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: async () => withoutResults(migrations) },
      })
      const { error, results = [] } = await migrator.migrateToLatest()
      if (error) throw asFailure(error, results.find((result) => result.status === 'Error')?.migrationName)
      return results.map((result) => result.migrationName)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

function asFailure(error: unknown, name: string | undefined): unknown {
  const words = error instanceof Error ? error.message : String(error)
  if (words.startsWith('corrupted migrations')) {
    return new MigrationFailed(`This program does not match its database (is it older?): ${words}`, { cause: error })
  }
  // Not a migration's fault: the connection, most likely. The caller knows that error.
  return name === undefined ? error : new MigrationFailed(`Migration ${name} failed: ${words}`, { cause: error })
}

const withoutResults = (migrations: Record<string, ForwardMigration>): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => [name, { up: async (db) => void (await up(db)) }]),
  )
