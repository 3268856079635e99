import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { Pool, types } from 'pg'
import type { Connections } from '../../metrics.ts'
import type { Database } from '../schema/types.generated.ts'
import type { Db } from '../transaction/tx.ts'
import { refuseInsideTransaction } from '../transaction/tx-scope.ts'
import { lockFolder } from './folder-lock.ts'
import { PGliteDialect } from './pglite-dialect.ts'
import { PreparingClient } from './preparing-client.ts'
import { PARSERS, SERIALIZERS } from './values.ts'

export type DatabaseKind = 'embedded' | 'postgres'

export interface OpenDb {
  db: Db
  kind: DatabaseKind
  /** Set on PostgreSQL. */
  connections?: () => Connections
  /** Ends every connection (and gives the folder back). May be called twice. */
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** `postgres://...`; without it the embedded database in `dataDir` is opened. */
  databaseUrl?: string | undefined
  /** Folder of everything kept on disk; the embedded database lives in `pg` inside it. */
  dataDir: string
  /** Connections to PostgreSQL at most. 10 unless given. */
  poolSize?: number
  /** Longest a statement may run on PostgreSQL, in milliseconds; 0 for no limit. 30 000 unless given. */
  statementTimeoutMs?: number
  /** Longest a request waits for a connection, in milliseconds: 10 000 unless given. */
  connectionTimeoutMs?: number
  /** What PostgreSQL's own lists call us. */
  applicationName?: string
  /** Told when an unused connection breaks (PostgreSQL restarted); the pool replaces it by itself. */
  onConnectionLost?: (error: Error) => void
}

/** Opens the shop's database. It does not migrate: that is `migrate`. */
export function openDatabase(settings: DatabaseSettings): Promise<OpenDb> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, settings) : openEmbedded(settings.dataDir)
}

/** PGlite as the shop wants it: shared with the tests, which keep it in memory. */
export const PGLITE_OPTIONS: PGliteOptions = {
  parsers: PARSERS,
  serializers: SERIALIZERS,
  // PGlite switches fsync off with -F. A crash of the process would still lose nothing, a power cut would.
  startParams: PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  postgresqlconf: ['shared_buffers = 16MB', "timezone = 'UTC'"],
}

async function openEmbedded(dataDir: string): Promise<OpenDb> {
  // PGlite makes its own folder, but not the folders above it.
  mkdirSync(dataDir, { recursive: true })
  const folder = join(dataDir, 'pg')
  const lock = await lockFolder(folder)
  try {
    return overPGlite(await PGlite.create({ ...PGLITE_OPTIONS, dataDir: folder }), () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The shop's database over a PGlite that is open already. */
export function overPGlite(pg: PGlite, afterClose: () => void = () => {}): OpenDb {
  const db = new Kysely<Database>({ dialect: new PGliteDialect(pg) })
  return { db, kind: 'embedded', close: once(() => db.destroy().finally(afterClose)) }
}

async function openPostgres(databaseUrl: string, settings: DatabaseSettings): Promise<OpenDb> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: settings.poolSize ?? 10,
    application_name: settings.applicationName ?? 'foyer',
    statement_timeout: settings.statementTimeoutMs ?? 30_000,
    // A transaction left open holds locks that everybody waits for.
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: settings.connectionTimeoutMs ?? 10_000,
    // Statements are looked up by keys: a plan made for everybody is as good as one made for these values, and is made once. Left to
    // itself PostgreSQL plans a statement over lists of ids anew for each list that is shorter than it had guessed.
    options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan',
    types: { getTypeParser },
    Client: PreparingClient,
    // What is asked while an answer is under way is sent at once, and answered in turn.
    pipeline: true,
  })
  const lost = settings.onConnectionLost ?? (() => {})
  pool.on('error', lost)
  // A connection that is lent out and idle between two statements has no other listener, and an unheard error ends Node.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new GuardedPostgresDialect({ pool }) })
  return {
    db,
    kind: 'postgres',
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: once(() => db.destroy()),
  }
}

function getTypeParser(oid: number, format?: string) {
  const parser = format === 'binary' ? undefined : PARSERS[oid]
  return parser ?? types.getTypeParser(oid, format as 'text')
}

class GuardedPostgresDialect extends PostgresDialect {
  readonly #pool: Pool

  constructor({ pool }: { pool: Pool }) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new GuardedPostgresDriver({ pool: this.#pool })
  }
}

class GuardedPostgresDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>()

  /** Leaves together with the first statement, which costs the way there and back once less. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    // Should it fail alone, the commit says so.
    begun.catch(() => {})
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection)
    return super.commitTransaction(connection)
  }

  override async acquireConnection() {
    refuseInsideTransaction()
    return super.acquireConnection()
  }
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close()
    return closing
  }
}
