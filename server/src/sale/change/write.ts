import { groupBy } from '@foyer/domain/group.ts'
import { type Selectable, sql } from 'kysely'
import type { SalesTable } from '../../db/schema/types.generated.ts'
import { command, compiledOnce, type Parameters, type Query } from '../../db/transaction/batch.ts'
import { sendMergedWithCommit, type Tx } from '../../db/transaction/tx.ts'

/** The columns of a sale's row that steps change, with their types. */
const COLUMNS = {
  user_id: 'bigint',
  guest_email: 'text',
  guest_name: 'text',
  customer_session: 'bigint',
  contact_number: 'text',
  gift_voucher_from: 'text',
  gift_voucher_to: 'text',
  marketing_asked: 'boolean',
  donation_minor: 'bigint',
  donation_fee_minor: 'bigint',
  donation_charity_id: 'bigint',
  updated_at: 'timestamptz',
} as const

type Column = keyof typeof COLUMNS
export type StepColumns = Partial<Pick<Selectable<SalesTable>, Column>>
type Values = Record<string, readonly unknown[]>

const statements = new Map<string, ReturnType<typeof statementOf>>()

/** The update of these columns, for any number of sales. */
const statementOf = (columns: readonly Column[]) =>
  compiledOnce((db, values: Parameters<Values>) => {
    const assigned = columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`)
    const lists = columns.map((column) => sql`${values[column]!}::${sql.raw(COLUMNS[column])}[]`)
    const update = sql<never>`
      update sales set ${sql.join(assigned)}
      from unnest(${values.id!}::bigint[], ${sql.join(lists)}) as changed (id, ${sql.raw(columns.join(', '))})
      where sales.id = changed.id`
    return { compile: () => update.compile(db) }
  })

/** The columns that are changed. As in Kysely, `undefined` leaves a column as it is, and `null` empties it. */
const columnsOf = (changes: StepColumns): Column[] =>
  (Object.keys(changes) as Column[]).filter((column) => changes[column] !== undefined).sort()

type SaleWrite = { id: number; changes: StepColumns }

/** One statement for all sales in which the same columns change. */
const saleWrites = (writes: readonly SaleWrite[]): Query<void>[] =>
  [...groupBy(writes, ({ changes }) => columnsOf(changes).join())].map(([key, alike]) => {
    const columns = columnsOf(alike[0]!.changes)
    const statement = statements.get(key) ?? statementOf(columns)
    statements.set(key, statement)
    return command(
      statement({
        id: alike.map(({ id }) => id),
        ...Object.fromEntries(columns.map((column) => [column, alike.map(({ changes }) => changes[column])])),
      }),
    )
  })

/** Writes to the row of a locked sale with the commit, in one statement with other sales of the transaction. */
export const writeSaleWithCommit = (tx: Tx, id: number, changes: StepColumns): void =>
  sendMergedWithCommit(tx, saleWrites, { id, changes })
