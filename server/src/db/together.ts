import type { CompiledQuery, QueryExecutorProvider } from 'kysely'

/** A statement that answers rows, however it was written. */
type Statement<Row> = { compile(db: QueryExecutorProvider): CompiledQuery<Row> }

/** A statement, and what is made of its rows. Without a statement there is nothing to ask, and there are no rows. */
export type Reading<Result> = {
  readonly statement: Statement<unknown> | null
  read(rows: readonly unknown[]): Result
}

export const reading = <Row, Result>(
  statement: Statement<Row> | null,
  read: (rows: readonly Row[]) => Result,
): Reading<Result> => ({ statement, read: read as Reading<Result>['read'] })

/** A statement whose rows nobody reads. */
export const doing = (statement: Statement<unknown> | null): Reading<void> => reading(statement, () => {})

type ResultsOf<Readings> = { [N in keyof Readings]: Readings[N] extends Reading<infer Result> ? Result : never }

/**
 * Sends the statements of these readings on one connection without waiting between them. They run in their order, and each
 * sees what those before it did; none may need what another answers. Throws what the first that fails throws.
 */
export async function together<const Readings extends readonly Reading<unknown>[]>(
  db: QueryExecutorProvider,
  ...readings: Readings
): Promise<ResultsOf<Readings>> {
  const asked = readings.flatMap(({ statement }) => (statement === null ? [] : [statement.compile(db)]))
  const answers = asked.length === 0 ? [] : await answersTo(db, asked)
  const rows = answers.values()
  return readings.map(({ statement, read }) =>
    read(statement === null ? [] : rows.next().value!),
  ) as ResultsOf<Readings>
}

async function answersTo(db: QueryExecutorProvider, asked: readonly CompiledQuery<unknown>[]): Promise<unknown[][]> {
  const settled = await db
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(asked.map((one) => connection.executeQuery(one))))
  // Inside a transaction those after the first that fails fail too, sooner than it says why.
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return settled.map((one) => (one as PromiseFulfilledResult<{ rows: unknown[] }>).value.rows)
}

/** What one reading answers. */
export const readOne = async <Result>(db: QueryExecutorProvider, one: Reading<Result>): Promise<Result> =>
  (await together(db, one))[0] as Result
