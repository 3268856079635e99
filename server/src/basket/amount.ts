import type { BodyOf } from '@foyer/contract/calls.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { type AmountProblem, amountProblem } from '@foyer/domain/money/chosen-amount.ts'
import { currencyCode, isExactAmount, toMinor } from '@foyer/domain/money/money.ts'
import { type Fail, fail, type Ok } from '@foyer/domain/result.ts'
import type { RequestContext } from '../http/handle.ts'
import { changeBasket } from './change.ts'

export type AmountFail = Fail<AmountProblem['code'] | 'amount_fixed'>

type PricedType = { minPriceMinor: number | null; priceMinor: number; bookingFeeMinor: number; currency: string }

/** Checks what a buyer chose to pay for each ticket of a type, in major units. Returns the columns of the line. */
export function chosenPrice(
  amount: number,
  { minPriceMinor, priceMinor, bookingFeeMinor, currency: code }: PricedType,
): Ok<{ columns: { chosen_minor: number; price_added_minor: number } }> | AmountFail {
  if (minPriceMinor === null) return fail('amount_fixed')
  const currency = currencyCode(code)
  const minor = isExactAmount(amount, currency) ? toMinor(amount, currency) : null
  const problem = amountProblem(minor, { minMinor: minPriceMinor, suggestedMinor: priceMinor }, currency)
  if (problem) return fail(problem.code, { amount: formatMinor(problem.limitMinor, currency) })
  return { ok: true, columns: { chosen_minor: minor!, price_added_minor: minor! + bookingFeeMinor } }
}

/** Sets what the buyer pays for each ticket of a line. */
export const updateTicketAmount = ({ ticket_id, amount }: BodyOf<'update_ticket_amount'>, ctx: RequestContext) =>
  changeBasket(ctx, async (tx, sale): Promise<Ok | Fail<'unknown_ticket'> | AmountFail> => {
    const type = await tx
      .selectFrom('sale_lines as line')
      .innerJoin('ticket_types as type', 'type.id', 'line.ticket_type_id')
      .innerJoin('events as event', 'event.id', 'type.event_id')
      .select([
        'type.min_price_minor as minPriceMinor',
        'type.price_minor as priceMinor',
        'type.booking_fee_minor as bookingFeeMinor',
        'event.currency',
      ])
      .where('line.sale_id', '=', sale.id)
      .where('line.ticket_type_id', '=', ticket_id)
      .executeTakeFirst()
    if (!type) return fail('unknown_ticket')
    const price = chosenPrice(amount, type)
    if (!price.ok) return price
    await tx
      .updateTable('sale_lines')
      .set(price.columns)
      .where('sale_id', '=', sale.id)
      .where('ticket_type_id', '=', ticket_id)
      .execute()
    return { ok: true }
  })
