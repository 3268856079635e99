import { fill } from '@foyer/contract/fill.ts'
import { checkout } from '@foyer/contract/messages.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { SalesTable } from '../db/schema/types.generated.ts'
import { combineWrites, command, type Write } from '../db/transaction/batch.ts'
import { inTx, sendWithCommit, type Tx } from '../db/transaction/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { canChange } from '../sale/customer/customer.ts'
import { refreshHold } from '../sale/hold/release.ts'
import { lockSale, type SaleRow } from '../sale/sale.ts'
import { currentOrNewSale } from '../sale/session/current-or-new.ts'
import { exceedsNewBaskets } from '../sale/session/new-baskets.ts'

type Refused = Fail<'basket_is_held' | 'basket_empty' | 'unknown_sale'>
type TooMany = Fail<'too_many_baskets'>

/** The outcome of a change of the basket. `writes` are its statements, run together with `sale`, the update of the sale's row. */
export type BasketChanged<T = unknown> = Ok<{ sale?: Updateable<SalesTable>; writes?: readonly Write[] } & T>

/**
 * Runs a change of the basket. The sale is locked and an expired hold is released first; a live hold refuses the change,
 * because what is held is what the buyer pays for. Any change clears the messages of the one before.
 */
export function changeBasket<T extends BasketChanged | Fail>(
  ctx: RequestContext,
  change: (tx: Tx, sale: SaleRow) => Promise<T>,
): Promise<T | Refused>
export function changeBasket<T extends BasketChanged | Fail>(
  ctx: RequestContext,
  change: (tx: Tx, sale: SaleRow) => Promise<T>,
  options: { startsBasket: true },
): Promise<T | Refused | TooMany>
export async function changeBasket<T extends BasketChanged | Fail>(
  ctx: RequestContext,
  change: (tx: Tx, sale: SaleRow) => Promise<T>,
  { startsBasket = false } = {},
): Promise<T | Refused | TooMany> {
  const { deps, session, now } = ctx
  const { saleId } = session
  if (saleId === null && !startsBasket) return fail('basket_empty')
  if (saleId === null && (await exceedsNewBaskets(ctx))) return fail('too_many_baskets')
  if (startsBasket) await session.ensure()
  return inTx<T | Refused | TooMany>(deps.db, async (tx) => {
    // If this is a retry, the sale that the first try created has been rolled back.
    session.saleId = saleId
    const locked = startsBasket ? await currentOrNewSale(tx, ctx) : await lockSale(tx, session.saleId!)
    if (locked === null) return fail('too_many_baskets')
    const sale = await refreshHold(tx, locked, now)
    if (sale.paid_at !== null) return fail('basket_empty')
    if (!canChange(session, sale)) return fail('unknown_sale')
    if (sale.held_until !== null) return fail('basket_is_held')
    const outcome = await change(tx, sale)
    if (!outcome.ok) return outcome
    const written = combineWrites(
      ...(outcome.writes ?? []),
      tx.deleteFrom('basket_notices').where('sale_id', '=', sale.id),
      tx
        .updateTable('sales')
        .set({ ...outcome.sale, updated_at: now, had_mismatching_currencies: false, reserving_error: null })
        .where('id', '=', sale.id),
    )
    sendWithCommit(tx, command(written))
    return outcome
  })
}

/** Counts a basket's items, as part of a statement. */
export const quantityIn = (saleId: number | RawBuilder<number>) => sql<number>`(
  select coalesce(sum(qty), 0)::int from (
    select qty from sale_lines where sale_id = ${saleId} union all select qty from sale_vouchers where sale_id = ${saleId}
  ) line)`

/** The number in the badge: tickets and gift vouchers together. */
export const basketQuantity = async (db: Pick<Tx, 'selectNoFrom'>, saleId: number): Promise<number> =>
  (await db.selectNoFrom(quantityIn(saleId).as('qty')).executeTakeFirstOrThrow()).qty

/**
 * Sets the currency of the basket, which is that of its first item. Refuses another one unless the basket is empty, and notes
 * for the basket page what was refused; `nameOf` reads its name.
 */
export async function takeCurrency(
  tx: Tx,
  sale: SaleRow,
  currency: string,
  nameOf: () => Promise<string>,
): Promise<Ok<{ sale: Pick<SaleRow, 'currency'> }> | Fail<'other_currency'>> {
  const other = sale.currency !== null && sale.currency !== currency
  if (other && (await basketQuantity(tx, sale.id)) > 0) {
    await tx.updateTable('sales').set({ had_mismatching_currencies: true }).where('id', '=', sale.id).execute()
    await tx.deleteFrom('basket_notices').where('sale_id', '=', sale.id).execute()
    const text = fill(checkout['basket.otherCurrency'], { name: await nameOf() })
    await tx.insertInto('basket_notices').values({ sale_id: sale.id, kind: 'error', text }).execute()
    return fail('other_currency')
  }
  return { ok: true, sale: { currency } }
}
