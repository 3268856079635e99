import { type Minor, sum } from '@foyer/domain/money/money.ts'
import { prorate } from '@foyer/domain/money/prorate.ts'
import type { Tx } from '../../db/transaction/tx.ts'
import type { SaleRow } from '../../sale/sale.ts'
import { book } from '../ledger/ledger.ts'
import { type Account, balancesOf } from './reverse-sale.ts'

/** What a sale earned, in the order in which a goodwill refund gives it back. */
const EARNED: Account[] = [
  'tickets',
  'gift_vouchers_sold',
  'booking_fees',
  'refund_protection',
  'delivery',
  'donation',
  'donation_fee',
]

/** Books part of what a sale earned as owed to the buyer. Does nothing if nothing is left to give back. */
export async function bookPartRefund(tx: Tx, sale: SaleRow, amountMinor: Minor, now: Date): Promise<void> {
  const balances = await balancesOf(tx, sale.id)
  const earned = EARNED.map((account) => Math.max(0, -(balances[account] ?? 0)))
  if (sum(earned) === 0) return
  const parts = prorate(amountMinor, earned)
  await book(tx, {
    saleId: sale.id,
    movement: 'part_refund',
    amounts: { ...Object.fromEntries(EARNED.map((account, i) => [account, parts[i]!])), receivable: -amountMinor },
    currency: sale.currency ?? 'GBP',
    at: now,
  })
}
