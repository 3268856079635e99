import { ERRORS } from '@foyer/contract/errors.ts'
import { fill } from '@foyer/contract/fill.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { amountProblem } from '@foyer/domain/money/chosen-amount.ts'
import { currencyCode } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction/tx.ts'
import type { HoldLine } from './lines.ts'

type ChosenRow = { saleId: number; ticketTypeId: number; chosenMinor: number; minMinor: number; currency: string }
type Baskets = ReadonlyMap<number, readonly HoldLine[]>

/**
 * Returns the baskets with types whose price the buyer chooses, with the chosen prices in their lines; without a choice, the
 * suggested price stays. `refusal` is the text for a chosen amount that is no longer allowed.
 */
export async function applyChosenPrices(
  tx: Tx,
  baskets: Baskets,
): Promise<{ saleId: number; lines: HoldLine[]; refusal: (() => string) | null }[]> {
  const basketsWithChoice = [...baskets].filter(([, lines]) => lines.some(({ pricing }) => pricing === 'chosen'))
  if (basketsWithChoice.length === 0) return []
  const { rows } = await sql<ChosenRow>`
    select line.sale_id as "saleId", line.ticket_type_id as "ticketTypeId", line.chosen_minor as "chosenMinor",
      type.min_price_minor as "minMinor", event.currency
    from sale_lines line
    join ticket_types type on type.id = line.ticket_type_id
    join events event on event.id = type.event_id
    where line.chosen_minor is not null and type.min_price_minor is not null
      and line.sale_id = any(${sql.val(basketsWithChoice.map(([saleId]) => saleId))}::bigint[])`.execute(tx)
  return basketsWithChoice.map(([saleId, basketLines]) => {
    let refusal: (() => string) | null = null
    // Baskets share the objects of their lines, so a line with its own price is a copy.
    const lines = basketLines.map((line) => {
      const choice = rows.find((row) => row.saleId === saleId && row.ticketTypeId === line.ticketTypeId)
      if (!choice) return line
      const currency = currencyCode(choice.currency)
      const range = { minMinor: choice.minMinor, suggestedMinor: line.priceMinor }
      // guard: chosen-price-checked-at-reserve
      const problem = amountProblem(choice.chosenMinor, range, currency)
      if (problem) refusal = () => fill(ERRORS[problem.code][1], { amount: formatMinor(problem.limitMinor, currency) })
      return { ...line, priceMinor: choice.chosenMinor }
    })
    return { saleId, lines, refusal }
  })
}
