import { type RawBuilder, sql } from 'kysely'

/** The columns that a statement writes, with their types. */
export type Columns = Readonly<Record<string, string>>

/** Values of a statement for any number of rows: one list per column, named after its table. */
export type Lists = Record<string, readonly unknown[]>

/** The lists of these rows. A column that a row doesn't have is null. */
export const listsOf = <Of extends Columns>(
  table: string,
  columns: Of,
  rows: readonly { readonly [Column in keyof Of]: unknown }[],
): Lists =>
  Object.fromEntries(
    Object.keys(columns).map((column) => [`${table}.${column}`, rows.map((row) => row[column] ?? null)]),
  )

/** The names of the columns, as a list in a statement. */
export const namesOf = (columns: Columns): RawBuilder<unknown> => sql.raw(Object.keys(columns).join(', '))

/**
 * The rows of these lists, as part of a statement that is planned once for any number of rows. Not as JSON, because Citus accepts
 * only immutable functions here (docs/decisions/055).
 */
export const rowsOf = (
  table: string,
  columns: Columns,
  lists: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> =>
  sql`unnest(${sql.join(Object.entries(columns).map(([column, type]) => sql`${lists[`${table}.${column}`]!}::${sql.raw(type)}[]`))})`

/** The insert of these rows. */
export const insertRows = (
  table: string,
  columns: Columns,
  lists: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> =>
  sql`insert into ${sql.table(table)} (${namesOf(columns)}) select * from ${rowsOf(table, columns, lists)}`

/**
 * Rows of a statement that runs once: `unnest(…) as name (columns)`. Each column has its type and the function that takes its value
 * from a row.
 */
export function unnestRows<Row>(
  name: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, readonly [type: string, value: (row: Row) => unknown]>>,
): RawBuilder<unknown> {
  const lists = Object.values(columns).map(([type, value]) => sql`${sql.val(rows.map(value))}::${sql.raw(type)}[]`)
  return sql`unnest(${sql.join(lists)}) as ${sql.raw(`${name} (${Object.keys(columns).join(', ')})`)}`
}
