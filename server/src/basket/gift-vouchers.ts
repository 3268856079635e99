import type { BodyOf } from '@foyer/contract/calls.ts'
import { LIMITS } from '@foyer/domain/limits.ts'
import { currencyCode, isExactAmount, toMinor } from '@foyer/domain/money/money.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { RequestContext } from '../http/handle.ts'
import type { SaleRow } from '../sale/sale.ts'
import { type BasketChanged, basketQuantity, changeBasket, takeCurrency } from './change.ts'

type VoucherFail = Fail<
  | 'unknown_voucher'
  | 'bad_quantity'
  | 'bad_voucher_value'
  | 'voucher_quantity_above_max'
  | 'basket_full'
  | 'other_currency'
>

/** Adds gift vouchers of one design and value; design and value together identify the line. */
export const addGiftVoucher = (body: BodyOf<'add_gift_voucher_to_basket'>, ctx: RequestContext) =>
  changeBasket(
    ctx,
    async (tx, sale): Promise<BasketChanged<{ quantity: number }> | VoucherFail> => {
      const { gift_voucher_id: designId, qty } = body
      if (qty < 1) return fail('bad_quantity')
      const design = await tx
        .selectFrom('gift_voucher_designs as design')
        .innerJoin('organisers as organiser', 'organiser.id', 'design.organiser_id')
        .selectAll('design')
        .where('design.id', '=', designId)
        .where('organiser.closed_at', 'is', null)
        .executeTakeFirst()
      if (!design) return fail('unknown_voucher')
      const currency = currencyCode(design.currency)
      const value = toMinor(body.value, currency)
      if (!isExactAmount(body.value, currency) || !design.values_minor.includes(value)) return fail('bad_voucher_value')
      const lines = await tx.selectFrom('sale_vouchers').selectAll().where('sale_id', '=', sale.id).execute()
      const already = lines.find((line) => line.design_id === designId && line.value_minor === value)?.qty ?? 0
      if (already === 0 && lines.length >= LIMITS.maxLinesPerBasket) return fail('basket_full')
      if (already + qty > design.max_qty) return fail('voucher_quantity_above_max', { n: design.max_qty })
      const taken = await takeCurrency(tx, sale, design.currency, async () => design.name)
      if (!taken.ok) return taken
      const line = tx
        .insertInto('sale_vouchers')
        .values({ sale_id: sale.id, design_id: designId, value_minor: value, qty, added_at: ctx.now })
        .onConflict((conflict) =>
          conflict
            .columns(['sale_id', 'design_id', 'value_minor'])
            .doUpdateSet((eb) => ({ qty: eb('sale_vouchers.qty', '+', qty) })),
        )
      return { ...taken, writes: [line], quantity: (await basketQuantity(tx, sale.id)) + qty }
    },
    { startsBasket: true },
  )

/** Returns the value that identifies a line, in the basket's currency. */
const valueIn = (sale: Pick<SaleRow, 'currency'>, { value }: { value: number }) =>
  toMinor(value, currencyCode(sale.currency))

/** Sets the quantity of a gift voucher line. */
export const updateGiftVoucherQuantity = (body: BodyOf<'update_gift_voucher_quantity'>, ctx: RequestContext) =>
  changeBasket(
    ctx,
    async (tx, sale): Promise<Ok | Fail<'unknown_voucher' | 'bad_quantity' | 'voucher_quantity_above_max'>> => {
      const { gift_voucher_id: designId, qty } = body
      const value = valueIn(sale, body)
      const line = await tx
        .selectFrom('sale_vouchers as line')
        .innerJoin('gift_voucher_designs as design', 'design.id', 'line.design_id')
        .select('design.max_qty')
        .where('line.sale_id', '=', sale.id)
        .where('line.design_id', '=', designId)
        .where('line.value_minor', '=', value)
        .executeTakeFirst()
      if (!line) return fail('unknown_voucher')
      if (qty < 1) return fail('bad_quantity')
      if (qty > line.max_qty) return fail('voucher_quantity_above_max', { n: line.max_qty })
      await tx
        .updateTable('sale_vouchers')
        .set({ qty })
        .where('sale_id', '=', sale.id)
        .where('design_id', '=', designId)
        .where('value_minor', '=', value)
        .execute()
      return { ok: true }
    },
  )

/** Removes a gift voucher line. */
export const removeGiftVoucher = (body: BodyOf<'remove_gift_voucher_from_basket'>, ctx: RequestContext) =>
  changeBasket(ctx, async (tx, sale): Promise<Ok | Fail<'unknown_voucher'>> => {
    const { numDeletedRows } = await tx
      .deleteFrom('sale_vouchers')
      .where('sale_id', '=', sale.id)
      .where('design_id', '=', body.gift_voucher_id)
      .where('value_minor', '=', valueIn(sale, body))
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n ? { ok: true } : fail('unknown_voucher')
  })
