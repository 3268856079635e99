import { fill } from '@foyer/contract/fill.ts'
import { checkout as t } from '@foyer/contract/messages.ts'
import { formatMinor } from '@foyer/domain/format/money.ts'
import { sql } from 'kysely'
import { unnestRows } from '../db/transaction/column-lists.ts'
import type { Db } from '../db/transaction/tx.ts'
import { currencyOf, type Snapshot, type SnapshotLine } from '../sale/snapshot/snapshot.ts'

type Basket = Pick<Snapshot, 'sale' | 'lines'>

/** What one ticket costs with its booking fee. */
const eachMinor = ({ priceMinor, bookingFeeMinor }: Pick<SnapshotLine, 'priceMinor' | 'bookingFeeMinor'>) =>
  priceMinor + bookingFeeMinor

/** The lines that cost more or less than when they were added. A held or paid line keeps its price. */
const changedLines = ({ sale, lines }: Basket) =>
  sale.held_until !== null || sale.paid_at !== null
    ? []
    : lines.filter((line) => line.priceAddedMinor !== null && line.priceAddedMinor !== eachMinor(line))

const linesWithUnseenPrice = (basket: Basket) =>
  changedLines(basket).filter((line) => line.priceToldMinor !== eachMinor(line))

/** Warnings about prices that have changed since the buyer added the line. */
export function priceWarnings(basket: Basket): string[] {
  const money = (minor: number) => formatMinor(minor, currencyOf(basket))
  return changedLines(basket).map((line) =>
    fill(line.bookingFeeMinor > 0 ? t['warning.priceChangedWithFee'] : t['warning.priceChanged'], {
      ticket: line.ticketName,
      event: line.eventTitle,
      from: money(line.priceAddedMinor!),
      to: money(eachMinor(line)),
    }),
  )
}

/** Whether a price has changed since the buyer's page was loaded, so that they would reserve at a price they have not seen. */
export const hasUnseenPrice = (basket: Basket): boolean => linesWithUnseenPrice(basket).length > 0

/** Records that the page shows the new prices. */
export const recordPricesShown = (db: Db, basket: Basket): Promise<void> =>
  storePrices(db, basket.sale.id, 'price_told_minor', linesWithUnseenPrice(basket))

/** Records that the buyer reserves at the new prices, so that they are no longer warned of. */
export const acceptPrices = (db: Db, basket: Basket): Promise<void> =>
  storePrices(db, basket.sale.id, 'price_added_minor', changedLines(basket))

async function storePrices(
  db: Db,
  saleId: number,
  column: 'price_told_minor' | 'price_added_minor',
  lines: readonly SnapshotLine[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update sale_lines set ${sql.ref(column)} = price.minor
    from ${unnestRows('price', lines, { ticket_type_id: ['bigint', ({ ticketTypeId }) => ticketTypeId], minor: ['bigint', eachMinor] })}
    where sale_lines.sale_id = ${saleId} and sale_lines.ticket_type_id = price.ticket_type_id`.execute(db)
}
