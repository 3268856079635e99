import type { Minor } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { bookRefund, linesOf, spreadAmount } from './book-refund.ts'

/**
 * Books a refund of an amount of a sale: tickets and fees first, then the donation. Books nothing when nothing is left to
 * refund. Returns the amounts by organiser.
 */
export async function bookPartRefund(
  tx: Tx,
  sale: SaleRow,
  amountMinor: Minor,
  now: Date,
): Promise<Map<number | null, Minor>> {
  const { lines } = await linesOf(tx, sale)
  const parts = spreadAmount(lines, amountMinor)
  if (parts.size === 0) return new Map()
  return bookRefund(tx, sale, { movement: 'part_refund', parts, now })
}
