import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { type ClientConfig, Pool, types } from 'pg'
import type { Database } from '../schema/types.generated.ts'
import { refuseInsideTransaction } from '../transaction/tx-scope.ts'
import { PreparingClient } from './preparing-client.ts'
import { type DatabaseSettings, type OpenDb, once } from './settings.ts'
import { addressOf } from './shop-schema.ts'
import { PARSERS } from './values.ts'
import { watchConnections } from './watchdog.ts'

/** PostgreSQL settings for our connections. */
const SERVER_OPTIONS = {
  timezone: 'UTC',
  // Statements look rows up by key, so a generic plan is as good as a custom one and is made only once. By default PostgreSQL
  // replans a statement over lists of ids for each list that is shorter than its estimate.
  plan_cache_mode: 'force_generic_plan',
  // A transaction whose client was lost on the network must not hold its locks for long.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '2',
  tcp_user_timeout: '20000',
}

export async function openPostgres(databaseUrl: string, settings: DatabaseSettings): Promise<OpenDb> {
  const statementTimeoutMs = settings.statementTimeoutMs ?? 30_000
  const { address, options } = addressOf(databaseUrl)
  const config: ClientConfig = {
    connectionString: address,
    application_name: settings.applicationName ?? 'foyer',
    statement_timeout: statementTimeoutMs,
    // A transaction left open holds locks that others wait for.
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Without a space at the end, which pgbouncer refuses.
    options: [...Object.entries(SERVER_OPTIONS).map(([name, value]) => `-c ${name}=${value}`), options]
      .join(' ')
      .trim(),
    types: { getTypeParser },
  }
  const pool = new Pool({
    ...config,
    max: settings.poolSize ?? 10,
    connectionTimeoutMillis: settings.connectionTimeoutMs ?? 10_000,
    Client: PreparingClient,
    // Sends queries while earlier ones are running; the responses come in order.
    pipeline: true,
  })
  pool.on('error', settings.onConnectionLost ?? (() => {}))
  // A connection in use but idle between two statements has no other error listener, and an unhandled error ends Node.
  pool.on('connect', (client) => client.on('error', () => {}))
  const watchdog = watchConnections(pool, config, {
    silenceMs: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 2000,
    everyMs: 1000,
    probeMs: 1000,
  })
  const db = new Kysely<Database>({ dialect: new GuardedPostgresDialect({ pool }) })
  return {
    db,
    kind: 'postgres',
    ping: watchdog.ping,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: once(() => watchdog.stop().finally(() => db.destroy())),
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

  /** Sent together with the first statement, to save a round trip. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    // The commit that follows throws its error.
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
