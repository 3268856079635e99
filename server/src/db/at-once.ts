import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'

/** A write that is not carried out yet, as Kysely builds it; none where there is nothing to write. */
export type Write = OperationNodeSource | null

/**
 * One statement that does all of these writes: each statement costs the process and PostgreSQL more than most writes do. They see
 * what was there before it and not each other, in no order; so none may touch a row that another does, and no lock that somebody
 * may wait for is taken here. At least one must be there.
 */
export function atOnce(...writes: readonly Write[]): RawBuilder<unknown> {
  const parts = writes.filter((write) => write !== null).map((write, n) => sql`${sql.ref(`write_${n}`)} as (${write})`)
  return sql`with ${sql.join(parts)} select`
}
