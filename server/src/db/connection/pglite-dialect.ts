import type { PGlite, Results } from '@electric-sql/pglite'
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

const CHANGES_ROWS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** PGlite has one session. Statements of a connection run in order, and only one connection is in use at a time. */
class PGliteConnection implements DatabaseConnection {
  readonly release: () => void
  readonly #pg: PGlite

  constructor(pg: PGlite, release: () => void) {
    this.#pg = pg
    this.release = release
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Without parameters it uses the simple protocol, as `pg` does, so that a migration may contain many statements.
    const result: Results<R> | undefined =
      parameters.length === 0
        ? ((await this.#pg.exec(sql)).at(-1) as Results<R> | undefined)
        : await this.#pg.query<R>(sql, [...parameters])
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
  #tail: Promise<void> = Promise.resolve()

  constructor(pg: PGlite) {
    this.#pg = pg
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
    return new PGliteConnection(this.#pg, resolve)
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
