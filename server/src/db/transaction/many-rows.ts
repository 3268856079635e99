import { type Generated, type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { Database } from '../schema/types.generated.ts'
import { unnestRows } from './column-lists.ts'
import type { Tx } from './tx.ts'

type Table = keyof Database & string
type Row = Readonly<Record<string, unknown>>
type Types = Readonly<Record<string, string>>

/** The columns of a table that rows have, with their types in the database. */
type ColumnTypes<T extends Table> = { readonly [Column in keyof Database[T]]?: string }

/** JSON and lists of words arrive as text: the drivers would write a list of JSON in their own way, and there is no list of lists. */
const given = (types: Types, rows: readonly Row[]) =>
  unnestRows(
    'given',
    rows,
    Object.fromEntries(
      Object.entries(types).map(([column, type]) => [
        column,
        [
          type === 'jsonb' || isList(type) ? 'text' : type,
          (row: Row) => (isList(type) ? textOfList(row[column]) : row[column]) ?? null,
        ] as const,
      ]),
    ),
  )

const isList = (type: string): boolean => type.endsWith('[]')
const textOfList = (value: unknown): unknown => (Array.isArray(value) ? `{${value.join(',')}}` : value)

const typed = (types: Types) => (column: string) => sql`${sql.ref(`given.${column}`)}::${sql.raw(types[column]!)}`

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const MOST_PARAMETERS = 60_000

/** The inserts of rows with as few statements as possible. All have the same columns. */
function insertsOf<T extends Table>(tx: Tx, table: T, rows: readonly Insertable<Database[T]>[]) {
  // The tables are alike in what this writes, and those of `insertAll` in having ids, which their union of types does not show.
  const to = tx as unknown as Kysely<{ row: { id: Generated<number> } }>
  const most = Math.floor(MOST_PARAMETERS / Object.keys(rows[0] ?? { id: 0 }).length)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, i) =>
    to.insertInto(table as 'row').values(rows.slice(i * most, (i + 1) * most)),
  )
}

/** Inserts rows, also into a table without ids. All have the same columns. */
export async function insertMany<T extends Table>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  for (const insert of insertsOf(tx, table, rows)) await insert.execute()
}

/** Inserts rows and returns their ids in their order. All have the same columns. */
export async function insertAll<T extends Table>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<number[]> {
  const ids: number[] = []
  for (const insert of insertsOf(tx, table, rows))
    ids.push(...(await insert.returning('id').execute()).map(({ id }) => id))
  return ids
}

/** Updates the rows with these ids with one statement. Rows that have these values already are not written. */
export async function updateAll<T extends Table>(
  tx: Tx,
  table: T,
  columnTypes: ColumnTypes<T>,
  rows: readonly (Updateable<Database[T]> & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return
  const types = columnTypes as Types
  const columns = Object.keys(types)
  const value = typed(types)
  await sql`update ${sql.table(table)} as stored
    set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${value(column)}`))}
    from ${given({ ...types, id: 'bigint' }, rows as readonly Row[])}
    where stored.id = given.id and (${sql.join(columns.map((column) => sql.ref(`stored.${column}`)))})
      is distinct from (${sql.join(columns.map(value))})`.execute(tx)
}
