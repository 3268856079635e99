import { type Selectable, sql } from 'kysely'
import type { JsonValue, SalesTable } from '../db/schema/types.generated.ts'
import { type Query, query } from '../db/transaction/batch.ts'
import type { Tx } from '../db/transaction/tx.ts'

export type SaleRow = Selectable<SalesTable>

/** Whether the sale has an unexpired hold. */
export const isHeld = (sale: Pick<SaleRow, 'held_until'>, now: Date): boolean =>
  sale.held_until !== null && sale.held_until > now

/** Whether the sale has a hold that has expired and is not released yet. */
export const isExpired = (sale: Pick<SaleRow, 'held_until'>, now: Date): boolean =>
  sale.held_until !== null && sale.held_until <= now

/** Whole seconds until a hold expires by the server's clock, rounded up; 0 without a hold. */
export const secondsRemaining = (heldUntil: Date | null, now: Date): number =>
  heldUntil === null ? 0 : Math.max(0, Math.ceil((heldUntil.getTime() - now.getTime()) / 1000))

/** Returns the sale with this reference, without a lock; undefined if unknown. */
export const saleByReference = (db: Pick<Tx, 'selectFrom'>, reference: string): Promise<SaleRow | undefined> =>
  db.selectFrom('sales').selectAll().where('reference', '=', reference).executeTakeFirst()

/** Locks a sale for the rest of the transaction. Everything that changes a sale locks it first, and stock only after it. */
export const lockSale = (tx: Tx, saleId: number): Promise<SaleRow> =>
  tx.selectFrom('sales').selectAll().where('id', '=', saleId).forUpdate().executeTakeFirstOrThrow()

/** The same lock as `lockSale`, for a batch whose next statement reads the sale. */
export const lockSaleQuery = (saleId: number): Query<void> =>
  query(sql`select id from sales where id = ${saleId} for update`, ([sale]) => {
    if (!sale) throw new Error(`there is no sale ${saleId}`)
  })

/** The same for several sales. Returns those that it has locked, and does not wait for the others. */
export const lockFreeSalesQuery = (saleIds: readonly number[]): Query<number[]> =>
  query(
    sql<{ id: number }>`
      select id from sales where id = any(${sql.val(saleIds)}::bigint[]) order by id for update skip locked`,
    (sales) => sales.map(({ id }) => id),
  )

export type Facts = Record<string, JsonValue>

/** Adds a line to the sale's history: the buyer's timeline and the operator's record. */
export async function record(tx: Tx, saleId: number, kind: string, at: Date, facts?: Facts): Promise<void> {
  await recordQuery(tx, saleId, kind, at, facts).execute()
}

/** The statement of `record`, which has not run yet. */
export const recordQuery = (tx: Tx, saleId: number, kind: string, at: Date, facts: Facts = {}) =>
  tx.insertInto('sale_events').values({ sale_id: saleId, kind, facts: JSON.stringify(facts), at })
