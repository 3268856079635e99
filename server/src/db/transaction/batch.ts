import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type OperationNodeSource,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Database } from '../schema/types.generated.ts'

/** A statement that returns rows, built by Kysely or by hand. */
type Statement<Row> = { compile(db: QueryExecutorProvider): CompiledQuery<Row> }

/** A statement that has not run yet, and a mapping for its rows. Without a statement nothing is sent and there are no rows. */
export type Query<Result> = {
  readonly statement: Statement<unknown> | null
  map(rows: readonly unknown[]): Result
}

export const query = <Row, Result>(
  statement: Statement<Row> | null,
  map: (rows: readonly Row[]) => Result,
): Query<Result> => ({ statement, map: map as Query<Result>['map'] })

/** A query whose rows are not needed. */
export const command = (statement: Statement<unknown> | null): Query<void> => query(statement, () => {})

type ResultsOf<Queries> = { [N in keyof Queries]: Queries[N] extends Query<infer Result> ? Result : never }

/**
 * Sends all queries on one connection without waiting in between. They run in order and each sees the effects of those before
 * it, so none may depend on another's result. Throws the error of the first one that fails.
 */
export async function runBatch<const Queries extends readonly Query<unknown>[]>(
  db: QueryExecutorProvider,
  ...queries: Queries
): Promise<ResultsOf<Queries>> {
  const compiled = queries.flatMap(({ statement }) => (statement === null ? [] : [statement.compile(db)]))
  const results = compiled.length === 0 ? [] : await execute(db, compiled)
  const rows = results.values()
  return queries.map(({ statement, map }) => map(statement === null ? [] : rows.next().value!)) as ResultsOf<Queries>
}

export const runQuery = async <Result>(db: QueryExecutorProvider, single: Query<Result>): Promise<Result> =>
  (await runBatch(db, single))[0] as Result

async function execute(db: QueryExecutorProvider, compiled: readonly CompiledQuery<unknown>[]): Promise<unknown[][]> {
  const settled = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(compiled.map((statement) => connection.executeQuery(statement))),
    )
  // After a failure in a transaction the rest fail too, with a less useful error.
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return settled.map((result) => (result as PromiseFulfilledResult<{ rows: unknown[] }>).value.rows)
}

/** An insert, update or delete built by Kysely; null when there is nothing to write. */
export type Write = OperationNodeSource | null

/**
 * Combines independent writes into one statement, because every statement has its own cost. They all see the data from before
 * and run in no particular order, so no two may touch the same row and none may take a contended lock. At least one must not be
 * null.
 */
export function combineWrites(...writes: readonly Write[]): RawBuilder<unknown> {
  const parts = writes.filter((write) => write !== null).map((write, n) => sql`${sql.ref(`write_${n}`)} as (${write})`)
  return sql`with ${sql.join(parts)} select`
}

/** Builds statements without a connection. */
const builder = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Placeholders for these values in a compiled statement. */
export type Parameters<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * Compiles a long, frequent statement once, on first use. `build` places its parameters by name; the returned function takes
 * their values.
 */
export function compiledOnce<Values extends Record<string, unknown>, Row>(
  build: (db: Kysely<Database>, parameters: Parameters<Values>) => { compile(): CompiledQuery<Row> },
): (values: Values) => Statement<Row> {
  const byName = new Proxy({}, { get: (_, name) => sql.val(new Parameter(String(name))) }) as Parameters<Values>
  let compiled: CompiledQuery<Row> | undefined
  return (values) => ({
    compile() {
      compiled ??= build(builder, byName).compile()
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof Parameter ? values[parameter.name] : parameter,
      )
      return { ...compiled, parameters }
    },
  })
}

/** The rows of a compiled statement. */
export type RowOf<Compiled> = Compiled extends (values: never) => Statement<infer Row> ? Row : never
