import type { Minor } from '@foyer/domain/money/money.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { bookBack, linesOf, postingsOf, spread } from './book-back.ts'

/**
 * Books that an amount of what a sale earned is the buyer's again: tickets and fees first, the donation only when they do not
 * suffice. Nothing when the sale has nothing left to give back. Returns whose it was, by organiser.
 */
export async function bookPartRefund(
  tx: Tx,
  sale: SaleRow,
  amountMinor: Minor,
  now: Date,
): Promise<Map<number | null, Minor>> {
  const { lines } = await linesOf(tx, sale)
  const postings = [...spread(lines, amountMinor)].flatMap(([line, parts]) => postingsOf(line, parts))
  if (postings.length === 0) return new Map()
  return bookBack(tx, sale, { movement: 'part_refund', postings, now })
}
