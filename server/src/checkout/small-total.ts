import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.en.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { availableMethods, cardProvider, isBelowCardMinimum } from '@foyer/domain/payment/methods.ts'
import { cardMinimum } from '@foyer/domain/payment/minimum.ts'
import type { Sale } from '@foyer/domain/sale/sale.ts'
import type { Snapshot } from '../sale/snapshot.ts'

/** Says in the basket, before anything is held, that its total is too small for a card, or what a voucher keeps for that reason. */
export function smallTotalWarnings(sale: Sale, { sale: row, totals }: Pick<Snapshot, 'sale' | 'totals'>): string[] {
  if (row.held_until !== null || row.paid_at !== null) return []
  const { currency, totalMinor } = sale
  const money = (minor: number) => formatMinor(minor, currency)
  const minimum = money(cardMinimum(cardProvider(sale), currency))
  if (totals.keptForMinimumMinor > 0)
    return [fill(t['payment.voucherKeeps'], { minimum, kept: money(totals.keptForMinimumMinor) })]
  return isBelowCardMinimum(sale) && availableMethods(sale).every((method) => method === 'card')
    ? [fill(t['payment.belowMinimum'], { minimum, total: money(totalMinor) })]
    : []
}
