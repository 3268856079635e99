import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { sqlState } from '../connection/unavailable.ts'
import { MIGRATIONS } from '../migrations/list.ts'

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
 * Buyers wait for a table that is changed, and a change waits for whoever reads it: one that cannot have its lock within
 * `lockTimeoutMs` lets go, so that they do not queue behind it, and tries again.
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  migrations: Record<string, ForwardMigration> = MIGRATIONS,
  { lockTimeoutMs = 2000, restMs = 1000, tries = 30 } = {},
): Promise<string[]> {
  for (let tried = 1; ; tried++) {
    try {
      return await migrateOnce(db, migrations, lockTimeoutMs)
    } catch (error) {
      if (tried === tries || sqlState((error as Error).cause) !== LOCK_NOT_AVAILABLE) throw error
      await sleep(restMs)
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

function migrateOnce<DB>(
  db: Kysely<DB>,
  migrations: Record<string, ForwardMigration>,
  lockTimeoutMs: number,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Waiting for the process that migrates, and building an index on a big table, may take longer than a shop's statement.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: async () => withoutResults(migrations, lockTimeoutMs) },
      })
      const { error, results = [] } = await migrator.migrateToLatest()
      if (error) throw asFailure(error, results.find((result) => result.status === 'Error')?.migrationName)
      return results.map((result) => result.migrationName)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Names of this program's migrations that the database does not have yet. A database that is ahead of us has them all. */
export async function pendingMigrations<DB>(
  db: Kysely<DB>,
  migrations: Record<string, ForwardMigration> = MIGRATIONS,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations).filter((name) => !done.has(name))
}

function asFailure(error: unknown, name: string | undefined): unknown {
  const words = error instanceof Error ? error.message : String(error)
  if (words.startsWith('corrupted migrations')) {
    return new MigrationFailed(`This program does not match its database (is it older?): ${words}`, { cause: error })
  }
  // Not a migration's fault: the connection, most likely. The caller knows that error.
  return name === undefined ? error : new MigrationFailed(`Migration ${name} failed: ${words}`, { cause: error })
}

const withoutResults = (
  migrations: Record<string, ForwardMigration>,
  lockTimeoutMs: number,
): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, { up }]) => [
      name,
      {
        up: async (db) => {
          // Not before: the wait for another process that migrates is a lock too.
          await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db)
          await up(db)
        },
      },
    ]),
  )
