import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { amountProblem } from '@foyer/domain/money/chosen-amount.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { HoldLine } from './lines.ts'

/**
 * Gives the lines whose price is the buyer's choice the price chosen; without a choice, the suggestion stays. Returns the
 * sales with an amount that cannot be paid any more, and why.
 */
export async function takeChosenPrices(
  tx: Tx,
  lines: readonly HoldLine[],
): Promise<{ saleId: number; text: string }[]> {
  const open = lines.filter(({ minPriceMinor }) => minPriceMinor !== null)
  if (open.length === 0) return []
  const { rows } = await sql<{ saleId: number; ticketTypeId: number; chosenMinor: number; currency: string }>`
    select line.sale_id as "saleId", line.ticket_type_id as "ticketTypeId", line.chosen_minor as "chosenMinor", event.currency
    from sale_lines line
    join ticket_types type on type.id = line.ticket_type_id
    join events event on event.id = type.event_id
    where line.chosen_minor is not null and line.sale_id = any(${sql.val(open.map(({ saleId }) => saleId))}::bigint[])`.execute(
    tx,
  )
  const refused: { saleId: number; text: string }[] = []
  for (const { saleId, ticketTypeId, chosenMinor, currency } of rows) {
    const line = open.find((one) => one.saleId === saleId && one.ticketTypeId === ticketTypeId)
    if (!line) continue
    const price = { minMinor: line.minPriceMinor!, suggestedMinor: line.priceMinor }
    // guard: chosen-price-checked-at-reserve
    const problem = amountProblem(chosenMinor, price, currencyCode(currency))
    if (problem) {
      const amount = formatMinor(problem.limitMinor, currencyCode(currency))
      refused.push({ saleId, text: fill(ERRORS[problem.code][1], { amount }) })
    }
    line.priceMinor = chosenMinor
  }
  return refused
}
