import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import { sql } from 'kysely'
import { atOnce, type Write } from '../db/at-once.ts'
import { doing } from '../db/together.ts'
import { inTx, lastly, type Tx } from '../db/tx.ts'
import type { RequestContext } from '../http/handle.ts'
import { refreshHold } from '../sale/hold/release.ts'
import { lockSale, type Sale, saleToFill } from '../sale/sale.ts'
import type { Changed } from '../sale/step-change.ts'

type Refused = Fail<'basket_is_held' | 'basket_empty'>

/** What a change of the basket has come to. `writes` is what it wants written, together with the sale's own row. */
export type BasketChanged<T = unknown> = Changed<{ writes?: readonly Write[] } & T>

/**
 * Runs a change of the basket: the sale is locked, an ended hold is given back first, and a live one refuses the change,
 * because what is held is what will be paid. Any change clears what the last one had to say.
 */
export async function changeBasket<T extends BasketChanged | Fail>(
  ctx: RequestContext,
  change: (tx: Tx, sale: Sale) => Promise<T>,
  { startsBasket = false } = {},
): Promise<T | Refused> {
  const { deps, session, now } = ctx
  if (startsBasket) await session.keep()
  else if (session.saleId === null) return fail('basket_empty')
  return inTx<T | Refused>(deps.db, async (tx) => {
    const locked = startsBasket ? await saleToFill(tx, ctx) : await lockSale(tx, session.saleId!)
    const sale = await refreshHold(tx, locked, now)
    if (sale.paid_at !== null) return fail('basket_empty')
    if (sale.held_until !== null) return fail('basket_is_held')
    const outcome = await change(tx, sale)
    if (!outcome.ok) return outcome
    const written = atOnce(
      ...(outcome.writes ?? []),
      tx.deleteFrom('basket_notices').where('sale_id', '=', sale.id),
      tx
        .updateTable('sales')
        .set({ ...outcome.sale, updated_at: now, had_mismatching_currencies: false })
        .where('id', '=', sale.id),
    )
    return lastly(outcome, doing(written))
  })
}

/** What is in a basket, as part of a statement. */
export const quantityIn = (saleId: number) => sql<number>`(
  select coalesce(sum(qty), 0)::int from (
    select qty from sale_lines where sale_id = ${saleId} union all select qty from sale_vouchers where sale_id = ${saleId}
  ) line)`

/** OPEN-38: what the badge counts. */
export const basketQuantity = async (db: Pick<Tx, 'selectNoFrom'>, saleId: number): Promise<number> =>
  (await db.selectNoFrom(quantityIn(saleId).as('qty')).executeTakeFirstOrThrow()).qty

/** The basket has one currency, that of its first item (BSK-30); an emptied basket is free to take another. */
export async function takeCurrency(
  tx: Tx,
  sale: Sale,
  currency: string,
): Promise<Ok<{ sale: Pick<Sale, 'currency'> }> | Fail<'other_currency'>> {
  const other = sale.currency !== null && sale.currency !== currency
  if (other && (await basketQuantity(tx, sale.id)) > 0) {
    await tx.updateTable('sales').set({ had_mismatching_currencies: true }).where('id', '=', sale.id).execute()
    return fail('other_currency')
  }
  return { ok: true, sale: { currency } }
}
