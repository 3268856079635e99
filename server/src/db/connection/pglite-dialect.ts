import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { refuseInsideTransaction } from '../transaction/tx-scope.ts'
import { PreparedStatements } from './prepared.ts'

const CHANGES_ROWS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
/** Commands that leave the schema as it is. */
const KEEPS_SCHEMA = new Set([
  ...CHANGES_ROWS,
  'SELECT',
  'BEGIN',
  'START',
  'COMMIT',
  'ROLLBACK',
  'SAVEPOINT',
  'RELEASE',
  'SET',
  'SHOW',
])
/** The number of rows is last: `INSERT 0 1`, `UPDATE 3`. */
const rowCountOf = (command: string): bigint => BigInt(command.split(' ').at(-1)!)

/** PGlite has one session. Statements of a connection run in order, and only one connection is in use at a time. */
class PGliteConnection implements DatabaseConnection {
  readonly release: () => void
  readonly #pg: PGlite
  readonly #prepared: PreparedStatements
  #last: Promise<unknown> = Promise.resolve()

  constructor(pg: PGlite, prepared: PreparedStatements, release: () => void) {
    this.#pg = pg
    this.#prepared = prepared
    this.release = release
  }

  /**
   * A batch sends a statement before the previous one has ended. PGlite's two ways to run one keep no common order, so they
   * wait here.
   */
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#last.then(() => this.#execute<R>(query))
    this.#last = result.catch(() => {})
    return result
  }

  async #execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (parameters.length > 0) {
      const { rows, command } = await this.#prepared.run(sql, parameters)
      const changed = CHANGES_ROWS.has(command.split(' ')[0]!)
      return { rows: rows as R[], numAffectedRows: changed ? rowCountOf(command) : undefined }
    }
    // Without parameters it uses the simple protocol, as `pg` does, so that a migration may contain many statements.
    const results = await this.#pg.exec(sql)
    if (!results.every(({ command }) => command !== undefined && KEEPS_SCHEMA.has(command)))
      await this.#prepared.forget()
    const result = results.at(-1)
    if (result === undefined) return { rows: [] }
    const changed = result.command !== undefined && CHANGES_ROWS.has(result.command)
    return { rows: result.rows as R[], numAffectedRows: changed ? BigInt(result.rowCount ?? 0) : undefined }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing in the shop streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream: read pages with limit instead')
  }
}

class PGliteDriver implements Driver {
  readonly #pg: PGlite
  readonly #prepared: PreparedStatements
  #tail: Promise<void> = Promise.resolve()

  constructor(pg: PGlite) {
    this.#pg = pg
    this.#prepared = new PreparedStatements(pg)
  }

  async init(): Promise<void> {
    await this.#pg.waitReady
  }

  async acquireConnection(): Promise<PGliteConnection> {
    refuseInsideTransaction()
    const before = this.#tail
    const { promise, resolve } = deferred()
    this.#tail = promise
    await before
    return new PGliteConnection(this.#pg, this.#prepared, resolve)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as PGliteConnection).release()
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    await run(connection, isolationLevel ? `start transaction isolation level ${isolationLevel}` : 'begin')
  }

  commitTransaction = (connection: DatabaseConnection): Promise<void> => run(connection, 'commit')
  rollbackTransaction = (connection: DatabaseConnection): Promise<void> => run(connection, 'rollback')

  savepoint = (connection: DatabaseConnection, name: string): Promise<void> => run(connection, `savepoint "${name}"`)
  rollbackToSavepoint = (connection: DatabaseConnection, name: string): Promise<void> =>
    run(connection, `rollback to "${name}"`)
  releaseSavepoint = (connection: DatabaseConnection, name: string): Promise<void> =>
    run(connection, `release "${name}"`)

  async destroy(): Promise<void> {
    if (!this.#pg.closed) await this.#pg.close()
  }
}

async function run(connection: DatabaseConnection, statement: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(statement))
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Kysely over PGlite. The dialect in Kysely 0.29 needs a newer Node than 20. */
export class PGliteDialect implements Dialect {
  readonly #pg: PGlite

  constructor(pg: PGlite) {
    this.#pg = pg
  }

  createDriver = (): Driver => new PGliteDriver(this.#pg)
  createAdapter = (): PostgresAdapter => new PostgresAdapter()
  createQueryCompiler = (): PostgresQueryCompiler => new PostgresQueryCompiler()
  // biome-ignore lint/suspicious/noExplicitAny: Kysely's own signature.
  createIntrospector = (db: Kysely<any>): PostgresIntrospector => new PostgresIntrospector(db)
}
