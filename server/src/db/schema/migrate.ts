import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { sqlState } from '../connection/unavailable.ts'
import { MIGRATIONS } from '../migrations/list.ts'
import type { ForwardMigration } from './forward-migration.ts'

/** A migration failed, or this program is older than the database. Nothing of that migration was saved. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
}

/**
 * Migrates a database to the latest version and returns the names of the migrations that ran. An empty database gets all or
 * nothing. In a database with data each migration is a transaction of its own, so that it holds the locks of few tables, and
 * those that ran stay when a later one fails. Safe when several processes start at once: one migrates, the others wait.
 * A migration waits for readers of a table, and buyers queue behind it. If it cannot get its lock within `lockTimeoutMs`, or is
 * in a deadlock with them, it gives up, so that they can continue, and tries again.
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  migrations: Record<string, ForwardMigration> = MIGRATIONS,
  { lockTimeoutMs = 2000, restMs = 1000, tries = 30 } = {},
): Promise<string[]> {
  const ran: string[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      await runPending(db, migrations, lockTimeoutMs, ran)
      return ran
    } catch (error) {
      if (attempt === tries || !isLockTrouble((error as Error).cause)) throw error
      await sleep(restMs)
    }
  }
}

/**
 * Whether a migration got no lock in time, or was in a deadlock with buyers, who lock the tables of a migration in another
 * order.
 */
const LOCK_TROUBLE = new Set(['55P03', '40P01'])
const isLockTrouble = (cause: unknown) => LOCK_TROUBLE.has(sqlState(cause) ?? '')

/** Adds the names of the migrations that ran to `ran`, even when a later one fails. */
function runPending<DB>(
  db: Kysely<DB>,
  migrations: Record<string, ForwardMigration>,
  lockTimeoutMs: number,
  ran: string[],
): Promise<void> {
  return db.connection().execute(async (connection) => {
    // Waiting for another process that migrates, or building an index on a big table, may take longer than the shop's statement
    // limit.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      const schema = await currentSchema(connection)
      const migrator = new Migrator({
        db: connection,
        migrationTableSchema: schema,
        provider: { getMigrations: async () => withoutResults(migrations, lockTimeoutMs) },
      })
      const isEmpty = (await migrator.getMigrations()).every(({ executedAt }) => executedAt === undefined)
      for (let isDone = false; !isDone; ) {
        const { error, results = [] } = await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp())
        if (error) throw asFailure(error, results.find((result) => result.status === 'Error')?.migrationName)
        ran.push(...results.map(({ migrationName }) => migrationName))
        isDone = isEmpty || results.length === 0
      }
      if (ran.length > 0 && schema !== 'public') await prepareForNodes(connection, schema)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** The shop's schema. Another shop may be in the same database. */
async function currentSchema<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db)
  const schema = rows[0]?.schema
  if (!schema) throw new MigrationFailed('The schema of DATABASE_URL is not there: npm run shop -- new NAME makes one')
  return schema
}

/**
 * Readies a shop's own schema for a cluster: a trigger that runs on another node finds the shop's tables, and a table without a
 * key can be moved there while rows change.
 */
async function prepareForNodes<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname = ${schema} and l.lanname in ('plpgsql', 'sql') and p.proconfig is null order by 1`.execute(db)
  for (const { name } of rows)
    await sql`alter function ${sql.raw(name)} set search_path to ${sql.id(schema)}`.execute(db)
  const { rows: keyless } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and c.relreplident = 'd'
      and not exists (select from pg_index where indrelid = c.oid and indisprimary) order by 1`.execute(db)
  for (const { name } of keyless) await sql.raw(`alter table ${name} replica identity full`).execute(db)
}

/** Names of this program's migrations that the database lacks. Empty for a database newer than this program. */
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
  // No migration failed. This is most likely a connection error, which the caller handles.
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
          // Set only here, because the wait for another process that migrates is also a lock.
          await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db)
          await up(db)
        },
      },
    ]),
  )
