import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import type { SmallTotal } from '@foyer/domain/money/small-total.ts'
import { availableMethods, cardProvider, isBelowCardMinimum } from '@foyer/domain/payment/methods.ts'
import { cardMinimum } from '@foyer/domain/payment/minimum.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { Snapshot } from '../sale/snapshot/snapshot.ts'

const CHANGED: Record<SmallTotal['rule'], () => string> = {
  round_up: () => t['payment.roundedUp'],
  waive: () => t['payment.waived'],
  donation: () => t['payment.donated'],
}

/**
 * Says in the basket, before anything is held, that its total is too small for a card, and what happens: what a voucher keeps,
 * what the organiser's rule changes, or what the buyer can do.
 */
export function smallTotalWarnings(
  sale: Sale,
  { sale: row, totals }: Pick<Snapshot, 'sale' | 'totals'>,
  charity: string,
): string[] {
  if (row.held_until !== null || row.paid_at !== null) return []
  const { currency, totalMinor } = sale
  const money = (minor: number) => formatMinor(minor, currency)
  const minimum = money(cardMinimum(cardProvider(sale), currency))
  const { keptForMinimumMinor, smallTotal } = totals
  if (keptForMinimumMinor > 0) return [fill(t['payment.voucherKeeps'], { minimum, kept: money(keptForMinimumMinor) })]
  if (smallTotal) return [fill(CHANGED[smallTotal.rule](), { minimum, amount: money(smallTotal.amountMinor), charity })]
  if (!isBelowCardMinimum(sale) || !availableMethods(sale).includes('card')) return []
  const text = availableMethods(sale).includes('bank') ? t['payment.belowMinimumForCard'] : t['payment.belowMinimum']
  return [fill(text, { minimum, total: money(totalMinor) })]
}
