import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { ticketLinesOf } from '@foyer/domain/money/order-lines.ts'
import { taxOfLine } from '@foyer/domain/money/tax.ts'
import type { Snapshot } from '../sale/snapshot/snapshot.ts'

/** The tax within a sale's total, by the rule of its order's lines. */
export function taxOf({ lines, money, totals }: Pick<Snapshot, 'lines' | 'money' | 'totals'>): Minor {
  if (lines.every(({ taxRates }) => taxRates === null)) return 0
  return sum(
    ticketLinesOf(money, totals).flatMap((line, i) =>
      taxOfLine(line, lines[i]!.taxRates).map(({ taxMinor }) => taxMinor),
    ),
  )
}
