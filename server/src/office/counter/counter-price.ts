import type { Minor } from '@foyer/domain/money/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/transaction/tx.ts'

/** A price at the counter, in minor units: of the ticket, and of its booking fee. */
export type CounterPrice = [priceMinor: Minor, bookingFeeMinor: Minor]
type Line = { ticketTypeId: number; priceMinor: Minor; bookingFeeMinor: Minor }

/**
 * What lines cost at the counter, by ticket type: a type's own price there, which has no booking fee, or the price online, with its fee
 * if the organiser charges fees at the counter.
 */
export async function counterPricesOf(db: Db | Tx, lines: readonly Line[]): Promise<Map<number, CounterPrice>> {
  const ids = lines.map(({ ticketTypeId }) => ticketTypeId)
  const { rows } = await sql<{ id: number; doorPriceMinor: Minor | null; hasFee: boolean }>`
    select type.id, type.door_price_minor as "doorPriceMinor", organiser.counter_fee as "hasFee"
    from ticket_types type join events event on event.id = type.event_id join organisers organiser on organiser.id = event.organiser_id
    where type.id = any(${sql.val(ids)}::bigint[])`.execute(db)
  const terms = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    lines.map(({ ticketTypeId, priceMinor, bookingFeeMinor }) => {
      const { doorPriceMinor, hasFee } = terms.get(ticketTypeId)!
      const price: CounterPrice =
        doorPriceMinor === null ? [priceMinor, hasFee ? bookingFeeMinor : 0] : [doorPriceMinor, 0]
      return [ticketTypeId, price]
    }),
  )
}
